// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// After Cherchi, Livesu, Scateni, Attene, Fast and robust mesh arrangements using floating-point arithmetic, 2020, with
// other means: points are named by the features they lie on, and each plane is triangulated by a sweep, so that faces that
// lie on each other are cut alike.
#include "answer/arrangement/arrangement.h"

#include <algorithm>
#include <set>

#include "answer/arrangement/face_contact.h"
#include "answer/arrangement/flat_sweep.h"
#include "answer/arrangement/plane_cuts.h"
#include "base/predicates.h"
#include "base/union_find.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

constexpr std::size_t kManyCuts = 100;  // of one plane: then points are compared once more to find equal ones

// True if both points lie on one edge of the face.
bool along_an_edge(const FaceSpot& p, const FaceSpot& q) {
  const auto on = [](const FaceSpot& f, int edge) {
    if (f.kind == FaceFeature::edge) return f.index == edge;
    return f.kind == FaceFeature::vertex && (f.index == edge || f.index == (edge + 1) % 3);
  };
  for (int edge = 0; edge < 3; ++edge)
    if (on(p, edge) && on(q, edge)) return true;
  return false;
}

class Arranging {
 public:
  Arranging(const TwoBodies& bodies, std::span<const std::array<std::uint32_t, 2>> pairs, Control& control)
      : result_{bodies, CutPoints(bodies), {}, {}, {}, {}}, bodies_(bodies), control_(control) {
    for (const auto& pair : pairs) {
      if (degenerate(bodies.triangle(pair[0])) || degenerate(bodies.triangle(pair[1]))) continue;
      pairs_.push_back(pair);
      result_.cut_faces.insert(result_.cut_faces.end(), pair.begin(), pair.end());
    }
    auto& faces = result_.cut_faces;
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  }

  Arrangement run() {
    cut_faces();
    gather_planes();
    drop_repeated_cuts();
    for (std::size_t i = 0; i < planes_.size(); ++i)
      if (planes_[i].entangled) planes_[i].cross(result_.points, edges_, bodies_, result_.planes[i].axis);
    join_points();
    for (std::uint32_t i = 0; i < planes_.size(); ++i) triangulate_plane(i);
    return std::move(result_);
  }

 private:
  std::uint32_t slot(std::uint32_t face) const {
    const auto& faces = result_.cut_faces;
    return static_cast<std::uint32_t>(std::lower_bound(faces.begin(), faces.end(), face) - faces.begin());
  }

  void join_points() {
    std::vector<std::uint32_t> corners;
    for (const std::uint32_t f : result_.cut_faces)
      for (const std::uint32_t c : bodies_.corners(f)) corners.push_back(c);
    result_.points.join(std::move(corners));
  }

  // Faces that are there many times cut others as often in one place, under names of their own; all of them against each
  // other would take hours.
  void drop_repeated_cuts() {
    const auto has_many = [](const PlaneCuts& plane) { return plane.entangled && plane.cuts.size() > kManyCuts; };
    if (std::none_of(planes_.begin(), planes_.end(), has_many)) return;
    join_points();
    for (PlaneCuts& plane : planes_) {
      if (!has_many(plane)) continue;
      std::set<CutPoints::Edge> known;
      std::erase_if(plane.cuts, [&](const PlaneCuts::Cut& c) {
        return !known.insert(CutPoints::edge(result_.points.number(c.p), result_.points.number(c.q))).second;
      });
    }
  }

  // The number of a shared point; says to the edges that it lies on them.
  std::uint32_t point_of(const SharedPoint& p, std::uint32_t f, std::uint32_t g) {
    const std::uint32_t point = result_.points.shared(p, f, g);
    if (p.a.kind == FaceFeature::edge) edges_.add(result_.points.edge_of(f, p.a), point);
    if (p.b.kind == FaceFeature::edge) edges_.add(result_.points.edge_of(g, p.b), point);
    return point;
  }

