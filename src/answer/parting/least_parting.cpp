// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// From below: balls around one point, and polytopes around it, that lie inside the bodies; of convex bodies these are the
// bodies themselves. From above: directions that the overlap suggests, then a search along the contacts; what is found is
// verified exactly.
#include "answer/parting/least_parting.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

#include "answer/parting/convex_part.h"
#include "answer/parting/flush_shifts.h"
#include "answer/parting/overlap_ball.h"
#include "answer/parting/parting_directions.h"
#include "answer/parting/parting_search.h"
#include "answer/parting/polytope_depth.h"

namespace impinge {

namespace {

constexpr std::size_t kLumps = 4;         // the largest, which balls are looked for in
constexpr double kWorthParts = 1.02;      // upper bound in terms of the lower: beyond this convex parts are tried
constexpr double kWorthFlush = 1 + 1e-9;  // beyond this walls on walls are tried
constexpr double kWorthSphere = 1.05;     // beyond this directions all around are tried
constexpr double kSlopes[] = {0, 0.6, 1};
constexpr std::size_t kInnerPoints = 128;  // of each body, of which none may be in the other one where walls are flush
constexpr double kInnerDepth = 0x1p-8;     // of the size
constexpr int kMostProofs = 40;            // of such places
constexpr int kMostChecks = 48;            // for the exact proof of a translation

// Without vertices that no face uses, which may lie anywhere.
std::vector<Vec3> corners_of(const WorldObject& object) {
  std::vector<bool> used(object.local.size());
  for (const Face& f : object.faces)
    for (const std::uint32_t v : f) used[v] = true;
  std::vector<Vec3> corners;
  corners.reserve(object.local.size());
  for (std::uint32_t v = 0; v < object.local.size(); ++v)
    if (used[v]) corners.push_back(object.vertex(v));
  return corners;
}

class LeastSearch {
 public:
  explicit LeastSearch(const PartingQuestion& q) : q_(q), pair_(q.a, q.b) {}

  std::optional<LeastParting> run() {
    if (q_.a_convex && q_.b_convex) return of_convex();
    if (q_.solid == nullptr || q_.solid->lumps.empty()) return {};
    const Vec3 known = box_parting(q_.a.object().box, q_.b.object().box);
    find_balls(known.norm());
    PartingSearch search(pair_, known, at_least_);
    for (const Vec3& d : suggested_directions(q_.a, q_.b, *q_.solid, centre_, q_.axes)) {
      if (search.done()) break;
      search.attempt(d);
    }
    if (search.length() > kWorthParts * at_least_) try_parts(search.length());
    search.set_at_least(at_least_);
    if (search.length() > kWorthFlush * at_least_) try_flush(search);
    if (search.length() > kWorthSphere * at_least_)
      for (const Vec3& d : directions_around()) search.attempt(d);
    return verified(search.shift());
  }

 private:
  std::optional<LeastParting> of_convex() {
    const std::vector<Vec3> a = corners_of(q_.a.object()), b = corners_of(q_.b.object());
    const PolytopeDepth depth = polytope_depth(a, b);
    raise(depth.at_least, "convex");
    return depth.at_most > 0 ? verified(depth.direction * depth.at_most) : std::nullopt;
  }

  void find_balls(double within) {
    for (std::size_t i = 0; i < std::min(kLumps, q_.solid->lumps.size()); ++i) {
      const OverlapBalls balls = overlap_balls(q_.a, q_.b, *q_.solid, q_.solid->lumps[i], within, at_least_);
      if (balls.sum() > at_least_) centre_ = balls.centre;
      raise(balls.sum(), "ball inside the overlap");
    }
  }

