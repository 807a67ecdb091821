// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace impinge::bench {

/// Two bodies in world coordinates.
struct OverlapCase {
  std::string bodies;           ///< spheres, hills, or the name of a real pair
  std::string contact;          ///< graze, shallow, deep, grain; of real pairs "real"
  std::uint64_t triangles = 0;  ///< of each, about; of real pairs of the larger one
  std::function<std::array<Mesh, 2>()> make;
};

/// Two bumpy spheres, and two squares of hills that face each other, of about that many faces each.
std::vector<OverlapCase> made_cases(std::uint32_t triangles);

/// Scanned and designed parts that overlap, as far as the folder has them; none without one, or without readers.
std::vector<OverlapCase> real_cases(const std::string& data_folder);

}  // namespace impinge::bench
