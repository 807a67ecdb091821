// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// After S. Hertel, K. Mehlhorn, Fast triangulation of the plane with respect to simple polygons, 1985: a line sweeps over
// the segments; between two neighbours on it lies a gap, whose part behind the line ends in a chain of points that is
// nowhere convex, because triangles are cut off as soon as three points of it turn the right way.
#include "answer/arrangement/flat_sweep.h"

#include <algorithm>
#include <map>

namespace impinge {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

class FlatSweep {
 public:
  FlatSweep(const CutPoints& points, int axis, std::vector<FlatSegment>& segments, std::span<const std::uint32_t> lone)
      : points_(points), axis_(axis), segments_(segments) {
    cover_number({});
    for (std::uint32_t s = 0; s < segments.size(); ++s) {
      starts_.push_back({segments[s].left, s});
      events_.push_back(segments[s].left);
      events_.push_back(segments[s].right);
    }
    events_.insert(events_.end(), lone.begin(), lone.end());
    std::sort(events_.begin(), events_.end());
    events_.erase(std::unique(events_.begin(), events_.end()), events_.end());
    std::sort(events_.begin(), events_.end(),
              [&](std::uint32_t p, std::uint32_t q) { return sweeps_before(points_, axis_, p, q); });
    std::sort(starts_.begin(), starts_.end());
  }

  FlatTriangulation run() {
    for (const std::uint32_t p : events_) pass(p);
    return std::move(result_);
  }

 private:
  // A chain from the segment below a gap to the one above, in nodes that know their neighbours.
  struct Chain {
    std::uint32_t bottom = kNone, top = kNone;
    std::uint32_t last = kNone;  // the point passed last: nothing lies between it and the line
  };
  struct Node {
    std::uint32_t point, below, above;
  };
  // A segment on the line, with the gap above it.
  struct Active {
    std::uint32_t segment;
    std::uint32_t cover;
    Chain chain;
  };

  int side(std::uint32_t p, std::uint32_t q, std::uint32_t r) const { return points_.orient2d(p, q, r, axis_); }

  std::uint32_t cover_number(const std::vector<std::uint32_t>& faces) {
    const auto [it, fresh] = cover_numbers_.try_emplace(faces, static_cast<std::uint32_t>(result_.covers.size()));
    if (fresh) result_.covers.push_back(faces);
    return it->second;
  }

  // What covers the gap above a segment, from what covers the one below.
  std::uint32_t cover_above(std::uint32_t below, const FlatSegment& segment) {
    if (segment.borders.empty()) return below;
    std::vector<std::uint32_t> faces = result_.covers[below];
    for (const FlatSegment::Border& b : segment.borders)
      if (b.sign < 0) faces.erase(std::find(faces.begin(), faces.end(), b.face));
    for (const FlatSegment::Border& b : segment.borders)
      if (b.sign > 0) faces.insert(std::lower_bound(faces.begin(), faces.end(), b.face), b.face);
    return cover_number(faces);
  }

