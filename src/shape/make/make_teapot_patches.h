// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>

#include <impinge/mesh.h>

/// Control points of the Utah teapot (M. Newell, 1975; F. Crow, The origins of the teapot, 1987), told by its symmetries: 24
/// of its 32 patches are quarters of a body of revolution, the other 8 are halves of the handle and of the spout.
namespace impinge::teapot {

constexpr double kHeight = 3.15;  // from the table to the top of the knob

/// A row of a quarter: (radius, 0), (radius, tangent), (tangent, radius), (0, radius) at that height.
struct ProfileRow {
  double radius, tangent, height;
};
using Profile = std::array<ProfileRow, 4>;

/// From the middle of the bottom up the outside and over the lid to the knob. Rim and lid do not join: that is the teapot's
/// gap.
inline constexpr std::array<Profile, 6> kProfiles = {{
    {{{0, 0, 0}, {1.425, 0.798, 0}, {1.5, 0.84, 0.075}, {1.5, 0.84, 0.15}}},
    {{{1.5, 0.84, 0.15}, {1.5, 0.84, 0.225}, {2, 1.12, 0.45}, {2, 1.12, 0.9}}},
    {{{2, 1.12, 0.9}, {2, 1.12, 1.35}, {1.75, 0.98, 1.875}, {1.5, 0.84, 2.4}}},
    {{{1.5, 0.84, 2.4}, {1.4375, 0.805, 2.53125}, {1.3375, 0.749, 2.53125}, {1.4, 0.784, 2.4}}},
    {{{1.3, 0.728, 2.4}, {1.3, 0.728, 2.55}, {0.4, 0.224, 2.55}, {0.2, 0.112, 2.7}}},
    {{{0.2, 0.112, 2.7}, {0, 0, 2.85}, {0.8, 0.45, 3.15}, {0, 0, 3.15}}},
}};
enum ProfileName { kBottom, kLowerBody, kUpperBody, kRim, kLid, kKnob };

/// A row of a half tube on the side of negative y: {from_x, 0, from_z}, {from_x, -width, from_z}, {to_x, -width, to_z},
/// {to_x, 0, to_z}.
struct TubeRow {
  double from_x, from_z, to_x, to_z, width;
};
using Tube = std::array<TubeRow, 4>;

/// From its upper end on the body to the lower one; sections from the inner side to the outer.
inline constexpr std::array<Tube, 2> kHandle = {{
    {{{-1.6, 2.025, -1.5, 2.25, 0.3},
      {-2.3, 2.025, -2.5, 2.25, 0.3},
      {-2.7, 2.025, -3, 2.25, 0.3},
      {-2.7, 1.8, -3, 1.8, 0.3}}},
    {{{-2.7, 1.8, -3, 1.8, 0.3},
      {-2.7, 1.575, -3, 1.35, 0.3},
      {-2.5, 1.125, -2.65, 0.9375, 0.3},
      {-2, 0.9, -1.9, 0.6, 0.3}}},
}};

/// From the body to the mouth, where the lip turns inwards; sections from the top to the underside.
inline constexpr std::array<Tube, 2> kSpout = {{
    {{{1.7, 1.425, 1.7, 0.6, 0.66},
      {2.6, 1.425, 3.1, 0.825, 0.66},
      {2.3, 2.1, 2.4, 2.025, 0.25},
      {2.7, 2.4, 3.3, 2.4, 0.25}}},
    {{{2.7, 2.4, 3.3, 2.4, 0.25},
      {2.8, 2.475, 3.525, 2.49375, 0.25},
      {2.9, 2.475, 3.45, 2.5125, 0.15},
      {2.8, 2.4, 3.2, 2.4, 0.15}}},
}};

/// Cubic Bernstein weights; at 0 and 1 exactly one of them is not zero, so that neighbouring patches share their edges.
constexpr std::array<double, 4> bernstein(double t) {
  const double s = 1 - t;
  return {s * s * s, 3 * t * (s * s), 3 * (t * t) * s, t * t * t};
}

/// Radius and height of a profile at t.
struct ProfilePoint {
  double radius, height;
};
ProfilePoint profile_point(const Profile& profile, double t);

/// Point of the first quarter (x, y >= 0): `along` the profile, `around` from the x axis to the y axis.
Vec3 quarter_point(const Profile& profile, double along, double around);

/// Point of a tube on the side of negative y: `along` the tube, `across` its half section.
Vec3 tube_point(const Tube& tube, double along, double across);

}  // namespace impinge::teapot
