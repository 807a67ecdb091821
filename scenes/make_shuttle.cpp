// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// A winged body of 528 faces after the space shuttle of: Smith & Kitamura, ATR technical report, 1994, figure 3.12.
// One closed surface: eight sections from tail to nose, whose side points are drawn out to wings and whose top is drawn out
// to a fin, and a flat bulkhead at the tail with three main engines and two small ones.
#include <array>

#include "scenes/bodies.h"
#include "scenes/make_cap.h"
#include "shape/make/make_angle.h"
#include "shape/make/make_surface.h"

namespace impinge::scenes {
namespace {

using Ring = std::vector<std::uint32_t>;

// Half a section from the keel to the ridge, in units of half width and height; `wing` and `fin` tell who is drawn out.
struct SectionPoint {
  double width, height, wing, fin;
};
constexpr std::array<SectionPoint, 13> kSection = {{{0, 0, 0, 0},
                                                    {0.5, 0, 0, 0},
                                                    {0.82, 0, 0, 0},
                                                    {0.93, 0.03, 0.5, 0},
                                                    {1, 0.07, 1, 0},
                                                    {1, 0.12, 1, 0},
                                                    {0.98, 0.16, 0.5, 0},
                                                    {0.97, 0.22, 0, 0},
                                                    {0.95, 0.55, 0, 0},
                                                    {0.78, 0.85, 0, 0},
                                                    {0.45, 0.98, 0, 0},
                                                    {0.1, 1, 0, 0},
                                                    {0, 1, 0, 1}}};

// In units of the length of the hull: how far behind the nose, half width, keel, ridge, reach of wing and fin.
struct Station {
  double behind, width, keel, ridge, wing, fin;
};
constexpr std::array<Station, 8> kStations = {{{1.0, 0.072, 0.01, 0.16, 0, 0.17},
                                               {0.95, 0.078, 0, 0.165, 0.004, 0.19},
                                               {0.9, 0.078, 0, 0.165, 0.25, 0.12},
                                               {0.68, 0.075, 0, 0.155, 0.1, 0.005},
                                               {0.45, 0.075, 0, 0.15, 0.02, 0.005},
                                               {0.2, 0.072, 0, 0.15, 0, 0.005},
                                               {0.12, 0.062, 0.003, 0.12, 0, 0.003},
                                               {0.035, 0.036, 0.015, 0.08, 0, 0.002}}};
constexpr double kNoseHeight = 0.042;

// Where an engine leaves the bulkhead, its radius there and at its mouth, its length, and how deep the mouth is.
struct Bell {
  double y, z, throat, mouth, length, depth;
  int sides;
};
constexpr std::array<Bell, 5> kBells = {{{0, 0.115, 0.017, 0.026, 0.06, 0.045, 8},
                                         {-0.034, 0.05, 0.017, 0.026, 0.06, 0.045, 8},
                                         {0.034, 0.05, 0.017, 0.026, 0.06, 0.045, 8},
                                         {-0.044, 0.118, 0.009, 0.012, 0.03, 0.02, 5},
                                         {0.044, 0.118, 0.009, 0.012, 0.03, 0.02, 5}}};

// The nose points along x; the middle of the hull is at the origin.
double forward(double behind) { return 0.5 - behind; }

// Counter-clockwise seen from the nose.
Ring add_section(SurfaceBuilder& surface, const Station& station) {
  const auto point = [&](const SectionPoint& p, double side) {
    const double y = station.width * p.width + station.wing * p.wing;
    const double z = station.keel + (station.ridge - station.keel) * p.height + station.fin * p.fin;
    return surface.add({forward(station.behind), side * y, z});
  };
  Ring ring;
  for (std::size_t i = 0; i < kSection.size(); ++i) ring.push_back(point(kSection[i], 1));
  for (std::size_t i = kSection.size() - 1; i-- > 1;) ring.push_back(point(kSection[i], -1));
  return ring;
}

// Counter-clockwise seen from behind.
Ring add_circle(SurfaceBuilder& surface, const Bell& bell, double behind, double radius) {
  Ring ring;
  for (int i = 0; i < bell.sides; ++i) {
    const Angle angle = turn(2 * i + 1, 2 * bell.sides);  // half a step: no corner level with another bell's
    ring.push_back(surface.add({forward(behind), bell.y - radius * angle.sin, bell.z - radius * angle.cos}));
  }
  return ring;
}

void add_tail(SurfaceBuilder& surface, const Ring& hull) {
  std::vector<Ring> throats;
  for (const Bell& bell : kBells) {
    throats.push_back(add_circle(surface, bell, 1, bell.throat));
    const Ring mouth = add_circle(surface, bell, 1 + bell.length, bell.mouth);
    surface.band(throats.back(), mouth);
    surface.fan(surface.add({forward(1 + bell.length - bell.depth), bell.y, bell.z}), mouth);
  }
  add_cap(surface, reversed(hull), throats, -Vec3::UnitY(), Vec3::UnitZ());
}

}  // namespace

Mesh make_shuttle(double size) {
  require_size("shuttle", size);
  SurfaceBuilder surface;
  std::vector<Ring> sections;
  for (const Station& station : kStations) sections.push_back(add_section(surface, station));
  for (std::size_t i = 0; i + 1 < sections.size(); ++i) surface.band(sections[i], sections[i + 1]);
  surface.fan(surface.add({forward(0), 0, kNoseHeight}), sections.back());
  add_tail(surface, sections.front());
  return surface.build("shuttle", size);
}

}  // namespace impinge::scenes
