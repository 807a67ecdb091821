// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Kinematics of a block of states, in floats.
#if defined(IMPINGE_PIPELINE_ROBOT_SCREEN_PLACE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_PIPELINE_ROBOT_SCREEN_PLACE_INL_H
#undef IMPINGE_PIPELINE_ROBOT_SCREEN_PLACE_INL_H
#else
#define IMPINGE_PIPELINE_ROBOT_SCREEN_PLACE_INL_H
#endif

#include <hwy/highway.h>

#include "pipeline/robot/screen_block.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using StateTag = hn::ScalableTag<float>;
using States = hn::Vec<StateTag>;

struct Lanes3f {
  States x, y, z;
};

HWY_INLINE States dot_row(const States* row, const Lanes3f& v) {
  return hn::MulAdd(row[0], v.x, hn::MulAdd(row[1], v.y, hn::Mul(row[2], v.z)));
}

class ScreenPlacer {
 public:
  ScreenPlacer(const ScreenPlan& plan, ScreenBlock& block) : plan_(plan), block_(block) {}

  void run(const double* states, std::size_t count) {
    for (const ScreenPlan::Joint& joint : plan_.joints) {
      take_values(joint, states, count);
      if (joint.turns)
        turn(joint);
      else
        slide(joint);
    }
    for (const ScreenPlan::Still& still : plan_.stills) place_still(still);
    for (std::uint32_t i = 0; i < plan_.bodies.size(); ++i) place_centre(i);
  }

 private:
  static constexpr std::size_t kStates = ScreenBlock::kStates;

  void take_values(const ScreenPlan::Joint& joint, const double* states, std::size_t count) {
    constexpr double kQuarter = 1.5707963267948966, kRound = 0x1.8p52;  // adding it leaves no digits behind the point
    const double* const from = states + joint.variable;
    double* const values = block_.values.data();
    for (std::size_t i = 0; i < count; ++i) values[i] = joint.factor * from[i * plan_.variables] + joint.offset;
    for (std::size_t i = 0; i < kStates; ++i) {
      const double whole = joint.turns ? (values[i] * (1 / kQuarter) + kRound) - kRound : 0;
      block_.angles[i] = static_cast<float>(values[i] - whole * kQuarter);
      block_.quarters[i] = static_cast<std::int32_t>(whole);
    }
  }

  // Polynomials of Cephes, for a quarter of a turn around 0; wrong by 2^-23.
  HWY_INLINE void sine_and_cosine(std::size_t i, States& sine, States& cosine) const {
    const StateTag d;
    const hn::RebindToSigned<StateTag> di;
    const auto x = hn::LoadU(d, block_.angles.data() + i), xx = hn::Mul(x, x);
    auto s = hn::MulAdd(hn::Set(d, -1.9515295891e-4f), xx, hn::Set(d, 8.3321608736e-3f));
    s = hn::MulAdd(s, xx, hn::Set(d, -1.6666654611e-1f));
    s = hn::MulAdd(hn::Mul(s, xx), x, x);
    auto c = hn::MulAdd(hn::Set(d, 2.443315711809948e-5f), xx, hn::Set(d, -1.388731625493765e-3f));
    c = hn::MulAdd(c, xx, hn::Set(d, 4.166664568298827e-2f));
    c = hn::MulAdd(hn::Mul(c, xx), xx, hn::MulAdd(hn::Set(d, -0.5f), xx, hn::Set(d, 1.0f)));
    const auto q = hn::LoadU(di, block_.quarters.data() + i);
    const auto one = hn::Set(di, 1), two = hn::Set(di, 2);
    const auto odd = hn::RebindMask(d, hn::Eq(hn::And(q, one), one));
    // The sine changes its sign in quarters 2 and 3, the cosine in 1 and 2.
    const auto sine_sign = hn::BitCast(d, hn::ShiftLeft<30>(hn::And(q, two)));
    const auto cosine_sign = hn::BitCast(d, hn::ShiftLeft<30>(hn::And(hn::Add(q, one), two)));
    sine = hn::Xor(hn::IfThenElse(odd, c, s), sine_sign);
    cosine = hn::Xor(hn::IfThenElse(odd, s, c), cosine_sign);
  }