  std::uint32_t node(std::uint32_t point) {
    nodes_.push_back({point, kNone, kNone});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  void link(std::uint32_t below, std::uint32_t above) {
    nodes_[below].above = above;
    nodes_[above].below = below;
  }
  std::uint32_t point(std::uint32_t n) const { return nodes_[n].point; }
  void emit(std::uint32_t p, std::uint32_t q, std::uint32_t r, std::uint32_t cover) {
    result_.triangles.push_back({{p, q, r}, cover});
  }

  // The point becomes the upper end of a chain, from which it sees the topmost points.
  void add_on_top(Chain& chain, std::uint32_t n, std::uint32_t cover) {
    std::uint32_t y = chain.top;
    while (nodes_[y].below != kNone && side(point(nodes_[y].below), point(n), point(y)) > 0) {
      emit(point(nodes_[y].below), point(n), point(y), cover);
      y = nodes_[y].below;
    }
    link(y, n);
    chain.top = n;
    if (chain.bottom == kNone) chain.bottom = n;
  }
  void add_below(Chain& chain, std::uint32_t n, std::uint32_t cover) {
    std::uint32_t y = chain.bottom;
    while (nodes_[y].above != kNone && side(point(n), point(nodes_[y].above), point(y)) > 0) {
      emit(point(n), point(nodes_[y].above), point(y), cover);
      y = nodes_[y].above;
    }
    link(n, y);
    chain.bottom = n;
  }

  // A gap that ends at the point, which sees all of its chain.
  void close(const Active& gap, std::uint32_t p) {
    if (gap.cover == 0) return;
    for (std::uint32_t n = gap.chain.bottom; nodes_[n].above != kNone; n = nodes_[n].above)
      emit(point(n), p, point(nodes_[n].above), gap.cover);
  }

  // The chain of a gap in two at the point passed last, with an edge from it to the new one.
  std::pair<Chain, Chain> split(Chain chain, std::uint32_t p, std::uint32_t cover) {
    const std::uint32_t last = chain.last, copy = node(point(last));
    Chain upper{copy, chain.top == last ? copy : chain.top, kNone};
    if (nodes_[last].above != kNone) link(copy, nodes_[last].above);
    nodes_[last].above = kNone;
    Chain lower{chain.bottom, last, kNone};
    add_on_top(lower, node(p), cover);
    add_below(upper, node(p), cover);
    return {lower, upper};
  }

  void pass(std::uint32_t p) {
    // Segments below the point come first; those that end in it follow.
    const auto first = std::partition_point(line_.begin(), line_.end(), [&](const Active& a) {
      const FlatSegment& s = segments_[a.segment];
      return s.right != p && side(s.left, s.right, p) > 0;
    });
    auto behind = first;
    while (behind != line_.end() && segments_[behind->segment].right == p) ++behind;
    const bool inner = first != line_.begin();
    const std::uint32_t cover_below = inner ? std::prev(first)->cover : 0;
    Chain lower, upper;
    std::uint32_t cover_top = cover_below;
    if (first == behind) {
      if (cover_below != 0) std::tie(lower, upper) = split(std::prev(first)->chain, p, cover_below);
    } else {
      for (auto gap = first; gap + 1 != behind; ++gap) close(*gap, p);
      cover_top = std::prev(behind)->cover;
      if (cover_below != 0) {
        lower = std::prev(first)->chain;
        add_on_top(lower, node(p), cover_below);
      }
      if (cover_top != 0) {
        upper = std::prev(behind)->chain;
        add_below(upper, node(p), cover_top);
      }
    }
    lower.last = lower.top;
    upper.last = upper.bottom;
    begin_segments(p, first - line_.begin(), behind - line_.begin(), lower, upper, cover_below);
  }

  // Puts the segments that begin in the point on the line, in place of those that end there.
  void begin_segments(std::uint32_t p, std::ptrdiff_t first, std::ptrdiff_t behind, const Chain& lower, const Chain& upper,
                      std::uint32_t cover) {
    std::vector<Active> fresh;
    for (auto it = std::lower_bound(starts_.begin(), starts_.end(), std::pair(p, 0u)); it != starts_.end() && it->first == p;
         ++it)
      fresh.push_back({it->second, 0, {}});
    std::sort(fresh.begin(), fresh.end(), [&](const Active& x, const Active& y) {
      return side(p, segments_[x.segment].right, segments_[y.segment].right) > 0;
    });
    if (fresh.empty()) {
      if (cover != 0) line_[static_cast<std::size_t>(first - 1)].chain = joined(lower, upper);
      line_.erase(line_.begin() + first, line_.begin() + behind);
      return;
    }
    if (cover != 0) line_[static_cast<std::size_t>(first - 1)].chain = lower;
    for (Active& a : fresh) {
      cover = a.cover = cover_above(cover, segments_[a.segment]);
      if (cover == 0) continue;
      const std::uint32_t n = node(p);
      a.chain = {n, n, n};
    }
    if (fresh.back().cover != 0) fresh.back().chain = upper;
    line_.erase(line_.begin() + first, line_.begin() + behind);
    line_.insert(line_.begin() + first, fresh.begin(), fresh.end());
  }

  // Both end in the same point, which stays one.
  Chain joined(const Chain& lower, const Chain& upper) {
    const std::uint32_t above = nodes_[upper.bottom].above;
    if (above != kNone) link(lower.top, above);
    return {lower.bottom, above == kNone ? lower.top : upper.top, lower.top};
  }

  const CutPoints& points_;
  int axis_;
  std::vector<FlatSegment>& segments_;
  std::vector<std::uint32_t> events_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> starts_;  // left end, segment
  std::vector<Active> line_;                                     // from below
  std::vector<Node> nodes_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> cover_numbers_;
  FlatTriangulation result_;
};

}  // namespace

bool sweeps_before(const CutPoints& points, int axis, std::uint32_t p, std::uint32_t q) {
  const int by_first = points.compare(p, q, (axis + 1) % 3);
  return by_first < 0 || (by_first == 0 && points.compare(p, q, (axis + 2) % 3) < 0);
}

FlatTriangulation triangulate(const CutPoints& points, int axis, std::vector<FlatSegment>& segments,
                              std::span<const std::uint32_t> lone) {
  return FlatSweep(points, axis, segments, lone).run();
}

}  // namespace impinge
