// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Closed forms where one core is a half-space or a point, or both are segments; else a search over supports. Bodies with a
// radius are their cores grown by it: distance and depth of the cores tell those of the bodies.
#include "answer/solid/solid_gap.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "answer/solid/core_search.h"
#include "shape/solid/solid_distance.h"

namespace impinge {

namespace {

bool is_point(const SolidData& d) { return d.kind == SolidKind::sphere; }

Gap around(double distance, double rounding) {
  Gap gap;
  gap.low = distance - rounding;
  gap.high = distance + rounding;
  return gap;
}

Gap swapped(Gap g) {
  std::swap(g.a_point, g.b_point);
  g.normal = -g.normal;
  return g;
}

// Cores grown by both radii. On the way between cores that are apart both reach as far as their shares.
Gap with_radii(Gap g, double a_radius, double b_radius) {
  if (a_radius + b_radius == 0) return g;
  if (g.low > 0) g.common = g.a_point + (g.b_point - g.a_point) * (a_radius / (a_radius + b_radius));
  g.low -= a_radius + b_radius;
  g.high -= a_radius + b_radius;
  g.a_point += a_radius * g.normal;
  g.b_point -= b_radius * g.normal;
  return g;
}

// Of a half-space and what lies farthest against its normal; a frame with the axes of the world around a's position.
Gap from_wall(const PlacedSolid& a, const PlacedSolid& b, double rounding) {
  const Vec3 n = a.rotation * (a.data->normal / a.data->normal_length), way = b.position - a.position;
  const Vec3 lowest = b.rotation * core_support(*b.data, b.rotation.transpose() * -n) + way - b.data->radius * n;
  const double d = n.dot(lowest) - a.data->offset / a.data->normal_length;
  Gap gap = around(d, rounding);
  gap.b_point = lowest;
  gap.a_point = lowest - d * n;
  gap.normal = n;
  gap.common = lowest;
  return gap;
}

// Of a ball and any other convex solid but a half-space.
Gap from_centre(const PlacedSolid& a, const PlacedSolid& b, double rounding) {
  const Vec3 way = b.position - a.position;
  const SignedDistance to_b = core_distance(*b.data, b.rotation.transpose() * -way);
  Gap gap = around(to_b.distance, rounding);
  gap.normal = -(b.rotation * to_b.out);
  gap.b_point = to_b.distance * gap.normal;
  gap = with_radii(gap, a.data->radius, b.data->radius);
  gap.common = std::max(to_b.distance - b.data->radius, 0.0) * gap.normal;
  return gap;
}

// Two segments around the origin and `way`, by their half vectors; nothing where the closed form does not prove itself.
std::optional<Gap> from_segments(const Vec3& a, const Vec3& b, const Vec3& way, double rounding) {
  const double aa = a.squaredNorm(), bb = b.squaredNorm(), ab = a.dot(b), det = aa * bb - ab * ab;
  const double aw = a.dot(way), bw = b.dot(way);
  double s = det > 1e-12 * aa * bb ? std::clamp((aw * bb - bw * ab) / det, -1.0, 1.0) : 0;
  const double t = std::clamp((s * ab - bw) / bb, -1.0, 1.0);
  s = std::clamp((t * ab + aw) / aa, -1.0, 1.0);
  const Vec3 a_point = s * a, b_point = way + t * b, v = b_point - a_point;
  const double length = v.norm();
  if (!(length > 8 * rounding)) return {};
  Gap gap = around(length, rounding);
  gap.normal = v / length;
  gap.a_point = a_point;
  gap.b_point = b_point;
  // The plane across the way between them proves the distance.
  const double low = gap.normal.dot(way) - std::fabs(gap.normal.dot(a)) - std::fabs(gap.normal.dot(b));
  gap.low = low - rounding;
  return length - low <= 4 * rounding ? std::optional(gap) : std::nullopt;
}

struct PlacedCores {
  const PlacedSolid &first, &second;
  Vec3 way;
  Vec3 a(const Vec3& d) const { return first.rotation * core_support(*first.data, first.rotation.transpose() * d); }
  Vec3 b(const Vec3& d) const { return second.rotation * core_support(*second.data, second.rotation.transpose() * d) + way; }
};

struct CoreAndFace {
  const SolidData& solid;
  const Triangle& face;
  Vec3 a(const Vec3& d) const { return core_support(solid, d); }
  Vec3 b(const Vec3& d) const {
    const double x = face.p[0].dot(d), y = face.p[1].dot(d), z = face.p[2].dot(d);
    return x >= y ? (x >= z ? face.p[0] : face.p[2]) : (y >= z ? face.p[1] : face.p[2]);
  }
};

// Where the search stalls before its bounds agree: each core's point is moved to the one nearest to the other's, in turn,
// and the plane across the way between them is the bound from below. Between curved sides that all but touch a turn gains
// little, so that where the turns lead is told from the last three of them (Anderson 1965) and tried first.
class Polish {
 public:
  Polish(const PlacedCores& cores, double rounding) : cores_(cores), rounding_(rounding) {}

  void run(Gap& gap) {
    constexpr int kMostTurns = 64;
    Vec3 b = gap.b_point;
    for (int turn = 0; turn < kMostTurns && gap.high - gap.low > 4 * rounding_; ++turn) {
      const Vec3 next = after(b);
      if (!take(next, gap) && turn > kMemory) return;
      remember(b, next - b);
      b = ahead(b, next);
    }
  }

