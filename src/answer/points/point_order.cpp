// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Interleaved bits of the cells, sorted by digits of ten bits, the lowest
// first.
#include "answer/points/point_order.h"

#include <array>
#include <cmath>

#include "base/box.h"

namespace impinge {

namespace {

constexpr int kBits = 10;  // of a cell along each axis, and of a digit
constexpr std::uint32_t kCells = 1u << kBits;

struct Key {
  std::uint32_t code, index;
};

// Puts two zeros behind each of ten bits.
std::uint32_t spread(std::uint32_t x) {
  x = (x | x << 16) & 0x030000ff;
  x = (x | x << 8) & 0x0300f00f;
  x = (x | x << 4) & 0x030c30c3;
  return (x | x << 2) & 0x09249249;
}

std::uint32_t cell_of(double at) { return static_cast<std::uint32_t>(std::fmin(std::fmax(at, 0), kCells - 1)); }

void sort_by_digit(std::span<const Key> from, std::span<Key> to, int shift) {
  std::array<std::uint32_t, kCells> places{};
  for (const Key& key : from) ++places[key.code >> shift & (kCells - 1)];
  std::uint32_t sum = 0;
  for (std::uint32_t& place : places) {
    const std::uint32_t count = place;
    place = sum;
    sum += count;
  }
  for (const Key& key : from) to[places[key.code >> shift & (kCells - 1)]++] = key;
}

}  // namespace

std::vector<std::uint32_t> point_order(std::span<const Vec3> points) {
  Box box;
  for (const Vec3& p : points) box.add(p);
  // Halves: the extent of finite numbers may be out of their range.
  const double extent = points.empty() ? 0 : (box.high / 2 - box.low / 2).maxCoeff();
  const double cells = extent > 0 ? kCells / 2 / extent : 0;
  const double per_length = std::isfinite(cells) ? cells : 0;
  std::vector<Key> keys(points.size()), room(points.size());
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    const Vec3 at = (points[i] - box.low) * per_length;
    keys[i] = {spread(cell_of(at.x())) | spread(cell_of(at.y())) << 1 | spread(cell_of(at.z())) << 2, i};
  }
  sort_by_digit(keys, room, 0);
  sort_by_digit(room, keys, kBits);
  sort_by_digit(keys, room, 2 * kBits);
  std::vector<std::uint32_t> order(room.size());
  for (std::size_t i = 0; i < room.size(); ++i) order[i] = room[i].index;
  return order;
}

}  // namespace impinge
