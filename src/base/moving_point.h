// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>

#include "base/triangle.h"

namespace impinge {

/// How far a body has turned at a moment.
struct Turn {
  double cosine = 1, sine = 0;

  static Turn of(double angle) { return angle == 0 ? Turn{} : Turn{std::cos(angle), std::sin(angle)}; }
};

/// A point on its way through a step, t from 0 to 1: base + t line + cos(angle t) swing + sin(angle t) side, where the angle
/// is that of its body. Where the angle is 0, swing and side must be 0 too.
struct MovingPoint {
  Vec3 base, line, swing, side;

  Vec3 at(double t, const Turn& turn) const { return base + t * line + turn.cosine * swing + turn.sine * side; }
  Vec3 velocity(double angle, const Turn& turn) const { return line + angle * (turn.cosine * side - turn.sine * swing); }
  /// No second derivative is longer.
  double bend(double angle) const { return angle == 0 ? 0 : angle * angle * std::sqrt(swing.squaredNorm()) * (1 + 0x1p-40); }
};

/// The corners of a face on their way, with the angle their body turns during the step.
struct MovingFace {
  MovingPoint p[3];
  double angle = 0;
};

}  // namespace impinge
