// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/solid_verdict.h"

#include <algorithm>

#include "answer/solid_evidence.h"

namespace impinge {

namespace {

Verdict verdict_of_solids(const Evidence& e, bool meet) {
  if (!e.both) return meet ? Verdict::touching : Verdict::disjoint;
  if (e.only_a && e.only_b) return Verdict::crossing;
  if (e.only_b) return Verdict::a_in_b;
  if (e.only_a) return Verdict::b_in_a;
  return Verdict::same;
}

// A surface against a solid; `in_solid` is the word for "all of the surface in the solid".
Verdict verdict_of_surface(bool inside, bool outside, bool meet, Verdict in_solid) {
  if (inside && outside) return Verdict::crossing;
  if (inside) return in_solid;
  return meet ? Verdict::touching : Verdict::disjoint;
}

}  // namespace

SolidVerdict solid_verdict(const Body& a, const Body& b, std::span<const FacePair> meeting) {
  const bool meet = !meeting.empty();
  if (!meet && !boxes_meet(a.object().box, b.object().box)) return {};
  const bool a_closed = a.object().closed(), b_closed = b.object().closed();
  if (!a_closed && !b_closed) {
    const bool crossing =
        std::any_of(meeting.begin(), meeting.end(), [](const FacePair& p) { return p.relation == Relation::crossing; });
    return {crossing ? Verdict::crossing : meet ? Verdict::touching : Verdict::disjoint, {}};
  }
  EvidenceSearch search(a, b, meeting);
  const Evidence& e = search.run();
  Verdict verdict = verdict_of_solids(e, meet);
  if (!a_closed) verdict = verdict_of_surface(e.a_inside, e.a_outside, meet, Verdict::a_in_b);
  if (!b_closed) verdict = verdict_of_surface(e.b_inside, e.b_outside, meet, Verdict::b_in_a);
  return {verdict, search.inner_point()};
}

}  // namespace impinge