  // The frame of `to` from its place in that of `parent`: matrix and position, as lanes.
  HWY_INLINE void put(const float* parent, bool root, float* to, std::size_t i, const States* m, const Lanes3f& p) const {
    const StateTag d;
    if (root) {
      for (std::size_t k = 0; k < 9; ++k) hn::StoreU(m[k], d, to + k * kStates + i);
      hn::StoreU(p.x, d, to + 9 * kStates + i);
      hn::StoreU(p.y, d, to + 10 * kStates + i);
      hn::StoreU(p.z, d, to + 11 * kStates + i);
      return;
    }
    for (std::size_t r = 0; r < 3; ++r) {
      const States row[3] = {hn::LoadU(d, parent + (3 * r) * kStates + i), hn::LoadU(d, parent + (3 * r + 1) * kStates + i),
                             hn::LoadU(d, parent + (3 * r + 2) * kStates + i)};
      for (std::size_t c = 0; c < 3; ++c)
        hn::StoreU(dot_row(row, {m[c], m[3 + c], m[6 + c]}), d, to + (3 * r + c) * kStates + i);
      hn::StoreU(hn::Add(dot_row(row, p), hn::LoadU(d, parent + (9 + r) * kStates + i)), d, to + (9 + r) * kStates + i);
    }
  }

  void turn(const ScreenPlan::Joint& joint) {
    const StateTag d;
    const float* const parent = block_.pose(joint.parent);
    float* const to = block_.pose(joint.frame);
    const Lanes3f position = {hn::Set(d, joint.position[0]), hn::Set(d, joint.position[1]), hn::Set(d, joint.position[2])};
    for (std::size_t i = 0; i < kStates; i += hn::Lanes(d)) {
      States sine, cosine, m[9];
      sine_and_cosine(i, sine, cosine);
      for (std::size_t k = 0; k < 9; ++k)
        m[k] = hn::MulAdd(sine, hn::Set(d, joint.sine[k]),
                          hn::MulAdd(cosine, hn::Set(d, joint.cosine[k]), hn::Set(d, joint.fixed[k])));
      put(parent, joint.parent == 0, to, i, m, position);
    }
  }

  void slide(const ScreenPlan::Joint& joint) {
    const StateTag d;
    const float* const parent = block_.pose(joint.parent);
    float* const to = block_.pose(joint.frame);
    States m[9];
    for (std::size_t k = 0; k < 9; ++k) m[k] = hn::Set(d, joint.fixed[k]);
    for (std::size_t i = 0; i < kStates; i += hn::Lanes(d)) {
      const auto value = hn::LoadU(d, block_.angles.data() + i);
      const auto at = [&](std::size_t k) {
        return hn::MulAdd(value, hn::Set(d, joint.way[k]), hn::Set(d, joint.position[k]));
      };
      put(parent, joint.parent == 0, to, i, m, {at(0), at(1), at(2)});
    }
  }

  void place_still(const ScreenPlan::Still& still) {
    const StateTag d;
    const float* const parent = block_.pose(still.parent);
    float* const to = block_.pose(still.frame);
    States m[9];
    for (std::size_t k = 0; k < 9; ++k) m[k] = hn::Set(d, still.rotation[k]);
    const Lanes3f position = {hn::Set(d, still.position[0]), hn::Set(d, still.position[1]), hn::Set(d, still.position[2])};
    for (std::size_t i = 0; i < kStates; i += hn::Lanes(d)) put(parent, still.parent == 0, to, i, m, position);
  }

  void place_centre(std::uint32_t index) {
    const StateTag d;
    const ScreenPlan::Body& body = plan_.bodies[index];
    const float* const pose = block_.pose(body.frame);
    float* const to = block_.centre(index);
    const Lanes3f c = {hn::Set(d, body.centre[0]), hn::Set(d, body.centre[1]), hn::Set(d, body.centre[2])};
    for (std::size_t i = 0; i < kStates; i += hn::Lanes(d))
      for (std::size_t r = 0; r < 3; ++r) {
        const States row[3] = {hn::LoadU(d, pose + (3 * r) * kStates + i), hn::LoadU(d, pose + (3 * r + 1) * kStates + i),
                               hn::LoadU(d, pose + (3 * r + 2) * kStates + i)};
        hn::StoreU(hn::Add(dot_row(row, c), hn::LoadU(d, pose + (9 + r) * kStates + i)), d, to + r * kStates + i);
      }
  }

  const ScreenPlan& plan_;
  ScreenBlock& block_;
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
