// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <impinge/io/cad.h>

#include "io/cad/cad_reading.h"

namespace impinge::io {

/// A shape whose facets get finer where that is asked for; lengths in the unit of the scene. All facets together stay a
/// closed mesh if they were one. A mesh beside CAD bodies is one whose facets are the surface: its bounds are 0.
struct TrueShape {
  CadProcess* process = nullptr;  ///< none of a mesh
  std::uint32_t number = 0;       ///< in its file
  double unit = 1;                ///< of the scene, for a millimetre
  CadShape now;
  Mesh mesh;                   ///< as it was loaded, for the scene
  std::vector<double> bounds;  ///< of its faces
  std::uint64_t version = 0;   ///< grows when facets are refined
  double largest_bound = 0;    ///< of the facets as loaded
  double outward = 1;          ///< -1 where the facets look inwards

  TrueShape(CadProcess& reader, std::uint32_t shape, CadShape loaded, double scale, const std::string& origin);
  explicit TrueShape(const Mesh& given);

  /// Facets of a face as they are now, and the faces at the edge that a coedge runs along.
  const std::vector<std::uint32_t>& facets_of(std::uint32_t face) const;
  const std::vector<std::uint32_t>& faces_at(std::int32_t coedge) const;

  /// Splits these facets, and their neighbours as far as the mesh must stay closed. Ascending, each once. Returns how many
  /// facets are new.
  std::uint64_t refine(const std::vector<std::uint32_t>& facets);

 private:
  void note_bounds();

  // By face, of the version they were made for; by edge.
  mutable std::vector<std::vector<std::uint32_t>> facets_of_, faces_at_;
  mutable std::uint64_t indexed_ = UINT64_MAX;
};

struct PlacedShape {
  std::shared_ptr<TrueShape> shape;
  Pose pose;
};

/// What an object of the scene is made of.
struct TrueObject {
  std::vector<PlacedShape> parts;
  std::string colour;
  double largest_bound = 0;
  bool solid = true, estimated = false;
};

}  // namespace impinge::io
