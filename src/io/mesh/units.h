// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string_view>

namespace impinge::io {

/// Turns lengths of one unit into another. Exact where the ratio is a whole number either way; nothing is touched if the
/// units are the same.
struct UnitScale {
  double times = 1;
  double over = 1;
  double operator()(double length) const noexcept {
    return times == over ? length : over == 1 ? length * times : length * times / over;
  }
};

/// What a file is converted to, and from what if not from what it says itself. Both are words of LoadOptions::units.
struct FileUnits {
  std::string_view to;
  std::string_view from{};  ///< empty: the file says it
};

/// Both are words of LoadOptions::units. Throws Error (bad_argument) otherwise.
UnitScale unit_scale(std::string_view from, std::string_view to);

}  // namespace impinge::io
