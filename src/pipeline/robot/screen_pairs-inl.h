// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// One pair of bodies in the states of a block. The balls of one body are looked up in the lattice of the other one: they are
// free where each is farther from the cell that holds its middle than its radius; bodies meet where a ball inside one is as
// large as what the cell knows of the other. Beside the lattice, the way to it counts too: the cells hold all of the body,
// and what is d from the nearest point of a convex set that is e from the body is at least sqrt(dd + ee) from it.
#if defined(IMPINGE_PIPELINE_ROBOT_SCREEN_PAIRS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_PIPELINE_ROBOT_SCREEN_PAIRS_INL_H
#undef IMPINGE_PIPELINE_ROBOT_SCREEN_PAIRS_INL_H
#else
#define IMPINGE_PIPELINE_ROBOT_SCREEN_PAIRS_INL_H
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "pipeline/robot/screen_block.h"
#include "pipeline/robot/screen_place-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

using PlaceTag = hn::RebindToSigned<StateTag>;
using Places = hn::Vec<PlaceTag>;

class ScreenPairLook {
 public:
  ScreenPairLook(const ScreenPlan& plan, ScreenBlock& block, std::uint32_t pair)
      : block_(block),
        index_(pair),
        pair_(plan.pairs[pair]),
        one_(plan.bodies[pair_.field]),
        other_(plan.bodies[pair_.balls]),
        field_(*one_.field),
        scale_(field_.per_cell()),
        margin_(plan.margin * scale_) {}

  void run() {
    const std::size_t near = find_near();
    if (near == 0) return;
    find_relative(near);
    const std::size_t failed = look_at_groups(near);
    if (failed == 0) return;
    look_at_parts(look_inside(failed));
  }

 private:
  static constexpr std::size_t kStates = ScreenBlock::kStates, kRoom = ScreenBlock::kRoom;

  /// From the frame of the balls to the lattice, in cells.
  struct Way {
    States rotation[9];
    Lanes3f shift;
  };
  /// What the lattice says of a point.
  struct Told {
    States beside;  // square of the way to the lattice
    States low, up;
  };

  // Those whose balls around meet: their places in the block, in near.
  std::size_t find_near() {
    const StateTag d;
    const PlaceTag di;
    const float *const a = block_.centre(pair_.field), *const b = block_.centre(pair_.balls);
    const auto most = hn::Set(d, pair_.near * pair_.near * (1 + 0x1p-20f));
    std::size_t n = 0;
    for (std::size_t i = 0; i < kStates; i += hn::Lanes(d)) {
      const auto way = [&](std::size_t r) {
        return hn::Sub(hn::LoadU(d, b + r * kStates + i), hn::LoadU(d, a + r * kStates + i));
      };
      const auto x = way(0), y = way(1), z = way(2);
      const auto squared = hn::MulAdd(x, x, hn::MulAdd(y, y, hn::Mul(z, z)));
      const auto alive = hn::Ne(hn::LoadU(di, block_.alive.data() + i), hn::Zero(di));
      const auto far = hn::RebindMask(di, hn::Gt(squared, most));
      n += hn::CompressStore(hn::Iota(di, static_cast<std::int32_t>(i)), hn::AndNot(far, alive), di, block_.near.data() + n);
    }
    pad(block_.near, n);
    return n;
  }

  // Lanes behind the end read what is there: the first place of the block.
  static void pad(std::vector<std::int32_t>& list, std::size_t n) {
    const PlaceTag di;
    hn::StoreU(hn::Zero(di), di, list.data() + n);
  }

