// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Winding numbers flow from facet to facet over their edges: around an edge each facet changes them by what it covers. One
// ray for each connected part gives the first ones. Whole faces are looked at only as far as they belong to the result.
#include "answer/overlap/solid_faces.h"

#include <algorithm>
#include <unordered_map>

#include "answer/overlap/edge_fan.h"
#include "answer/overlap/facet_edges.h"
#include "answer/overlap/first_numbers.h"
#include "base/predicates.h"
#include "base/union_find.h"
#include "shape/mesh/face_adjacency.h"

namespace impinge {

namespace {

// Facets are the cut triangles, and behind them the whole faces that are asked about one by one.
class Flood {
 public:
  Flood(const Arrangement& arrangement, const Body& a, const Body& b, Combination how)
      : arrangement_(arrangement),
        bodies_(arrangement.bodies),
        body_{&a, &b},
        adjacency_{&adjacency_of(a.object().faces, *a.object().topology),
                   &adjacency_of(b.object().faces, *b.object().topology)},
        how_(how),
        common_(bodies_.common_box()),
        is_cut_(bodies_.face_count()),
        taken_(bodies_.face_count()) {
    for (const std::uint32_t f : arrangement.cut_faces) is_cut_[f] = true;
  }

  SolidFaces run() {
    gather();
    for (std::uint32_t t = 0; t < cut_count(); ++t)
      if (!known_[t]) begin_at(t);
    begin_at_sheets();
    join_shells();
    return std::move(kept_);
  }

 private:
  std::uint32_t cut_count() const { return static_cast<std::uint32_t>(arrangement_.triangles.size()); }
  bool is_triangle(std::uint32_t facet) const { return facet < cut_count(); }
  std::uint32_t whole_face(std::uint32_t facet) const { return whole_[facet - cut_count()]; }
  std::uint32_t offset(std::uint32_t face) const { return bodies_.in_b(face) ? bodies_.first_b_face() : 0; }
  const FaceAdjacency& adjacency(std::uint32_t face) const { return *adjacency_[bodies_.in_b(face)]; }

  WindingNumbers jump(std::uint32_t facet) const {
    if (!is_triangle(facet)) return bodies_.in_b(whole_face(facet)) ? WindingNumbers{0, 1} : WindingNumbers{1, 0};
    return {arrangement_.triangles[facet].jump[0], arrangement_.triangles[facet].jump[1]};
  }
  WindingNumbers back(std::uint32_t facet) const {
    const WindingNumbers j = jump(facet);
    return {front_[facet][0] + j[0], front_[facet][1] + j[1]};
  }
  bool bounds(std::uint32_t facet) const { return holds(how_, front_[facet]) != holds(how_, back(facet)); }

  // The number of a whole face as a facet.
  std::uint32_t facet_of(std::uint32_t face) {
    const auto [it, fresh] = facets_.try_emplace(face, static_cast<std::uint32_t>(known_.size()));
    if (fresh) {
      whole_.push_back(face);
      known_.push_back(false);
      front_.emplace_back();
    }
    return it->second;
  }

  // The cut triangles, and the whole faces that border on them.
  void gather() {
    known_.assign(cut_count(), false);
    front_.resize(cut_count());
    edges_.reserve(cut_count());
    for (std::uint32_t t = 0; t < cut_count(); ++t) edges_.add(arrangement_.triangles[t].points, t);
    for (const std::uint32_t f : arrangement_.cut_faces) {
      const Face corners = bodies_.corners(f);
      for (std::size_t i = 0; i < 3; ++i)
        for (const std::uint32_t g : faces_across(f, i, corners))
          if (!is_cut_[g] && !degenerate(bodies_.triangle(g)))
            borders_.emplace_back(FacetEdges::key(corners[i], corners[(i + 1) % 3]), g);
    }
    std::sort(borders_.begin(), borders_.end());
    borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
    for (const auto& [edge, g] : borders_) {
      const Face c = bodies_.corners(g);
      for (std::size_t i = 0; i < 3; ++i)
        if (FacetEdges::key(c[i], c[(i + 1) % 3]) == edge) edges_.add(c[i], c[(i + 1) % 3], facet_of(g));
    }
    edges_.sort();
  }

  std::vector<std::uint32_t> faces_across(std::uint32_t face, std::size_t i, const Face& corners) const {
    const std::uint32_t from = offset(face), other = adjacency(face).across(face - from, bodies_.edge_of_mesh(i));
    if (other != FaceAdjacency::kNone) return {other + from};
    const std::uint32_t base = bodies_.in_b(face) ? bodies_.first_b_point() : 0;
    std::vector<std::uint32_t> faces = adjacency(face).crowd(corners[i] - base, corners[(i + 1) % 3] - base);
    for (std::uint32_t& f : faces) f += from;
    std::erase(faces, face);
    return faces;
  }

