// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The sum of the two depths changes along the way by twice its length at most, and rises towards the ridge between opposite
// walls. It has corners everywhere, so it is climbed by trying directions and halving the steps.
#include "answer/parting/overlap_ball.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "answer/parting/surface_distance.h"

namespace impinge {

namespace {

constexpr int kSeeds = 24;           // points of the lump that are looked at
constexpr int kClimbed = 2;          // of them, the best
constexpr int kMostSteps = 60;       // of a climb
constexpr double kLeastStep = 1e-3;  // as a share of the first one

// A point with its distances from both surfaces; it may be on the wrong side of them until it is proved.
struct Sample {
  Vec3 centre;
  SurfacePoint in_a, in_b;
  double sum() const { return in_a.distance + in_b.distance; }
};

class BallSearch {
 public:
  BallSearch(const Body& a, const Body& b, double within) : a_(a), b_(b), within_(within) {}

  Sample sample(const Vec3& p) const { return {p, nearest_on_surface(a_, p, within_), nearest_on_surface(b_, p, within_)}; }

  OverlapBalls proved(const Vec3& p) const {
    const double in_a = depth_inside(a_, p, within_), in_b = in_a > 0 ? depth_inside(b_, p, within_) : 0;
    return in_b > 0 ? OverlapBalls{p, in_a, in_b} : OverlapBalls{p, 0, 0};
  }

  // The sample is inside both.
  Vec3 climb(Sample best, double step) const {
    const double least = step * kLeastStep;
    Vec3 last = Vec3::Zero();
    for (int n = 0; n < kMostSteps && step > least; ++n) {
      const Vec3 from = best.centre;
      if (!last.isZero(0)) attempt(last, best);
      for (const Vec3& way : ways_from(best))
        if (best.centre == from) attempt(way * step, best);
      last = best.centre - from;
      if (last.isZero(0)) step /= 2;
    }
    return best.centre;
  }

 private:
  // Away from the nearest points of both surfaces and along the ridge between them, then along the axes.
  static std::array<Vec3, 11> ways_from(const Sample& s) {
    const auto unit = [](const Vec3& x) { return x.norm() > 0 ? Vec3(x.normalized()) : Vec3::UnitX(); };
    const Vec3 u = unit(s.centre - s.in_a.point), v = unit(s.centre - s.in_b.point), ridge = unit(cross(u, v));
    const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
    return {unit(u + v), u, v, ridge, -ridge, x, -x, y, -y, z, -z};
  }

  // Neither distance grows by more than the way, which narrows the search, and ends it where the sum cannot become larger.
  void attempt(const Vec3& way, Sample& best) const {
    const Vec3 p = best.centre + way;
    const double step = way.norm(), needed = best.sum() * (1 + 1e-9);
    const double a_most = std::min(within_, (best.in_a.distance + step) * (1 + 1e-12)),
                 b_most = std::min(within_, (best.in_b.distance + step) * (1 + 1e-12));
    Sample here{p, nearest_on_surface(a_, p, a_most, needed - b_most), {}};
    if (!(here.in_a.distance + b_most > needed)) return;
    here.in_b = nearest_on_surface(b_, p, b_most, needed - here.in_a.distance);
    if (!(here.sum() > needed)) return;
    // Within the ball around the last centre nothing changes sides.
    const bool same_side = step < best.in_a.distance && step < best.in_b.distance;
    if (same_side || (a_.winding_at(RayStart(p)) != 0 && b_.winding_at(RayStart(p)) != 0)) best = here;
  }

  const Body &a_, &b_;
  double within_;
};

// Inner points of a lump: its middle, and the middles between faces and what lies opposite to them.
std::vector<Vec3> seeds_of(const OverlapSolid& solid, const Lump& lump) {
  std::vector<Vec3> seeds{lump.centroid, (lump.box_low + lump.box_high) / 2};
  const auto vertices = solid.mesh->vertices();
  const auto faces = solid.mesh->faces().subspan(lump.first_face, lump.face_count);
  const std::size_t stride = std::max<std::size_t>(1, faces.size() / kSeeds);
  for (std::size_t i = stride / 2; i < faces.size(); i += stride) {
    const Triangle t = triangle_of(vertices, faces[i]);
    const Vec3 middle = (t.p[0] + t.p[1] + t.p[2]) / 3, n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    if (n.isZero(0)) continue;
    const Vec3 inwards = -n.normalized();
    double opposite = HUGE_VAL;
    for (std::size_t j = 0; j < faces.size(); j += 1 + faces.size() / 512) {
      const Triangle o = triangle_of(vertices, faces[j]);
      const Vec3 on = cross(o.p[1] - o.p[0], o.p[2] - o.p[0]);
      const double heading = on.dot(inwards), way = on.dot(o.p[0] - middle);
      if (heading > 0 && way > 0) opposite = std::min(opposite, way / heading);
    }
    if (opposite < HUGE_VAL) seeds.push_back(middle + inwards * (opposite / 2));
  }
  return seeds;
}

}  // namespace

OverlapBalls overlap_balls(const Body& a, const Body& b, const OverlapSolid& solid, const Lump& lump, double within,
                           double known) {
  const BallSearch search(a, b, within);
  std::vector<Sample> found;
  for (const Vec3& seed : seeds_of(solid, lump)) found.push_back(search.sample(seed));
  std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.sum() > y.sum(); });
  OverlapBalls best;
  int climbed = 0;
  for (const Sample& start : found) {
    if (climbed == kClimbed || start.sum() < std::max(known, best.sum()) / 2) break;
    if (!(search.proved(start.centre).sum() > 0)) continue;
    ++climbed;
    const OverlapBalls top = search.proved(search.climb(start, (lump.box_high - lump.box_low).norm() / 8));
    if (top.sum() > best.sum()) best = top;
  }
  return best;
}

}  // namespace impinge
