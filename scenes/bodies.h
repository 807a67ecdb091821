// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include <impinge/error.h>
#include <impinge/mesh.h>

/// Bodies of the papers, for scenes, tests and benchmarks. Closed, with their normals outwards; the same coordinates on
/// every machine. Each throws Error (bad_argument) for a size that is no length.
namespace impinge::scenes {

/// A concave winged body of 528 faces after the space shuttle of Smith & Kitamura 1994; `size` is the hull's length, its
/// nose is along x.
Mesh make_shuttle(double size);

/// A chair of 146 faces, `size` high, standing on z = 0 and facing along x.
Mesh make_chair(double size);

/// A head of 1816 faces with a neck, `size` high, facing along x.
Mesh make_head(double size);

/// Throws Error (bad_argument) unless the size is finite and greater than zero.
inline void require_size(std::string_view body, double size) {
  if (size > 0 && std::isfinite(size)) return;
  throw Error(ErrorCode::bad_argument,
              std::string(body) + ": size " + std::to_string(size) + "; give a length greater than zero");
}

}  // namespace impinge::scenes
