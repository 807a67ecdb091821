// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/contact_shape.h"

#include <algorithm>
#include <cmath>

namespace impinge {
namespace {

constexpr double kFlat = 1e-9;  // of the triangles' size: nearer to a plane than that is on it

// A stretch of the line that two planes share, by the parameter along it.
struct Stretch {
  double low = INFINITY, high = -INFINITY;
  void add(double t) {
    low = std::min(low, t);
    high = std::max(high, t);
  }
};

// Where a triangle meets a plane, from the heights of its corners over it and their places along the line.
Stretch stretch_of(const double heights[3], const double places[3]) {
  Stretch stretch;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (heights[i] == 0) stretch.add(places[i]);
    if (heights[i] * heights[j] < 0)
      stretch.add(places[i] + (places[j] - places[i]) * (heights[i] / (heights[i] - heights[j])));
  }
  return stretch;
}

// A triangle against the plane of another: heights of its corners, 0 where they are about on it.
struct Heights {
  double of[3];
  bool flat = true;
  Heights(const Triangle& t, const Vec3& on_plane, const Vec3& unit_normal, double size) {
    for (int i = 0; i < 3; ++i) {
      const double height = (t.p[i] - on_plane).dot(unit_normal);
      of[i] = std::abs(height) > kFlat * size ? height : 0;
      flat = flat && of[i] == 0;
    }
  }
};

// The part of a convex polygon on the inner side of an edge.
std::vector<Vec3> clipped(const std::vector<Vec3>& polygon, const Vec3& from, const Vec3& inwards, double slack) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double hp = (p - from).dot(inwards) + slack, hq = (q - from).dot(inwards) + slack;
    if (hp >= 0) kept.push_back(p);
    if (hp * hq < 0) kept.push_back(p + (q - p) * (hp / (hp - hq)));
  }
  return kept;
}

// Corners at about the same place are one, so that a sliver is the segment or point that it stands for.
std::vector<Vec3> without_repeats(const std::vector<Vec3>& polygon, double least) {
  std::vector<Vec3> kept;
  for (const Vec3& p : polygon)
    if (kept.empty() || ((p - kept.back()).norm() > least && (p - kept.front()).norm() > least)) kept.push_back(p);
  return kept;
}

std::vector<Vec3> common_polygon(const Triangle& a, const Triangle& b, const Vec3& normal, double size) {
  std::vector<Vec3> polygon(std::begin(a.p), std::end(a.p));
  for (int i = 0; i < 3 && !polygon.empty(); ++i) {
    const Vec3 edge = b.p[(i + 1) % 3] - b.p[i];
    const Vec3 inwards = cross(normal, edge);
    if (!(inwards.norm() > 0)) continue;
    polygon = clipped(polygon, b.p[i], inwards / inwards.norm(), kFlat * size);
  }
  return without_repeats(polygon, 100 * kFlat * size);
}

// What the boxes of two triangles share.
struct SharedBox {
  Vec3 low, high;
  SharedBox(const Triangle& a, const Triangle& b)
      : low(lowest(a).cwiseMax(lowest(b))), high(highest(a).cwiseMin(highest(b))) {}
  Vec3 middle() const { return 0.5 * low + 0.5 * high; }
  // Planes that are nearly parallel leave the place along their line to rounding.
  Vec3 nearest(const Vec3& p) const { return p.cwiseMax(low).cwiseMin(high); }

 private:
  static Vec3 lowest(const Triangle& t) { return t.p[0].cwiseMin(t.p[1]).cwiseMin(t.p[2]); }
  static Vec3 highest(const Triangle& t) { return t.p[0].cwiseMax(t.p[1]).cwiseMax(t.p[2]); }
};

}  // namespace

std::vector<Vec3> contact_shape(const Triangle& a, const Triangle& b) {
  // Its middle stands for faces without area, and where rounding parts what touches.
  const SharedBox box(a, b);
  double size = 0;
  for (const Triangle* t : {&a, &b})
    for (int i = 0; i < 3; ++i) size = std::max(size, (t->p[i] - a.p[0]).cwiseAbs().maxCoeff());
  const auto normal_of = [](const Triangle& t) -> Vec3 { return cross(t.p[1] - t.p[0], t.p[2] - t.p[0]); };
  const Vec3 na = normal_of(a), nb = normal_of(b);
  if (!(na.norm() > 0 && nb.norm() > 0) || !std::isfinite(na.norm() + nb.norm())) return {box.middle()};
  const Vec3 ua = na / na.norm(), ub = nb / nb.norm();
  const Heights over_b(a, b.p[0], ub, size), over_a(b, a.p[0], ua, size);
  if (over_b.flat || over_a.flat) {
    std::vector<Vec3> polygon = common_polygon(a, b, ub, size);
    if (polygon.empty()) polygon.push_back(box.middle());
    return polygon;
  }
  const Vec3 along = cross(ua, ub);
  double places[2][3];
  for (int i = 0; i < 3; ++i) {
    places[0][i] = (a.p[i] - a.p[0]).dot(along);
    places[1][i] = (b.p[i] - a.p[0]).dot(along);
  }
  const Stretch on_a = stretch_of(over_b.of, places[0]), on_b = stretch_of(over_a.of, places[1]);
  const double low = std::max(on_a.low, on_b.low), high = std::min(on_a.high, on_b.high), square = along.squaredNorm();
  if (!std::isfinite(low) || !std::isfinite(high) || !(square > 0)) return {box.middle()};
  // The point of both planes that is nearest to the first corner of a.
  const double height = (b.p[0] - a.p[0]).dot(ub);
  const Vec3 origin = a.p[0] + cross(along, ua) * (height / square);
  const auto at = [&](double place) { return box.nearest(origin + along * (place / square)); };
  if (high - low <= kFlat * size) return {at(0.5 * (low + high))};
  return {at(low), at(high)};
}

}  // namespace impinge
