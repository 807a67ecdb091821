// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <optional>

#include "answer/contact/swept_record.h"
#include "pipeline/sweep/sweep_moments.h"

namespace impinge {

/// Follows an open contact to the end of a step: where it ends, by exact tests at moments; whether it comes back, by
/// `again`, which gives the first contact between two moments. `time` turns t of the step into time.
void follow(SweptRecord& record, const ObjectPair& pair, std::size_t step, const std::function<double(double)>& time,
            const SweepMoments& moments, const std::function<std::optional<double>(double, double)>& again);

/// The same where only convex hulls of the faces' swept volumes were tested: a contact lasts to the end of the step, and on
/// if they meet there.
void follow_hull(SweptRecord& record, const ObjectPair& pair, std::size_t step, const std::function<double(double)>& time,
                 const SweepMoments& moments);

}  // namespace impinge
