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
/// closed mesh if they were one.
struct TrueShape {
  CadProcess* process = nullptr;
  std::uint32_t number = 0;  ///< in its file
  double unit = 1;           ///< of the scene, for a millimetre
  CadShape now;
  Mesh mesh;                  ///< as it was loaded, for the scene
  std::uint64_t version = 0;  ///< grows when facets are refined
  double largest_bound = 0;   ///< of the facets as loaded
  double outward = 1;         ///< -1 where the facets look inwards

  TrueShape(CadProcess& reader, std::uint32_t shape, CadShape loaded, double scale, const std::string& origin);

  /// Splits these facets, and their neighbours as far as the mesh must stay closed. Ascending, each once. Returns how many
  /// facets are new.
  std::uint64_t refine(const std::vector<std::uint32_t>& facets);
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
