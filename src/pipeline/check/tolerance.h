// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include "pipeline/check/check_context.h"

namespace impinge {

/// True if an overlap is proved to be no deeper than CheckOptions::tolerance: two meshes whose insides are apart once one
/// of them is moved that far, along one of these directions or against it; of other shapes the depth's upper bound tells.
/// Thin parts that reach far into a body overlap little on any line, and still no such way leads out.
bool within_tolerance(const CheckContext& run, const PairAnswer& pair, std::span<const Vec3> directions);

}  // namespace impinge
