// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The parts of the surfaces that the other body does not divide: they lie in one place each, so one ray tells.
#include <algorithm>

#include "answer/verdict/contact_fan.h"
#include "answer/verdict/face_neighbours.h"
#include "answer/verdict/solid_evidence.h"
#include "base/predicates.h"
#include "base/union_find.h"
#include "exact/face_pair_static.h"

namespace impinge {

namespace {

constexpr int kMaxStarts = 1 << 16;  // far more than faces touch the inside of one face in single points

// A point inside the face, another one for each attempt. The points lie on a conic, which a line meets twice at most.
ExactPoint inner_point_of(const Triangle& t, double attempt) {
  const Exact u(1 + attempt), v(1 + attempt * attempt), w(1.0);
  ExactPoint p;
  p.x = u * t.p[0].x() + v * t.p[1].x() + w * t.p[2].x();
  p.y = u * t.p[0].y() + v * t.p[1].y() + w * t.p[2].y();
  p.z = u * t.p[0].z() + v * t.p[1].z() + w * t.p[2].z();
  p.w = u + v + w;
  return p;
}

// The first such point off the surface of the other body, which touches the inside of the face in single points at most.
std::optional<RayStart> start_off(const Triangle& t, const Body& other) {
  for (int attempt = 0; attempt < kMaxStarts; ++attempt)
    if (const RayStart start(inner_point_of(t, attempt)); !other.holds_on_surface(start)) return start;
  return std::nullopt;
}

}  // namespace

// The bodies overlap, and it is not yet known of each whether it reaches beyond the other.
bool EvidenceSearch::containment_open() const { return evidence_.both && !settled(); }

void EvidenceSearch::look_beyond_contacts() {
  for (Side* side : {&a_, &b_})
    if (!settled() && side->other.object().closed()) look_at_free_groups(*side);
  for (Side* side : {&a_, &b_})
    if (!settled() && side->other.object().closed()) look_at_touched_faces(*side);
  for (Side* side : {&a_, &b_})
    if (containment_open() && side->body.object().closed()) look_at_outside_groups(*side);
  for (Side* side : {&a_, &b_})
    if (containment_open() && meets_itself(*side)) look_at_own_contacts(*side);
}

// Faces in contact may not have been asked yet whether their own body meets them.
bool EvidenceSearch::meets_itself(Side& side) {
  for (const FacePair& pair : meeting_) {
    if (side.overlaps) break;
    is_simple(side, side.is_a ? pair.a_face : pair.b_face);
  }
  return side.overlaps;
}

// Heads of the groups of faces without contact that are connected by their corners. Without any contact they are the
// components, which the topology knows; their lists are made only if they are needed.
std::span<const std::uint32_t> EvidenceSearch::find_free_groups(Side& side) {
  const WorldObject& o = side.body.object();
  if (meeting_.empty()) return o.topology->component_faces;
  const std::vector<bool>& touched = this->touched(side);
  UnionFind connected(o.local.size());
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    if (touched[f]) continue;
    const Face c = o.topology->corners(o.faces[f]);
    connected.unite(c[0], c[1]);
    connected.unite(c[0], c[2]);
  }
  std::unordered_map<std::uint32_t, std::size_t> group_of;
  std::vector<std::uint32_t>& heads = side.heads;
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    if (touched[f]) continue;
    const auto [it, fresh] = group_of.try_emplace(connected.root(o.topology->corner(o.faces[f][0])), side.groups.size());
    if (fresh) {
      side.groups.emplace_back();
      heads.push_back(f);
    }
    side.groups[it->second].push_back(f);
  }
  return heads;
}

std::span<const std::uint32_t> EvidenceSearch::group(Side& side, std::uint32_t index) {
  const WorldObject& o = side.body.object();
  if (side.groups.empty()) {
    side.groups.resize(o.topology->component_faces.size());
    for (std::uint32_t f = 0; f < o.faces.size(); ++f) side.groups[o.topology->component_of[o.faces[f][0]]].push_back(f);
  }
  return side.groups[index];
}

void EvidenceSearch::look_at_free_groups(Side& side) {
  const WorldObject& o = side.body.object();
  const std::span<const std::uint32_t> heads = find_free_groups(side);
  for (std::uint32_t i = 0; i < heads.size() && !settled(); ++i) {
    const Vec3& corner = o.vertex(o.faces[heads[i]][0]);
    const int other = side.other.winding_at(RayStart(corner));
    add_surface(side, other);
    side.group_windings.push_back(other);
    if (other != 0 && !inner_point_) inner_point_ = corner;
    if (!o.closed()) continue;
    if (other != 0)
      look_at_group_sides(side, group(side, i), other);
    else
      side.outside.push_back(i);
  }
}

// As soon as the bodies are known to overlap, faces that lie apart from all contacts nearly always tell the rest.
void EvidenceSearch::look_at_outside_groups_soon() {
  if (!containment_open()) return;
  for (Side* side : {&a_, &b_}) {
    if (side->body.object().closed()) look_at_outside_groups(*side);
    side->outside.clear();
    side->outside_faces.clear();
  }
}

