// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Winding numbers flow from facet to facet over their edges: around an edge each facet changes them by what it covers. One
// ray for each connected part gives the first ones. Whole faces are looked at only as far as they belong to the result.
#include "answer/overlap/solid_faces.h"

#include <algorithm>
#include <queue>

#include "answer/overlap/edge_fan.h"
#include "answer/overlap/facet_edges.h"
#include "base/predicates.h"
#include "base/union_find.h"

namespace impinge {

namespace {

bool holds(Combination how, int a, int b) {
  switch (how) {
    case Combination::intersection: return a != 0 && b != 0;
    case Combination::unite: return a != 0 || b != 0;
    case Combination::difference: return a != 0 && b == 0;
  }
  return false;
}

ExactPoint middle(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r) {
  const Exact pq = p.w * q.w, qr = q.w * r.w, rp = r.w * p.w;
  ExactPoint m;
  m.x = p.x * qr + q.x * rp + r.x * pq;
  m.y = p.y * qr + q.y * rp + r.y * pq;
  m.z = p.z * qr + q.z * rp + r.z * pq;
  m.w = Exact(3.0) * (pq * r.w);
  return m;
}

class Flood {
 public:
  Flood(const Arrangement& arrangement, const Body& a, const Body& b, Combination how)
      : arrangement_(arrangement),
        bodies_(arrangement.bodies),
        body_{&a, &b},
        how_(how),
        all_(how != Combination::intersection),
        common_(intersection(bodies_.a->box, bodies_.b->box)) {}

  std::vector<SolidFace> run() {
    gather();
    for (std::uint32_t t = 0; t < arrangement_.triangles.size(); ++t)
      if (!known_[t]) begin_at(t);
    begin_at_patches();
    std::vector<SolidFace> kept;
    for (std::uint32_t f = 0; f < known_.size(); ++f)
      if (known_[f] && bounds(f)) kept.push_back(solid_face(f));
    return kept;
  }

 private:
  using Numbers = std::array<std::int32_t, 2>;

  std::uint32_t cut_count() const { return static_cast<std::uint32_t>(arrangement_.triangles.size()); }
  bool is_cut(std::uint32_t facet) const { return facet < cut_count(); }
  std::uint32_t whole_face(std::uint32_t facet) const { return whole_[facet - cut_count()]; }

  std::array<std::uint32_t, 3> points_of(std::uint32_t facet) const {
    return is_cut(facet) ? arrangement_.triangles[facet].points : bodies_.corners(whole_face(facet));
  }
  Numbers jump(std::uint32_t facet) const {
    if (is_cut(facet)) return {arrangement_.triangles[facet].jump[0], arrangement_.triangles[facet].jump[1]};
    return bodies_.in_b(whole_face(facet)) ? Numbers{0, 1} : Numbers{1, 0};
  }
  Numbers back(std::uint32_t facet) const {
    const Numbers j = jump(facet);
    return {front_[facet][0] + j[0], front_[facet][1] + j[1]};
  }
  bool inside(const Numbers& w) const { return holds(how_, w[0], w[1]); }
  bool bounds(std::uint32_t facet) const { return inside(front_[facet]) != inside(back(facet)); }

  SolidFace solid_face(std::uint32_t facet) const {
    const bool outwards = inside(back(facet));
    std::array<std::uint32_t, 3> p = points_of(facet);
    if (!outwards) std::swap(p[1], p[2]);
    if (!is_cut(facet)) return {p, whole_face(facet), !outwards, SolidFace::kWhole};
    const CutPlane& plane = arrangement_.planes[arrangement_.triangles[facet].plane];
    return {p, plane.face, (plane.turn > 0) != outwards, facet};
  }

  // Faces that nothing cuts, where they may belong to the result.
  void gather() {
    for (int side = 0; side < 2; ++side) {
      const WorldObject& object = body_[side]->object();
      const std::uint32_t offset = side == 0 ? 0 : bodies_.first_b_face();
      const auto take = [&](std::uint32_t f) {
        const Triangle t = object.triangle(f);
        if (!all_ && !boxes_meet(box_of(t), common_)) return;
        if (std::binary_search(arrangement_.cut_faces.begin(), arrangement_.cut_faces.end(), f + offset)) return;
        if (!degenerate(t)) whole_.push_back(f + offset);
      };
      if (all_)
        for (std::uint32_t f = 0; f < object.faces.size(); ++f) take(f);
      else
        body_[side]->walk([&](const Box& box) { return boxes_meet(box, common_); }, take);
    }
    std::sort(whole_.begin(), whole_.end());
    whole_.erase(std::unique(whole_.begin(), whole_.end()), whole_.end());
    const auto count = static_cast<std::uint32_t>(cut_count() + whole_.size());
    edges_.reserve(count);
    for (std::uint32_t f = 0; f < count; ++f) edges_.add(points_of(f), f);
    edges_.sort();
    known_.assign(count, false);
    front_.resize(count);
    gather_patches();
  }

