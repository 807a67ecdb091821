// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// A chair of 146 faces, as many as the one in: Smith & Kitamura, ATR technical report, 1994, figure 3.11.
// One closed surface with a hole under its crest rail: seat, four legs, two posts and the rail between them.
#include <array>

#include "scenes/bodies.h"
#include "scenes/make_cap.h"
#include "shape/make/make_surface.h"

namespace impinge::scenes {
namespace {

using Ring = std::vector<std::uint32_t>;

// In units of the chair's height; x to the front, z up, the floor at 0.
constexpr double kSeatBottom = 0.44, kSeatTop = 0.48, kRailBottom = 0.86, kRailTop = 0.97, kCrest = 1.0;
constexpr double kLean = 0.09;  // how far the top of the posts stands behind the seat
constexpr double kLegWidth = 0.05, kPostWidth = 0.042, kPostY = 0.18;

// Around a point, counter-clockwise seen from above, starting at the corner of smallest x and y.
Ring add_square(SurfaceBuilder& surface, const Vec3& centre, double width) {
  const double h = width / 2;
  return {surface.add(centre + Vec3(-h, -h, 0)), surface.add(centre + Vec3(h, -h, 0)), surface.add(centre + Vec3(h, h, 0)),
          surface.add(centre + Vec3(-h, h, 0))};
}

Ring add_seat_outline(SurfaceBuilder& surface, double z) {
  constexpr std::array<std::array<double, 2>, 6> kOutline = {
      {{-0.22, -0.22}, {0.17, -0.25}, {0.23, -0.19}, {0.23, 0.19}, {0.17, 0.25}, {-0.22, 0.22}}};
  Ring ring;
  for (const auto& [x, y] : kOutline) ring.push_back(surface.add({x, y, z}));
  return ring;
}

std::vector<Ring> add_legs(SurfaceBuilder& surface) {
  std::vector<Ring> tops;
  for (const double x : {-0.17, 0.16}) {
    for (const double y : {-0.17, 0.17}) {
      const Ring top = reversed(add_square(surface, {x, y, kSeatBottom}, kLegWidth));
      const Ring foot = reversed(add_square(surface, {1.12 * x, 1.12 * y, 0}, 0.75 * kLegWidth));
      surface.band(top, foot);
      surface.quad(foot[0], foot[1], foot[2], foot[3]);
      tops.push_back(top);
    }
  }
  return tops;
}

struct Post {
  Ring foot;       // on the seat, counter-clockwise seen from above
  Ring rail_side;  // the opening for the rail, counter-clockwise seen from the middle of the chair, starting below at the
                   // back
};

double lean(double z) { return -0.18 - kLean * (z - kSeatTop) / (kRailTop - kSeatTop); }

// `side` is 1 for the post at positive y.
Post add_post(SurfaceBuilder& surface, int side) {
  const auto square = [&](double z) { return add_square(surface, {lean(z), side * kPostY, z}, kPostWidth); };
  const Ring foot = square(kSeatTop), middle = square(kRailBottom), top = square(kRailTop);
  surface.band(foot, middle);
  for (int i = 0; i < 4; ++i) {
    const int next = (i + 1) % 4;
    const bool faces_rail = i == (side > 0 ? 0 : 2);
    if (!faces_rail) surface.quad(middle[i], middle[next], top[next], top[i]);
  }
  surface.quad(top[0], top[1], top[2], top[3]);
  if (side > 0) return {foot, {middle[0], middle[1], top[1], top[0]}};
  return {foot, {middle[3], top[3], top[2], middle[2]}};
}

// Between the two posts, with a crest in its middle, where the section has five corners.
void add_rail(SurfaceBuilder& surface, const Ring& left, const Ring& right) {
  const double back = lean(kRailBottom) - 0.035, depth = 0.03, top_back = back - 0.02;
  const Ring crest = {surface.add({back, 0, kRailBottom}), surface.add({back + depth, 0, kRailBottom}),
                      surface.add({top_back + depth, 0, kRailTop}), surface.add({top_back + depth / 2, 0, kCrest}),
                      surface.add({top_back, 0, kRailTop})};
  // Four corners of an end against the five of the crest: the last side gets the triangle more.
  const auto join = [&](const Ring& end, bool flip) {
    const auto triangle = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r) {
      surface.triangle(p, flip ? r : q, flip ? q : r);
    };
    for (int i = 0; i < 4; ++i) {
      const int next = (i + 1) % 4, from = i == 3 ? 4 : i, to = i == 3 ? 0 : i + 1;
      triangle(end[i], end[next], crest[from]);
      triangle(end[next], crest[to], crest[from]);
      if (i == 2) triangle(end[next], crest[4], crest[3]);
    }
  };
  join(right, false);
  join({left[0], left[3], left[2], left[1]}, true);
}

}  // namespace

Mesh make_chair(double size) {
  require_size("chair", size);
  SurfaceBuilder surface;
  const Ring below = add_seat_outline(surface, kSeatBottom), above = add_seat_outline(surface, kSeatTop);
  surface.band(below, above);
  add_cap(surface, reversed(below), add_legs(surface), Vec3::UnitX(), -Vec3::UnitY());
  const Post right = add_post(surface, 1), left = add_post(surface, -1);
  add_cap(surface, above, std::vector<Ring>{right.foot, left.foot}, Vec3::UnitX(), Vec3::UnitY());
  add_rail(surface, left.rail_side, right.rail_side);
  return surface.build("chair", size);
}

}  // namespace impinge::scenes
