// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "answer/body/body.h"

namespace impinge {

/// True if three points prove that two closed bodies cross: one inside both, and one of each body outside the box of the
/// other. Exact where it says so; false tells nothing. A few rays, which is little beside what contacts cost: walls that lie
/// in each other above all.
bool probes_prove_crossing(const Body& a, const Body& b);

}  // namespace impinge
