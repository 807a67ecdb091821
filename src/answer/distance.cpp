// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Branch and bound over the two face trees: pairs of boxes farther apart than the best pair so far are dropped.
#include "answer/distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "answer/face_distance.h"

namespace impinge {

namespace {

// Distances this close to the limit are decided in exact arithmetic; rounding stays far below.
constexpr double kBand = 0x1p-40;

double squared_gap(const Box& a, const Box& b) {
  const Vec3 gap = (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(Vec3::Zero());
  return gap.squaredNorm() * (1 - 0x1p-48);  // rounded down
}

// Visits face pairs whose boxes are at most sqrt(bound()) apart, nearer boxes first.
template <typename Bound, typename Visit>
void visit_pairs(const Body& a, const Body& b, const Bound& bound, const Visit& visit) {
  struct Entry {
    std::uint32_t a, b;
    double gap;
  };
  const auto na = a.tree().nodes(), nb = b.tree().nodes();
  std::vector<Entry> stack{{0, 0, squared_gap(na[0].box, nb[0].box)}};
  while (!stack.empty()) {
    const Entry e = stack.back();
    stack.pop_back();
    if (e.gap > bound()) continue;
    const FaceTree::Node &x = na[e.a], &y = nb[e.b];
    if (x.leaf() && y.leaf()) {
      for (std::uint32_t i = x.begin; i < x.end; ++i)
        for (std::uint32_t j = y.begin; j < y.end; ++j) visit(a.tree().faces()[i], b.tree().faces()[j]);
      continue;
    }
    // Split the larger node, the nearer half on top of the stack.
    const bool split_a = y.leaf() || (!x.leaf() && x.end - x.begin >= y.end - y.begin);
    Entry first = split_a ? Entry{e.a + 1, e.b, 0} : Entry{e.a, e.b + 1, 0};
    Entry second = split_a ? Entry{x.right, e.b, 0} : Entry{e.a, y.right, 0};
    first.gap = squared_gap(na[first.a].box, nb[first.b].box);
    second.gap = squared_gap(na[second.a].box, nb[second.b].box);
    if (first.gap > second.gap) std::swap(first, second);
    stack.push_back(second);
    stack.push_back(first);
  }
}

double largest_coordinate(const Body& a, const Body& b) {
  const double size = std::max({a.object().box.low.cwiseAbs().maxCoeff(), a.object().box.high.cwiseAbs().maxCoeff(),
                                b.object().box.low.cwiseAbs().maxCoeff(), b.object().box.high.cwiseAbs().maxCoeff()});
  return size;
}

}  // namespace

std::optional<Nearest> nearest_within(const Body& a, const Body& b, double limit) {
  const double band = kBand * (limit + largest_coordinate(a, b));
  const double reach = limit + band;
  double best = std::isfinite(reach * reach) ? reach * reach : std::numeric_limits<double>::max();
  std::optional<Nearest> nearest;
  visit_pairs(
      a, b, [&] { return best; },
      [&](std::uint32_t f, std::uint32_t g) {
        const Triangle ta = a.object().triangle(f), tb = b.object().triangle(g);
        if (squared_gap(box_of(ta), box_of(tb)) > best) return;
        const NearestPoints n = nearest_points(ta, tb);
        const bool earlier = nearest && n.squared == best && std::pair(f, g) < std::pair(nearest->a_face, nearest->b_face);
        if (!(n.squared < best || earlier || (!nearest && n.squared <= best))) return;
        best = n.squared;
        nearest = Nearest{std::sqrt(n.squared), n.a, n.b, f, g};
      });
  if (!nearest) return {};
  if (nearest->distance > limit - band) {
    const double bound = best;
    bool within = false;
    visit_pairs(
        a, b, [&] { return within ? -1.0 : (std::sqrt(bound) + band) * (std::sqrt(bound) + band); },
        [&](std::uint32_t f, std::uint32_t g) {
          within = within || faces_within(a.object().triangle(f), b.object().triangle(g), limit);
        });
    if (!within) return {};
    nearest->distance = std::min(nearest->distance, limit);
  }
  // The surfaces do not meet, so a zero can only be an underflow.
  nearest->distance = std::max(nearest->distance, std::numeric_limits<double>::denorm_min());
  return nearest;
}

}  // namespace impinge
