// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <compare>
#include <cstdint>

namespace impinge {

/// A face pair whose swept boxes meet.
struct SweptCandidate {
  double entry;  ///< no contact of the two is earlier
  std::uint32_t a_face, b_face;
  auto operator<=>(const SweptCandidate&) const = default;
};

}  // namespace impinge
