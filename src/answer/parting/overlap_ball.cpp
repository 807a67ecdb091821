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
constexpr double kLeastStep = 1e-4;  // as a share of the first one

class BallSearch {
 public:
  BallSearch(const Body& a, const Body& b, double within) : a_(a), b_(b), within_(within) {}

  // The sum may be wrong by a sign: a point outside has a distance too. What is kept is looked at again.
  OverlapBalls guess(const Vec3& p) const {
    const SurfacePoint in_a = nearest_on_surface(a_, p, within_), in_b = nearest_on_surface(b_, p, within_);
    return {p, in_a.distance, in_b.distance};
  }

  OverlapBalls proved(const Vec3& p) const {
    const double in_a = depth_inside(a_, p, within_), in_b = in_a > 0 ? depth_inside(b_, p, within_) : 0;
    return in_b > 0 ? OverlapBalls{p, in_a, in_b} : OverlapBalls{p, 0, 0};
  }

  OverlapBalls climb(OverlapBalls best, double step) const {
    const double least = step * kLeastStep;
    Vec3 last = Vec3::Zero();
    for (int n = 0; n < kMostSteps && step > least; ++n) {
      const Vec3 from = best.centre;
      if (!last.isZero(0)) attempt(from + last, best);
      for (const Vec3& way : ways_from(from))
        if (best.centre == from) attempt(from + way * step, best);
      last = best.centre - from;
      if (last.isZero(0)) step /= 2;
    }
    return best;
  }

 private:
  // Away from the nearest points of both surfaces and along the ridge between them, then along the axes.
  std::array<Vec3, 11> ways_from(const Vec3& p) const {
    const Vec3 u = (p - nearest_on_surface(a_, p, within_).point).normalized(),
               v = (p - nearest_on_surface(b_, p, within_).point).normalized();
    const Vec3 sum = u + v, ridge = cross(u, v);
    const auto unit = [](const Vec3& x) { return x.norm() > 1e-9 ? Vec3(x.normalized()) : Vec3::UnitX(); };
    return {unit(sum),
            u,
            v,
            unit(ridge),
            -unit(ridge),
            Vec3::UnitX(),
            -Vec3::UnitX(),
            Vec3::UnitY(),
            -Vec3::UnitY(),
            Vec3::UnitZ(),
            -Vec3::UnitZ()};
  }

  void attempt(const Vec3& p, OverlapBalls& best) const {
    const OverlapBalls here = guess(p);
    if (!(here.sum() > best.sum() * (1 + 1e-9))) return;
    // Within the ball around the last centre nothing changes sides.
    const double way = (p - best.centre).norm();
    if (way < best.a_radius && way < best.b_radius) {
      best = here;
      return;
    }
    const OverlapBalls sure = proved(p);
    if (sure.sum() > best.sum()) best = sure;
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

OverlapBalls overlap_balls(const Body& a, const Body& b, const OverlapSolid& solid, const Lump& lump, double within) {
  const BallSearch search(a, b, within);
  std::vector<OverlapBalls> found;
  for (const Vec3& seed : seeds_of(solid, lump)) found.push_back(search.guess(seed));
  std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.sum() > y.sum(); });
  OverlapBalls best;
  int climbed = 0;
  for (const OverlapBalls& start : found) {
    if (climbed == kClimbed) break;
    const OverlapBalls sure = search.proved(start.centre);
    if (!(sure.sum() > 0)) continue;
    ++climbed;
    const OverlapBalls top = search.climb(sure, (lump.box_high - lump.box_low).norm() / 8);
    if (top.sum() > best.sum()) best = search.proved(top.centre);
  }
  return best;
}

}  // namespace impinge
