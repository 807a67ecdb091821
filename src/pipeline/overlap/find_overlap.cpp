// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/overlap/find_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "answer/overlap/contact_curves.h"
#include "answer/overlap/face_contacts.h"
#include "answer/overlap/overlap_solid.h"
#include "answer/overlap/region_flood.h"
#include "answer/own_pairs/own_meetings.h"
#include "base/union_find.h"
#include "pipeline/overlap/body_order.h"
#include "shape/mesh/face_adjacency.h"

namespace impinge {

namespace {

using FaceList = std::vector<std::uint32_t>;

FaceList faces_in_pairs(std::span<const FacePair> pairs, std::uint32_t FacePair::*face) {
  FaceList faces;
  for (const FacePair& p : pairs) faces.push_back(p.*face);
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

// Which faces may matter: those that meet for curves and patches, all in the common box for the solid, all for the others.
enum class Reach { meeting, common_box, everything };

Reach reach_of(Combination how) { return how == Combination::intersection ? Reach::common_box : Reach::everything; }

FaceList faces_in(std::span<const OwnPair> pairs) {
  FaceList faces;
  for (const OwnPair& p : pairs) faces.insert(faces.end(), p.begin(), p.end());
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

// The pairs that hang together with some faces, from one to the next that it meets; `faces` become all of theirs.
std::vector<OwnPair> linked_pairs(std::span<const OwnPair> pairs, FaceList& faces) {
  const FaceList all = faces_in(pairs);
  const auto place = [&](std::uint32_t f) {
    return static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), f) - all.begin());
  };
  UnionFind sets(all.size());
  for (const OwnPair& p : pairs) sets.unite(place(p[0]), place(p[1]));
  std::vector<bool> wanted(all.size(), false);
  for (const std::uint32_t f : faces)
    if (std::binary_search(all.begin(), all.end(), f)) wanted[sets.root(place(f))] = true;
  std::vector<OwnPair> linked;
  for (const OwnPair& p : pairs)
    if (wanted[sets.root(place(p[0]))]) linked.push_back(p);
  faces = faces_in(linked);
  return linked;
}

// Those in a box, and all others that hang together with these: edges of faces that meet elsewhere may lie on each other
// along both, so that a face which is cut here and not there would be parted unseen.
std::vector<OwnPair> own_meetings_around(const Body& body, const Box& box) {
  std::vector<OwnPair> found = own_meetings(body, box);
  if (found.empty()) return found;
  FaceList cut = faces_in(found);
  const FaceList in_box = cut;
  Box wider = box;
  for (const std::uint32_t f : in_box) wider.add(box_of(body.object().triangle(f)));
  found = linked_pairs(own_meetings(body, wider), cut);
  if (cut == in_box) return found;
  // Where they reach is not known before they are, so that all of the body is looked at.
  return linked_pairs(own_meetings(body, body.object().box), cut);
}

// Pairs of faces of a, and of b, that meet beyond what neighbours share.
MeetingFaces own_pairs(const Body& a, const Body& b, std::span<const FacePair> pairs, Reach reach) {
  Box box = intersection(a.object().box, b.object().box);
  if (reach == Reach::everything) {
    box = a.object().box;
    box.add(b.object().box);
  } else if (reach == Reach::common_box) {
    // All of the faces that are cut, so that what lies outside the common box does not part them unseen.
    for (const FacePair& p : pairs) {
      box.add(box_of(a.object().triangle(p.a_face)));
      box.add(box_of(b.object().triangle(p.b_face)));
    }
  }
  MeetingFaces meeting;
  const auto add_own = [&](const Body& body, std::uint32_t FacePair::*face, std::uint32_t offset) {
    const auto own =
        reach == Reach::meeting ? own_meetings(body, faces_in_pairs(pairs, face)) : own_meetings_around(body, box);
    for (const OwnPair& p : own) meeting.push_back({p[0] + offset, p[1] + offset});
  };
  add_own(a, &FacePair::a_face, 0);
  add_own(b, &FacePair::b_face, static_cast<std::uint32_t>(a.object().faces.size()));
  return meeting;
}

// Two bodies in an order and a frame that do not depend on how they are named, turned or mirrored.
struct OrderedPair {
  const Body &a, &b;
  TwoBodies bodies;

