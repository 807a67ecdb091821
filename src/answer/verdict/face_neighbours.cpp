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

void visit_near_own_faces(const Body& body, std::uint32_t face, std::uint32_t first,
                          const std::function<bool(std::uint32_t, const Triangle&)>& visit) {
  const WorldObject& o = body.object();
  const Triangle t = o.triangle(face);
  if (degenerate(t)) return;  // without an area it bounds nothing
  const Box box = box_of(t);
  bool more = true;
  body.walk([&](const Box& b) { return more && boxes_meet(b, box); },
            [&](std::uint32_t g) {
              if (g == face || g < first || !more) return;
              const Triangle u = o.triangle(g);
              if (boxes_meet(box, box_of(u)) && !degenerate(u)) more = visit(g, u);
            });
}

bool own_faces_meet(const WorldObject& o, std::uint32_t f, std::uint32_t g) {
  const auto corners = [&](std::uint32_t face) { return o.topology->corners(o.faces[face]); };
  return self_pair_static(o.triangle(f), corners(f), o.triangle(g), corners(g)) != Relation::disjoint;
}

bool meets_own_face(const Body& body, std::uint32_t face, std::size_t& looked_at) {
  bool found = false;
  visit_near_own_faces(body, face, 0, [&](std::uint32_t g, const Triangle&) {
    ++looked_at;
    found = own_faces_meet(body.object(), face, g);
    return !found;
  });
  return found;
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
