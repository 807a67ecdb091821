// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "answer/distance/face_distance.h"
#include "answer/distance/moving_tree.h"

namespace impinge {

/// What two bodies leave between them along each axis at some moments, b above a and below it.
struct Gaps {
  Vec3 above = Vec3::Constant(std::numeric_limits<double>::infinity()), below = above;

  void add(const TurnedTree::CentredBox& a, const TurnedTree::CentredBox& b) {
    const Vec3 way = b.centre - a.centre, half = a.half + b.half;
    above = above.cwiseMin(way - half);
    below = below.cwiseMin(-way - half);
  }
  void add(const Box& a, const Box& b) {
    above = above.cwiseMin(b.low - a.high);
    below = below.cwiseMin(a.low - b.high);
  }
  /// Less what paths bend between the moments; negative where no axis parts them.
  double distance(double sag) const {
    const Vec3 gap = above.cwiseMax(below).array() - sag;
    const double widest = gap.maxCoeff();
    return widest > 0 ? std::sqrt(gap.cwiseMax(Vec3::Zero()).squaredNorm()) : widest;
  }
};

/// A face at one moment, in a frame.
struct FaceAtMoment {
  std::uint32_t face;
  Triangle triangle;
  Box box;

  FaceAtMoment(const MovingTree& tree, const TurnedTree& turned, std::uint32_t f)
      : face(f), triangle(turned.triangle(tree.face(f))), box(box_of(triangle)) {}
};

/// A face at the two ends of a part of the step, in a frame.
struct MovedFace {
  std::uint32_t face;
  Triangle first, last;
  Box first_box, last_box;
  Vec3 normal;  ///< of length 1 but for rounding, halfway; zero where it has none
  double bend;  ///< no corner has a longer second derivative

  MovedFace(const MovingTree& tree, const TurnedTree& at_first, const TurnedTree& at_last, std::uint32_t f) : face(f) {
    const MovingFace m = tree.face(f);
    first = at_first.triangle(m);
    last = at_last.triangle(m);
    first_box = box_of(first);
    last_box = box_of(last);
    bend = std::max({m.p[0].bend(m.angle), m.p[1].bend(m.angle), m.p[2].bend(m.angle)});
    const Triangle half = halfway();
    const Vec3 across = cross(half.p[1] - half.p[0], half.p[2] - half.p[0]);
    const double length = std::sqrt(across.squaredNorm());
    normal = length > 0 ? Vec3(across / length) : Vec3(Vec3::Zero());
  }
  Triangle halfway() const {
    return {{(first.p[0] + last.p[0]) / 2, (first.p[1] + last.p[1]) / 2, (first.p[2] + last.p[2]) / 2}};
  }
};

/// The gap along n, which has length 1 at most but for rounding, from the highest corner of a to the lowest of b.
inline double gap_along(const Vec3& n, const Triangle& a, const Triangle& b) {
  return std::min({n.dot(b.p[0]), n.dot(b.p[1]), n.dot(b.p[2])}) - std::max({n.dot(a.p[0]), n.dot(a.p[1]), n.dot(a.p[2])});
}

/// The least of both ends.
inline double gap_along(const Vec3& n, const MovedFace& a, const MovedFace& b) {
  return std::min(gap_along(n, a.first, b.first), gap_along(n, a.last, b.last));
}

/// A lower bound for two faces between the ends, `share` times the bends being what their paths leave their chords. Ends
/// early once it is `enough`. Directions that cost little go first.
inline double face_bound(const MovedFace& a, const MovedFace& b, double share, double enough) {
  const double sag = (a.bend + b.bend) * share;
  Gaps gaps;
  gaps.add(a.first_box, b.first_box);
  gaps.add(a.last_box, b.last_box);
  double low = gaps.distance(sag);
  for (const Vec3& normal : {a.normal, b.normal}) {
    if (low >= enough) return low;
    low = std::max({low, gap_along(normal, a, b) - sag, gap_along(Vec3(-normal), a, b) - sag});
  }
  if (low >= enough) return low;
  const NearestPoints n = nearest_points(a.halfway(), b.halfway());
  if (!(n.squared > 0)) return low;
  return std::max(low, gap_along(Vec3(n.apart / std::sqrt(n.squared)), a, b) - sag);
}

}  // namespace impinge
