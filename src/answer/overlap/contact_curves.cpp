// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/overlap/contact_curves.h"

#include <algorithm>

#include "answer/arrangement/flat_sweep.h"
#include "answer/overlap/facet_edges.h"
#include "answer/overlap/point_ranks.h"

namespace impinge {

namespace {

struct Segment {
  std::array<std::uint32_t, 2> ends;
  std::array<std::uint32_t, 2> faces;  // the lowest of a and of b
};

// Edges at which triangles of both bodies lie, and none that belongs to both.
std::vector<Segment> shared_segments(const Arrangement& arrangement) {
  const TwoBodies& bodies = arrangement.bodies;
  FacetEdges edges;
  edges.reserve(arrangement.triangles.size());
  for (std::uint32_t t = 0; t < arrangement.triangles.size(); ++t) edges.add(arrangement.triangles[t].points, t);
  edges.sort();
  std::vector<Segment> segments;
  edges.for_each([&](std::span<const FacetEdges::Use> uses) {
    std::array<std::uint32_t, 2> lowest{UINT32_MAX, UINT32_MAX};
    for (const FacetEdges::Use& use : uses) {
      const auto faces = arrangement.faces_of(arrangement.triangles[use.facet]);
      const bool in_a = !bodies.in_b(faces.front()), in_b = bodies.in_b(faces.back());
      if (in_a && in_b) return;
      for (const std::uint32_t f : faces) lowest[in_b] = std::min(lowest[in_b], f);
    }
    if (lowest[0] != UINT32_MAX && lowest[1] != UINT32_MAX)
      segments.push_back({FacetEdges::points(uses.front().edge), {lowest[0], lowest[1] - bodies.first_b_face()}});
  });
  return segments;
}

// Segments of one plane, of which only those with a common end share a point, and no more than that.
class SegmentsApart {
 public:
  explicit SegmentsApart(const CutPoints& points) : points_(points) {}

  bool hold(const FaceChords& chords, std::span<const std::uint32_t> list, int axis) {
    axis_ = axis;
    items_.clear();
    for (const std::uint32_t c : list) {
      const auto& ends = chords.chords[c].ends;
      items_.push_back({ends, {points_.shadow(ends[0], axis), points_.shadow(ends[1], axis)}});
    }
    if (items_.size() > kFew) return hold_in_order();
    for (std::size_t i = 0; i < items_.size(); ++i)
      for (std::size_t j = i + 1; j < items_.size(); ++j)
        if (!apart(items_[i], items_[j])) return false;
    return true;
  }

 private:
  static constexpr std::size_t kFew = 6;  // compared each with each

  struct Item {
    std::array<std::uint32_t, 2> ends;
    std::array<CutPoints::Shadow, 2> shadows;

    double error() const { return 2 * std::max(shadows[0].error, shadows[1].error); }
    double low() const { return std::min(shadows[0].u, shadows[1].u) - error(); }
    double high() const { return std::max(shadows[0].u, shadows[1].u) + error(); }
    double low_v() const { return std::min(shadows[0].v, shadows[1].v) - error(); }
    double high_v() const { return std::max(shadows[0].v, shadows[1].v) + error(); }
  };

  bool hold_in_order() {
    std::sort(items_.begin(), items_.end(), [](const Item& x, const Item& y) { return x.low() < y.low(); });
    for (std::size_t i = 0; i < items_.size(); ++i)
      for (std::size_t j = i + 1; j < items_.size() && items_[j].low() <= items_[i].high(); ++j)
        if (!apart(items_[i], items_[j])) return false;
    return true;
  }

