// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/overlap/contact_curves.h"

#include <algorithm>

#include "answer/overlap/facet_edges.h"

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

class Chaining {
 public:
  Chaining(const Arrangement& arrangement, std::vector<Segment> segments)
      : points_(arrangement.points), segments_(std::move(segments)), used_(segments_.size()) {
    for (std::uint32_t s = 0; s < segments_.size(); ++s)
      for (const std::uint32_t p : segments_[s].ends) at_.push_back({p, s});
    std::sort(at_.begin(), at_.end());
  }

  std::vector<ContactCurve> run() {
    std::vector<ContactCurve> curves;
    // Paths from where the number of segments is not two; then the loops that are left.
    for (std::size_t i = 0; i < at_.size(); ++i)
      if (!used_[at_[i].second] && at(at_[i].first).size() != 2) curves.push_back(follow(at_[i].first, at_[i].second));
    for (const auto& [point, segment] : at_)
      if (!used_[segment]) curves.push_back(follow(point, segment));
    std::stable_sort(curves.begin(), curves.end(),
                     [](const ContactCurve& x, const ContactCurve& y) { return x.length > y.length; });
    return curves;
  }

 private:
  std::span<const std::pair<std::uint32_t, std::uint32_t>> at(std::uint32_t point) const {
    const auto first = std::lower_bound(at_.begin(), at_.end(), std::pair(point, 0u));
    const auto last = std::upper_bound(first, at_.end(), std::pair(point, UINT32_MAX));
    return {first, last};
  }

  ContactCurve follow(std::uint32_t start, std::uint32_t segment) {
    ContactCurve curve;
    std::uint32_t point = start;
    curve.points.push_back(points_.rounded(point));
    while (true) {
      const Segment& s = segments_[segment];
      used_[segment] = true;
      point = s.ends[0] == point ? s.ends[1] : s.ends[0];
      curve.faces.push_back(s.faces);
      const Vec3 here = points_.rounded(point);
      curve.length += (here - curve.points.back()).norm();
      if (point == start) {
        curve.closed = true;
        return curve;
      }
      curve.points.push_back(here);
      const auto next = at(point);
      if (next.size() != 2) return curve;
      const std::uint32_t other = next[0].second == segment ? next[1].second : next[0].second;
      if (used_[other]) return curve;
      segment = other;
    }
  }

  const CutPoints& points_;
  std::vector<Segment> segments_;
  std::vector<bool> used_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> at_;  // point, segment
};

}  // namespace

std::vector<ContactCurve> contact_curves(const Arrangement& arrangement) {
  return Chaining(arrangement, shared_segments(arrangement)).run();
}

}  // namespace impinge
