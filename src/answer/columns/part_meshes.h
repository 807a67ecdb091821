// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/kept_memory.h"
#include "raster/view/raster_object.h"

namespace impinge {

/// Some faces of two meshes, in order, with the vertices that they have and no others.
class PartMeshes {
 public:
  using Chosen = std::array<std::vector<std::uint32_t>, 2>;

  PartMeshes(std::span<const RasterObject> objects, const Chosen& chosen) {
    for (std::size_t o = 0; o < 2; ++o) {
      const WorldObject& whole = *objects[o].mesh;
      std::vector<std::uint32_t> number(whole.local.size(), UINT32_MAX);
      points_[o].reserve(3 * chosen[o].size() / 4);
      faces_[o].reserve(chosen[o].size());
      for (const std::uint32_t f : chosen[o]) {
        Face face = whole.faces[f];
        for (std::uint32_t& v : face) {
          if (number[v] == UINT32_MAX) {
            number[v] = static_cast<std::uint32_t>(points_[o].size());
            points_[o].push_back(whole.local[v]);
          }
          v = number[v];
        }
        faces_[o].push_back(face);
      }
      meshes_[o] = whole;
      meshes_[o].local = points_[o];
      meshes_[o].faces = faces_[o];
      objects_[o] = {&meshes_[o], nullptr, {}, objects[o].closed};
    }
  }
  PartMeshes(const PartMeshes&) = delete;
  PartMeshes& operator=(const PartMeshes&) = delete;

  std::span<const RasterObject> objects() const { return objects_; }

 private:
  KeptVector<Vec3> points_[2];
  KeptVector<Face> faces_[2];
  WorldObject meshes_[2];
  RasterObject objects_[2];
};

}  // namespace impinge
