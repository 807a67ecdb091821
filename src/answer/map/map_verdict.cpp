// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/map_verdict.h"

#include <algorithm>

namespace impinge {

namespace {

bool holds(const InterferenceMap& map, MapCell kind) {
  return std::find(map.cells.begin(), map.cells.end(), kind) != map.cells.end();
}

// What lines meet is there, unless faces were moved onto a lattice to be drawn: then bounds alone prove anything.
Verdict verdict_of_lines(const InterferenceMap& map, bool drawn_faces) {
  const bool penetration = holds(map, MapCell::penetration), contact = holds(map, MapCell::contact);
  if ((penetration && !drawn_faces) || map.max_depth.low > 0) return Verdict::crossing;
  if (contact && !penetration && !drawn_faces) return Verdict::touching;
  const bool met = penetration || contact || map.undecided_cells > 0 || map.projected_area.value > 0;
  return met ? Verdict::undecided : Verdict::disjoint;
}

void set_exact(InterferenceMap& map, const PairAnswer& exact) {
  map.verdict = exact.verdict == Verdict::near ? Verdict::disjoint : exact.verdict;
  map.certainty = exact.certainty;
  map.distance = exact.distance;
  if (map.solids || map.verdict != Verdict::disjoint || !holds(map, MapCell::penetration)) return;
  // Open surfaces that do not meet, one of which lies where the other one's inside may be.
  map.verdict = Verdict::undecided;
  map.certainty = Certainty::undecided;
  map.statement += "; they do not meet, but have passed each other along the lines, so that only a person can tell";
}

}  // namespace

bool insides_overlap(Verdict verdict) {
  return verdict == Verdict::crossing || verdict == Verdict::a_in_b || verdict == Verdict::b_in_a ||
         verdict == Verdict::same;
}

MapTruth::MapTruth(const PairAnswer* exact) {
  if (exact == nullptr) return;
  known = true;
  const bool proved = exact->certainty == Certainty::proved;
  apart = proved && (exact->verdict == Verdict::disjoint || exact->verdict == Verdict::near);
  no_overlap = apart || (proved && exact->verdict == Verdict::touching);
  distance = apart ? exact->distance.value_or(0) : 0;
}

void set_verdict(InterferenceMap& map, const PairAnswer* exact, bool drawn_faces, double tolerance) {
  if (exact != nullptr) {
    set_exact(map, *exact);
  } else {
    map.verdict = verdict_of_lines(map, drawn_faces);
    map.certainty = map.verdict == Verdict::undecided ? Certainty::undecided : Certainty::sampled;
  }
  const bool shallow = tolerance > 0 && map.max_depth.high <= tolerance * (1 + 1e-9);
  if (map.verdict == Verdict::crossing && shallow) map.verdict = Verdict::touching;
}

}  // namespace impinge