  bool apart(const Item& x, const Item& y) const {
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        if (x.ends[i] == y.ends[j]) {
          if (surely_go_on(x.shadows[1 - i], x.shadows[i], y.shadows[1 - j])) return true;
          return side(x, y, 1 - j) != 0 || go_on(x.ends[1 - i], x.ends[i], y.ends[1 - j]);
        }
    if (x.low() > y.high() || y.low() > x.high() || x.low_v() > y.high_v() || y.low_v() > x.high_v()) return true;
    return side(x, y, 0) * side(x, y, 1) > 0 || side(y, x, 0) * side(y, x, 1) > 0;
  }
  // Along a coordinate, whether they turn at q or not: the chords of a flat wall lie on one line.
  static bool surely_go_on(const CutPoints::Shadow& p, const CutPoints::Shadow& q, const CutPoints::Shadow& r) {
    const double error = 2 * (p.error + q.error + r.error);
    const auto between = [&](double from, double here, double to) {
      return (here - from > error && to - here > error) || (from - here > error && here - to > error);
    };
    return between(p.u, q.u, r.u) || between(p.v, q.v, r.v);
  }
  // On a straight line: q lies between p and r.
  bool go_on(std::uint32_t p, std::uint32_t q, std::uint32_t r) const {
    return p != r && sweeps_before(points_, axis_, p, q) == sweeps_before(points_, axis_, q, r);
  }
  // Of an end of y from x.
  int side(const Item& x, const Item& y, std::size_t end) const {
    if (const int turn = CutPoints::rough_turn(x.shadows[0], x.shadows[1], y.shadows[end])) return turn;
    return points_.orient2d(x.ends[0], x.ends[1], y.ends[end], axis_);
  }

  const CutPoints& points_;
  int axis_ = 0;
  std::vector<Item> items_;
};

// Segments by their ends, however many have one in common.
class SegmentsAtPoints {
 public:
  SegmentsAtPoints(std::span<const Segment> segments, std::uint32_t points) : ranks_(points) {
    for (const Segment& s : segments)
      for (const std::uint32_t p : s.ends) ranks_.add(p);
    ranks_.count();
    first_.assign(ranks_.total() + 2, 0);
    for (const Segment& s : segments)
      for (const std::uint32_t p : s.ends) ++first_[ranks_.rank(p) + 2];
    for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
    at_.resize(first_.back());
    for (std::uint32_t s = 0; s < segments.size(); ++s)
      for (const std::uint32_t p : segments[s].ends) at_[first_[ranks_.rank(p) + 1]++] = s;
    first_.pop_back();
  }

  /// Ascending.
  std::span<const std::uint32_t> at(std::uint32_t point) const {
    const std::uint32_t rank = ranks_.rank(point);
    return std::span(at_).subspan(first_[rank], first_[rank + 1] - first_[rank]);
  }
  template <typename Visit>
  void for_each_point(const Visit& visit) const {
    ranks_.for_each(visit);
  }

 private:
  PointRanks ranks_;
  std::vector<std::uint32_t> first_, at_;
};

// The same for points that were all made, of which no more than two segments have one in common: as on bodies without any
// edge of more than two faces.
class SegmentPairs {
 public:
  SegmentPairs(std::span<const Segment> segments, std::uint32_t first_point, std::uint32_t points)
      : first_point_(first_point), at_(points - first_point, {kNone, kNone}) {
    for (std::uint32_t s = 0; s < segments.size(); ++s)
      for (const std::uint32_t p : segments[s].ends) {
        auto& pair = at_[p - first_point_];
        usable_ = usable_ && pair[1] == kNone;
        pair[pair[0] == kNone ? 0 : 1] = s;
      }
  }

  bool usable() const { return usable_; }
  std::span<const std::uint32_t> at(std::uint32_t point) const {
    const auto& pair = at_[point - first_point_];
    return std::span(pair).first(pair[1] != kNone ? 2 : pair[0] != kNone ? 1 : 0);
  }
  template <typename Visit>
  void for_each_point(const Visit& visit) const {
    for (std::uint32_t i = 0; i < at_.size(); ++i) visit(first_point_ + i);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t first_point_;
  std::vector<std::array<std::uint32_t, 2>> at_;
  bool usable_ = true;
};

template <typename AtPoints>
class Chaining {
 public:
  Chaining(const CutPoints& points, const AxisFrame& frame, std::span<const Segment> segments, const AtPoints& at_points)
      : points_(points), frame_(frame), segments_(segments), at_points_(at_points), used_(segments.size()) {}

