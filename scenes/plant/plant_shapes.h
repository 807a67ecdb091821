// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <impinge/mesh.h>

/// The kinds of shapes in a plant, each closed and without flaws. Millimetres.
namespace impinge::scenes {

/// How fine a shape is: segments round and along.
struct Fineness {
  int round = 16, along = 4;
};

/// Turned about z from profile points (radius, height), bottom to top; ends are closed on the axis.
Mesh make_turned(std::span<const std::array<double, 2>> profile, int round);

/// A hollow pipe from the origin along x.
Mesh make_pipe(double length, double radius, double wall, const Fineness& fine);

/// A hollow bend: a quarter of a ring from the origin along x up to z.
Mesh make_bend(double ring, double radius, double wall, const Fineness& fine);

/// A cable tray from the origin along x, open to the top: width along y, both sides of it; height from 0 up.
Mesh make_tray(double length, double width, double height, double sheet, const Fineness& fine);

/// A machine on its foot: within `radius` about z, from 0 to `height`; the seed chooses its profile.
Mesh make_machine(double radius, double height, const Fineness& fine, std::uint64_t seed);

/// A valve along x from 0 to `length` with flanges of `radius`; the seed chooses its body.
Mesh make_valve(double length, double radius, const Fineness& fine, std::uint64_t seed);

}  // namespace impinge::scenes
