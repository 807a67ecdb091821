// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/robot/state_screen.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pipeline/robot/state_screen.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "pipeline/robot/screen_pairs-inl.h"
#include "pipeline/robot/screen_place-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

void look_at_states(const ScreenPlan& plan, std::span<const std::uint32_t> pairs, const double* states, std::size_t count,
                    ScreenBlock& block) {
  ScreenPlacer(plan, block).run(states, count);
  for (const std::uint32_t pair : pairs) {
    if (plan.pairs[pair].usable) {
      ScreenPairLook(plan, block, pair).run();
      continue;
    }
    for (std::uint32_t i = 0; i < count; ++i)
      if (block.alive[i] != 0) block.open.push_back({i, pair});
  }
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(look_at_states);

// False for a value that is beyond its limits, not finite, or too large.
bool within_limits(const ScreenPlan& plan, std::span<const double> states) {
  bool good = true;
  for (const ScreenPlan::Limit& limit : plan.limits)
    for (std::size_t i = limit.variable; i < states.size(); i += plan.variables) {
      const double value = limit.factor * states[i] + limit.offset;
      good &= value >= limit.lower && value <= limit.upper;
    }
  return good;
}

}  // namespace

bool screen_states(const ScreenPlan& plan, std::span<const std::uint32_t> pairs, std::span<const double> states,
                   ScreenBlock& block) {
  if (!plan.usable() || !within_limits(plan, states)) return false;
  const std::size_t count = states.size() / plan.variables;
  std::fill(block.alive.begin(), block.alive.end(), 0);
  std::fill_n(block.alive.begin(), count, -1);
  std::fill(block.hit.begin(), block.hit.end(), ScreenBlock::kNone);
  block.open.clear();
  HWY_DYNAMIC_DISPATCH(look_at_states)(plan, pairs, states.data(), count, block);
  return true;
}

}  // namespace impinge
#endif
