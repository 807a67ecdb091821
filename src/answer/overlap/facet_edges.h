// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge {

/// Which triangles lie at an edge.
class FacetEdges {
 public:
  struct Use {
    std::uint64_t edge;
    std::uint32_t facet;
    bool upwards;  ///< it passes the edge from the lower to the higher point
  };
  static std::uint64_t key(std::uint32_t p, std::uint32_t q) {
    return p < q ? std::uint64_t{p} << 32 | q : std::uint64_t{q} << 32 | p;
  }
  static std::array<std::uint32_t, 2> points(std::uint64_t edge) {
    return {static_cast<std::uint32_t>(edge >> 32), static_cast<std::uint32_t>(edge)};
  }

  void reserve(std::size_t facets) { uses_.reserve(3 * facets); }
  void add(const std::array<std::uint32_t, 3>& points, std::uint32_t facet) {
    for (std::size_t i = 0; i < 3; ++i) add(points[i], points[(i + 1) % 3], facet);
  }
  void add(std::uint32_t p, std::uint32_t q, std::uint32_t facet) { uses_.push_back({key(p, q), facet, p < q}); }
  /// After the last add().
  void sort() {
    std::sort(uses_.begin(), uses_.end(),
              [](const Use& x, const Use& y) { return std::pair(x.edge, x.facet) < std::pair(y.edge, y.facet); });
  }

  std::span<const Use> at(std::uint64_t edge) const {
    const auto first =
        std::lower_bound(uses_.begin(), uses_.end(), edge, [](const Use& u, std::uint64_t e) { return u.edge < e; });
    auto last = first;
    while (last != uses_.end() && last->edge == edge) ++last;
    return {first, last};
  }
  /// Calls visit(uses) for each edge.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t i = 0; i < uses_.size();) {
      std::size_t j = i;
      while (j < uses_.size() && uses_[j].edge == uses_[i].edge) ++j;
      visit(std::span(uses_).subspan(i, j - i));
      i = j;
    }
  }

 private:
  std::vector<Use> uses_;
};

}  // namespace impinge