  void cut_faces() {
    const std::size_t n = result_.cut_faces.size();
    cuts_.resize(n);
    lone_.resize(n);
    tangled_.resize(n);
    flat_ = UnionFind(n);
    for (const auto& [f, g] : pairs_) {
      control_.poll();
      const FaceContact contact = face_contact(bodies_.triangle(f), bodies_.triangle(g));
      std::uint32_t points[12];
      for (int i = 0; i < contact.count; ++i) points[i] = point_of(contact.points[static_cast<std::size_t>(i)], f, g);
      const std::uint32_t fs = slot(f), gs = slot(g);
      const bool own = bodies_.in_b(f) == bodies_.in_b(g);
      if (own) tangled_[fs] = tangled_[gs] = true;
      if (contact.coplanar) {
        if (contact.count > 2) flat_.unite(fs, gs);
      } else if (contact.count == 2) {
        const SharedPoint &p = contact.points[0], &q = contact.points[1];
        if (!along_an_edge(p.a, q.a)) cuts_[fs].push_back({points[0], points[1], g});
        if (!along_an_edge(p.b, q.b)) cuts_[gs].push_back({points[0], points[1], f});
      } else if (contact.count == 1) {
        if (contact.points[0].a.kind == FaceFeature::face) lone_[fs].push_back(points[0]);
        if (contact.points[0].b.kind == FaceFeature::face) lone_[gs].push_back(points[0]);
      }
    }
  }

  // Faces that lie on each other share a plane. Where a face meets others of its body, or lies on one, its cuts may cross.
  void gather_planes() {
    const std::size_t n = result_.cut_faces.size();
    std::vector<std::uint32_t> plane_of(n, UINT32_MAX);
    for (std::uint32_t s = 0; s < n; ++s) {
      const std::uint32_t root = flat_.root(s);
      if (plane_of[root] == UINT32_MAX) {
        plane_of[root] = static_cast<std::uint32_t>(planes_.size());
        planes_.emplace_back();
      }
      PlaneCuts& plane = planes_[plane_of[root]];
      plane.faces.push_back(result_.cut_faces[s]);
      std::move(cuts_[s].begin(), cuts_[s].end(), std::back_inserter(plane.cuts));
      plane.lone.insert(plane.lone.end(), lone_[s].begin(), lone_[s].end());
      plane.entangled = plane.entangled || tangled_[s] || plane.faces.size() > 1;
      if (s != root) tangled_[s] = tangled_[root] = true;
    }
    for (const auto& [f, g] : pairs_) {
      const std::uint32_t fs = slot(f), gs = slot(g);
      if (tangled_[gs] || tangled_[flat_.root(gs)]) planes_[plane_of[flat_.root(fs)]].entangled = true;
      if (tangled_[fs] || tangled_[flat_.root(fs)]) planes_[plane_of[flat_.root(gs)]].entangled = true;
    }
    for (const PlaneCuts& plane : planes_) {
      const Triangle t = bodies_.triangle(plane.faces.front());
      const int axis = shadow_axis(t);
      result_.planes.push_back({plane.faces.front(), axis, orient2d(t.p[0], t.p[1], t.p[2], axis)});
    }
  }

  void triangulate_plane(std::uint32_t index) {
    control_.poll();
    PlaneCuts& plane = planes_[index];
    const int axis = result_.planes[index].axis;
    std::vector<FlatSegment> segments = plane.segments(result_.points, edges_, bodies_, axis);
    for (std::uint32_t& p : plane.lone) p = result_.points.number(p);
    const FlatTriangulation flat = triangulate(result_.points, axis, segments, plane.lone);
    std::vector<std::uint32_t> first;
    std::vector<std::array<std::int32_t, 2>> jumps;
    for (const std::vector<std::uint32_t>& cover : flat.covers) {
      first.push_back(static_cast<std::uint32_t>(result_.covers.size()));
      std::array<std::int32_t, 2> jump{};
      for (const std::uint32_t f : cover) {
        const Triangle t = bodies_.triangle(f);
        jump[bodies_.in_b(f)] += orient2d(t.p[0], t.p[1], t.p[2], axis);
        result_.covers.push_back(f);
      }
      jumps.push_back(jump);
    }
    for (const FlatTriangle& t : flat.triangles)
      result_.triangles.push_back({t.points,
                                   index,
                                   first[t.cover],
                                   static_cast<std::uint32_t>(flat.covers[t.cover].size()),
                                   {jumps[t.cover][0], jumps[t.cover][1]}});
  }

  Arrangement result_;
  TwoBodies bodies_;
  Control& control_;
  std::vector<std::array<std::uint32_t, 2>> pairs_;
  EdgePoints edges_;
  UnionFind flat_{0};
  std::vector<std::vector<PlaneCuts::Cut>> cuts_;  // by slot, as the next two
  std::vector<std::vector<std::uint32_t>> lone_;
  std::vector<bool> tangled_;
  std::vector<PlaneCuts> planes_;
};

}  // namespace

Arrangement arrange(const TwoBodies& bodies, std::span<const std::array<std::uint32_t, 2>> pairs, Control& control) {
  return Arranging(bodies, pairs, control).run();
}

}  // namespace impinge
