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

double squared_gap(const Box& a, const Box& b, double scale) {
  const Vec3 gap = (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(Vec3::Zero()) * scale;
  return gap.squaredNorm() * (1 - 0x1p-48);  // rounded down
}

Triangle scaled(const Triangle& t, double scale) { return {{t.p[0] * scale, t.p[1] * scale, t.p[2] * scale}}; }

// Visits face pairs whose boxes are at most sqrt(bound()) apart after scaling, nearer boxes first.
template <typename Bound, typename Visit>
void visit_pairs(const Body& a, const Body& b, double scale, const Bound& bound, const Visit& visit) {
  struct Entry {
    std::uint32_t a, b;
    double gap;
  };
  const auto na = a.tree().nodes(), nb = b.tree().nodes();
  const auto entry = [&](std::uint32_t x, std::uint32_t y) { return Entry{x, y, squared_gap(na[x].box, nb[y].box, scale)}; };
  std::vector<Entry> stack{entry(0, 0)};
  for (std::uint32_t steps = 0; !stack.empty(); ++steps) {
    if (steps % 1024 == 0) a.control().poll();
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
    Entry first = split_a ? entry(e.a + 1, e.b) : entry(e.a, e.b + 1);
    Entry second = split_a ? entry(x.right, e.b) : entry(e.a, y.right);
    if (first.gap > second.gap) std::swap(first, second);
    stack.push_back(second);
    stack.push_back(first);
  }
}

double largest_coordinate(const Body& a, const Body& b) {
  return std::max({a.object().box.low.cwiseAbs().maxCoeff(), a.object().box.high.cwiseAbs().maxCoeff(),
                   b.object().box.low.cwiseAbs().maxCoeff(), b.object().box.high.cwiseAbs().maxCoeff()});
}

// A power of two that keeps squares of coordinates within the range of doubles; 1 for all ordinary input.
double fitting_scale(double largest) {
  if ((largest > 0x1p-200 && largest < 0x1p200) || !(largest > 0)) return 1;
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
}

// Exactly: some face pair at most `reach` apart in doubles is within the limit.
bool surely_within(const Body& a, const Body& b, double scale, double limit, double reach) {
  bool within = false;
  visit_pairs(
      a, b, scale, [&] { return within ? -1.0 : reach * reach; },
      [&](std::uint32_t f, std::uint32_t g) {
        if (within) return;
        const Triangle ta = a.object().triangle(f), tb = b.object().triangle(g);
        if (nearest_points(scaled(ta, scale), scaled(tb, scale)).squared > reach * reach) return;
        within = faces_within(ta, tb, limit);
      });
  return within;
}

}  // namespace

std::optional<Nearest> nearest_within(const Body& a, const Body& b, double limit) {
  const double largest = largest_coordinate(a, b), scale = fitting_scale(largest);
  const double scaled_limit = limit * scale, band = kBand * (scaled_limit + largest * scale);
  const double reach = std::min(scaled_limit + band, 0x1p500);
  double best = reach * reach;
  std::optional<Nearest> nearest;
  visit_pairs(
      a, b, scale, [&] { return best; },
      [&](std::uint32_t f, std::uint32_t g) {
        const Triangle ta = scaled(a.object().triangle(f), scale), tb = scaled(b.object().triangle(g), scale);
        if (squared_gap(box_of(ta), box_of(tb), 1) > best) return;
        const NearestPoints n = nearest_points(ta, tb);
        const bool earlier = nearest && n.squared == best && std::pair(f, g) < std::pair(nearest->a_face, nearest->b_face);
        if (!(n.squared < best || earlier || (!nearest && n.squared <= best))) return;
        best = n.squared;
        nearest = Nearest{std::sqrt(n.squared), n.a / scale, n.b / scale, f, g};
      });
  if (!nearest) return {};
  if (nearest->distance > scaled_limit - band && !surely_within(a, b, scale, limit, nearest->distance + band)) return {};
  // The surfaces do not meet, so a zero can only be an underflow.
  nearest->distance = std::max(std::min(nearest->distance / scale, limit), std::numeric_limits<double>::denorm_min());
  return nearest;
}

}  // namespace impinge
