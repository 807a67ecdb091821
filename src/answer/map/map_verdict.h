// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// One judgement for a map. What the exact check says about two meshes is known before a line is drawn and decides how lines
// are read; of other shapes the lines decide.

#include <impinge/overlap.h>

namespace impinge {

/// The insides of the two bodies share points.
bool insides_overlap(Verdict verdict);

/// What is known about two bodies before lines are drawn.
struct MapTruth {
  MapTruth() = default;
  /// Of the exact check; null: nothing is known.
  explicit MapTruth(const PairAnswer* exact);

  bool known = false;       ///< there is an answer
  bool apart = false;       ///< proved: no common point
  bool no_overlap = false;  ///< proved: the insides share no point
  double distance = 0;      ///< no two points are nearer
};

/// Sets verdict, certainty and distance of a map that has its cells and numbers. Without an exact answer the lines decide;
/// `drawn_faces` says that a body among them is a mesh.
void set_verdict(InterferenceMap& map, const PairAnswer* exact, bool drawn_faces, double tolerance);

}  // namespace impinge
