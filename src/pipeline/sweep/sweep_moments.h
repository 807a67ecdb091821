// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <deque>

#include <impinge/engine.h>

#include "answer/verdict/likely_verdict.h"
#include "base/control.h"
#include "pairs/object_pair.h"
#include "pipeline/prepared/prepared_shapes.h"
#include "pipeline/rules/rulebook.h"
#include "scene/motion/timeline.h"

namespace impinge {

/// Objects of a motion at single moments, asked by the exact tests of bodies that stand still. From many threads at once.
class SweepMoments {
 public:
  /// Shapes that `prepared` does not know are prepared when they are first asked about, for this motion only.
  SweepMoments(const Scene& scene, const Timeline& timeline, const PreparedShapes& prepared, const Control& control)
      : scene_(scene), timeline_(timeline), prepared_(prepared), control_(control) {}

  /// True if the two have a common point at t of a step from 0 to 1, or the object meets itself where a = b.
  bool meet(const ObjectPair& pair, std::size_t step, double t) const;

  /// How far a pair with a simple solid is apart then, as a check with an unlimited clearance says.
  PairAnswer solid_distance(const ObjectPair& pair, std::size_t step, double t) const;

  /// The whole answer of a check then, and what else is asked about the overlap; disjoint if nothing was found.
  PairAnswer look(const ObjectPair& pair, std::size_t step, double t, const CheckOptions& asked = {}) const;

  /// The answers of one check about many pairs, ascending, without those that are disjoint.
  std::vector<PairAnswer> look_at_all(std::span<const ObjectPair> pairs, std::size_t step, double t) const;

  /// What winding numbers tell then about two objects whose surfaces are apart, of which one at least is open or dirty.
  std::optional<LikelyVerdict> enclosed(const ObjectPair& pair, std::size_t step, double t) const;

  /// A check then of all pairs that the rules ask about.
  CheckResult check(std::size_t step, double t, double clearance, const Rulebook& rules) const;

 private:
  struct Moment {
    Scene scene;
    std::deque<std::vector<Vec3>> vertices;  // of deforming objects
  };
  void add(Moment& moment, std::uint32_t object, std::size_t step, double t) const;
  void prepare(const Mesh& mesh) const;
  std::optional<LikelyVerdict> solid_enclosed(const ObjectPair& pair, std::size_t step, double t) const;
  Moment both(const ObjectPair& pair, std::size_t step, double t) const;  // their meshes prepared

  const Scene& scene_;
  const Timeline& timeline_;
  const PreparedShapes& prepared_;
  const Control& control_;
  mutable PreparedShapes shapes_;
};

}  // namespace impinge
