// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <vector>

#include <impinge/shapes.h>

namespace impinge {

/// Sorts the crossings from `first` on, and lets those whose brackets overlap be one event: what is entered and left within
/// the error of both is neither, and what is left over has the bracket of all. So their order is certain.
inline void settle_crossings(std::vector<Crossing>& all, std::size_t first) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, all.end(), [](const Crossing& x, const Crossing& y) {
    if (x.t_low != y.t_low) return x.t_low < y.t_low;
    return x.t_high != y.t_high ? x.t_high < y.t_high : x.sign > y.sign;
  });
  std::size_t kept = first;
  for (std::size_t i = first; i < all.size();) {
    Crossing whole = all[i++];
    for (; i < all.size() && all[i].t_low <= whole.t_high; ++i) {
      whole.t_high = std::max(whole.t_high, all[i].t_high);
      whole.sign += all[i].sign;
    }
    // Layers that coincide stay as many as they are; there are never more of them than crossings read.
    const int layers = whole.sign < 0 ? -whole.sign : whole.sign;
    for (int k = 0; k < layers; ++k) all[kept++] = {whole.t_low, whole.t_high, whole.sign < 0 ? -1 : 1};
  }
  all.resize(kept);
}

}  // namespace impinge
