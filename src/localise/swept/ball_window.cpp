// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/swept/ball_window.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge {

// Their centres move almost straight: what is left is added to the radii.
std::optional<BallWindow> ball_window(const ContactQuery& q) {
  if (q.a.step->deforms() || q.b.step->deforms()) return BallWindow{q.from, q.until};
  const double middle = q.from / 2 + q.until / 2, h = (q.until - q.from) / 2;
  Vec3 apart = Vec3::Zero(), velocity = Vec3::Zero();
  double reach = 0, sign = 1;
  for (const SweptObject* o : {&q.a, &q.b}) {
    const MovingPoint centre = o->step->path.point(o->shape->centre);
    const double angle = o->step->angle();
    const Turn turn = Turn::of(angle * middle);
    const Vec3 at = centre.at(middle, turn);
    apart += sign * at;
    velocity += sign * centre.velocity(angle, turn);
    sign = -1;
    const double size = centre.base.cwiseAbs().sum() + centre.line.cwiseAbs().sum() + centre.swing.cwiseAbs().sum();
    reach += o->shape->radius * (1 + 0x1p-40) + h * h * centre.bend(angle) / 2 + 0x1p-44 * (size + o->shape->radius);
  }
  // |apart + t velocity| <= reach for t from -h to h, in a unit in which no square over- or underflows.
  const double unit = std::max({apart.cwiseAbs().maxCoeff(), velocity.cwiseAbs().maxCoeff(), reach});
  if (!(unit > std::numeric_limits<double>::min()) || !std::isfinite(unit)) return BallWindow{q.from, q.until};
  apart /= unit;
  velocity /= unit;
  reach /= unit;
  const double a = velocity.squaredNorm(), b = apart.dot(velocity), c = apart.squaredNorm() - reach * reach;
  if (!(a > 0)) return c > 0 ? std::nullopt : std::optional(BallWindow{q.from, q.until});
  const double margin = 0x1p-44 * (b * b + a * (apart.squaredNorm() + reach * reach)), root = b * b - a * c + margin;
  if (root < 0) return {};
  const double wide = std::sqrt(root) * (1 + 0x1p-40), slack = 0x1p-40 * (1 + std::fabs(b) / a);
  const double first = std::max(-h, (-b - wide) / a - slack), last = std::min(h, (-b + wide) / a + slack);
  if (!(first <= last)) return {};
  return BallWindow{std::max(q.from, middle + first), std::min(q.until, middle + last)};
}

}  // namespace impinge
