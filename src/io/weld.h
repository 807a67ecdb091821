// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <impinge/mesh.h>

namespace impinge::io {

/// Gives equal points one index: equal by value, so -0 is 0; a NaN is equal to the same NaN, for the doctor to find.
/// Open addressing with linear probing; the table grows with the distinct points, never by a count a file claims.
class Welder {
 public:
  /// Distinct points are appended to `vertices`, in the order they are first met.
  Welder(std::vector<Vec3>& vertices, std::size_t expected_points) : vertices_(vertices) {
    const std::size_t slots = std::bit_ceil(std::max<std::size_t>(expected_points * 2, 1024));
    slots_.resize(slots);
  }

  /// Where the search for a point begins; known ahead, so that the caller can prefetch.
  static std::uint64_t hash(const Vec3& point) noexcept {
    std::uint64_t h = bits(point.x()) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 32) ^ bits(point.y())) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 32) ^ bits(point.z())) * 0x94d049bb133111ebu;
    return h ^ (h >> 29);
  }

  void prefetch(std::uint64_t hash) const noexcept { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }

  std::uint32_t add(const Vec3& point) { return add(point, hash(point)); }

  std::uint32_t add(const Vec3& point, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      Slot& slot = slots_[i];
      if (slot.index == kFree) return insert(slot, point, hash);
      if (slot.tag == tag && same(vertices_[slot.index], point)) return slot.index;
    }
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    std::uint32_t tag = 0;  // upper half of the hash: spares most reads of the vertex
    std::uint32_t index = kFree;
  };

  static std::uint64_t bits(double value) noexcept { return std::bit_cast<std::uint64_t>(value + 0.0); }

  static bool same(const Vec3& a, const Vec3& b) noexcept {
    return bits(a.x()) == bits(b.x()) && bits(a.y()) == bits(b.y()) && bits(a.z()) == bits(b.z());
  }

  std::uint32_t insert(Slot& slot, const Vec3& point, std::uint64_t hash) {
    const auto index = static_cast<std::uint32_t>(vertices_.size());
    slot = {static_cast<std::uint32_t>(hash >> 32), index};
    vertices_.push_back(point);
    if (++used_ * 5 > slots_.size() * 3) grow();
    return index;
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    const std::size_t mask = larger.size() - 1;
    for (const Slot& slot : slots_) {
      if (slot.index == kFree) continue;
      std::size_t i = hash(vertices_[slot.index]) & mask;
      while (larger[i].index != kFree) i = (i + 1) & mask;
      larger[i] = slot;
    }
    slots_.swap(larger);
  }

  std::vector<Vec3>& vertices_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace impinge::io
