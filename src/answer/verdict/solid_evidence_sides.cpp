// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What is known of the faces that take part in contacts. Rays are the expensive part: neighbours on a surface that does not
// meet itself have the same sides, so that a wall needs one ray, however many faces it has.
#include <algorithm>

#include "answer/verdict/face_neighbours.h"
#include "answer/verdict/own_contacts.h"
#include "answer/verdict/solid_evidence.h"
#include "base/predicates.h"

namespace impinge {

namespace {

constexpr std::size_t kFewRays = 16;         // cast before neighbours are asked
constexpr std::size_t kFacesPerRay = 1000;   // that neighbours are found for in the time of a ray
constexpr std::size_t kFewOwnLooks = 1024;   // at neighbours of faces that may be simple, before all faces are asked
constexpr std::size_t kFacesPerOwnLook = 4;  // of so many, one more is looked at before all are asked
constexpr std::size_t kFewContacts = 256;    // looked at one by one, whether walls coincide or not
constexpr std::size_t kFacesPerContact = 8;  // where there are more faces, coincident walls are no large part of them
constexpr std::size_t kPlanesOfLine = 4096;  // where there are more, lists of all of them cost more than they save

}  // namespace

bool EvidenceSearch::is_simple(Side& side, std::uint32_t face) {
  std::optional<bool>& simple = contact(side, face).simple;
  if (simple) return *simple;
  const WorldObject& o = side.body.object();
  // Where walls coincide nearly all faces will be asked.
  const bool common = common_ && meeting_.size() > o.faces.size() && o.faces.size() > kFewOwnLooks;
  const bool many = o.closed() && (common || side.own_looks > kFewOwnLooks + o.faces.size() / kFacesPerOwnLook);
  if (many && side.meets_own.empty()) side.meets_own = faces_meeting_own(side.body, touched(side));
  if (o.closed())
    simple = !(many && touched(side)[face] ? side.meets_own[face] : meets_own_face(side.body, face, side.own_looks));
  else
    simple = true;
  side.overlaps = side.overlaps || !*simple;
  return *simple;
}

const FaceSides& EvidenceSearch::sides_of(Side& side, std::uint32_t face) {
  ContactFace& c = contact(side, face);
  if (c.sides) return *c.sides;
  const WorldObject& o = side.body.object();
  c.sides = o.closed() ? side.body.sides_of(face) : FaceSides{0, 0};
  const bool many = o.closed() && ++side.rays > kFewRays + o.faces.size() / kFacesPerRay;
  if (many && is_simple(side, face)) spread_sides(side, face);
  return *c.sides;
}

const CornerFaces& EvidenceSearch::corner_faces(Side& side) {
  if (!side.corner_faces) side.corner_faces.emplace(side.body.object());
  return *side.corner_faces;
}

const std::vector<bool>& EvidenceSearch::touched(Side& side) const {
  if (side.touched.empty()) {
    side.touched.resize(side.body.object().faces.size());
    for (const FacePair& pair : meeting_) side.touched[side.is_a ? pair.a_face : pair.b_face] = true;
  }
  return side.touched;
}

// Gives the sides of a simple face to all simple contact faces that are connected with it by edges of two faces.
void EvidenceSearch::spread_sides(Side& side, std::uint32_t face) {
  const WorldObject& o = side.body.object();
  const FaceSides sides = *contact(side, face).sides;
  std::vector<std::uint32_t> open{face};
  while (!open.empty()) {
    const std::uint32_t f = open.back();
    open.pop_back();
    const Face corners = o.topology->corners(o.faces[f]);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto next = corner_faces(side).across(f, corners[i], corners[(i + 1) % 3]);
      if (!next || !touched(side)[*next] || degenerate(o.triangle(*next))) continue;
      std::optional<FaceSides>& known = contact(side, *next).sides;
      if (known || !is_simple(side, *next)) continue;
      known = sides;
      open.push_back(*next);
    }
  }
}

