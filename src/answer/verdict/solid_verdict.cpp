// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/verdict/solid_verdict.h"

#include <algorithm>

#include "answer/verdict/grid_cells.h"
#include "answer/verdict/probe_points.h"
#include "answer/verdict/solid_evidence.h"

namespace impinge {

namespace {

// A surface against a solid; `in_solid` is the word for "all of the surface in the solid".
Verdict verdict_of_surface(bool inside, bool outside, bool meet, Verdict in_solid) {
  if (inside && outside) return Verdict::crossing;
  if (inside) return in_solid;
  return meet ? Verdict::touching : Verdict::disjoint;
}

Verdict verdict_of_solids(const Evidence& e, bool meet, const Body& a, const Body& b) {
  if (!e.both && (e.a_inside || e.b_inside)) {
    // Walls without volume inside the other body: a body of nothing else is a surface, on a solid they touch.
    if (e.a_inside && !a.has_volume()) return verdict_of_surface(true, e.a_outside, meet, Verdict::a_in_b);
    if (e.b_inside && !b.has_volume()) return verdict_of_surface(true, e.b_outside, meet, Verdict::b_in_a);
    return Verdict::touching;
  }
  if (!e.both) return meet ? Verdict::touching : Verdict::disjoint;
  if (e.only_a && e.only_b) return Verdict::crossing;
  if (e.only_b) return Verdict::a_in_b;
  if (e.only_a) return Verdict::b_in_a;
  return Verdict::same;
}

// By the cells of space, for bodies that meet in many places; nothing where these do not tell. Walls without volume inside
// the other body are none of cells', but bodies that have a volume and none in common touch with them and without them.
std::optional<Verdict> verdict_by_cells(const Body& a, const Body& b, std::span<const FacePair> meeting) {
  constexpr std::size_t kFacesPerContact = 16;
  if (meeting.size() * kFacesPerContact < a.object().faces.size() + b.object().faces.size()) return {};
  const std::optional<CellKinds> kinds = kinds_of_cells(a.object(), b.object());
  if (!kinds || !kinds->a_has_volume() || !kinds->b_has_volume()) return {};
  Evidence evidence;
  evidence.both = kinds->both;
  evidence.only_a = kinds->only_a;
  evidence.only_b = kinds->only_b;
  return verdict_of_solids(evidence, true, a, b);
}

}  // namespace

SolidVerdict solid_verdict(const Body& a, const Body& b, std::span<const FacePair> meeting, const RegionView& region) {
  const bool meet = !meeting.empty();
  if (!meet && !boxes_meet(a.object().box, b.object().box)) return {};
  const bool a_closed = a.object().closed(), b_closed = b.object().closed();
  if (!a_closed && !b_closed) {
    const bool crossing =
        std::any_of(meeting.begin(), meeting.end(), [](const FacePair& p) { return p.relation == Relation::crossing; });
    return {crossing ? Verdict::crossing : meet ? Verdict::touching : Verdict::disjoint, {}};
  }
  if (meet && probes_prove_crossing(a, b)) return {Verdict::crossing, {}};
  if (meet && a_closed && b_closed)
    if (const auto verdict = verdict_by_cells(a, b, meeting)) return {*verdict, {}};
  return solid_verdict_by_contacts(a, b, meeting, region);
}

SolidVerdict solid_verdict_by_contacts(const Body& a, const Body& b, std::span<const FacePair> meeting,
                                       const RegionView& region) {
  const bool meet = !meeting.empty(), a_closed = a.object().closed(), b_closed = b.object().closed();
  EvidenceSearch search(a, b, meeting, region);
  const Evidence& e = search.run();
  Verdict verdict = a_closed && b_closed ? verdict_of_solids(e, meet, a, b) : Verdict::disjoint;
  if (!a_closed) verdict = verdict_of_surface(e.a_inside, e.a_outside, meet, Verdict::a_in_b);
  if (!b_closed) verdict = verdict_of_surface(e.b_inside, e.b_outside, meet, Verdict::b_in_a);
  return {verdict, search.inner_point()};
}

}  // namespace impinge
