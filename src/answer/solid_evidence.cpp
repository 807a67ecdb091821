// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Contacts are looked at where they are, by signs of exact determinants; the rest of each surface is constant in groups and
// needs one ray a group. Where a body meets itself at a contact, rays around an exact point of that contact are cast
// instead.
#include "answer/solid_evidence.h"

#include <algorithm>
#include <numeric>

#include "answer/contact_fan.h"
#include "answer/contact_line.h"
#include "base/predicates.h"
#include "exact/face_pair_static.h"
#include "exact/meeting_set.h"

namespace impinge {

namespace {

bool degenerate(const Triangle& t) { return collinear(t.p[0], t.p[1], t.p[2]); }

bool in_plane(const Triangle& plane, const Vec3& p) { return orient3d(plane.p[0], plane.p[1], plane.p[2], p) == 0; }

bool coplanar(const Triangle& a, const Triangle& b) {
  return in_plane(a, b.p[0]) && in_plane(a, b.p[1]) && in_plane(a, b.p[2]);
}

// Normals of coplanar triangles point to the same side.
bool same_way(const Triangle& a, const Triangle& b) {
  for (int axis = 0; axis < 3; ++axis) {
    const int x = orient2d(a.p[0], a.p[1], a.p[2], axis), y = orient2d(b.p[0], b.p[1], b.p[2], axis);
    if (x != 0 && y != 0) return x == y;
  }
  return true;
}

// True if a face of its own body meets this one beyond what they share.
bool meets_own_body(const Body& body, std::uint32_t face) {
  const WorldObject& o = body.object();
  const Triangle t = o.triangle(face);
  const Face corners = o.topology->corners(o.faces[face]);
  const Box box = box_of(t);
  bool meets = false;
  body.walk([&](const Box& b) { return !meets && boxes_meet(b, box); },
            [&](std::uint32_t g) {
              if (meets || g == face) return;
              const Face g_corners = o.topology->corners(o.faces[g]);
              meets = self_pair_static(t, corners, o.triangle(g), g_corners) != Relation::disjoint;
            });
  return meets;
}

// The non-degenerate faces at the edge from corner u to corner v; the given face comes first.
std::vector<FanFace> faces_around(const Body& body, std::uint32_t face, std::uint32_t u, std::uint32_t v) {
  const WorldObject& o = body.object();
  std::vector<FanFace> around;
  Box edge;
  edge.add(o.vertices[u]);
  edge.add(o.vertices[v]);
  const auto add = [&](std::uint32_t g) {
    const Face c = o.topology->corners(o.faces[g]);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t p = c[i], q = c[(i + 1) % 3];
      if ((p != u || q != v) && (p != v || q != u)) continue;
      if (!degenerate(o.triangle(g))) around.push_back({o.vertices[c[(i + 2) % 3]], p == u});
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

}  // namespace

EvidenceSearch::EvidenceSearch(const Body& a, const Body& b, std::span<const FacePair> meeting)
    : a_{a, b, true, {}}, b_{b, a, false, {}}, meeting_(meeting) {}

bool EvidenceSearch::settled() const {
  const bool a_closed = a_.body.object().closed(), b_closed = b_.body.object().closed();
  if (a_closed && b_closed) return evidence_.overlap_settled();
  return b_closed ? evidence_.a_inside && evidence_.a_outside : evidence_.b_inside && evidence_.b_outside;
}

EvidenceSearch::ContactFace& EvidenceSearch::contact(Side& side, std::uint32_t face) {
  const auto [it, fresh] = side.contacts.try_emplace(face);
  if (fresh && side.body.object().closed()) it->second.simple = !meets_own_body(side.body, face);
  return it->second;
}

const FaceSides& EvidenceSearch::sides_of(Side& side, std::uint32_t face) {
  ContactFace& c = contact(side, face);
  if (!c.sides) c.sides = side.body.object().closed() ? side.body.sides_of(face) : FaceSides{0, 0};
  return *c.sides;
}

void EvidenceSearch::add(const Side& side, int own, int other) {
  side.is_a ? evidence_.add(own, other) : evidence_.add(other, own);
}

void EvidenceSearch::add_surface(const Side& side, int other) {
  bool& flag = side.is_a ? (other != 0 ? evidence_.a_inside : evidence_.a_outside)
                         : (other != 0 ? evidence_.b_inside : evidence_.b_outside);
  flag = true;
}

const Evidence& EvidenceSearch::run() {
  for (const FacePair& pair : meeting_)
    if (pair.relation == Relation::crossing && !settled()) look_at_crossing(pair);
  for (const FacePair& pair : meeting_) {
    if (pair.relation == Relation::crossing || settled()) continue;
    look_at_coplanar(pair);
    look_at_edges(b_, pair.b_face, a_, pair.a_face);
    look_at_edges(a_, pair.a_face, b_, pair.b_face);
  }
  for (Side* side : {&a_, &b_})
    if (!settled() && side->other.object().closed()) look_at_free_faces(*side);
  for (Side* side : {&a_, &b_})
    if (!settled() && side->other.object().closed()) look_at_touched_faces(*side);
  return evidence_;
}

// Two faces pass through each other: all four combinations of their sides exist.
void EvidenceSearch::look_at_crossing(const FacePair& pair) {
  ContactFace &ca = contact(a_, pair.a_face), &cb = contact(b_, pair.b_face);
  ca.cut = cb.cut = true;
  if (!ca.simple || !cb.simple)
    return look_along(a_.body.object().triangle(pair.a_face), b_.body.object().triangle(pair.b_face), {&a_, &b_});
  const FaceSides a = sides_of(a_, pair.a_face), b = sides_of(b_, pair.b_face);
  for (const int wa : {a.front, a.back})
    for (const int wb : {b.front, b.back}) evidence_.add(wa, wb);
  for (const int wb : {b.front, b.back}) add_surface(a_, wb);
  for (const int wa : {a.front, a.back}) add_surface(b_, wa);
}

// Two faces cover each other in part: front and back of both lie on the same two sides.
void EvidenceSearch::look_at_coplanar(const FacePair& pair) {
  const Triangle ta = a_.body.object().triangle(pair.a_face), tb = b_.body.object().triangle(pair.b_face);
  if (degenerate(ta) || degenerate(tb) || !coplanar(ta, tb) || !coplanar_faces_overlap(ta, tb)) return;
  ContactFace &ca = contact(a_, pair.a_face), &cb = contact(b_, pair.b_face);
  ca.cut = cb.cut = true;
  if (!ca.simple || !cb.simple) return look_along(ta, tb, {});
  const FaceSides a = sides_of(a_, pair.a_face), b = sides_of(b_, pair.b_face);
  const bool same = same_way(ta, tb);
  evidence_.add(a.front, same ? b.front : b.back);
  evidence_.add(a.back, same ? b.back : b.front);
}

// Edges of one face that run inside the other face, in its plane.
void EvidenceSearch::look_at_edges(Side& edge_side, std::uint32_t edge_face, Side& face_side, std::uint32_t face) {
  const Triangle t = face_side.body.object().triangle(face), e = edge_side.body.object().triangle(edge_face);
  if (degenerate(t)) return;
  bool inside[3];
  for (int i = 0; i < 3; ++i) inside[i] = in_plane(t, e.p[i]);
  for (int i = 0; i < 3; ++i)
    if (const int j = (i + 1) % 3; inside[i] && inside[j] && e.p[i] != e.p[j] && edge_cuts_face(e.p[i], e.p[j], t))
      look_at_fan(edge_side, edge_face, i, face_side, face);
}

void EvidenceSearch::look_at_fan(Side& edge_side, std::uint32_t edge_face, int edge, Side& face_side, std::uint32_t face) {
  ContactFace& cf = contact(face_side, face);
  cf.cut = true;
  const WorldObject& o = edge_side.body.object();
  const Face corners = o.topology->corners(o.faces[edge_face]);
  const std::uint32_t u = corners[static_cast<std::size_t>(edge)], v = corners[static_cast<std::size_t>((edge + 1) % 3)];
  const std::vector<FanFace> around = faces_around(edge_side.body, edge_face, u, v);
  const bool simple = cf.simple && contact(edge_side, edge_face).simple && !degenerate(o.triangle(edge_face));
  const Triangle t = face_side.body.object().triangle(face);
  if (!simple) {
    const Triangle segment{{o.vertices[u], o.vertices[v], o.vertices[u]}};
    return face_side.is_a ? look_along(t, segment, {&face_side}) : look_along(segment, t, {&face_side});
  }
  const ContactFan fan =
      contact_fan(t, sides_of(face_side, face), o.vertices[u], o.vertices[v], around, sides_of(edge_side, edge_face));
  for (const ContactFan::Wedge& w : fan.wedges) add(face_side, w.face_body, w.edge_body);
  if (fan.left) add_surface(face_side, *fan.left);
  if (fan.right) add_surface(face_side, *fan.right);
}

// The contact of a face of a and a face of b where a body meets itself: rays into all wedges around every piece of it. Each
// ray tells of a place that exists. `passed` are the sides whose face goes on beyond the contact on both sides of it.
void EvidenceSearch::look_along(const Triangle& a, const Triangle& b, std::initializer_list<const Side*> passed) {
  const auto [first, last] = meeting_ends(a, b);
  const Vec3 axis = rounded(last) - rounded(first);
  const bool wedges = seen_.emplace(first, last).second;
  if (!(axis.squaredNorm() > 0) || (!wedges && passed.size() == 0)) return;
  for (const ExactPoint& p : piece_middles(first, last, a_.body, b_.body)) {
    const RayStart start(p);
    for (const Vec3& r : wedges ? wedge_directions(start, axis, a_.body, b_.body) : std::vector<Vec3>()) {
      if (settled()) return;
      const auto wa = a_.body.object().closed() ? a_.body.winding_along(start, r) : std::optional<int>(0);
      const auto wb = b_.body.object().closed() ? b_.body.winding_along(start, r) : std::optional<int>(0);
      if (wa && wb) evidence_.add(*wa, *wb);
    }
    for (const Side* side : passed) look_across(*side, side->is_a ? a : b, start, axis);
  }
}

// The face itself on both sides of the contact: inside or outside of the other body, unless it lies on its surface there.
void EvidenceSearch::look_across(const Side& side, const Triangle& t, const RayStart& start, const Vec3& axis) {
  if (!side.other.object().closed()) return;
  const Vec3 across = cross(axis, cross(t.p[1] - t.p[0], t.p[2] - t.p[0]));
  if (!(across.squaredNorm() > 0)) return;
  for (const double sign : {1.0, -1.0})
    if (const auto w = side.other.winding_along(start, Vec3(across.normalized() * sign + axis.normalized() * 0.0078125)))
      add_surface(side, *w);
}

// No contact at all: the groups are the components, which the topology knows.
void EvidenceSearch::look_at_free_components(Side& side) {
  const WorldObject& o = side.body.object();
  for (std::uint32_t c = 0; c < o.topology->component_faces.size() && !settled(); ++c) {
    const std::uint32_t face = o.topology->component_faces[c];
    if (!look_at_free_group(side, face)) continue;
    std::vector<std::uint32_t> faces;
    for (std::uint32_t f = face; f < o.faces.size(); ++f)
      if (o.topology->component_of[o.faces[f][0]] == c) faces.push_back(f);
    look_at_group_sides(side, faces);
  }
}

// Faces without any contact, in groups that hang together by their corners: one ray a group.
void EvidenceSearch::look_at_free_faces(Side& side) {
  if (meeting_.empty()) return look_at_free_components(side);
  const WorldObject& o = side.body.object();
  std::vector<bool> touched(o.faces.size(), false);
  for (const FacePair& pair : meeting_) touched[side.is_a ? pair.a_face : pair.b_face] = true;
  std::vector<std::uint32_t> parent(o.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    if (touched[f]) continue;
    const Face c = o.topology->corners(o.faces[f]);
    for (const std::uint32_t v : {c[1], c[2]}) {
      const std::uint32_t x = root(c[0]), y = root(v);
      parent[std::max(x, y)] = std::min(x, y);
    }
  }
  std::unordered_map<std::uint32_t, std::size_t> group_of;
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    if (touched[f]) continue;
    const auto [it, fresh] = group_of.try_emplace(root(o.topology->corner(o.faces[f][0])), groups.size());
    if (fresh) groups.emplace_back();
    groups[it->second].push_back(f);
  }
  for (const auto& group : groups)
    if (!settled() && look_at_free_group(side, group.front())) look_at_group_sides(side, group);
}

// Returns true if the sides of the group's faces matter as well.
bool EvidenceSearch::look_at_free_group(Side& side, std::uint32_t face) {
  const WorldObject& o = side.body.object();
  const Vec3& corner = o.vertices[o.faces[face][0]];
  group_winding_ = side.other.winding_at(RayStart(corner));
  add_surface(side, group_winding_);
  if (group_winding_ != 0 && !inner_point_) inner_point_ = corner;
  if (!o.closed()) return false;
  // A face of a closed body has an inside on one of its sides, unless a twin of it turns the other way.
  const bool twins = o.topology->report.duplicate_faces > 0;
  if (!twins) add(side, 1, group_winding_);
  return twins || group_winding_ != 0;
}

// Does the other body reach to the outside of this one? Nearly always the first face tells.
void EvidenceSearch::look_at_group_sides(Side& side, std::span<const std::uint32_t> faces) {
  const WorldObject& o = side.body.object();
  const bool twins = o.topology->report.duplicate_faces > 0;
  const bool& known = side.is_a ? evidence_.only_b : evidence_.only_a;
  for (const std::uint32_t f : faces) {
    if (known && !twins) return;
    if (degenerate(o.triangle(f))) continue;
    const FaceSides s = side.body.sides_of(f);
    add(side, s.front, group_winding_);
    add(side, s.back, group_winding_);
    if ((s.front != 0) != (s.back != 0)) return;
  }
}

// Faces that touch the other body with their border alone: their inside lies in one place.
void EvidenceSearch::look_at_touched_faces(Side& side) {
  const WorldObject& o = side.body.object();
  std::vector<std::uint32_t> faces;
  for (const FacePair& pair : meeting_) faces.push_back(side.is_a ? pair.a_face : pair.b_face);
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  for (const std::uint32_t f : faces) {
    if (settled()) return;
    const Triangle t = o.triangle(f);
    if (contact(side, f).cut || degenerate(t)) continue;
    const int other = side.other.winding_at(RayStart(centroid(t)));
    add_surface(side, other);
    if (!o.closed()) continue;
    const FaceSides s = sides_of(side, f);
    add(side, s.front, other);
    add(side, s.back, other);
  }
}

}  // namespace impinge