// Faces outside the other body matter only where the bodies overlap: they show that one does not contain the other.
void EvidenceSearch::look_at_outside_groups(Side& side) {
  const bool& known = side.is_a ? evidence_.only_a : evidence_.only_b;
  for (const std::uint32_t i : side.outside)
    if (!known) look_at_group_sides(side, group(side, i), 0);
  for (const std::uint32_t f : side.outside_faces)
    if (!known) add_sides(side, f, 0);
}

// Nearly always the first face tells both: inside of the body on one side, outside on the other.
void EvidenceSearch::look_at_group_sides(Side& side, std::span<const std::uint32_t> faces, int other) {
  for (const std::uint32_t f : faces) {
    if (settled()) return;
    if (degenerate(side.body.object().triangle(f))) continue;
    const FaceSides s = side.body.sides_of(f);
    add(side, s.front, other);
    add(side, s.back, other);
    if ((s.front != 0) != (s.back != 0)) return;
    side.overlaps = true;  // a wall inside the body, or two faces that cancel each other
  }
}

// Faces that touch the other body with their border or in single points: their inside lies in one place.
void EvidenceSearch::look_at_touched_faces(Side& side) {
  const WorldObject& o = side.body.object();
  if (meeting_.empty()) return;
  side.group_of_corner.assign(o.local.size(), UINT32_MAX);
  for (std::uint32_t i = 0; i < side.groups.size(); ++i)
    for (const std::uint32_t f : side.groups[i])
      for (const std::uint32_t c : o.topology->corners(o.faces[f])) side.group_of_corner[c] = i;
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    if (!touched(side)[f] || contact(side, f).cut || degenerate(o.triangle(f))) continue;
    look_at_outside_groups_soon();
    if (settled()) return;
    const std::optional<int> other = winding_inside(side, f);
    if (!other) continue;
    add_surface(side, *other);
    if (!o.closed()) continue;
    if (*other != 0)
      add_sides(side, f, *other);
    else
      side.outside_faces.push_back(f);
  }
}

void EvidenceSearch::add_sides(Side& side, std::uint32_t face, int other) {
  const FaceSides s = sides_of(side, face);
  add(side, s.front, other);
  add(side, s.back, other);
}

// True if the corner is known to be one of a face of the other body. Places have numbers by vertices, of which a corner is
// one.
bool EvidenceSearch::is_corner_of_other(const Side& side, std::uint32_t corner) const {
  const Side& other = side.is_a ? b_ : a_;
  return !other.places.empty() && other.places[side.corners[corner]];
}

// Winding number of the other body at a corner off its surface: all faces around the corner ask for it.
std::optional<int> EvidenceSearch::winding_at_corner(Side& side, std::uint32_t corner) const {
  side.corner_places.resize(side.body.object().local.size());
  std::optional<CornerPlace>& place = side.corner_places[corner];
  if (!place) {
    const RayStart start(side.body.object().vertex(corner));
    const bool on_surface = is_corner_of_other(side, corner) || side.other.holds_on_surface(start);
    place = {on_surface, on_surface ? 0 : side.other.winding_at(start)};
  }
  return place->on_surface ? std::nullopt : std::optional(place->winding);
}

// Winding number of the other body in a face that it does not divide: that of a corner off its surface, if there is one.
std::optional<int> EvidenceSearch::winding_inside(Side& side, std::uint32_t face) const {
  const WorldObject& o = side.body.object();
  const Face corners = o.topology->corners(o.faces[face]);
  for (const std::uint32_t corner : corners)
    if (const std::uint32_t i = side.group_of_corner[corner]; i < side.group_windings.size()) return side.group_windings[i];
  for (const std::uint32_t corner : corners)
    if (const auto winding = winding_at_corner(side, corner)) return winding;
  const std::optional<RayStart> start = start_off(o.triangle(face), side.other);
  if (!start) return {};
  return side.other.winding_at(*start);
}

// A body whose own faces meet may enclose places that no sample of a whole face sees: their corners lie where faces meet.
void EvidenceSearch::look_at_own_contacts(Side& side) {
  const WorldObject& o = side.body.object();
  for (std::uint32_t f = 0; f < o.faces.size() && containment_open(); ++f) {
    const Triangle t = o.triangle(f);
    visit_near_own_faces(side.body, f, f, [&](std::uint32_t g, const Triangle& u) {
      // Nothing but what passes through both is left of faces whose edges were looked along.
      const bool looked = contact(side, f).looked_along && contact(side, g).looked_along;
      if (looked && known_coplanar(side, f, side, g)) return true;
      if (looked ? on_one_side(side, f, g) || on_one_side(side, g, f) : !own_faces_meet(o, f, g)) return true;
      if (face_pair_static(t, u) == Relation::crossing) {
        look_along(t, u);
      } else {
        look_along_edges(side, f);
        look_along_edges(side, g);
      }
      return containment_open();
    });
  }
  look_along_waiting_edges();
}

}  // namespace impinge
