// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scenes/plant/plant_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace impinge::scenes {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

struct Surface {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;

  std::uint32_t add(const Vec3& p) {
    vertices.push_back(p);
    return static_cast<std::uint32_t>(vertices.size() - 1);
  }
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    faces.push_back({a, b, c});
    faces.push_back({a, c, d});
  }
  Mesh mesh() { return Mesh(std::move(vertices), std::move(faces)); }
};

// Two walls of rings, outer and inner, joined at both ends: `place(s, angle, r)` is the point of station s, 0 to 1.
template <class Place>
Mesh hollow(const Place& place, double radius, double wall, const Fineness& fine) {
  Surface surface;
  const auto n = static_cast<std::uint32_t>(fine.round), stations = static_cast<std::uint32_t>(fine.along) + 1;
  for (const double r : {radius, radius - wall})
    for (std::uint32_t s = 0; s < stations; ++s)
      for (std::uint32_t k = 0; k < n; ++k) surface.add(place(static_cast<double>(s) / fine.along, kTurn * k / n, r));
  const auto at = [&](bool inner, std::uint32_t s, std::uint32_t k) { return (inner ? n * stations : 0) + s * n + k % n; };
  for (std::uint32_t k = 0; k < n; ++k) {
    for (std::uint32_t s = 0; s + 1 < stations; ++s) {
      surface.quad(at(false, s, k), at(false, s + 1, k), at(false, s + 1, k + 1), at(false, s, k + 1));
      surface.quad(at(true, s, k), at(true, s, k + 1), at(true, s + 1, k + 1), at(true, s + 1, k));
    }
    surface.quad(at(false, 0, k), at(false, 0, k + 1), at(true, 0, k + 1), at(true, 0, k));
    const std::uint32_t e = stations - 1;
    surface.quad(at(false, e, k), at(true, e, k), at(true, e, k + 1), at(false, e, k + 1));
  }
  return surface.mesh();
}

// In [0, 1): the same on every machine, which the library's distributions are not.
double draw(std::mt19937_64& dice) { return static_cast<double>(dice() >> 11) * 0x1p-53; }

std::vector<std::array<double, 2>> turned_profile(double radius, double height, int along, std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  std::vector<std::array<double, 2>> profile;
  double r = radius;
  for (int i = 0; i <= along; ++i) {
    profile.push_back({r, height * i / along});
    // A foot as wide as allowed, then a body that swells and shrinks.
    r = std::clamp(r + radius * (draw(dice) - 0.5) * 0.3, radius * 0.45, radius * 0.98);
  }
  return profile;
}

}  // namespace

Mesh make_turned(std::span<const std::array<double, 2>> profile, int round) {
  Surface surface;
  const auto n = static_cast<std::uint32_t>(round), rows = static_cast<std::uint32_t>(profile.size());
  for (const auto& [r, z] : profile)
    for (std::uint32_t k = 0; k < n; ++k) {
      const double angle = kTurn * k / n;
      surface.add({r * std::cos(angle), r * std::sin(angle), z});
    }
  const std::uint32_t bottom = surface.add({0, 0, profile.front()[1]}), top = surface.add({0, 0, profile.back()[1]});
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t next = (k + 1) % n;
    for (std::uint32_t row = 0; row + 1 < rows; ++row)
      surface.quad(row * n + k, row * n + next, (row + 1) * n + next, (row + 1) * n + k);
    surface.faces.push_back({bottom, next, k});
    surface.faces.push_back({top, (rows - 1) * n + k, (rows - 1) * n + next});
  }
  return surface.mesh();
}

Mesh make_pipe(double length, double radius, double wall, const Fineness& fine) {
  return hollow(
      [&](double s, double angle, double r) { return Vec3(length * s, -r * std::cos(angle), r * std::sin(angle)); }, radius,
      wall, fine);
}

Mesh make_bend(double ring, double radius, double wall, const Fineness& fine) {
  return hollow(
      [&](double s, double angle, double r) {
        const double turn = kTurn / 4 * s, out = ring + r * std::sin(angle - kTurn / 4);
        return Vec3(out * std::sin(turn), r * std::cos(angle - kTurn / 4), ring - out * std::cos(turn));
      },
      radius, wall, fine);
}

Mesh make_tray(double length, double width, double height, double sheet, const Fineness& fine) {
  const double w = width / 2, t = sheet;
  // Counter-clockwise, seen from +x.
  const std::array<std::array<double, 2>, 8> profile = {
      {{-w, 0}, {w, 0}, {w, height}, {w - t, height}, {w - t, t}, {-w + t, t}, {-w + t, height}, {-w, height}}};
  Surface surface;
  const auto n = static_cast<std::uint32_t>(profile.size()), along = static_cast<std::uint32_t>(fine.along);
  for (std::uint32_t s = 0; s <= along; ++s)
    for (const auto& [y, z] : profile) surface.add({length * s / along, y, z});
  for (std::uint32_t s = 0; s < along; ++s)
    for (std::uint32_t k = 0; k < n; ++k)
      surface.quad(s * n + k, s * n + (k + 1) % n, (s + 1) * n + (k + 1) % n, (s + 1) * n + k);
  constexpr std::array<std::array<std::uint32_t, 3>, 6> kEnd = {
      {{0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}, {0, 5, 6}, {0, 6, 7}}};
  for (const auto& [a, b, c] : kEnd) {
    surface.faces.push_back({a, c, b});
    surface.faces.push_back({along * n + a, along * n + b, along * n + c});
  }
  return surface.mesh();
}

Mesh make_machine(double radius, double height, const Fineness& fine, std::uint64_t seed) {
  return make_turned(turned_profile(radius, height, fine.along, seed), fine.round);
}

Mesh make_valve(double length, double radius, const Fineness& fine, std::uint64_t seed) {
  std::vector<std::array<double, 2>> profile = turned_profile(radius, length, std::max(4, fine.along), seed);
  profile[1][0] = profile[profile.size() - 2][0] = radius * 0.95;
  profile.back()[0] = radius;
  const Mesh turned = make_turned(profile, fine.round);
  std::vector<Vec3> vertices;
  for (const Vec3& p : turned.vertices()) vertices.emplace_back(p.z(), p.x(), p.y());  // z becomes x, and stays right-handed
  return Mesh(std::move(vertices), {turned.faces().begin(), turned.faces().end()});
}

}  // namespace impinge::scenes
