// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
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

/// The polytope: inside the difference b - a of two bodies, each point with the point of a that it came from. What a wall
/// is, and when there are enough, is for those who grow it.
class GrowingPolytope {
 public:
  using Rim = std::vector<std::array<int, 2>>;  ///< edges, as the walls that are gone pass them

  /// The number of a point; one that is known keeps its own.
  int add_point(const Vec3& point, const Vec3& a_point) {
    const auto known = std::find(points_.begin(), points_.end(), point);
    if (known != points_.end()) return static_cast<int>(known - points_.begin());
    points_.push_back(point);
    a_points_.push_back(a_point);
    return static_cast<int>(points_.size() - 1);
  }

  void add_wall(const PolytopeWall& wall) {
    walls_.push_back(wall);
    std::push_heap(walls_.begin(), walls_.end(), higher);
  }

  PolytopeWall take_lowest() {
    std::pop_heap(walls_.begin(), walls_.end(), higher);
    const PolytopeWall wall = walls_.back();
    walls_.pop_back();
    return wall;
  }

  const Vec3& at(int i) const { return points_[static_cast<std::size_t>(i)]; }
  std::size_t point_count() const { return points_.size(); }
  std::size_t wall_count() const { return walls_.size(); }

  /// Drops the walls that a point above one of them sees, that one (already taken) included; gives their rim. A point no
  /// more than `slack` above a wall is on it. Only walls that hang together are dropped, whatever rounding says of others:
  /// so a point adds at most two walls, and the surface stays closed.
  Rim drop_seen(const PolytopeWall& first, const Vec3& point, double slack) {
    Rim rim;
    drop(first, rim);
    const auto drop_neighbour = [&](const PolytopeWall& w) {
      if (twin(rim, w, 0) == rim.end() && twin(rim, w, 1) == rim.end() && twin(rim, w, 2) == rim.end()) return false;
      drop(w, rim);
      return true;
    };
    const auto seen = std::stable_partition(
        walls_.begin(), walls_.end(), [&](const PolytopeWall& w) { return !(w.normal.dot(point) - w.height > slack); });
    for (auto left = std::remove_if(seen, walls_.end(), drop_neighbour); left != walls_.end();
         left = std::remove_if(seen, walls_.end(), drop_neighbour))
      walls_.erase(left, walls_.end());
    std::make_heap(walls_.begin(), walls_.end(), higher);
    return rim;
  }

  /// The point of a at the foot of the origin on a wall: that of b is a height along the normal away.
  Vec3 a_foot(const PolytopeWall& wall) const {
    const Vec3 &p = at(wall.corner[0]), e = at(wall.corner[1]) - p, f = at(wall.corner[2]) - p,
               x = wall.normal * wall.height - p;
    const double ee = e.dot(e), ef = e.dot(f), ff = f.dot(f), det = ee * ff - ef * ef;
    const double u = det > 0 ? (x.dot(e) * ff - x.dot(f) * ef) / det : 0,
                 v = det > 0 ? (x.dot(f) * ee - x.dot(e) * ef) / det : 0;
    const auto of_a = [&](int i) { return a_points_[static_cast<std::size_t>(i)]; };
    return (1 - u - v) * of_a(wall.corner[0]) + u * of_a(wall.corner[1]) + v * of_a(wall.corner[2]);
  }

 private:
  static bool higher(const PolytopeWall& x, const PolytopeWall& y) { return x.height > y.height; }

  // Edge i of a wall, passed the other way.
  static Rim::iterator twin(Rim& rim, const PolytopeWall& w, std::size_t i) {
    return std::find(rim.begin(), rim.end(), std::array{w.corner[(i + 1) % 3], w.corner[i]});
  }

  // Edges that two dropped walls share are not on the rim.
  static void drop(const PolytopeWall& w, Rim& rim) {
    for (std::size_t i = 0; i < 3; ++i)
      if (const auto known = twin(rim, w, i); known != rim.end())
        rim.erase(known);
      else
        rim.push_back({w.corner[i], w.corner[(i + 1) % 3]});
  }

  std::vector<Vec3> points_, a_points_;
  std::vector<PolytopeWall> walls_;  // a heap, the lowest on top
};

/// Where such a polytope begins: supports along six directions that no body is likely to be aligned with, as an octahedron
/// less what coincides. add_point(direction) gives the number of a point, add_wall(corners) false to give up. `attempt`
/// turns the directions.
template <typename AddPoint, typename AddWall>
bool add_octahedron(const AddPoint& add_point, const AddWall& add_wall, int attempt = 0) {
  const Eigen::Matrix3d axes =
      Eigen::Quaterniond(0.8 - 0.3 * attempt, 0.31, 0.43 + 0.2 * attempt, 0.27).normalized().toRotationMatrix();
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

}  // namespace impinge
