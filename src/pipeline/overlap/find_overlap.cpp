// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/overlap/find_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "answer/overlap/contact_curves.h"
#include "answer/overlap/face_contacts.h"
#include "answer/overlap/overlap_solid.h"
#include "exact/decide_pairs.h"
#include "localise/face_octree/face_octree.h"

namespace impinge {

namespace {

using FaceList = std::vector<std::uint32_t>;

// Pairs of faces of one body that meet beyond what neighbours share, among those listed.
void add_own_meetings(const WorldObject& object, const FaceList& faces, std::uint32_t offset, Control& control,
                      MeetingFaces& pairs) {
  if (faces.size() < 2) return;
  const std::span<const WorldObject> one(&object, 1);
  const LocaliseInput input{one, {&faces, 1}, LocaliseInput::Asked::each_with_itself, {}, {}};
  for (const PairContacts& met : decide_pairs(one, face_octree(input, control), control))
    for (const FacePair& p : met.faces) pairs.push_back({p.a_face + offset, p.b_face + offset});
}

FaceList faces_in_pairs(std::span<const FacePair> pairs, std::uint32_t FacePair::*face) {
  FaceList faces;
  for (const FacePair& p : pairs) faces.push_back(p.*face);
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

FaceList faces_in_box(const Body& body, const Box& box) {
  FaceList faces;
  const WorldObject& object = body.object();
  body.walk([&](const Box& other) { return boxes_meet(other, box); },
            [&](std::uint32_t f) {
              if (boxes_meet(box_of(object.triangle(f)), box)) faces.push_back(f);
            });
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

// Which faces may matter: those that meet for curves and patches, all in the common box for the solid, all for the others.
enum class Reach { meeting, common_box, everything };

Arrangement arrangement_of(const Body& a, const Body& b, std::span<const FacePair> pairs, Reach reach, Control& control) {
  const TwoBodies bodies{&a.object(), &b.object()};
  MeetingFaces meeting;
  for (const FacePair& p : pairs) meeting.push_back({p.a_face, p.b_face + bodies.first_b_face()});
  Box box = intersection(a.object().box, b.object().box);
  if (reach == Reach::everything) {
    box = a.object().box;
    box.add(b.object().box.low);
    box.add(b.object().box.high);
  }
  const auto faces = [&](const Body& body, std::uint32_t FacePair::*face) {
    return reach == Reach::meeting ? faces_in_pairs(pairs, face) : faces_in_box(body, box);
  };
  add_own_meetings(a.object(), faces(a, &FacePair::a_face), 0, control, meeting);
  add_own_meetings(b.object(), faces(b, &FacePair::b_face), bodies.first_b_face(), control, meeting);
  return arrange(bodies, meeting, control);
}

// Some order of two bodies that does not depend on which is called a, so that neither does the answer.
bool comes_first(const WorldObject& x, const WorldObject& y) {
  const auto key = [](const WorldObject& o) {
    const Vec3 &low = o.box.low, &high = o.box.high;
    return std::tuple(o.faces.size(), o.local.size(), low.x(), low.y(), low.z(), high.x(), high.y(), high.z());
  };
  if (key(x) != key(y)) return key(x) < key(y);
  for (std::uint32_t v = 0; v < x.local.size(); ++v) {
    const Vec3 p = x.vertex(v), q = y.vertex(v);
    if (p != q) return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  }
  return std::lexicographical_compare(x.faces.begin(), x.faces.end(), y.faces.begin(), y.faces.end());
}

std::vector<FacePair> swapped(std::span<const FacePair> pairs) {
  std::vector<FacePair> result;
  for (const FacePair& p : pairs) result.push_back({p.b_face, p.a_face, p.relation});
  std::sort(result.begin(), result.end());
  return result;
}

void swap_bodies(Overlap& overlap) {
  for (ContactCurve& c : overlap.curves)
    for (auto& faces : c.faces) std::swap(faces[0], faces[1]);
  for (ContactPatch& p : overlap.patches) std::swap(p.a_faces, p.b_faces);
  if (overlap.solid)
    for (Lump& l : overlap.solid->lumps) std::swap(l.a_faces, l.b_faces);
}

void fill(const Body& a, const Body& b, std::span<const FacePair> pairs, const CheckOptions& asked, Control& control,
          Overlap& overlap) {
  const bool solids = a.object().closed() && b.object().closed();
  const bool solid = (asked.overlap || asked.parting) && solids;
  if (!(solid || asked.curves || asked.patches)) return;
  const Arrangement arrangement = arrangement_of(a, b, pairs, solid ? Reach::common_box : Reach::meeting, control);
  if (asked.curves) overlap.curves = contact_curves(arrangement);
  if (asked.patches) overlap.patches = contact_patches(arrangement);
  if (solid) overlap.solid = overlap_solid(arrangement, solid_faces(arrangement, a, b, Combination::intersection));
}

}  // namespace

Overlap find_overlap(const Body& a, const Body& b, std::span<const FacePair> pairs, const CheckOptions& asked,
                     Control& control) {
  Overlap overlap;
  if (asked.contacts) overlap.contacts = face_contacts(a.object(), b.object(), pairs);
  if (comes_first(b.object(), a.object())) {
    fill(b, a, swapped(pairs), asked, control, overlap);
    swap_bodies(overlap);
    for (ContactPatch& p : overlap.patches) {
      // Turned about the normal of a.
      const Triangle t = a.object().triangle(p.a_faces.front());
      const Vec3 normal = (t.p[1] - t.p[0]).cross(t.p[2] - t.p[0]);
      if (normal.dot(p.normal) > 0) continue;
      p.normal = -p.normal;
      for (auto& loop : p.outline) std::reverse(loop.begin(), loop.end());
    }
  } else {
    fill(a, b, pairs, asked, control, overlap);
  }
  if ((asked.overlap || asked.parting) && !(a.object().closed() && b.object().closed()))
    overlap.statement = "a body is not closed, so that the overlap is no solid";
  return overlap;
}

OverlapSolid find_solid(const Body& a, const Body& b, std::span<const FacePair> pairs, Combination how, Control& control) {
  const Reach reach = how == Combination::intersection ? Reach::common_box : Reach::everything;
  const Arrangement arrangement = arrangement_of(a, b, pairs, reach, control);
  return overlap_solid(arrangement, solid_faces(arrangement, a, b, how));
}

}  // namespace impinge
