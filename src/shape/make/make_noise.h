// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include <impinge/mesh.h>

namespace impinge {

/// A number in [-1, 1) from a seed and an index, by the splitmix64 mixer: the same on every machine.
double random_unit(std::uint64_t seed, std::uint64_t index) noexcept;

/// Smooth noise in [-1, 1]: random values at the integer lattice, blended in between. |coordinates| < 2^20.
double smooth_noise(const Vec3& point, std::uint64_t seed) noexcept;

/// Three octaves of it, each of twice the frequency and half the weight; in [-1, 1].
double octave_noise(const Vec3& point, std::uint64_t seed) noexcept;

/// It changes by no more than this for each unit of length: the blend is at most 1.5 steep, neighbours differ by 2 at most,
/// which makes 3 along each axis, and each of the three octaves adds as much; 3 * 3 * sqrt(3) / 1.75 = 8.91.
inline constexpr double kOctaveNoiseSlope = 9;

}  // namespace impinge
