// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include "pipeline/robot/screen_block.h"

namespace impinge {

/// What a screen proves of up to ScreenBlock::kStates states without any exact test: into the block go the states that are
/// proved to meet (`hit`) and the pairs that stay open (`open`, in the order in which pairs were asked); all other pairs of
/// all states that do not meet are apart. Once a state is proved to meet, later pairs are not asked in it. False where
/// values are too large to tell anything, or one is beyond its limits or not finite.
bool screen_states(const ScreenPlan& plan, std::span<const std::uint32_t> pairs, std::span<const double> states,
                   ScreenBlock& block);

}  // namespace impinge
