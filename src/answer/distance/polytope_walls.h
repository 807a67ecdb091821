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
/// point no more than `slack` above a wall is on it. Only walls that hang together are dropped, whatever rounding says of
/// others: so a point adds at most two walls, and the surface stays closed.
inline std::vector<std::array<int, 2>> drop_seen(const PolytopeWall& first, const Vec3& point, double slack,
                                                 std::vector<PolytopeWall>& walls) {
  std::vector<std::array<int, 2>> rim;
  const auto twin = [&](const PolytopeWall& w, std::size_t i) {
    return std::find(rim.begin(), rim.end(), std::array{w.corner[(i + 1) % 3], w.corner[i]});
  };
  const auto drop = [&](const PolytopeWall& w) {
    for (std::size_t i = 0; i < 3; ++i)
      if (const auto known = twin(w, i); known != rim.end())
        rim.erase(known);
      else
        rim.push_back({w.corner[i], w.corner[(i + 1) % 3]});
  };
  const auto drop_neighbour = [&](const PolytopeWall& w) {
    if (twin(w, 0) == rim.end() && twin(w, 1) == rim.end() && twin(w, 2) == rim.end()) return false;
    drop(w);
    return true;
  };
  drop(first);
  const auto seen = std::stable_partition(walls.begin(), walls.end(), [&](const PolytopeWall& w) {
    return !(w.normal.dot(point) - w.height > slack);
  });
  for (auto left = std::remove_if(seen, walls.end(), drop_neighbour); left != walls.end();
       left = std::remove_if(seen, walls.end(), drop_neighbour))
    walls.erase(left, walls.end());
  std::make_heap(walls.begin(), walls.end(), higher);
  return rim;
}

}  // namespace impinge