  void find_relative(std::size_t n) {
    const StateTag d;
    const PlaceTag di;
    const float *const from = block_.pose(one_.frame), *const to = block_.pose(other_.frame);
    const auto scale = hn::Set(d, scale_);
    for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
      const auto place = hn::LoadU(di, block_.near.data() + i);
      States a[12], b[12];
      for (std::size_t k = 0; k < 12; ++k) {
        a[k] = hn::GatherIndex(d, from + k * kStates, place);
        b[k] = hn::GatherIndex(d, to + k * kStates, place);
      }
      const Lanes3f way = {hn::Sub(b[9], a[9]), hn::Sub(b[10], a[10]), hn::Sub(b[11], a[11])};
      for (std::size_t r = 0; r < 3; ++r) {
        const States column[3] = {hn::Mul(a[r], scale), hn::Mul(a[3 + r], scale), hn::Mul(a[6 + r], scale)};
        for (std::size_t c = 0; c < 3; ++c) put(3 * r + c, i, dot_row(column, {b[c], b[3 + c], b[6 + c]}));
        put(9 + r, i, hn::Sub(dot_row(column, way), hn::Set(d, field_.low()[r] * scale_)));
      }
    }
  }
  HWY_INLINE void put(std::size_t k, std::size_t i, States value) {
    hn::StoreU(value, StateTag(), block_.relative.data() + k * kRoom + i);
  }

  HWY_INLINE Way load_way(std::size_t i) const {
    Way way;
    const auto at = [&](std::size_t k) { return hn::LoadU(StateTag(), block_.relative.data() + k * kRoom + i); };
    for (std::size_t k = 0; k < 9; ++k) way.rotation[k] = at(k);
    way.shift = {at(9), at(10), at(11)};
    return way;
  }
  HWY_INLINE Way gather_way(Places places) const {
    Way way;
    const auto at = [&](std::size_t k) { return hn::GatherIndex(StateTag(), block_.relative.data() + k * kRoom, places); };
    for (std::size_t k = 0; k < 9; ++k) way.rotation[k] = at(k);
    way.shift = {at(9), at(10), at(11)};
    return way;
  }

  HWY_INLINE Told look(const Way& way, const BodyBall& ball) const {
    const StateTag d;
    const PlaceTag di;
    const Lanes3f middle = {hn::Set(d, ball.x), hn::Set(d, ball.y), hn::Set(d, ball.z)};
    const Lanes3f p = {hn::Add(dot_row(way.rotation, middle), way.shift.x),
                       hn::Add(dot_row(way.rotation + 3, middle), way.shift.y),
                       hn::Add(dot_row(way.rotation + 6, middle), way.shift.z)};
    const auto clamped = [&](States v, std::uint32_t count) {
      return hn::Min(hn::Max(v, hn::Zero(d)), hn::Set(d, static_cast<float>(count) - 0x1p-8f));
    };
    const auto& count = field_.count();
    const Lanes3f c = {clamped(p.x, count[0]), clamped(p.y, count[1]), clamped(p.z, count[2])};
    const auto whole = [&](States v) { return hn::ConvertTo(di, v); };
    const auto strided = [&](Places high, std::uint32_t n, Places low) {
      return hn::Add(hn::Mul(high, hn::Set(di, static_cast<std::int32_t>(n))), low);
    };
    const auto cell =
        hn::GatherIndex(di, field_.cells(), strided(strided(whole(c.x), count[1], whole(c.y)), count[2], whole(c.z)));
    const Lanes3f beside = {hn::Sub(p.x, c.x), hn::Sub(p.y, c.y), hn::Sub(p.z, c.z)};
    const auto step = hn::Set(d, 1 / BodyField::kSteps);
    return {hn::MulAdd(beside.x, beside.x, hn::MulAdd(beside.y, beside.y, hn::Mul(beside.z, beside.z))),
            hn::Mul(hn::ConvertTo(d, hn::And(cell, hn::Set(di, 0xffff))), step),
            hn::Mul(hn::ConvertTo(d, hn::ShiftRight<16>(cell)), step)};
  }

  HWY_INLINE auto touched(const Way& way, const BodyBall& ball) const {
    const StateTag d;
    const Told told = look(way, ball);
    const float radius = ball.radius * scale_ + margin_;
    const auto square = hn::Set(d, radius * radius * (1 + 0x1p-20f));
    return hn::Not(hn::Gt(hn::MulAdd(told.low, told.low, told.beside), square));
  }

  static auto first_lanes(std::size_t from, std::size_t end) {
    const PlaceTag di;
    return hn::FirstN(di, std::min(end - from, hn::Lanes(di)));
  }

  // Those that a ball of a group may touch: their places in near, in failed, with a bit for each group.
  std::size_t look_at_groups(std::size_t n) {
    const PlaceTag di;
    std::size_t failed = 0;
    for (std::size_t i = 0; i < n; i += hn::Lanes(di)) {
      const Way way = load_way(i);
      auto bits = hn::Zero(di);
      std::int32_t bit = 1;
      for (const BodyBalls::Group& group : field_balls().groups) {
        bits = hn::Or(bits, hn::IfThenElseZero(hn::RebindMask(di, touched(way, group.all)), hn::Set(di, bit)));
        bit <<= 1;
      }
      const auto open = hn::And(hn::Ne(bits, hn::Zero(di)), first_lanes(i, n));
      hn::CompressStore(bits, open, di, block_.groups.data() + failed);
      failed += hn::CompressStore(hn::Iota(di, static_cast<std::int32_t>(i)), open, di, block_.failed.data() + failed);
    }
    pad(block_.failed, failed);
    pad(block_.groups, failed);
    return failed;
  }
  const BodyBalls& field_balls() const { return other_.field->cover(); }

  // Takes out those that are proved to meet; gives how many are left.
  std::size_t look_inside(std::size_t n) {
    const StateTag d;
    const PlaceTag di;
    std::size_t left = 0;
    for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
      const auto places = hn::LoadU(di, block_.failed.data() + i);
      const auto groups = hn::LoadU(di, block_.groups.data() + i);
      const auto mine = first_lanes(i, n);
      const Way way = gather_way(places);
      auto meets = hn::FirstN(d, 0);
      for (const BodyBall& ball : other_.field->inner()) {
        const float radius = std::min(ball.radius * scale_ - margin_, BodyField::kFarthest);
        const Told told = look(way, ball);
        const auto room = hn::Sub(hn::Set(d, radius * (1 - 0x1p-20f)), told.up);
        meets = hn::Or(meets, hn::And(hn::Gt(room, hn::Zero(d)), hn::Gt(hn::Mul(room, room), told.beside)));
        if (hn::AllTrue(d, hn::Or(meets, hn::RebindMask(d, hn::Not(mine))))) break;
      }
      const auto hits = hn::And(hn::RebindMask(di, meets), mine), open = hn::AndNot(hits, mine);
      note_hits(hn::CompressStore(places, hits, di, block_.hit_places.data()));
      hn::CompressStore(groups, open, di, block_.open_groups.data() + left);
      left += hn::CompressStore(places, open, di, block_.failed.data() + left);
    }
    pad(block_.failed, left);
    pad(block_.open_groups, left);
    return left;
  }

  void note_hits(std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::int32_t state = block_.near[static_cast<std::size_t>(block_.hit_places[i])];
      block_.alive[static_cast<std::size_t>(state)] = 0;
      block_.hit[static_cast<std::size_t>(state)] = index_;
    }
  }

  // The finer balls of the groups that failed. What they leave is open.
  void look_at_parts(std::size_t n) {
    const StateTag d;
    const PlaceTag di;
    for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
      const auto places = hn::LoadU(di, block_.failed.data() + i);
      const auto groups = hn::LoadU(di, block_.open_groups.data() + i);
      const auto mine = first_lanes(i, n);
      const Way way = gather_way(places);
      auto open = hn::FirstN(di, 0);
      std::int32_t bit = 1;
      for (const BodyBalls::Group& group : field_balls().groups) {
        const auto asked = hn::And(hn::Ne(hn::And(groups, hn::Set(di, bit)), hn::Zero(di)), hn::AndNot(open, mine));
        bit <<= 1;
        if (hn::AllFalse(di, asked)) continue;
        for (const BodyBall& part : group.parts) open = hn::Or(open, hn::And(asked, hn::RebindMask(di, touched(way, part))));
      }
      const std::size_t count = hn::CompressStore(places, hn::And(open, mine), di, block_.hit_places.data());
      for (std::size_t k = 0; k < count; ++k)
        block_.open.push_back(
            {static_cast<std::uint32_t>(block_.near[static_cast<std::size_t>(block_.hit_places[k])]), index_});
    }
  }

  ScreenBlock& block_;
  std::uint32_t index_;
  const ScreenPlan::Pair& pair_;
  const ScreenPlan::Body &one_, &other_;
  const BodyField& field_;
  float scale_, margin_;
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
