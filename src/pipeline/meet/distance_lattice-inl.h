// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bounds of a distance field at a point, from the eight corners of its cell at once.
#if defined(IMPINGE_PIPELINE_MEET_DISTANCE_FIELD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_PIPELINE_MEET_DISTANCE_FIELD_INL_H
#undef IMPINGE_PIPELINE_MEET_DISTANCE_FIELD_INL_H
#else
#define IMPINGE_PIPELINE_MEET_DISTANCE_FIELD_INL_H
#endif

#include <hwy/highway.h>

#include <cmath>

#include "pipeline/meet/distance_lattice.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using CornerTag = hn::CappedTag<float, 8>;

/// A point in a field.
class FieldPoint {
 public:
  FieldPoint(const DistanceLattice::View& field, const Vec3& point) : field_(field) {
    std::uint32_t cell[3];
    for (int axis = 0; axis < 3; ++axis) {
      const double at = (point[axis] - field.low[axis]) * field.per_cell;
      if (!(at >= 0 && at < field.count[axis] - 1)) return;
      cell[axis] = static_cast<std::uint32_t>(at);
      share_[axis] = static_cast<float>(at - cell[axis]);
    }
    corners_ = field.distances + (std::size_t{cell[0]} * field.count[1] + cell[1]) * field.count[2] + cell[2];
  }

  enum class Ball { unknown, outside, inside };

  /// Whether the ball around the point is proved to hold nothing of any surface, and then where it lies.
  HWY_INLINE Ball empty_ball(float radius) const {
    if (corners_ == nullptr) return Ball::unknown;
    Ball ball = Ball::unknown;
    each_corner([&](CornerTag d, auto distances, auto squares) {
      const auto room = hn::Sub(hn::Abs(distances), hn::Set(d, radius + field_.slack));
      const auto clear = hn::And(hn::Gt(room, hn::Zero(d)), hn::Gt(hn::Mul(room, room), squares));
      if (hn::AllFalse(d, clear)) return;
      // All corners that tell say the same.
      ball = hn::AllFalse(d, hn::And(clear, hn::Lt(distances, hn::Zero(d)))) ? Ball::outside : Ball::inside;
    });
    return ball;
  }

  /// Whether some surface is proved to come nearer than this, which is below the reach of the field.
  HWY_INLINE bool surface_within(float radius) const {
    bool within = false;
    if (corners_ == nullptr) return within;
    each_corner([&](CornerTag d, auto distances, auto squares) {
      const auto room = hn::Sub(hn::Set(d, radius - field_.slack), hn::Abs(distances));
      within = within || !hn::AllFalse(d, hn::And(hn::Gt(room, hn::Zero(d)), hn::Gt(hn::Mul(room, room), squares)));
    });
    return within;
  }

 private:
  // Calls look(tag, distances, squares of the ways to the corners).
  template <typename Look>
  HWY_INLINE void each_corner(const Look& look) const {
    alignas(32) static constexpr float kBits[3][8] = {
        {0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 1, 1, 0, 0, 1, 1}, {0, 1, 0, 1, 0, 1, 0, 1}};
    const CornerTag d;
    const hn::RebindToSigned<CornerTag> di;
    const auto size = hn::Set(d, static_cast<float>(field_.cell));
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
      const auto distances = hn::GatherIndex(d, corners_, hn::LoadU(di, field_.offsets + i));
      const auto way = [&](std::size_t axis) {
        const auto w = hn::Mul(hn::Sub(hn::LoadU(d, kBits[axis] + i), hn::Set(d, share_[axis])), size);
        return hn::Mul(w, w);
      };
      look(d, distances, hn::Add(hn::Add(way(0), way(1)), way(2)));
    }
  }

  const DistanceLattice::View& field_;
  const float* corners_ = nullptr;  // the lowest one of the cell; none outside the box
  float share_[3] = {};             // of the cell below the point
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
