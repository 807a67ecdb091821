// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "exact/swept_contact.h"

#include <algorithm>

#include "cull/velocity_backface/velocity_backface.h"
#include "exact/swept_hull.h"

namespace impinge {

namespace {

// A feature whose owner was dropped goes to every face that has it and was kept.
OwnedFeatures owned_features(const SweptObject& o, const DroppedFaces* cull, std::uint32_t face) {
  OwnedFeatures owned = o.shape->owners->owned[face];
  if (cull == nullptr) return owned;
  for (std::size_t i = 0; i < 6; ++i)
    if (cull->dropped[o.shape->owners->owner[face][i]] != 0) owned = static_cast<OwnedFeatures>(owned | 1u << i);
  return owned;
}

std::optional<FoundContact> exact_contact(const ContactQuery& q, const SweptCandidate& c, const StepPart& a_part,
                                          const StepPart& b_part, double until) {
  const SweptSide a{q.a.step->face(q.a.faces[c.a_face]), owned_features(q.a, q.a_cull, c.a_face), {}},
      b{q.b.step->face(q.b.faces[c.b_face]), owned_features(q.b, q.b_cull, c.b_face), {}};
  const auto touch = face_pair_swept(a, a_part, b, b_part, false, std::max(a_part.from, c.entry), until);
  if (!touch) return {};
  return FoundContact{touch->t, c.a_face, c.b_face, touch->point};
}

std::optional<FoundContact> hull_contact(const ContactQuery& q, const SweptCandidate& c, const StepPart& part) {
  const MovingFace a = q.a.step->face(q.a.faces[c.a_face]), b = q.b.step->face(q.b.faces[c.b_face]);
  if (!face_hulls_meet(a, b, part.from, part.until)) return {};
  return FoundContact{part.from, c.a_face, c.b_face, a.p[0].at(part.from, part.first)};
}

}  // namespace

std::optional<FoundContact> swept_contact(const ContactQuery& query, Swept swept, const SweptCandidate& candidate,
                                          const StepPart& a_part, const StepPart& b_part, double until) {
  if (swept == Swept::hull) return hull_contact(query, candidate, a_part);
  return exact_contact(query, candidate, a_part, b_part, until);
}

std::vector<SelfContact> swept_self_contacts(const SweptObject& object, const MeshTopology& topology,
                                             std::span<const SweptCandidate> candidates, double from, double until) {
  const auto side = [&](std::uint32_t face) {
    const Face corners = topology.corners(object.faces[face]);
    return SweptSide{
        object.step->face(object.faces[face]), object.shape->owners->owned[face], {corners[0], corners[1], corners[2]}};
  };
  std::vector<SelfContact> all;
  std::vector<FeatureContact> found;
  for (const SweptCandidate& c : candidates) {
    found.clear();
    feature_pairs_swept(side(c.a_face), side(c.b_face), true, from, until, found);
    for (const FeatureContact& f : found) all.push_back({c.a_face, c.b_face, f});
  }
  return all;
}

}  // namespace impinge
