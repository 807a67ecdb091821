// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "answer/body/body.h"
#include "answer/own_pairs/close_pair_search.h"

namespace impinge {

/// Pairs of faces of a body that meet beyond what neighbours share, exactly: all that do so in a box of the world, and some
/// others. Which ones depends on the body, its place and the box alone. Ascending. What is found out of a mesh that does not
/// deform is kept with it for the next question.
std::vector<OwnPair> own_meetings(const Body& body, const Box& box);

/// All among some faces, which are ascending.
std::vector<OwnPair> own_meetings(const Body& body, std::span<const std::uint32_t> faces);

}  // namespace impinge