  // One body's numbers in front of a facet, by a ray from its middle.
  int number_in_front(std::uint32_t facet, int side, const RayStart& start) const {
    const std::uint32_t offset = side == 0 ? 0 : bodies_.first_b_face();
    const auto of_face = [&](std::uint32_t face, bool turned) {
      const FaceSides s = body_[side]->sides_at(face - offset, start);
      return turned ? s.back : s.front;
    };
    if (!is_cut(facet)) {
      const std::uint32_t face = whole_face(facet);
      return (side == 1) == bodies_.in_b(face) ? of_face(face, false) : body_[side]->winding_at(start);
    }
    const CutTriangle& t = arrangement_.triangles[facet];
    for (const std::uint32_t face : arrangement_.faces_of(t)) {
      if (bodies_.in_b(face) != (side == 1)) continue;
      const Triangle own = bodies_.triangle(face);
      return of_face(face, orient2d(own.p[0], own.p[1], own.p[2], arrangement_.planes[t.plane].axis) < 0);
    }
    return body_[side]->winding_at(start);
  }

  void begin_at(std::uint32_t facet) {
    const auto p = points_of(facet);
    const CutPoints& points = arrangement_.points;
    const RayStart start(middle(points.exact(p[0]), points.exact(p[1]), points.exact(p[2])));
    set(facet, {number_in_front(facet, 0, start), number_in_front(facet, 1, start)});
    while (!queue_.empty()) {
      const std::uint32_t next = queue_.back();
      queue_.pop_back();
      // Whole faces that do not belong to the result lead nowhere that matters.
      if (!is_cut(next) && !bounds(next)) continue;
      const auto q = points_of(next);
      for (std::size_t i = 0; i < 3; ++i) flow_around(FacetEdges::key(q[i], q[(i + 1) % 3]));
    }
  }

  void set(std::uint32_t facet, const Numbers& front) {
    front_[facet] = front;
    known_[facet] = true;
    queue_.push_back(facet);
    if (!is_cut(facet)) settled_[patches_.root(facet - cut_count())] = true;
  }

  // True if all faces at an edge were gathered: it surely meets the box that the bodies have in common.
  bool is_complete(std::uint64_t edge) const {
    if (all_) return true;
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
    if (!is_complete(edge)) return;
    const auto uses = edges_.at(edge);
    if (std::all_of(uses.begin(), uses.end(), [&](const auto& u) { return known_[u.facet]; })) return;
    fan_.clear();
    for (const FacetEdges::Use& u : uses) fan_.push_back(spoke(u));
    if (fan_.size() > 2) sort_around(arrangement_.points, bodies_, FacetEdges::points(edge), fan_);
    std::size_t first = 0;
    while (!known_[fan_[first].facet]) ++first;
    // Counter-clockwise one comes out in front of a facet that passes the edge upwards, behind one that passes it downwards.
    const auto up = [&](const FanFacet& f) { return passes_upwards(f, uses); };
    Numbers w = up(fan_[first]) ? front_[fan_[first].facet] : back(fan_[first].facet);
    for (std::size_t k = 1; k < fan_.size(); ++k) {
      const FanFacet& f = fan_[(first + k) % fan_.size()];
      const Numbers j = jump(f.facet);
      const bool upwards = up(f);
      const Numbers front = upwards ? Numbers{w[0] - j[0], w[1] - j[1]} : w;
      if (!known_[f.facet]) set(f.facet, front);
      w = upwards ? front : Numbers{w[0] + j[0], w[1] + j[1]};
    }
  }

  static bool passes_upwards(const FanFacet& f, std::span<const FacetEdges::Use> uses) {
    for (const FacetEdges::Use& u : uses)
      if (u.facet == f.facet) return u.upwards;
    return false;
  }

  FanFacet spoke(const FacetEdges::Use& use) const {
    const int turn = use.upwards ? 1 : -1;
    if (!is_cut(use.facet)) return {use.facet, whole_face(use.facet), turn};
    const CutPlane& plane = arrangement_.planes[arrangement_.triangles[use.facet].plane];
    return {use.facet, plane.face, turn * plane.turn};
  }

  // Where no face passes an edge but two that nothing cuts, both bound the result or neither does: a patch.
  void gather_patches() {
    const std::uint32_t cuts = cut_count();
    patches_ = UnionFind(whole_.size());
    edges_.for_each([&](std::span<const FacetEdges::Use> uses) {
      if (uses.size() == 2 && !is_cut(uses[0].facet) && !is_cut(uses[1].facet))
        patches_.unite(uses[0].facet - cuts, uses[1].facet - cuts);
    });
    settled_.assign(whole_.size(), false);
    // A patch that goes on where no face was gathered lies off the box that the bodies have in common.
    edges_.for_each([&](std::span<const FacetEdges::Use> uses) {
      if (uses.size() == 1 && !is_cut(uses[0].facet)) settled_[patches_.root(uses[0].facet - cuts)] = true;
    });
  }

  // Patches that no cut facet leads to: inside the other body, around it, or apart.
  void begin_at_patches() {
    for (std::uint32_t i = 0; i < whole_.size(); ++i)
      if (!settled_[patches_.root(i)]) begin_at(cut_count() + i);
  }

  const Arrangement& arrangement_;
  const TwoBodies& bodies_;
  std::array<const Body*, 2> body_;
  Combination how_;
  bool all_;    // faces anywhere may belong to the result
  Box common_;  // else only those that meet this
  std::vector<std::uint32_t> whole_;
  UnionFind patches_{0};  // of whole_
  std::vector<bool> settled_;
  FacetEdges edges_;
  std::vector<bool> known_;
  std::vector<Numbers> front_;
  std::vector<std::uint32_t> queue_;
  std::vector<FanFacet> fan_;
};

}  // namespace

std::vector<SolidFace> solid_faces(const Arrangement& arrangement, const Body& a, const Body& b, Combination how) {
  return Flood(arrangement, a, b, how).run();
}

}  // namespace impinge
