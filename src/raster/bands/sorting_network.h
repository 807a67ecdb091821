// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Based on: D. E. Knuth, The Art of Computer Programming 3, algorithm 5.2.2M (Batcher's merge exchange).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace impinge {

/// The smaller of two keys goes to the low place, the larger to the high one.
struct NetworkStep {
  std::uint8_t low, high;
};

inline constexpr int kMostSorted = 32;  ///< keys of a network
inline constexpr int kMostNetworkSteps = 191;

struct SortingNetwork {
  std::array<NetworkStep, kMostNetworkSteps> steps{};
  int count = 0;

  constexpr SortingNetwork() = default;
  constexpr explicit SortingNetwork(int keys) {
    int top = 1;
    while (2 * top < keys) top *= 2;
    for (int p = top; keys > 1 && p > 0; p /= 2)
      for (int q = top, r = 0, d = p;; d = q - p, q /= 2, r = p) {
        for (int i = 0; i + d < keys; ++i)
          if ((i & p) == r)
            steps[static_cast<std::size_t>(count++)] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i + d)};
        if (q == p) break;
      }
  }
};

struct SortingNetworks {
  std::array<SortingNetwork, kMostSorted + 1> of{};
  constexpr SortingNetworks() {
    for (int keys = 0; keys <= kMostSorted; ++keys) of[static_cast<std::size_t>(keys)] = SortingNetwork(keys);
  }
};
inline constexpr SortingNetworks kSortingNetworks;

/// The steps that sort this many keys.
inline std::span<const NetworkStep> sorting_network(int keys) {
  const SortingNetwork& network = kSortingNetworks.of[static_cast<std::size_t>(keys)];
  return {network.steps.data(), static_cast<std::size_t>(network.count)};
}

}  // namespace impinge
