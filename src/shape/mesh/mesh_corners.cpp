// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/mesh/mesh_corners.h"

#include <bit>
#include <numeric>

namespace impinge {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

std::uint64_t hash_of(const Vec3& p) {
  std::uint64_t h = 0;
  for (int i = 0; i < 3; ++i) h = mixed(h + std::bit_cast<std::uint64_t>(p[i] + 0.0));  // -0 + 0 = 0
  return h;
}

}  // namespace

std::vector<std::uint32_t> find_corners(std::span<const Vec3> vertices) {
  const std::size_t n = vertices.size();
  const std::size_t slots = std::bit_ceil(n + n / 2 + 1);
  std::vector<std::uint32_t> table(slots, kNone);
  std::vector<std::uint32_t> corner_of;
  for (std::uint32_t v = 0; v < n; ++v) {
    std::size_t slot = hash_of(vertices[v]) & (slots - 1);
    while (table[slot] != kNone && vertices[table[slot]] != vertices[v]) slot = (slot + 1) & (slots - 1);
    if (table[slot] == kNone) {
      table[slot] = v;
      continue;
    }
    if (corner_of.empty()) {
      corner_of.resize(n);
      std::iota(corner_of.begin(), corner_of.end(), 0u);
    }
    corner_of[v] = table[slot];
  }
  return corner_of;
}

bool all_distinct(std::span<const Vec3> vertices, std::size_t distinct) {
  const std::size_t slots = std::bit_ceil(4 * (vertices.size() - distinct) + 1);
  std::vector<std::uint32_t> table(slots, kNone);
  // A few bits of each coordinate spread well enough, and most vertices are told by an empty place.
  const auto place_of = [&](const Vec3& p) {
    std::uint64_t h = std::bit_cast<std::uint64_t>(p.x() + 0.0) * 0x9E3779B97F4A7C15u;
    h = (h ^ std::bit_cast<std::uint64_t>(p.y() + 0.0)) * 0xD6E8FEB86659FD93u;
    h = (h ^ std::bit_cast<std::uint64_t>(p.z() + 0.0)) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(h ^ h >> 32) & (slots - 1);
  };
  for (std::size_t v = distinct; v < vertices.size(); ++v) {
    std::size_t place = place_of(vertices[v]);
    for (; table[place] != kNone; place = (place + 1) & (slots - 1))
      if (vertices[table[place]] == vertices[v]) return false;
    table[place] = static_cast<std::uint32_t>(v);
  }
  for (std::size_t v = 0; v < distinct; ++v)
    for (std::size_t place = place_of(vertices[v]); table[place] != kNone; place = (place + 1) & (slots - 1))
      if (vertices[table[place]] == vertices[v]) return false;
  return true;
}

}  // namespace impinge
