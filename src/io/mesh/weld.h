// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <impinge/mesh.h>

namespace impinge::io {

/// Gives equal points one index: equal by value, so -0 is 0; a NaN is equal to the same NaN, for the doctor to find.
/// Open addressing with linear probing. A slot holds the point itself, so that a look-up touches one place of memory; with
/// floats it is a quarter of a cache line. The table grows with the distinct points, never by a count a file claims.
template <class Scalar>
class PointWelder {
 public:
  using Bits = std::conditional_t<sizeof(Scalar) == 4, std::uint32_t, std::uint64_t>;
  using Key = std::array<Bits, 3>;

  /// Distinct points are appended to `vertices`, in the order they are first met.
  PointWelder(std::vector<Vec3>& vertices, std::size_t expected_points) : vertices_(vertices) {
    slots_.resize(std::bit_ceil(std::max<std::size_t>(expected_points * 2, 1024)));
  }

  static Key key(Scalar x, Scalar y, Scalar z) noexcept {
    return {std::bit_cast<Bits>(x + Scalar{0}), std::bit_cast<Bits>(y + Scalar{0}), std::bit_cast<Bits>(z + Scalar{0})};
  }

  static std::uint64_t hash(const Key& key) noexcept {
    std::uint64_t h = key[0] * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 32) ^ key[1]) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 32) ^ key[2]) * 0x94d049bb133111ebu;
    return h ^ (h >> 29);
  }

  /// Brings the place where the search will begin into the cache.
  void prefetch(std::uint64_t hash) const noexcept { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }

  std::uint32_t add(Scalar x, Scalar y, Scalar z) {
    const Key point = key(x, y, z);
    return add(point, hash(point));
  }

  std::uint32_t add(const Key& point, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      Slot& slot = slots_[i];
      if (slot.index == kFree) return insert(slot, point);
      if (slot.key == point) return slot.index;
    }
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    Key key{};
    std::uint32_t index = kFree;
  };

  std::uint32_t insert(Slot& slot, const Key& point) {
    const auto index = static_cast<std::uint32_t>(vertices_.size());
    slot = {point, index};
    vertices_.push_back({std::bit_cast<Scalar>(point[0]), std::bit_cast<Scalar>(point[1]), std::bit_cast<Scalar>(point[2])});
    if (++used_ * 5 > slots_.size() * 3) grow();
    return index;
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    const std::size_t mask = larger.size() - 1;
    for (const Slot& slot : slots_) {
      if (slot.index == kFree) continue;
      std::size_t i = hash(slot.key) & mask;
      while (larger[i].index != kFree) i = (i + 1) & mask;
      larger[i] = slot;
    }
    slots_.swap(larger);
  }

  std::vector<Vec3>& vertices_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

using Welder = PointWelder<double>;

}  // namespace impinge::io