 private:
  static constexpr int kMemory = 3;

  static Vec3 foot(const PlacedSolid& s, const Vec3& p) {
    const SignedDistance d = core_distance(*s.data, s.rotation.transpose() * p);
    return p - s.rotation * d.out * std::max(d.distance, 0.0);
  }

  Vec3 after(const Vec3& b) const { return cores_.way + foot(cores_.second, foot(cores_.first, b) - cores_.way); }

  // Bounds by a point of b and the nearest of a; false if they are no better.
  bool take(const Vec3& b, Gap& gap) const {
    const Vec3 a = foot(cores_.first, b), v = b - a;
    const double length = v.norm();
    if (!(length > 4 * rounding_)) return false;
    const double low = (cores_.b(-v) - cores_.a(v)).dot(v) / length - rounding_;
    const bool better = low > gap.low || length + rounding_ < gap.high;
    gap.low = std::max(gap.low, low);
    if (length + rounding_ < gap.high) {
      gap.high = length + rounding_;
      gap.a_point = a;
      gap.b_point = b;
      gap.normal = v / length;
    }
    return better;
  }

  void remember(const Vec3& b, const Vec3& step) {
    if (known_ == kMemory) {
      points_.leftCols<kMemory - 1>() = points_.rightCols<kMemory - 1>().eval();
      steps_.leftCols<kMemory - 1>() = steps_.rightCols<kMemory - 1>().eval();
      --known_;
    }
    points_.col(known_) = b;
    steps_.col(known_++) = step;
  }

  // Where the steps would vanish if they were linear in the points; as far as the last ones tell.
  Vec3 ahead(const Vec3& b, const Vec3& next) const {
    if (known_ < 2) return next;
    Eigen::Matrix<double, 3, kMemory - 1> moves = Eigen::Matrix<double, 3, kMemory - 1>::Zero(), changes = moves;
    for (int i = 0; i + 1 < known_; ++i) {
      moves.col(i) = points_.col(i + 1) - points_.col(i);
      changes.col(i) = steps_.col(i + 1) - steps_.col(i);
    }
    const Vec3 step = steps_.col(known_ - 1);
    const Eigen::Matrix2d square = changes.transpose() * changes;
    const double det = square.determinant(), most = square.trace();
    Eigen::Vector2d share = Eigen::Vector2d::Zero();
    if (det > 1e-20 * most * most)
      share = square.inverse() * (changes.transpose() * step);
    else if (most > 0)
      share[known_ - 2] = changes.col(known_ - 2).dot(step) / std::max(square(known_ - 2, known_ - 2), 1e-300);
    const Vec3 goal = b + step - (moves + changes) * share;
    return goal.allFinite() && (goal - b).norm() < cores_.second.data->reach ? goal : next;
  }

  const PlacedCores& cores_;
  double rounding_;
  Eigen::Matrix<double, 3, kMemory> points_, steps_;
  int known_ = 0;
};

}  // namespace

Gap solid_gap(const PlacedSolid& a, const PlacedSolid& b, double rounding, const GapWish& wish) {
  const SolidData &p = *a.data, &q = *b.data;
  const Vec3 way = b.position - a.position;
  // Found around b's position.
  const auto mirrored = [&](Gap g) {
    g.a_point += way;
    g.b_point += way;
    g.common += way;
    return swapped(g);
  };
  if (p.kind == SolidKind::half_space) return from_wall(a, b, rounding);
  if (q.kind == SolidKind::half_space) return mirrored(from_wall(b, a, rounding));
  if (is_point(p)) return from_centre(a, b, rounding);
  if (is_point(q)) return mirrored(from_centre(b, a, rounding));
  const bool segments = p.kind == SolidKind::capsule && q.kind == SolidKind::capsule;
  if (segments) {
    const auto gap = from_segments(a.rotation.col(2) * p.half.z(), b.rotation.col(2) * q.half.z(), way, rounding);
    if (gap) return with_radii(*gap, p.radius, q.radius);
  }
  const double size = p.reach + q.reach + way.norm(), radii = p.radius + q.radius;
  const PlacedCores cores{a, b, way};
  CoreSearch<PlacedCores> search(cores, size, rounding);
  Gap gap = search.find(way, wish.enough + radii, wish.depth);
  if (gap.low > 0 && gap.high - gap.low > 8 * rounding && gap.low <= wish.enough + radii) Polish(cores, rounding).run(gap);
  // Segments have no depth: they part across both.
  if (segments) gap.low = std::max(gap.low, -8 * rounding);
  return with_radii(gap, p.radius, q.radius);
}

Gap solid_face_gap(const SolidData& a, const Triangle& b, double rounding, const GapWish& wish) {
  if (a.kind == SolidKind::half_space) {
    Gap gap;
    for (const Vec3& corner : b.p) {
      const SignedDistance d = core_distance(a, corner);
      if (d.distance + rounding < gap.high)
        gap = {d.distance - rounding, d.distance + rounding, corner - d.distance * d.out, corner, d.out, corner};
    }
    return gap;
  }
  const double size = a.reach + std::max({b.p[0].norm(), b.p[1].norm(), b.p[2].norm()});
  const CoreAndFace cores{a, b};
  CoreSearch<CoreAndFace> search(cores, size, rounding);
  const Vec3 way = (b.p[0] + b.p[1] + b.p[2]) / 3;
  return with_radii(search.find(way, wish.enough + a.radius, wish.depth), a.radius, 0);
}

}  // namespace impinge
