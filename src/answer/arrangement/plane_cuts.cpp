// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/arrangement/plane_cuts.h"

#include <algorithm>

#include "base/predicates.h"

namespace impinge {

namespace {

// A border or a cut before it is split.
struct Line {
  std::uint32_t p, q;
  bool border;
  std::uint32_t index;  // of the cut
  double low, high;     // in the shadow's first coordinate, outwards
  double bottom, top;   // in the second
};

// True if r lies on the segment from p to q, off its ends.
bool inside_segment(const CutPoints& points, int axis, std::uint32_t p, std::uint32_t q, std::uint32_t r) {
  if (points.orient2d(p, q, r, axis) != 0) return false;
  if (sweeps_before(points, axis, q, p)) std::swap(p, q);
  return sweeps_before(points, axis, p, r) && sweeps_before(points, axis, r, q);
}

std::vector<CutPoints::Edge> borders_of(const TwoBodies& bodies, const std::vector<std::uint32_t>& faces) {
  std::vector<CutPoints::Edge> edges;
  for (const std::uint32_t f : faces) {
    const Face corners = bodies.corners(f);
    for (std::size_t i = 0; i < 3; ++i) edges.push_back(CutPoints::edge(corners[i], corners[(i + 1) % 3]));
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

void PlaneCuts::cross(CutPoints& points, EdgePoints& edges, const TwoBodies& bodies, int axis) {
  std::vector<Line> lines;
  const auto add_line = [&](std::uint32_t p, std::uint32_t q, bool border, std::uint32_t index) {
    const auto [p_low, p_high] = points.range(p, (axis + 1) % 3);
    const auto [q_low, q_high] = points.range(q, (axis + 1) % 3);
    const auto [p_bottom, p_top] = points.range(p, (axis + 2) % 3);
    const auto [q_bottom, q_top] = points.range(q, (axis + 2) % 3);
    lines.push_back({p, q, border, index, std::min(p_low, q_low), std::max(p_high, q_high), std::min(p_bottom, q_bottom),
                     std::max(p_top, q_top)});
  };
  for (const CutPoints::Edge& e : borders_of(bodies, faces)) add_line(e[0], e[1], true, 0);
  for (std::uint32_t i = 0; i < cuts.size(); ++i) add_line(cuts[i].p, cuts[i].q, false, i);
  std::sort(lines.begin(), lines.end(), [](const Line& x, const Line& y) { return x.low < y.low; });

  const auto split = [&](const Line& line, std::uint32_t point) {
    if (line.border)
      edges.add({line.p, line.q}, point);
    else
      cuts[line.index].inner.push_back(point);
  };
  const auto crossing = [&](const Line& x, const Line& y) {
    if (x.border && y.border) return points.edge_through_edge({x.p, x.q}, {y.p, y.q});
    if (x.border) return points.edge_through_face({x.p, x.q}, cuts[y.index].other);
    if (y.border) return points.edge_through_face({y.p, y.q}, cuts[x.index].other);
    return points.three_planes(faces.front(), cuts[x.index].other, cuts[y.index].other);
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = i + 1; j < lines.size() && lines[j].low <= lines[i].high; ++j) {
      const Line &x = lines[i], &y = lines[j];
      if (y.bottom > x.top || y.top < x.bottom) continue;
      const int yp = points.orient2d(x.p, x.q, y.p, axis), yq = points.orient2d(x.p, x.q, y.q, axis);
      if (yp * yq > 0) continue;
      const int xp = points.orient2d(y.p, y.q, x.p, axis), xq = points.orient2d(y.p, y.q, x.q, axis);
      if (xp * xq > 0) continue;
      if (yp * yq < 0 && xp * xq < 0) {
        const std::uint32_t point = crossing(x, y);
        split(x, point);
        split(y, point);
        continue;
      }
      for (const std::uint32_t end : {y.p, y.q})
        if (inside_segment(points, axis, x.p, x.q, end)) split(x, end);
      for (const std::uint32_t end : {x.p, x.q})
        if (inside_segment(points, axis, y.p, y.q, end)) split(y, end);
    }
    for (const std::uint32_t point : lone)
      if (inside_segment(points, axis, lines[i].p, lines[i].q, point)) split(lines[i], point);
  }
}

std::vector<FlatSegment> PlaneCuts::segments(const CutPoints& points, const EdgePoints& edges, const TwoBodies& bodies,
                                             int axis) const {
  std::vector<FlatSegment> all;
  std::vector<std::uint32_t> chain;
  // From p to q in the order of the sweep; the sign is that of a border passed upwards when it runs that way.
  const auto add_chain = [&](std::uint32_t p, std::uint32_t q, std::span<const std::uint32_t> inner, std::uint32_t face,
                             int sign) {
    chain.assign(1, points.number(p));
    for (const std::uint32_t point : inner) chain.push_back(points.number(point));
    chain.push_back(points.number(q));
    if (chain.size() > 2) {
      std::sort(chain.begin(), chain.end());
      chain.erase(std::unique(chain.begin(), chain.end()), chain.end());
      std::sort(chain.begin(), chain.end(),
                [&](std::uint32_t x, std::uint32_t y) { return sweeps_before(points, axis, x, y); });
    } else if (chain[0] != chain[1] && sweeps_before(points, axis, chain[1], chain[0])) {
      std::swap(chain[0], chain[1]);
    }
    const int upwards = chain.front() == points.number(p) ? sign : -sign;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      if (chain[i] == chain[i + 1]) continue;
      FlatSegment segment{chain[i], chain[i + 1], {}};
      if (sign != 0) segment.borders.push_back({face, upwards});
      all.push_back(std::move(segment));
    }
  };
  for (const std::uint32_t f : faces) {
    const Face corners = bodies.corners(f);
    const Triangle t = bodies.triangle(f);
    const int turn = orient2d(t.p[0], t.p[1], t.p[2], axis);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t p = corners[i], q = corners[(i + 1) % 3];
      add_chain(p, q, edges.on(CutPoints::edge(p, q)), f, turn);
    }
  }
  for (const Cut& c : cuts) add_chain(c.p, c.q, c.inner, 0, 0);
  std::sort(all.begin(), all.end(), [](const FlatSegment& x, const FlatSegment& y) {
    return std::pair(x.left, x.right) < std::pair(y.left, y.right);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (kept > 0 && all[kept - 1].left == all[i].left && all[kept - 1].right == all[i].right) {
      auto& borders = all[kept - 1].borders;
      borders.insert(borders.end(), all[i].borders.begin(), all[i].borders.end());
    } else {
      if (kept != i) all[kept] = std::move(all[i]);
      ++kept;
    }
  }
  all.resize(kept, FlatSegment{0, 0, {}});
  return all;
}

}  // namespace impinge
