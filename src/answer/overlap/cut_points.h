// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "answer/overlap/face_contact.h"
#include "answer/overlap/solid_measures.h"
#include "base/exact_point.h"
#include "scene/world.h"

namespace impinge {

/// The faces and corners of two bodies, numbered through: those of b after those of a.
struct TwoBodies {
  const WorldObject *a, *b;

  std::uint32_t first_b_face() const { return static_cast<std::uint32_t>(a->faces.size()); }
  std::uint32_t face_count() const { return first_b_face() + static_cast<std::uint32_t>(b->faces.size()); }
  std::uint32_t first_b_point() const { return static_cast<std::uint32_t>(a->local.size()); }
  std::uint32_t point_count() const { return first_b_point() + static_cast<std::uint32_t>(b->local.size()); }
  bool in_b(std::uint32_t face) const { return face >= first_b_face(); }
  Triangle triangle(std::uint32_t face) const { return in_b(face) ? b->triangle(face - first_b_face()) : a->triangle(face); }
  Face corners(std::uint32_t face) const {
    if (!in_b(face)) return a->topology->corners(a->faces[face]);
    Face f = b->topology->corners(b->faces[face - first_b_face()]);
    for (std::uint32_t& v : f) v += first_b_point();
    return f;
  }
  Vec3 corner(std::uint32_t point) const {
    return point < first_b_point() ? a->vertex(point) : b->vertex(point - first_b_point());
  }
};

/// Where two bodies cut each other: corners of the input, edges through planes, edges through edges, and three planes. Each
/// is kept as doubles with an error, and as an exact point once that is asked for. A point that can be named in several ways
/// has several numbers until join() finds them.
class CutPoints {
 public:
  using Edge = std::array<std::uint32_t, 2>;  ///< two corners, the lower first

  explicit CutPoints(const TwoBodies& bodies) : bodies_(bodies) {}

  static Edge edge(std::uint32_t p, std::uint32_t q) { return p < q ? Edge{p, q} : Edge{q, p}; }

  std::uint32_t edge_through_face(const Edge& edge, std::uint32_t face);
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
  /// Sign of the doubled area of the shadow of three points along an axis.
  int orient2d(std::uint32_t p, std::uint32_t q, std::uint32_t r, int axis) const;

 private:
  // Two edges; an edge, kPlanes and a face; or kPlanes and three faces.
  using Key = std::array<std::uint32_t, 4>;
  struct Made {
    Key key;
    TwofoldPoint point;
    double error;  // of the sum, in each coordinate
    mutable std::unique_ptr<const ExactPoint> exact;
  };
  struct Rough {
    Vec3 point;
    double error;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  template <typename Point>
  std::uint32_t add(const Key& key, const Point& point);
  Made made(const Key& key) const;
  ExactPoint exactly(const Key& key) const;
  bool is_corner(std::uint32_t point) const { return point < bodies_.point_count(); }
  Rough rough(std::uint32_t point) const;
  bool equal(std::uint32_t p, std::uint32_t q) const;

  TwoBodies bodies_;
  std::vector<Made> made_;
  std::unordered_map<Key, std::uint32_t, KeyHash> numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> joined_;
  mutable std::unordered_map<std::uint32_t, ExactPoint> corners_;  // exact forms of corners, where they were needed
};

}  // namespace impinge
