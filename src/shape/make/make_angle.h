// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

namespace impinge {

/// Cosine and sine of one angle.
struct Angle {
  double cos = 1;
  double sin = 0;
};

/// Of numerator/denominator of a full turn. Built only from + - *, so that every machine gives the same bits, which the C
/// library's functions do not promise; quarter turns are exact and mirrored angles give mirrored values. Denominator > 0.
Angle turn(std::int64_t numerator, std::int64_t denominator) noexcept;

/// The same for any number of turns, |turns| < 2^52.
Angle turn_at(double turns) noexcept;

}  // namespace impinge