  OrderedPair(const Body& first, const Body& second, const AxisFrame& frame)
      : a(first), b(second), bodies{&first.object(), &second.object(), frame} {}
};

Arrangement arrangement_of(const TwoBodies& bodies, std::span<const FacePair> pairs, const MeetingFaces& own,
                           Control& control) {
  MeetingFaces meeting;
  meeting.reserve(pairs.size() + own.size());
  for (const FacePair& p : pairs) meeting.push_back({p.a_face, p.b_face + bodies.first_b_face()});
  meeting.insert(meeting.end(), own.begin(), own.end());
  return arrange(bodies, meeting, control);
}

bool is_manifold(const Body& body) { return adjacency_of(body.object().faces, *body.object().topology).is_manifold(); }

// By the regions of faces in general position; nothing where they are not.
std::optional<OverlapSolid> plain_solid(const OrderedPair& pair, const FaceChords& chords, CutPoints& points,
                                        Combination how, Control& control) {
  if (!is_manifold(pair.a) || !is_manifold(pair.b)) return std::nullopt;
  const std::optional<FaceRegions> regions = find_regions(pair.bodies, points, chords, control);
  if (!regions) return std::nullopt;
  SolidFaces faces = region_solid_faces(pair.bodies, points, chords, *regions, pair.a, pair.b, how);
  return overlap_solid({pair.bodies, std::move(points), {}, {}, {}, {}}, std::move(faces), true);
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

// For surfaces in general position; false, and nothing done, where they are not.
bool fill_plainly(const OrderedPair& pair, std::span<const FacePair> pairs, const CheckOptions& asked, bool solid,
                  const MeetingFaces& own, Control& control, Overlap& overlap) {
  if (!own.empty()) return false;
  const TwoBodies& bodies = pair.bodies;
  CutPoints points(bodies);
  const std::optional<FaceChords> chords = find_chords(bodies, pairs, points, control, solid);
  if (!chords || (!solid && chords_may_cross(points, *chords))) return false;
  if (asked.curves) overlap.curves = contact_curves(bodies, points, *chords);
  if (!solid) return true;
  overlap.solid = plain_solid(pair, *chords, points, Combination::intersection, control);
  return overlap.solid.has_value();
}

void fill(const OrderedPair& pair, std::span<const FacePair> pairs, const CheckOptions& asked, Control& control,
          Overlap& overlap) {
  const Body &a = pair.a, &b = pair.b;
  const bool solids = a.object().closed() && b.object().closed();
  const bool solid = (asked.overlap || asked.parting) && solids;
  if (!(solid || asked.curves || asked.patches)) return;
  MeetingFaces own;
  if (solid) own = own_pairs(a, b, pairs, Reach::common_box);
  if (fill_plainly(pair, pairs, asked, solid, own, control, overlap)) return;
  if (!solid) own = own_pairs(a, b, pairs, Reach::meeting);
  const Arrangement arrangement = arrangement_of(pair.bodies, pairs, own, control);
  if (asked.curves) overlap.curves = contact_curves(arrangement);
  if (asked.patches) overlap.patches = contact_patches(arrangement);
  if (solid) overlap.solid = overlap_solid(arrangement, solid_faces(arrangement, a, b, Combination::intersection));
}

}  // namespace

Overlap find_overlap(const Body& a, const Body& b, std::span<const FacePair> pairs, const CheckOptions& asked,
                     Control& control) {
  Overlap overlap;
  if (asked.contacts) overlap.contacts = face_contacts(a.object(), b.object(), pairs);
  if (!(asked.curves || asked.patches || asked.overlap || asked.parting)) return overlap;
  const BodyOrder order = body_order(a.object(), b.object());
  if (order.swapped) {
    fill({b, a, order.frame}, swapped(pairs), asked, control, overlap);
    swap_bodies(overlap);
    for (ContactPatch& p : overlap.patches) {
      // Turned about the normal of a.
      const Triangle t = a.object().triangle(p.a_faces.front());
      const Vec3 normal = (t.p[1] - t.p[0]).cross(t.p[2] - t.p[0]);
      if (normal.dot(p.normal) > 0) continue;
      p.normal = Vec3::Zero() - p.normal;  // zeros keep no sign
      for (auto& loop : p.outline) std::reverse(loop.begin(), loop.end());
    }
  } else {
    fill({a, b, order.frame}, pairs, asked, control, overlap);
  }
  if ((asked.overlap || asked.parting) && !(a.object().closed() && b.object().closed()))
    overlap.statement = "a body is not closed, so that the overlap is no solid";
  return overlap;
}

namespace {

OverlapSolid find_ordered(const OrderedPair& pair, std::span<const FacePair> pairs, Combination how, Control& control) {
  const MeetingFaces own = own_pairs(pair.a, pair.b, pairs, reach_of(how));
  if (own.empty()) {
    CutPoints points(pair.bodies);
    if (const std::optional<FaceChords> chords = find_chords(pair.bodies, pairs, points, control))
      if (auto solid = plain_solid(pair, *chords, points, how, control)) return std::move(*solid);
  }
  const Arrangement arrangement = arrangement_of(pair.bodies, pairs, own, control);
  return overlap_solid(arrangement, solid_faces(arrangement, pair.a, pair.b, how));
}

}  // namespace

OverlapSolid find_solid(const Body& a, const Body& b, std::span<const FacePair> pairs, Combination how, Control& control) {
  if (how == Combination::difference)
    return find_ordered({a, b, axis_frame_of(a.object(), b.object())}, pairs, how, control);
  const BodyOrder order = body_order(a.object(), b.object());
  if (!order.swapped) return find_ordered({a, b, order.frame}, pairs, how, control);
  OverlapSolid solid = find_ordered({b, a, order.frame}, swapped(pairs), how, control);
  for (Lump& l : solid.lumps) std::swap(l.a_faces, l.b_faces);
  return solid;
}

}  // namespace impinge
