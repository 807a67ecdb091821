// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "answer/arrangement/face_contact.h"
#include "answer/arrangement/two_bodies.h"
#include "answer/arrangement/twofold_point.h"
#include "base/exact_point.h"
#include "base/kept_memory.h"
#include "exact/edge_passages.h"

namespace impinge {

/// Where two bodies cut each other: corners of the input, edges through planes, edges through edges, and three planes. Each
/// is kept as doubles with an error, and as an exact point once that is asked for. A point that can be named in several ways
/// has several numbers until join() finds them.
class CutPoints {
 public:
  using Edge = std::array<std::uint32_t, 2>;  ///< two corners, the lower first

  explicit CutPoints(const TwoBodies& bodies) : bodies_(bodies) {}

  static Edge edge(std::uint32_t p, std::uint32_t q) { return p < q ? Edge{p, q} : Edge{q, p}; }

  /// Makes room for so many points.
  void reserve(std::size_t count);
  std::uint32_t edge_through_face(const Edge& edge, std::uint32_t face);
  /// The same for many: the ends of the edge and the corners of the face are at hand, and where the point lies is known
  /// after place_rest().
  std::uint32_t edge_through_face_later(const Edge& edge, const Vec3& p, const Vec3& q, std::uint32_t face,
                                        const Triangle& t);
  /// Edge i of a face through another one, likewise.
  std::uint32_t edge_through_face_later(const Face& corners, const Triangle& of, std::size_t i, std::uint32_t face,
                                        const Triangle& t) {
    const std::size_t j = (i + 1) % 3;
    const Vec3 &p = of.p[i], &q = of.p[j];
    if (corners[i] < corners[j]) return edge_through_face_later({corners[i], corners[j]}, p, q, face, t);
    return edge_through_face_later({corners[j], corners[i]}, q, p, face, t);
  }
  /// The same for one that was not made before and is not asked for by name again.
  std::uint32_t new_edge_through_face_later(const Edge& edge, const Vec3& p, const Vec3& q, std::uint32_t face,
                                            const Triangle& t);
  void place_rest();
  std::uint32_t edge_through_edge(const Edge& e, const Edge& f);
  /// A corner of what faces f and g have in common.
  std::uint32_t shared(const SharedPoint& point, std::uint32_t f, std::uint32_t g);
  /// The edge of a face that a spot lies on.
  Edge edge_of(std::uint32_t face, const FaceSpot& spot) const;
  std::uint32_t three_planes(std::uint32_t f, std::uint32_t g, std::uint32_t h);

  /// Finds equal points among these and all that were made; from then on they have the lowest number.
  void join(std::vector<std::uint32_t> corners);
  std::uint32_t number(std::uint32_t point) const {
    const auto it = joined_.find(point);
    return it == joined_.end() ? point : it->second;
  }

  /// All numbers are below this.
  std::uint32_t count() const { return bodies_.point_count() + static_cast<std::uint32_t>(made_.size()); }
  const ExactPoint& exact(std::uint32_t point) const;
  /// Correctly rounded.
  Vec3 rounded(std::uint32_t point) const;

  /// Correctly rounded, and what that left out.
  TwofoldPoint twofold(std::uint32_t point) const;

  /// Doubles that hold a coordinate between them.
  std::pair<double, double> range(std::uint32_t point, int axis) const {
    const Rough r = rough(point);
    return {r.point[axis] - 2 * r.error, r.point[axis] + 2 * r.error};
  }
  /// Sign of p[axis] - q[axis].
  int compare(std::uint32_t p, std::uint32_t q, int axis) const;
  /// A point seen along an axis.
  struct Shadow {
    double u, v, error;
  };
  Shadow shadow(std::uint32_t point, int axis) const {
    const Rough r = rough(point);
    return {r.point[(axis + 1) % 3], r.point[(axis + 2) % 3], r.error};
  }
  /// Sign of the doubled area of three shadows, or 0 where their errors do not let it be told.
  static int rough_turn(const Shadow& a, const Shadow& b, const Shadow& c) {
    const double error = std::max({a.error, b.error, c.error});
    const double bu = b.u - a.u, bv = b.v - a.v, cu = c.u - a.u, cv = c.v - a.v;
    const double first = bu * cv, second = bv * cu, area = first - second;
    const double size = std::abs(bu) + std::abs(bv) + std::abs(cu) + std::abs(cv), off = 2 * error + 0x1p-52 * size;
    const double bound = (size + 2 * off) * off + 0x1p-50 * (std::abs(first) + std::abs(second)) + 0x1p-1000;
    return area > bound ? 1 : area < -bound ? -1 : 0;
  }
  /// Sign of the doubled area of the shadow of three points along an axis.
  int orient2d(std::uint32_t p, std::uint32_t q, std::uint32_t r, int axis) const;

 private:
  // Two edges; an edge, kPlanes and a face; or kPlanes and three faces.
  using Key = std::array<std::uint32_t, 4>;
  struct Made {
    TwofoldPoint point;
    double error;  // of the sum, in each coordinate
    double off;    // of its first part alone
    mutable std::unique_ptr<const ExactPoint> exact;
  };
  struct Rough {
    Vec3 point;
    double error;
  };

  template <typename Point>
  std::uint32_t add(const Key& key, const Point& point);
  std::uint32_t append(const Key& key, Made&& made);
  Made waiting(const Vec3& p, const Vec3& q, const Triangle& t);
  void spread_numbers();
  Made made(const Key& key) const;
  ExactPoint exactly(const Key& key) const;
  bool is_corner(std::uint32_t point) const { return point < bodies_.point_count(); }
  Rough rough(std::uint32_t point) const {
    if (is_corner(point)) return {bodies_.corner(point), 0};
    const Made& made = made_[point - bodies_.point_count()];
    return {made.point.high, made.off};
  }
  bool equal(std::uint32_t p, std::uint32_t q) const;

  TwoBodies bodies_;
  KeptVector<Key> keys_;  // of those that were made, apart, since they are looked at most
  KeptVector<Made> made_;
  KeptVector<std::uint32_t> numbers_;  // hashed by key: places in made_
  EdgePassages passages_;              // of the last ones that were made, and wait to be placed together:
  std::size_t waiting_ = 0;
  std::array<std::uint32_t, EdgePassages::kCount> waiting_places_{};  // in made_
  std::unordered_map<std::uint32_t, std::uint32_t> joined_;
  mutable std::unordered_map<std::uint32_t, ExactPoint> corners_;  // exact forms of corners, where they were needed
};

}  // namespace impinge
