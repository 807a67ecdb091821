// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include <impinge/mesh.h>
#include <Eigen/Geometry>

namespace impinge {

/// A wall of a polytope around the origin that grows (EPA).
struct PolytopeWall {
  std::array<int, 3> corner;
  Vec3 normal;    ///< length 1, outwards
  double height;  ///< of its plane over the origin
};

/// Order of a heap with the lowest wall on top.
inline bool higher(const PolytopeWall& x, const PolytopeWall& y) { return x.height > y.height; }

/// Where such a polytope begins: supports along six directions that no body is likely to be aligned with, as an octahedron
/// less what coincides. add_point(direction) gives the number of a point, add_wall(corners) false to give up.
template <typename AddPoint, typename AddWall>
bool add_octahedron(const AddPoint& add_point, const AddWall& add_wall) {
  const Eigen::Matrix3d axes = Eigen::Quaterniond(0.8, 0.31, 0.43, 0.27).normalized().toRotationMatrix();
  int corner[6];
  for (int i = 0; i < 6; ++i) corner[i] = add_point(i % 2 == 0 ? Vec3(axes.col(i / 2)) : Vec3(-axes.col(i / 2)));
  for (int k = 0; k < 8; ++k) {
    const int x = corner[k & 1], y = corner[2 + (k >> 1 & 1)], z = corner[4 + (k >> 2 & 1)];
    const bool odd = ((k ^ k >> 1 ^ k >> 2) & 1) != 0;
    if (x == y || y == z || z == x) continue;
    if (!add_wall(odd ? std::array{x, z, y} : std::array{x, y, z})) return false;
  }
  return true;
}

/// Drops the walls that a point above one of them sees, that one (already taken from the heap) included; gives their rim. A
/// point no more than `slack` above a wall is on it.
inline std::vector<std::array<int, 2>> drop_seen(const PolytopeWall& first, const Vec3& point, double slack,
                                                 std::vector<PolytopeWall>& walls) {
  std::vector<std::array<int, 2>> rim;
  const auto drop = [&](const PolytopeWall& w) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::array<int, 2> edge = {w.corner[i], w.corner[(i + 1) % 3]}, back = {edge[1], edge[0]};
      const auto twin = std::find(rim.begin(), rim.end(), back);
      if (twin != rim.end())
        rim.erase(twin);
      else
        rim.push_back(edge);
    }
  };
  drop(first);
  std::vector<PolytopeWall> kept;
  for (const PolytopeWall& w : walls)
    if (w.normal.dot(point) - w.height > slack)
      drop(w);
    else
      kept.push_back(w);
  walls = std::move(kept);
  std::make_heap(walls.begin(), walls.end(), higher);
  return rim;
}

}  // namespace impinge
