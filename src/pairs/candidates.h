// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <compare>
#include <cstdint>

namespace impinge {

/// A face pair that may meet; a < b by object, or a_face < b_face where an object is checked with itself.
struct Candidate {
  std::uint32_t a, b;            ///< objects
  std::uint32_t a_face, b_face;  ///< faces of them
  auto operator<=>(const Candidate&) const = default;
};

/// The most candidates that a check may hold. Their memory is about 7 GB where it is highest, 24 bytes for each.
inline constexpr std::uint64_t kMaxCandidates = std::uint64_t{1} << 28;

}  // namespace impinge