  void begin_at(std::uint32_t facet) {
    set(facet, is_triangle(facet) ? first_numbers(arrangement_, body_, arrangement_.triangles[facet])
                                  : first_numbers(bodies_, body_, whole_face(facet)));
    while (!queue_.empty()) {
      const std::uint32_t next = queue_.back();
      queue_.pop_back();
      if (!is_triangle(next)) {
        if (bounds(next)) take_patch(next);
        continue;
      }
      const auto& q = arrangement_.triangles[next].points;
      for (std::size_t i = 0; i < 3; ++i) flow_around(FacetEdges::key(q[i], q[(i + 1) % 3]));
    }
  }

  void set(std::uint32_t facet, const WindingNumbers& front) {
    front_[facet] = front;
    known_[facet] = true;
    queue_.push_back(facet);
    if (is_triangle(facet) && bounds(facet)) take_triangle(facet);
  }

  void take_triangle(std::uint32_t facet) {
    const bool outwards = holds(how_, back(facet));
    const CutTriangle& t = arrangement_.triangles[facet];
    const CutPlane& plane = arrangement_.planes[t.plane];
    kept_.push_back({t.points, plane.face, (plane.turn > 0) != outwards, static_cast<std::int8_t>(plane.axis),
                     static_cast<std::int8_t>(outwards ? 1 : -1), facet, shell_count_++});
    if (!outwards) std::swap(kept_.back().points[1], kept_.back().points[2]);
  }

  // A whole face and all that nothing parts from it: numbers do not change where two faces pass an edge.
  void take_patch(std::uint32_t facet) {
    if (taken_[whole_face(facet)]) return;
    const bool outwards = holds(how_, back(facet));
    const std::uint32_t shell = shell_count_++;
    std::vector<std::uint32_t> stack{whole_face(facet)};
    taken_[stack.back()] = true;
    while (!stack.empty()) {
      const std::uint32_t face = stack.back();
      stack.pop_back();
      const Face c = bodies_.corners(face);
      kept_.push_back({c, face, !outwards, 0, 0, SolidFace::kWhole, shell});
      if (!outwards) std::swap(kept_.back().points[1], kept_.back().points[2]);
      const std::uint32_t from = offset(face);
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t other = adjacency(face).across(face - from, bodies_.edge_of_mesh(i));
        if (other == FaceAdjacency::kNone || is_cut_[other + from]) {
          const std::uint32_t p = c[i], q = c[(i + 1) % 3];
          rims_.add(outwards ? p : q, outwards ? q : p, static_cast<std::uint32_t>(kept_.size() - 1));
        } else if (!taken_[other + from]) {
          taken_[other + from] = true;
          stack.push_back(other + from);
        }
      }
    }
  }

  // True if all faces at an edge are known: it surely meets the box that the bodies have in common, or all were looked at.
  bool is_complete(std::uint64_t edge) const {
    if (how_ != Combination::intersection) return true;
    const auto [p, q] = FacetEdges::points(edge);
    for (int k = 0; k < 3; ++k) {
      const auto [p_low, p_high] = arrangement_.points.range(p, k);
      const auto [q_low, q_high] = arrangement_.points.range(q, k);
      if (std::min(p_high, q_high) > common_.high[k] || std::max(p_low, q_low) < common_.low[k]) return false;
    }
    return true;
  }

  // Gives numbers to all facets at an edge, of which one has them.
  void flow_around(std::uint64_t edge) {
    const auto uses = edges_.at(edge);
    if (std::all_of(uses.begin(), uses.end(), [&](const auto& u) { return known_[u.facet]; }) || !is_complete(edge)) return;
    fan_.clear();
    for (const FacetEdges::Use& u : uses) fan_.push_back(spoke(u));
    if (fan_.size() > 2) sort_around(arrangement_.points, bodies_, FacetEdges::points(edge), fan_);
    std::size_t first = 0;
    while (!known_[fan_[first].facet]) ++first;
    // Counter-clockwise one comes out in front of a facet that passes the edge upwards, behind one that passes it downwards.
    const auto up = [&](const FanFacet& f) { return passes_upwards(f, uses); };
    WindingNumbers w = up(fan_[first]) ? front_[fan_[first].facet] : back(fan_[first].facet);
    for (std::size_t k = 1; k < fan_.size(); ++k) {
      const FanFacet& f = fan_[(first + k) % fan_.size()];
      const WindingNumbers j = jump(f.facet);
      const bool upwards = up(f);
      const WindingNumbers front = upwards ? WindingNumbers{w[0] - j[0], w[1] - j[1]} : w;
      if (!known_[f.facet]) set(f.facet, front);
      w = upwards ? front : WindingNumbers{w[0] + j[0], w[1] + j[1]};
    }
  }

