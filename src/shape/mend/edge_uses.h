// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// A face at one of its edges.
struct EdgeUse {
  std::uint32_t low, high, face;
  bool forward;  ///< from the lower corner to the higher one
};

/// Calls on_edge(uses) for each edge, with its faces in ascending order.
template <typename OnEdge>
void for_each_edge(std::span<const Face> faces, const OnEdge& on_edge) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = faces[f][i], b = faces[f][(i + 1) % 3];
      uses.push_back({std::min(a, b), std::max(a, b), f, a < b});
    }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& x, const EdgeUse& y) {
    return std::tie(x.low, x.high, x.face) < std::tie(y.low, y.high, y.face);
  });
  for (auto run = uses.begin(); run != uses.end();) {
    const auto end =
        std::find_if(run, uses.end(), [&](const EdgeUse& u) { return u.low != run->low || u.high != run->high; });
    on_edge(std::span<const EdgeUse>(run, end));
    run = end;
  }
}

}  // namespace impinge
