// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include "answer/body/ray_cast.h"
#include "answer/points/line_walk.h"

namespace impinge {

/// Where a ray first meets a face.
struct RayHit {
  std::uint32_t face = RayAnswers::kNone;
  double time = 0;  ///< infinite where no face is met
};

/// First crossings of one ray after the other. Faces are met, and compared,
/// exactly. One that a ray runs inside of is met where the ray begins on it;
/// else its neighbours at the border are.
class FirstCrossing {
 public:
  /// Must outlive it.
  explicit FirstCrossing(const PointFrame& frame) : frame_(frame), walk_(frame) {}

  RayHit find(const Ray& ray, double limit);

 private:
  void look_at(const Ray& ray, const RayStart& start, std::uint32_t face);

  const PointFrame& frame_;
  LineWalk walk_;
  RayHit hit_;
  double error_ = 0;          // of its time
  bool begins_here_ = false;  // the ray begins on that face
};

}  // namespace impinge