  static bool passes_upwards(const FanFacet& f, std::span<const FacetEdges::Use> uses) {
    for (const FacetEdges::Use& u : uses)
      if (u.facet == f.facet) return u.upwards;
    return false;
  }

  FanFacet spoke(const FacetEdges::Use& use) const {
    const int turn = use.upwards ? 1 : -1;
    if (!is_triangle(use.facet)) return {use.facet, whole_face(use.facet), turn};
    const CutPlane& plane = arrangement_.planes[arrangement_.triangles[use.facet].plane];
    return {use.facet, plane.face, turn * plane.turn};
  }

  // Sheets that nothing cuts: inside the other body, around it, or apart. Sheets with a cut are reached from there.
  void begin_at_sheets() {
    for (int side = 0; side < 2; ++side) {
      const WorldObject& object = body_[side]->object();
      const std::uint32_t from = side == 0 ? 0 : bodies_.first_b_face();
      std::vector<bool> cut(adjacency_[side]->sheet_faces().size());
      for (const std::uint32_t f : arrangement_.cut_faces)
        if (bodies_.in_b(f) == (side == 1)) cut[adjacency_[side]->sheet(f - from)] = true;
      for (std::uint32_t s = 0; s < cut.size(); ++s) {
        if (cut[s]) continue;
        const std::uint32_t face = face_with_area(object, *adjacency_[side], s);
        if (face == FaceAdjacency::kNone) continue;
        if (how_ == Combination::intersection && !boxes_meet(box_of(bodies_.triangle(face + from)), common_)) continue;
        const std::uint32_t facet = facet_of(face + from);
        if (!known_[facet]) begin_at(facet);
      }
    }
  }

  // Shells that are one around an edge: at the cuts, and where not two faces pass.
  void join_shells() {
    UnionFind shells(shell_count_);
    for (std::uint32_t i = 0; i < kept_.size(); ++i)
      if (kept_[i].cut != SolidFace::kWhole) rims_.add(kept_[i].points, i);
    rims_.sort();
    rims_.for_each([&](std::span<const FacetEdges::Use> uses) {
      if (uses.size() == 2) return shells.unite(kept_[uses[0].facet].shell, kept_[uses[1].facet].shell);
      fan_.clear();
      for (const FacetEdges::Use& u : uses)
        fan_.push_back({u.facet, kept_[u.facet].face, (u.upwards ? 1 : -1) * (kept_[u.facet].turned ? -1 : 1)});
      sort_around(arrangement_.points, bodies_, FacetEdges::points(uses.front().edge), fan_);
      // Counter-clockwise the inside follows a face that passes the edge downwards.
      for (std::size_t i = 0; i < fan_.size(); ++i) {
        const bool upwards = fan_[i].turn * (kept_[fan_[i].facet].turned ? -1 : 1) > 0;
        if (!upwards) shells.unite(kept_[fan_[i].facet].shell, kept_[fan_[(i + 1) % fan_.size()].facet].shell);
      }
    });
    for (SolidFace& f : kept_) f.shell = shells.root(f.shell);
  }

  const Arrangement& arrangement_;
  const TwoBodies& bodies_;
  std::array<const Body*, 2> body_;
  std::array<const FaceAdjacency*, 2> adjacency_;
  Combination how_;
  Box common_;
  std::vector<bool> is_cut_, taken_;                              // by face
  std::unordered_map<std::uint32_t, std::uint32_t> facets_;       // of whole faces
  std::vector<std::uint32_t> whole_;                              // faces of the facets behind the triangles
  std::vector<std::pair<std::uint64_t, std::uint32_t>> borders_;  // edges of cut faces, and the whole ones at them
  FacetEdges edges_;
  std::vector<bool> known_;  // by facet
  std::vector<WindingNumbers> front_;
  std::vector<std::uint32_t> queue_;
  std::vector<FanFacet> fan_;
  SolidFaces kept_;
  std::uint32_t shell_count_ = 0;
  FacetEdges rims_;  // of kept_: edges of cut triangles, and those of whole faces beyond which no whole face lies
};

}  // namespace

SolidFaces solid_faces(const Arrangement& arrangement, const Body& a, const Body& b, Combination how) {
  return Flood(arrangement, a, b, how).run();
}

}  // namespace impinge
