// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "pipeline/solid/solid_objects.h"
#include "pipeline/sweep/first_contact.h"
#include "pipeline/sweep/sweep_moments.h"
#include "pipeline/sweep/sweep_shapes.h"

namespace impinge {

/// Pairs with a simple solid during one step of a motion: their distance at a moment, and how fast it can fall.
class SolidMoments {
 public:
  /// What it refers to must outlive it.
  SolidMoments(const Scene& scene, const SweepMoments& moments, const SweptShapes& shapes, std::span<const ObjectStep> steps,
               std::size_t step)
      : scene_(scene), moments_(moments), shapes_(shapes), steps_(steps), step_(step) {}

  /// True for pairs that this is about.
  bool answers(const ObjectPair& pair) const;

  /// The first contact between two moments of the step, never late: from each moment on the pair is left alone for as long
  /// as it needs for the distance it has (conservative advancement). Early only for what grazes: where the bodies come
  /// nearer than they can move in 1e-7 of the step.
  std::optional<FoundContact> first_contact(const ObjectPair& pair, double from, double until) const;

  /// Its time alone.
  std::optional<double> contact_time(const ObjectPair& pair, double from, double until) const {
    const std::optional<FoundContact> found = first_contact(pair, from, until);
    return found ? std::optional(found->t) : std::nullopt;
  }

  /// The first contacts of all such pairs in the list, which leave it, on all threads.
  std::vector<std::pair<ObjectPair, FoundContact>> take_contacts(std::vector<ObjectPair>& pairs,
                                                                 const Control& control) const;

  /// Distance bounds at a moment; 0 where the pair meets.
  struct Distance {
    double low, high;
    Vec3 point;  ///< between the nearest points
    std::optional<std::uint32_t> a_face{}, b_face{};
  };
  Distance at(const ObjectPair& pair, double t) const;

  /// The distance changes no faster, in lengths per step; infinite where nobody knows.
  double speed(const ObjectPair& pair) const;

 private:
  struct Ball {
    Vec3 from, to;  // its middle, which moves straight
    double radius;  // holds the object at all times; infinite for a half-space
    double angle, way;
  };
  Ball ball(std::uint32_t object) const;

  const Scene& scene_;
  const SweepMoments& moments_;
  const SweptShapes& shapes_;
  std::span<const ObjectStep> steps_;
  std::size_t step_;
};

}  // namespace impinge
