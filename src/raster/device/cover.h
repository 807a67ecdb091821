// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

namespace impinge {

/// The depths of a face over a cell, in steps of the view.
struct Cover {
  std::int32_t low, high;
  std::uint32_t object, face;
};

}  // namespace impinge
