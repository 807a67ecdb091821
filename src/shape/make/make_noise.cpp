// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Value noise over an integer lattice; the random numbers come from the mixer of splitmix64.
// Based on: Steele, Lea & Flood, Fast splittable pseudorandom number generators, 2014.
#include "shape/make/make_noise.h"

#include <cmath>

namespace impinge {
namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// Cells are told apart by 21 bits for each axis.
std::uint64_t lattice_index(std::int64_t i, std::int64_t j, std::int64_t k) {
  constexpr std::uint64_t kMask = (1U << 21) - 1;
  const auto x = static_cast<std::uint64_t>(i) & kMask, y = static_cast<std::uint64_t>(j) & kMask;
  return x | y << 21 | (static_cast<std::uint64_t>(k) & kMask) << 42;
}

double blend(double t) { return t * t * (3 - 2 * t); }

double between(double a, double b, double t) { return a + (b - a) * t; }

}  // namespace

double random_unit(std::uint64_t seed, std::uint64_t index) noexcept {
  return static_cast<double>(mix(mix(seed) ^ index) >> 11) * 0x1p-52 - 1;
}

double smooth_noise(const Vec3& point, std::uint64_t seed) noexcept {
  const double x = std::floor(point.x()), y = std::floor(point.y()), z = std::floor(point.z());
  const double u = blend(point.x() - x), v = blend(point.y() - y), w = blend(point.z() - z);
  const auto i = static_cast<std::int64_t>(x), j = static_cast<std::int64_t>(y), k = static_cast<std::int64_t>(z);
  const auto corner = [&](int a, int b, int c) { return random_unit(seed, lattice_index(i + a, j + b, k + c)); };
  const auto plane = [&](int c) {
    return between(between(corner(0, 0, c), corner(1, 0, c), u), between(corner(0, 1, c), corner(1, 1, c), u), v);
  };
  return between(plane(0), plane(1), w);
}

double octave_noise(const Vec3& point, std::uint64_t seed) noexcept {
  const double sum =
      smooth_noise(point, seed) + 0.5 * smooth_noise(2 * point, seed + 1) + 0.25 * smooth_noise(4 * point, seed + 2);
  return sum / 1.75;
}

}  // namespace impinge
