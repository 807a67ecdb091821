// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// A head of 1816 faces, as many as the one in: Smith & Kitamura, ATR technical report, 1994, figure 3.11.
// A latitude-longitude grid around a point between the ears, each vertex at the distance where skull, face or neck end, so
// that the surface cannot cross itself; the ears are drawn out of an opening of two patches each.
#include <algorithm>
#include <array>
#include <cmath>

#include "scenes/bodies.h"
#include "shape/make/make_angle.h"
#include "shape/make/make_surface.h"

namespace impinge::scenes {
namespace {

using Ring = std::vector<std::uint32_t>;

constexpr int kSlices = 28, kRings = 32;  // 1792 faces, and 12 more for each ear
// Degrees from the middle of the face, closest where there is most to tell.
constexpr std::array<int, kSlices> kLongitudes = {0,   6,   12,  18,  24,  31,  39,  48,  59,  73,  90,  106, 125, 151,
                                                  180, 209, 235, 254, 270, 287, 301, 312, 321, 329, 336, 342, 348, 354};
constexpr int kEarRing = 15;  // the ears reach from here two rings up
constexpr int kLeftEar = 10, kRightEar = 17;

// A bulge of the face: where it sits as seen from the front, its half width and half height, and how far it stands out.
struct Feature {
  double y, z, width, height, reach;
};
constexpr std::array<Feature, 13> kFace = {{{0, 0.36, 0.55, 0.16, 0.05},      // brow
                                            {0, 0.1, 0.13, 0.32, 0.11},       // bridge of the nose
                                            {0, -0.13, 0.2, 0.16, 0.2},       // tip of the nose
                                            {0.3, 0.16, 0.21, 0.16, -0.13},   // eye sockets
                                            {-0.3, 0.16, 0.21, 0.16, -0.13},  //
                                            {0.3, 0.14, 0.13, 0.11, 0.07},    // eyes
                                            {-0.3, 0.14, 0.13, 0.11, 0.07},   //
                                            {0.45, -0.1, 0.25, 0.22, 0.05},   // cheeks
                                            {-0.45, -0.1, 0.25, 0.22, 0.05},  //
                                            {0, -0.33, 0.26, 0.1, 0.07},      // lips
                                            {0, -0.49, 0.24, 0.09, 0.06},     //
                                            {0, -0.415, 0.3, 0.06, -0.06},    // mouth
                                            {0, -0.67, 0.3, 0.16, 0.17}}};    // chin

double bulge(const Feature& feature, const Vec3& direction) {
  const double y = (direction.y() - feature.y) / feature.width, z = (direction.z() - feature.z) / feature.height;
  const double square = y * y + z * z;
  return square < 1 ? feature.reach * (1 - square) * (1 - square) : 0;
}

// Distance of the surface from the middle; the face looks along x.
double reach(const Vec3& d) {
  constexpr double kDepth = 0.9, kBreadth = 0.72, kNeck = 0.4, kNeckEnd = 1.3;
  // The jaw is narrower than the skull.
  const double taper = d.z() < 0 ? 1 + 0.35 * d.z() * d.z() : 1;
  const double x = d.x() / kDepth, y = d.y() * taper / kBreadth;
  double distance = 1 / std::sqrt(x * x + y * y + d.z() * d.z());
  if (d.x() > 0) {
    for (const Feature& feature : kFace) distance += bulge(feature, d);
  }
  if (d.z() < 0) {
    const double level = std::sqrt(d.x() * d.x() + d.y() * d.y());
    const double neck = level * kNeckEnd < -d.z() * kNeck ? kNeckEnd / -d.z() : kNeck / level;
    distance = std::max(distance, neck);
  }
  return distance;
}

void add_ear(SurfaceBuilder& surface, std::span<const Ring> rings, int slice, double side) {
  const int r = kEarRing, s = slice;
  const Ring root = {rings[r][s],         rings[r][s + 1], rings[r + 1][s + 1],
                     rings[r + 2][s + 1], rings[r + 2][s], rings[r + 1][s]};
  Vec3 middle = Vec3::Zero();
  for (const std::uint32_t id : root) middle += surface.vertices[id] / 6;
  constexpr std::array<double, 6> kOutline = {0.5, 0.5, 1.3, 0.9, 0.9, 1.3};  // narrow at the lobe
  Ring shell;
  for (std::size_t i = 0; i < root.size(); ++i) {
    const Vec3 from = surface.vertices[root[i]] - middle;
    // Flat, taller than its root, and turned a little to the back.
    const Vec3 out(kOutline[i] * from.x() - 0.08, side * 0.1 + 0.3 * from.y(), 2.4 * from.z() + 0.03);
    shell.push_back(surface.add(middle + out));
  }
  surface.band(root, shell);
  surface.quad(shell[0], shell[1], shell[2], shell[5]);
  surface.quad(shell[5], shell[2], shell[3], shell[4]);
}

}  // namespace

Mesh make_head(double size) {
  require_size("head", size);
  SurfaceBuilder surface;
  const auto add = [&](const Vec3& direction) { return surface.add(reach(direction) * direction); };
  std::vector<Ring> rings(kRings);
  for (int ring = 0; ring < kRings; ++ring) {
    const Angle latitude = turn(2 * (ring + 1) - (kRings + 1), 4 * (kRings + 1));
    for (int slice = 0; slice < kSlices; ++slice) {
      const Angle longitude = turn(kLongitudes[slice], 360);
      rings[ring].push_back(add({latitude.cos * longitude.cos, latitude.cos * longitude.sin, latitude.sin}));
    }
  }
  surface.fan(add({0, 0, -1}), reversed(rings.front()));
  for (int ring = 0; ring + 1 < kRings; ++ring) {
    for (int slice = 0; slice < kSlices; ++slice) {
      const bool ear = (ring == kEarRing || ring == kEarRing + 1) && (slice == kLeftEar || slice == kRightEar);
      const int next = (slice + 1) % kSlices;
      if (!ear) surface.quad(rings[ring][slice], rings[ring][next], rings[ring + 1][next], rings[ring + 1][slice]);
    }
  }
  surface.fan(add({0, 0, 1}), rings.back());
  add_ear(surface, rings, kLeftEar, 1);
  add_ear(surface, rings, kRightEar, -1);
  return surface.build("head", size / 2.3);  // from the end of the neck to the crown
}

}  // namespace impinge::scenes