  std::vector<ContactCurve> run() {
    std::vector<ContactCurve> curves;
    // Paths from where the number of segments is not two; then the loops that are left.
    for (const bool loops : {false, true})
      at_points_.for_each_point([&](std::uint32_t point) {
        const auto segments = at_points_.at(point);
        if (!loops && segments.size() == 2) return;
        for (const std::uint32_t segment : segments)
          if (used_[segment] == 0) curves.push_back(follow(point, segment));
      });
    std::stable_sort(curves.begin(), curves.end(),
                     [](const ContactCurve& x, const ContactCurve& y) { return x.length > y.length; });
    return curves;
  }

 private:
  ContactCurve follow(std::uint32_t start, std::uint32_t segment) {
    points_found_.clear();
    faces_.clear();
    ContactCurve curve;
    std::uint32_t point = start;
    Vec3 last = points_.rounded(point);
    points_found_.push_back(frame_.to_world(last));
    while (true) {
      const Segment& s = segments_[segment];
      used_[segment] = 1;
      point = s.ends[0] == point ? s.ends[1] : s.ends[0];
      faces_.push_back(s.faces);
      const Vec3 here = points_.rounded(point);
      curve.length += length_of(here - last);
      last = here;
      curve.closed = point == start;
      if (curve.closed) break;
      points_found_.push_back(frame_.to_world(here));
      const auto next = at_points_.at(point);
      if (next.size() != 2) break;
      const std::uint32_t other = next[0] == segment ? next[1] : next[0];
      if (used_[other] != 0) break;
      segment = other;
    }
    curve.points.assign(points_found_.begin(), points_found_.end());
    curve.faces.assign(faces_.begin(), faces_.end());
    return curve;
  }

  // Squares of what is tiny or huge leave the range of doubles.
  static double length_of(const Vec3& way) {
    const double length = way.norm();
    return length > 0x1p-500 && length < 0x1p500 ? length : way.stableNorm();
  }

  const CutPoints& points_;
  const AxisFrame& frame_;
  std::span<const Segment> segments_;
  const AtPoints& at_points_;
  std::vector<std::uint8_t> used_;
  // Of the curve that is followed, kept for their memory:
  std::vector<Vec3> points_found_;
  std::vector<std::array<std::uint32_t, 2>> faces_;
};

std::vector<ContactCurve> chained(const CutPoints& points, const AxisFrame& frame, std::span<const Segment> segments) {
  return Chaining(points, frame, segments, SegmentsAtPoints(segments, points.count())).run();
}

}  // namespace

std::vector<ContactCurve> contact_curves(const Arrangement& arrangement) {
  return chained(arrangement.points, arrangement.bodies.frame, shared_segments(arrangement));
}

std::vector<ContactCurve> contact_curves(const TwoBodies& bodies, const CutPoints& points, const FaceChords& chords) {
  std::vector<Segment> segments;
  segments.reserve(chords.chords.size());
  for (const Chord& c : chords.chords)
    segments.push_back({c.ends, {chords.faces[c.slots[0]], chords.faces[c.slots[1]] - bodies.first_b_face()}});
  const SegmentPairs pairs(segments, bodies.point_count(), points.count());
  if (!pairs.usable()) return chained(points, bodies.frame, segments);
  return Chaining(points, bodies.frame, segments, pairs).run();
}

bool chords_may_cross(const CutPoints& points, const FaceChords& chords) {
  SegmentsApart segments(points);
  for (std::uint32_t slot = 0; slot < chords.slot_count(); ++slot) {
    const auto list = chords.chords_of(slot);
    if (list.size() < 2) continue;
    if (!segments.hold(chords, list, chords.shadows[slot].axis)) return true;
  }
  return false;
}

}  // namespace impinge
