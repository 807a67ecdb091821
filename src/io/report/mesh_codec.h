// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <impinge/mesh.h>

namespace impinge::io {

/// A mesh on a grid, for the picture alone: point p lies at low + p * step.
struct GridMesh {
  using Point = std::array<std::uint16_t, 3>;

  Vec3 low = Vec3::Zero();
  double step = 1;
  std::vector<Point> points;  ///< no two alike
  std::vector<Face> faces;    ///< those that keep three corners
};

constexpr int kGridBits = 16;

/// Rounds a mesh to a grid of 2^bits steps, 1 to 16, along its longest side; vertices that fall together become one.
GridMesh to_grid(std::span<const Vec3> vertices, std::span<const Face> faces, int bits = kGridBits);

/// Rounds points in their order, none are joined; there are no faces.
GridMesh points_to_grid(std::span<const Vec3> points);

/// What the page needs to read a mesh back, beside the bytes.
struct EncodedMesh {
  std::uint32_t points = 0, faces = 0, symbols = 0, references = 0;
  std::string bytes;  ///< symbols, references, then low and high bytes of x, y and z
};

/// Faces are numbered anew along a walk from face to neighbour, and so are points, so that a face costs about two bytes that
/// deflate well: a symbol for each edge says what lies beyond it, and a new point is told by how far it is from where a
/// parallelogram would put it. apps/report/src/mesh_codec.ts reads it back.
/// Based on: Gumhold & Strasser, Real time compression of triangle mesh connectivity, 1998; Touma & Gotsman, Triangle mesh
/// compression, 1998.
EncodedMesh encode(const GridMesh& mesh);

/// The same for points in their order.
EncodedMesh encode_points(const GridMesh& mesh);

}  // namespace impinge::io
