// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/verdict/face_neighbours.h"

#include <algorithm>
#include <utility>

#include "base/predicates.h"
#include "exact/face_pair_static.h"

namespace impinge {

CornerFaces::CornerFaces(const WorldObject& object)
    : object_(object), first_(object.local.size() + 1, 0), faces_(3 * object.faces.size()) {
  const auto each = [&](const auto& visit) {
    for (std::uint32_t f = 0; f < object.faces.size(); ++f)
      for (const std::uint32_t c : object.topology->corners(object.faces[f])) visit(c, f);
  };
  each([&](std::uint32_t c, std::uint32_t) { ++first_[c]; });
  std::uint32_t end = 0;
  for (std::uint32_t& n : first_) n = end += n;
  each([&](std::uint32_t c, std::uint32_t f) { faces_[--first_[c]] = f; });
}

std::optional<std::uint32_t> CornerFaces::across(std::uint32_t face, std::uint32_t u, std::uint32_t v) const {
  const auto count = [&](std::uint32_t corner) { return first_[corner + 1] - first_[corner]; };
  if (count(u) > count(v)) std::swap(u, v);  // one of them may be the tip of a fan
  std::optional<std::uint32_t> other;
  for (std::uint32_t i = first_[u]; i < first_[u + 1]; ++i) {
    const Face c = object_.topology->corners(object_.faces[faces_[i]]);
    if (faces_[i] == face || std::find(c.begin(), c.end(), v) == c.end()) continue;
    if (other) return {};
    other = faces_[i];
  }
  return other;
}

void visit_near_own_faces(const Body& body, std::uint32_t face,
                          const std::function<bool(std::uint32_t, const Triangle&)>& visit) {
  const WorldObject& o = body.object();
  const Triangle t = o.triangle(face);
  if (degenerate(t)) return;  // without an area it bounds nothing
  const Box box = box_of(t);
  bool more = true;
  body.walk([&](const Box& b) { return more && boxes_meet(b, box); },
            [&](std::uint32_t g) {
              if (g == face || !more) return;
              const Triangle u = o.triangle(g);
              if (boxes_meet(box, box_of(u)) && !degenerate(u)) more = visit(g, u);
            });
}

bool own_faces_meet(const WorldObject& o, std::uint32_t f, std::uint32_t g) {
  const auto corners = [&](std::uint32_t face) { return o.topology->corners(o.faces[face]); };
  return self_pair_static(o.triangle(f), corners(f), o.triangle(g), corners(g)) != Relation::disjoint;
}

bool meets_own_face(const Body& body, std::uint32_t face) {
  bool found = false;
  visit_near_own_faces(body, face, [&](std::uint32_t g, const Triangle&) {
    found = own_faces_meet(body.object(), face, g);
    return !found;
  });
  return found;
}

namespace {

// A face with an area, read once for many questions.
struct ReadFace {
  std::uint32_t face;
  Face corners;
  Triangle triangle;
  Box box;
};

std::optional<ReadFace> read_face(const WorldObject& o, std::uint32_t face) {
  const Triangle t = o.triangle(face);
  if (degenerate(t)) return {};
  return ReadFace{face, o.topology->corners(o.faces[face]), t, box_of(t)};
}

}  // namespace

// The tree is walked once for each cluster of neighbouring faces.
std::vector<bool> faces_meeting_own(const Body& body, const std::vector<bool>& asked) {
  const WorldObject& o = body.clustered();
  std::vector<bool> meets(o.faces.size(), false);
  std::vector<ReadFace> cluster_faces, near;
  for (const FaceCluster& cluster : o.clusters->clusters()) {
    body.control().poll();
    cluster_faces.clear();
    near.clear();
    Box box;
    for (std::uint32_t i = 0; i < cluster.count; ++i)
      if (const auto read = asked[cluster.faces[i]] ? read_face(o, cluster.faces[i]) : std::nullopt) {
        cluster_faces.push_back(*read);
        box.add(read->box);
      }
    if (cluster_faces.empty()) continue;
    walk_clusters(
        o, [&](const Box& b) { return boxes_meet(b, box); },
        [&](std::uint32_t g) {
          const Triangle t = o.triangle(g);
          if (const Box b = box_of(t); boxes_meet(b, box) && !degenerate(t))
            near.push_back({g, o.topology->corners(o.faces[g]), t, b});
        });
    for (const ReadFace& f : cluster_faces)
      for (const ReadFace& g : near) {
        if (g.face == f.face || (asked[g.face] && g.face < f.face) || !boxes_meet(f.box, g.box) ||
            (meets[f.face] && meets[g.face]))
          continue;
        if (self_pair_static(f.triangle, f.corners, g.triangle, g.corners) == Relation::disjoint) continue;
        meets[f.face] = meets[g.face] = true;
      }
  }
  return meets;
}

std::vector<FanFace> faces_around(const Body& body, std::uint32_t face, std::uint32_t u, std::uint32_t v) {
  const WorldObject& o = body.object();
  std::vector<FanFace> around;
  Box edge;
  edge.add(o.vertex(u));
  edge.add(o.vertex(v));
  const auto add = [&](std::uint32_t g) {
    const Face c = o.topology->corners(o.faces[g]);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t p = c[i], q = c[(i + 1) % 3];
      if ((p != u || q != v) && (p != v || q != u)) continue;
      if (!degenerate(o.triangle(g))) around.push_back({o.vertex(c[(i + 2) % 3]), p == u});
      return;
    }
  };
  add(face);
  body.walk([&](const Box& b) { return boxes_meet(b, edge); },
            [&](std::uint32_t g) {
              if (g != face) add(g);
            });
  return around;
}

}  // namespace impinge
