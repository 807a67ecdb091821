// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>
#include <impinge/engine.h>

#include "answer/body/body.h"
#include "answer/solid/solid_gap.h"

namespace impinge {

/// What is asked about a pair with a solid.
struct SolidQuestion {
  std::optional<double> clearance{};
  bool parting = false;    ///< also the least translation that parts two convex solids
  bool meet_only = false;  ///< whether they meet is all: any verdict but `disjoint` and `near` will do
  OpenBodies open = OpenBodies::solid;
};

/// Two solids of any kind but height fields. Swapping them mirrors the answer.
PairAnswer answer_solids(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question);

/// A solid and a mesh, the solid as a.
PairAnswer answer_solid_and_mesh(const PlacedSolid& a, const Body& b, const SolidQuestion& question);

/// For those two: points and what they are compared with.
/// @{
PairAnswer answer_points_and_solid(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question);
PairAnswer answer_points_and_points(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question);
PairAnswer answer_points_and_mesh(const PlacedSolid& a, const Body& b, const SolidQuestion& question);
/// @}

/// The answer with a and b swapped.
PairAnswer mirrored(PairAnswer answer);

/// Bodies that are apart: `near` within the clearance, with distance, bounds and nearest points of the world.
PairAnswer apart_answer(const SolidQuestion& question, double low, double high, const Witness& nearest);

/// Bodies that meet, at a point of the world.
PairAnswer meeting_answer(const SolidQuestion& question, Verdict verdict, Certainty certainty, const Vec3& point);

}  // namespace impinge