  // Parts of the bodies around the best point; of a convex one all of it.
  void try_parts(double length) {
    if (!(at_least_ > 0)) return;
    const auto parts_of = [&](const Body& body, bool convex) {
      std::vector<ConvexPart> parts;
      if (convex)
        parts.push_back({corners_of(body.object()), 0});
      else
        for (const double slope : kSlopes) parts.push_back(convex_part(body, centre_, 2 * length, slope));
      std::erase_if(parts, [](const ConvexPart& part) { return part.corners.empty(); });
      return parts;
    };
    const std::vector<ConvexPart> in_a = parts_of(q_.a, q_.a_convex), in_b = parts_of(q_.b, q_.b_convex);
    for (const ConvexPart& a : in_a)
      for (const ConvexPart& b : in_b)
        raise(polytope_depth(a.corners, b.corners).at_least - a.shrink - b.shrink, "convex parts");
  }

  void try_flush(PartingSearch& search) const {
    const std::vector<Vec3> shifts =
        flush_shifts(q_.a.object(), q_.b.object(), at_least_ * (1 - 1e-9), search.length() * (1 - 1e-9));
    if (shifts.empty()) return;
    const std::vector<Vec3> in_a = inner_points(q_.a), in_b = inner_points(q_.b);
    const auto any_inside = [](const std::vector<Vec3>& points, const Vec3& shift, const Body& body) {
      return std::any_of(points.begin(), points.end(),
                         [&](const Vec3& p) { return body.winding_at(RayStart(p + shift)) != 0; });
    };
    int proofs = 0;
    for (const Vec3& shift : shifts) {
      if (any_inside(in_b, shift, q_.a) || any_inside(in_a, -shift, q_.b)) continue;
      if (++proofs > kMostProofs) return;
      if (q_.overlaps_at(as_told(shift))) continue;
      return search.offer(shift);
    }
  }

  // Behind some faces, close to them.
  static std::vector<Vec3> inner_points(const Body& body) {
    const WorldObject& object = body.object();
    const double depth = (object.box.high - object.box.low).norm() * kInnerDepth;
    std::vector<Vec3> points;
    for (std::size_t f = 0; f < object.faces.size(); f += 1 + object.faces.size() / kInnerPoints) {
      const Triangle t = object.triangle(static_cast<std::uint32_t>(f));
      const Vec3 normal = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
      const Vec3 p = (t.p[0] + t.p[1] + t.p[2]) / 3 - normal.normalized() * depth;
      if (p.allFinite() && body.winding_at(RayStart(p)) != 0) points.push_back(p);
    }
    return points;
  }

  // The product of direction and length: in a snug place it must be the shift itself, as far as rounding lets it.
  static double length_of(const Vec3& shift) {
    const Vec3 direction = shift.normalized();
    const double length = shift.norm();
    for (const double l : {length, std::nextafter(length, HUGE_VAL), std::nextafter(length, 0.0)})
      if (direction * l == shift) return l;
    return length;
  }
  static Vec3 as_told(const Vec3& shift) { return shift.normalized() * length_of(shift); }

  void raise(double at_least, const char* reason) {
    if (!(at_least > at_least_)) return;
    at_least_ = at_least;
    reason_ = reason;
  }

  // The translation as rounded, made longer by as little as the exact check asks for.
  std::optional<LeastParting> verified(const Vec3& shift) const {
    LeastParting parting;
    parting.direction = shift.normalized();
    const double length = length_of(shift);
    const double size = largest_coordinate(q_.a.object().box) + largest_coordinate(q_.b.object().box) + length;
    double extra = 0;
    for (int n = 0; n < kMostChecks; ++n, extra = std::max(2 * extra, size * 0x1p-53)) {
      parting.length = length + extra;
      if (q_.overlaps_at(parting.direction * parting.length)) continue;
      parting.at_least = std::min(at_least_, parting.length);
      parting.reason = reason_;
      return parting;
    }
    return {};
  }

  const PartingQuestion& q_;
  MovedPair pair_;
  double at_least_ = 0;
  const char* reason_ = "";
  Vec3 centre_ = Vec3::Zero();  // of the best balls
};

}  // namespace

std::optional<LeastParting> least_parting(const PartingQuestion& question) { return LeastSearch(question).run(); }

}  // namespace impinge
