// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/answer.h>

#include "answer/body/body.h"

namespace impinge {

/// A point of the surface of a body, and which component it belongs to.
struct SurfaceSample {
  std::uint32_t component;
  Vec3 point;
};

/// Corners of a body that lie on no face that touches the other one. `meeting` are the face pairs that meet.
class FreeCorners {
 public:
  FreeCorners(const WorldObject& object, std::span<const FacePair> meeting, bool is_a);
  bool has(std::uint32_t vertex) const { return touched_.empty() || !touched_[object_.topology->corner(vertex)]; }
  bool all() const { return touched_.empty(); }

 private:
  const WorldObject& object_;
  std::vector<bool> touched_;  // by corner; none where nothing touches
};

/// Points of each component of a body off the other one's surface: outermost corners, and wherever faces pass through the
/// cells of a grid over the other body's box, and of a coarser one around it as far as `suspect` reaches.
std::vector<SurfaceSample> surface_samples(const Body& body, const Body& other, const Box& suspect,
                                           std::span<const FacePair> meeting, bool is_a);

/// A corner of each component that touches the other body, or the middle of a face where all of its corners are touched;
/// none of components all of whose corners and faces lie on the other's surface.
std::vector<SurfaceSample> untouched_samples(const Body& body, const Body& other, const FreeCorners& free);

}  // namespace impinge
