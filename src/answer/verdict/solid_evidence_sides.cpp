// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What is known of the faces that take part in contacts. Rays are the expensive part: neighbours on a surface that does not
// meet itself have the same sides, so that a wall needs one ray, however many faces it has.
#include "answer/verdict/face_neighbours.h"
#include "answer/verdict/solid_evidence.h"
#include "base/predicates.h"

namespace impinge {

namespace {

constexpr std::size_t kFewRays = 16;         // cast before neighbours are asked
constexpr std::size_t kFacesPerRay = 1000;   // that neighbours are found for in the time of a ray
constexpr std::size_t kFewAsked = 64;        // faces asked alone whether they are simple, before all are
constexpr std::size_t kFacesPerAsked = 64;   // of so many, one more is asked alone before all are
constexpr std::size_t kFewContacts = 256;    // looked at one by one, whether walls coincide or not
constexpr std::size_t kFacesPerContact = 8;  // where there are more faces, coincident walls are no large part of them

}  // namespace

bool EvidenceSearch::is_simple(Side& side, std::uint32_t face) {
  std::optional<bool>& simple = contact(side, face).simple;
  if (simple) return *simple;
  const WorldObject& o = side.body.object();
  const bool many = o.closed() && side.simple_asked++ > kFewAsked + o.faces.size() / kFacesPerAsked;
  if (many && side.meets_own.empty()) side.meets_own = faces_meeting_own(side.body, touched(side));
  if (o.closed())
    simple = !(many && touched(side)[face] ? side.meets_own[face] : meets_own_face(side.body, face));
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
  if (!all_meet || !common_->proportional()) return false;
  evidence_ = {};
  evidence_.both = a_.body.has_volume();
  return true;
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