// Faces found twice, as those of a part that was placed twice: nothing needs to be looked at one by one.
bool EvidenceSearch::surfaces_equal() {
  const WorldObject &a = a_.body.object(), &b = b_.body.object();
  const std::size_t faces = a.faces.size() + b.faces.size();
  if (common_ || meeting_.size() * kFacesPerContact < faces) return false;
  const bool all_meet = a.closed() && b.closed() && 2 * meeting_.size() >= faces;
  if (!all_meet && meeting_.size() < kFewContacts) return false;
  common_.emplace(a, b);
  if (!all_meet || !common_->proportional()) {
    number_planes();
    return false;
  }
  evidence_ = {};
  evidence_.both = a_.body.has_volume();
  return true;
}

void EvidenceSearch::number_planes() {
  a_.corners = common_->a_corners();
  b_.corners = common_->b_corners();
  const WorldObject &a = a_.body.object(), &b = b_.body.object();
  Box box = a.box;
  box.add(b.box);
  FacePlanes& planes = face_planes_.emplace(box, a.faces.size() + b.faces.size(), a.local.size() + b.local.size());
  a_.planes = planes.number(a, a_.corners, touched(a_));
  b_.planes = planes.number(b, b_.corners, touched(b_));
  if (planes.size() <= kPlanesOfLine) planes_ = {a_.planes, b_.planes, planes.size()};
  for (Side* side : {&a_, &b_}) mark_places(*side);
}

void EvidenceSearch::mark_places(Side& side) {
  const WorldObject& o = side.body.object();
  side.places.assign(side.other.object().local.size() + o.local.size(), false);
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    if (side.planes[f] == FacePlanes::kNone) continue;
    for (const std::uint32_t v : o.faces[f]) side.places[side.corners[v]] = true;
  }
}

// Two faces with an area that lie in one plane for sure.
bool EvidenceSearch::known_coplanar(const Side& side, std::uint32_t face, const Side& other, std::uint32_t other_face) {
  return !side.planes.empty() && side.planes[face] != FacePlanes::kNone && side.planes[face] == other.planes[other_face];
}

// On which side of a face's plane a corner of another face lies, 0 in it; all faces of one plane agree.
int EvidenceSearch::side_of_plane(const Side& side, std::uint32_t face, const Side& other, std::uint32_t other_face,
                                  int corner) {
  const std::uint32_t vertex = other.body.object().faces[other_face][static_cast<std::size_t>(corner)];
  const Vec3 point = other.body.object().vertex(vertex);
  if (face_planes_ && face_planes_->remembers_sides() && side.planes[face] != FacePlanes::kNone)
    return face_planes_->side(side.planes[face], other.corners[vertex], point);
  const Triangle t = side.body.object().triangle(face);
  return orient3d(t.p[0], t.p[1], t.p[2], point);
}

// All corners of another face of the same body lie on one closed side of a face's plane.
bool EvidenceSearch::on_one_side(const Side& side, std::uint32_t face, std::uint32_t other_face) {
  int low = 1, high = -1;
  for (int i = 0; i < 3; ++i) {
    const int at = side_of_plane(side, face, side, other_face, i);
    low = std::min(low, at);
    high = std::max(high, at);
  }
  return low >= 0 || high <= 0;
}

// True if a face is known to have a corner where a vertex of the other side is.
bool EvidenceSearch::has_corner(const Side& side, std::uint32_t face, const Side& other, std::uint32_t other_vertex) {
  if (side.corners.empty()) return false;
  const Face& f = side.body.object().faces[face];
  const std::uint32_t place = other.corners[other_vertex];
  return side.corners[f[0]] == place || side.corners[f[1]] == place || side.corners[f[2]] == place;
}

// True if a face lies on a face of the other body that is simple and not the one it is paired with: what the pair shares is
// on the border of both.
bool EvidenceSearch::meets_at_border(const FacePair& pair) {
  if (!common_) return false;
  const auto is_border = [&](Side& side, std::uint32_t twin, std::uint32_t face) {
    return twin != CommonFaces::kNone && twin != face && side.body.object().closed() && is_simple(side, twin);
  };
  return is_border(b_, common_->of_a(pair.a_face), pair.b_face) || is_border(a_, common_->of_b(pair.b_face), pair.a_face);
}

}  // namespace impinge
