// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/shapes.h>

namespace impinge {

/// What a LineShape also is that rather answers many parallel lines at once, as a function of Python does. Known by its
/// name in every library, so it has no code of its own.
class LineRows {
 public:
  virtual ~LineRows() = default;
  /// As LineShape::crossings for each of these lines, those of one after those of another; counts: how many each has.
  virtual void row_crossings(std::span<const Vec3> origins, const Vec3& direction, std::vector<Crossing>& out,
                             std::vector<std::uint32_t>& counts) const = 0;
};

}  // namespace impinge
