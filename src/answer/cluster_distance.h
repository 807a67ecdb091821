// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "answer/distance.h"

namespace impinge {

/// The nearest faces of two prepared bodies whose surfaces do not meet, as nearest_within(a, b, limit) gives them, found by
/// their cluster trees. The limit may be infinity.
std::optional<Nearest> cluster_nearest_within(const Body& a, const Body& b, double limit);

}  // namespace impinge
