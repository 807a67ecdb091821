// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <array>
#include <cmath>
#include <map>

#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/make_surface.h"

namespace impinge {
namespace {

// The lattice of a box: points on its six sides, shared along the edges.
class BoxLattice {
 public:
  BoxLattice(const Vec3& edges, int subdivisions) : edges_(edges), subdivisions_(subdivisions) {}

  std::uint32_t vertex(SurfaceBuilder& surface, const std::array<int, 3>& at) {
    const auto [entry, is_new] = known_.try_emplace(at, 0U);
    if (is_new) entry->second = surface.add({coordinate(at, 0), coordinate(at, 1), coordinate(at, 2)});
    return entry->second;
  }

 private:
  // Mirrored points get exactly opposite coordinates, and the sides lie exactly at half the edge.
  double coordinate(const std::array<int, 3>& at, int axis) const {
    return edges_[axis] * ((2 * at[axis] - subdivisions_) / (2.0 * subdivisions_));
  }

  Vec3 edges_;
  int subdivisions_;
  std::map<std::array<int, 3>, std::uint32_t> known_;
};

}  // namespace

Mesh make_box(const Vec3& edges, int subdivisions) {
  constexpr std::array<std::string_view, 3> kNames = {"x", "y", "z"};
  for (int axis = 0; axis < 3; ++axis) require_length("box", kNames[axis], edges[axis]);
  require_range("box", "subdivisions", subdivisions, 1, 4096);
  require_face_count("box", 12.0 * subdivisions * subdivisions);
  SurfaceBuilder surface;
  BoxLattice lattice(edges, subdivisions);
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const int side : {0, subdivisions}) {
      const auto corner = [&](int i, int j) {
        std::array<int, 3> at{};
        at[axis] = side;
        at[u] = i;
        at[v] = j;
        return lattice.vertex(surface, at);
      };
      for (int i = 0; i < subdivisions; ++i) {
        for (int j = 0; j < subdivisions; ++j) {
          if (side == 0) {
            surface.quad({corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j)});
          } else {
            surface.quad({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)});
          }
        }
      }
    }
  }
  return surface.build("box");
}

}  // namespace impinge
