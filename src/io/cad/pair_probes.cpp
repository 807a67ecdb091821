// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Proofs by points. Facets and surface are a homotopy away from each other that stays within the bounds; so a point farther
// from every facet than its bound has the same winding number in the facets and in the true solid.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "io/cad/pair_judge.h"

namespace impinge::io {
namespace {

constexpr std::size_t kMostVerified = 24;      // candidates of each kind whose winding number is taken
constexpr std::size_t kMostCandidates = 1500;  // facets of a body whose corners are looked at
constexpr int kMostSamples = 32;               // points of the common box

Vec3 vec(const Point3& p) { return {p[0], p[1], p[2]}; }

// What turns a facet's normal outwards.
double outward(const PlacedShape& part) { return (part.pose.rotation.determinant() < 0 ? -1 : 1) * part.shape->outward; }

double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

}  // namespace

double PairJudge::winding(const TrueObject& object, const Vec3& p) {
  double most = 0;
  for (const PlacedShape& part : object.parts) {
    const CadShape& shape = part.shape->now;
    const Vec3 local = part.pose.rotation.inverse() * (p - part.pose.position);
    double sum = 0;
    for (const CadTriangle& t : shape.triangles)
      sum += solid_angle(vec(shape.points[t.corners[0]]) - local, vec(shape.points[t.corners[1]]) - local,
                         vec(shape.points[t.corners[2]]) - local);
    most = std::max(most, std::abs(sum) / (4 * std::numbers::pi));
  }
  return most;
}

// Seen from the nearest facet's outside, unless that is over an edge: not worth a winding number.
bool PairJudge::looks_outside(const TrueObject& object, const FacetTree::Clear& clear, const Vec3& p) {
  if (clear.facet == nullptr) return false;
  const double sign = outward(object.parts[clear.facet->part]);
  const Vec3 away = p - clear.point;
  return sign * clear.facet->normal().dot(away) > 0.1 * away.norm();
}

bool PairJudge::surely_in(const TrueObject& object, const FacetTree& tree, const Vec3& p, double reach) const {
  const FacetTree::Clear clear = tree.clear_of(p, reach);
  if (clear.clear <= 1e-13 * (1 + size_) || looks_outside(object, clear, p)) return false;
  const double w = winding(object, p);
  return std::lround(w) != 0 && std::abs(w - std::round(w)) < 0.1;
}

bool PairJudge::in_both(const Vec3& p, double reach, TruePair& pair) {
  if (!surely_in(a_, tree_a_, p, reach) || !surely_in(b_, tree_b_, p, reach)) return false;
  pair.a_point = pair.b_point = p;
  pair.ball = std::min(tree_a_.clear_of(p, reach).clear, tree_b_.clear_of(p, reach).clear);
  return true;
}

// Some points of the box that both have in common, spread as Halton's.
bool PairJudge::probe_box(double reach, TruePair& pair) {
  const Vec3 low = box_a_.low.cwiseMax(box_b_.low), size = box_a_.high.cwiseMin(box_b_.high) - low;
  if ((size.array() <= 0).any()) return false;
  const auto halton = [](int i, int base) {
    double x = 0;
    for (double share = 1.0 / base; i > 0; i /= base, share /= base) x += share * (i % base);
    return x;
  };
  for (int i = 1; i <= kMostSamples; ++i)
    if (in_both(low + size.cwiseProduct(Vec3(halton(i, 2), halton(i, 3), halton(i, 5))), reach, pair)) return true;
  return false;
}

// Corners of facets of one body that are in the other, farther than both bounds: near the corner there are inner points of
// its own body. The deepest by the nearest facet's normal come first.
bool PairJudge::probe_vertices(bool of_a, const std::vector<Meeting>& meetings, double reach, TruePair& pair) {
  const FacetTree& own = of_a ? tree_a_ : tree_b_;
  const FacetTree& other = of_a ? tree_b_ : tree_a_;
  const TrueObject& body = of_a ? b_ : a_;
  const FacetBox& box = of_a ? box_b_ : box_a_;
  struct Candidate {
    bool seen;
    double depth;
    Vec3 p;
  };
  std::vector<Candidate> found;
  std::vector<const Facet*> facets;
  const auto spread = [](std::size_t count) { return std::max<std::size_t>(1, count / kMostCandidates); };
  for (std::size_t i = 0; i < own.facets().size(); i += spread(own.facets().size())) facets.push_back(&own.facets()[i]);
  for (std::size_t i = 0; i < meetings.size(); i += spread(meetings.size()))
    facets.push_back(of_a ? meetings[i].a : meetings[i].b);
  std::sort(facets.begin(), facets.end());
  facets.erase(std::unique(facets.begin(), facets.end()), facets.end());
  for (const Facet* at : facets) {
    const Facet& f = *at;
    const Vec3 centre = (f.corners[0] + f.corners[1] + f.corners[2]) / 3;
    for (const Vec3& p : {f.corners[0], centre}) {
      if (((p - box.low).array() < 0).any() || ((box.high - p).array() < 0).any()) continue;
      const FacetTree::Clear clear = other.clear_of(p, reach);
      const double depth = clear.clear - f.bound;
      if (depth <= 1e-13 * (1 + size_)) continue;
      if (looks_outside(body, clear, p)) continue;
      found.push_back({clear.facet != nullptr, depth, p});
    }
  }
  // Where no facet is near, only the winding number knows the side; most such points are outside.
  std::sort(found.begin(), found.end(), [](const Candidate& x, const Candidate& y) {
    if (x.seen != y.seen) return x.seen;
    return x.depth != y.depth ? x.depth > y.depth
                              : std::lexicographical_compare(x.p.begin(), x.p.end(), y.p.begin(), y.p.end());
  });
  std::array<std::size_t, 2> tried{};
  for (const Candidate& at : found) {
    if (++tried[at.seen ? 1 : 0] > kMostVerified) continue;
    const double w = winding(body, at.p);
    if (std::lround(w) == 0 || std::abs(w - std::round(w)) > 0.1) continue;
    pair.a_point = pair.b_point = at.p;
    return true;
  }
  return false;
}

bool PairJudge::prove_overlap(const std::vector<Meeting>& meetings, double reach, TruePair& pair) {
  if (probe_box(reach, pair)) return true;
  if (probe_vertices(true, meetings, reach, pair) || probe_vertices(false, meetings, reach, pair)) return true;
  // Where facets cross, a step along one of them into the other body; where surfaces run together, a step into both.
  std::size_t tried = 0;
  const std::size_t stride = std::max<std::size_t>(1, meetings.size() / kMostVerified);
  for (std::size_t i = 0; i < meetings.size() && tried < kMostVerified; i += stride, ++tried) {
    const Meeting& m = meetings[i];
    const double sign_a = outward(a_.parts[m.a->part]);
    const double sign_b = outward(b_.parts[m.b->part]);
    const Vec3 na = sign_a * m.a->normal(), nb = sign_b * m.b->normal();
    const Vec3 inward = -(na + nb);
    if (inward.norm() < 1e-3) continue;
    const double size = (m.a->corners[1] - m.a->corners[0]).norm() + (m.b->corners[1] - m.b->corners[0]).norm();
    const Vec3 middle = (m.points.a + m.points.b) / 2;
    for (double step = size / 4; step > m.a->bound + m.b->bound && step > 1e-9 * size; step /= 8)
      if (in_both(middle + inward.normalized() * step, reach, pair)) return true;
  }
  // One surface from the same side: a body in a corner of another, or twice the same one.
  tried = 0;
  for (const Facet& f : tree_a_.facets()) {
    if (tried >= kMostVerified) break;
    const Vec3 centre = (f.corners[0] + f.corners[1] + f.corners[2]) / 3;
    const FacetTree::Clear near = tree_b_.clear_of(centre, reach);
    if (near.facet == nullptr || near.clear > 0 || near.facet->normal().dot(f.normal()) < 0.5) continue;
    ++tried;
    const double sign = outward(a_.parts[f.part]);
    const double size = (f.corners[1] - f.corners[0]).norm();
    for (double step = size / 4; step > f.bound && step > 1e-6 * size; step /= 8)
      if (in_both(centre - sign * f.normal() * step, reach, pair)) return true;
  }
  return false;
}

// Corners that are clear of the other's facets by more than their own bound tell on which side the surface is.
bool PairJudge::some_corner_in(const FacetTree& own, const TrueObject& other, const FacetTree& tree, double reach) const {
  std::size_t tried = 0;
  const std::size_t stride = std::max<std::size_t>(1, own.facets().size() / kMostCandidates);
  for (std::size_t i = 0; i < own.facets().size() && tried < kMostVerified; i += stride) {
    const Facet& f = own.facets()[i];
    const FacetTree::Clear clear = tree.clear_of(f.corners[0], reach);
    if (clear.clear <= f.bound || looks_outside(other, clear, f.corners[0])) continue;
    ++tried;
    if (surely_in(other, tree, f.corners[0], reach)) return true;
  }
  return false;
}

void PairJudge::find_outside(double reach, TruePair& pair) {
  const auto outside = [&](const TrueObject& own, const FacetTree& near, const TrueObject& other, const FacetTree& tree,
                           const FacetBox& box) {
    std::array<std::size_t, 2> tried{};
    for (const PlacedShape& part : own.parts)
      for (const Point3& q : part.shape->now.points) {
        const Vec3 p = world_point(part.pose, vec(q));
        const double out = (box.low - p).cwiseMax(p - box.high).maxCoeff();
        if (out > own.largest_bound + other.largest_bound) return true;
      }
    const std::size_t stride = std::max<std::size_t>(1, near.facets().size() / kMostCandidates);
    for (std::size_t i = 0; i < near.facets().size(); i += stride) {
      const Facet& f = near.facets()[i];
      const Vec3& p = f.corners[0];
      const FacetTree::Clear clear = tree.clear_of(p, reach);
      if (clear.clear <= f.bound + 1e-13 * (1 + size_)) continue;
      // Where no facet is within reach, the winding number alone tells.
      const bool seen = clear.facet != nullptr;
      if (seen && outward(other.parts[clear.facet->part]) * clear.facet->normal().dot(p - clear.point) < 0) continue;
      if (++tried[seen ? 1 : 0] > kMostVerified) continue;
      if (std::lround(winding(other, p)) == 0) return true;
    }
    return false;
  };
  if (pair.apart) {
    pair.a_in = b_.solid && some_corner_in(tree_a_, b_, tree_b_, reach);
    pair.b_in = a_.solid && !pair.a_in && some_corner_in(tree_b_, a_, tree_a_, reach);
  }
  pair.a_out = outside(a_, tree_a_, b_, tree_b_, box_b_);
  pair.b_out = outside(b_, tree_b_, a_, tree_a_, box_a_);
}

}  // namespace impinge::io
