// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <vector>

#include "base/control.h"
#include "pairs/swept_candidate.h"
#include "scene/motion/swept_object.h"

namespace impinge {

/// Takes some candidates over; called from many threads at once, with a number that orders the calls.
using CandidateSink = std::function<void(std::size_t part, std::vector<SweptCandidate>&& candidates)>;

/// Every face pair of two objects that may come into contact between two moments of a step (superset): both trees descended
/// together with boxes that move. Calls come for parts 0 to n - 1, which is returned, in any order and maybe several for
/// one; a part is handed over whenever it has `batch` candidates.
std::size_t swept_pairs(const SweptObject& a, const SweptObject& b, double from, double until, std::size_t batch,
                        Control& control, const CandidateSink& sink);

/// The same for the faces of one deforming object, each pair once, faces that share a corner included.
std::size_t swept_self_pairs(const SweptObject& object, std::size_t batch, Control& control, const CandidateSink& sink);

}  // namespace impinge
