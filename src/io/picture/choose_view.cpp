// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/choose_view.h"

#include <algorithm>
#include <cmath>

namespace impinge {
namespace {

constexpr double kAzimuth = -60, kElevation = 28;
constexpr double kElevations[] = {kElevation, 60, -20, -55};
constexpr int kAzimuths = 8, kWidth = 320, kHeight = 240;
constexpr std::size_t kMaxPoints = 400;
constexpr double kClearlyMore = 1.3;
constexpr std::size_t kMaxDrawn = 6000000;  // faces in all views together

// The middles of some of the marks, from all over them.
std::vector<Vec3> places_of(const std::vector<ContactMark>& marks) {
  std::vector<Vec3> places;
  const std::size_t step = marks.size() / kMaxPoints + 1;
  for (std::size_t i = 0; i < marks.size(); i += step) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& p : marks[i].points) sum += p / static_cast<double>(marks[i].points.size());
    places.push_back(sum);
  }
  return places;
}

// How many of the places no face hides.
std::size_t count_seen(const PictureOptions& options, const Scene& scene, const WorldVertices& vertices,
                       const std::vector<bool>& solid, const std::vector<Vec3>& places) {
  const PictureView view(vertices, options, kWidth, kHeight);
  PictureLayer layer(kWidth, kHeight);
  for (std::size_t o = 0; o < vertices.size(); ++o) {
    if (!solid[o]) continue;
    for (const Face& f : scene.objects()[o].mesh.faces())
      layer.draw({view.project(vertices[o][f[0]]), view.project(vertices[o][f[1]]), view.project(vertices[o][f[2]])}, {},
                 static_cast<std::uint32_t>(o), 0);
  }
  layer.finish();
  std::size_t seen = 0;
  for (const Vec3& place : places) {
    const ScreenPoint p = view.project(place);
    if (!(p.x >= 0 && p.x < kWidth && p.y >= 0 && p.y < kHeight)) continue;
    const double hidden_by = static_cast<double>(layer.nearness(layer.at(static_cast<int>(p.x), static_cast<int>(p.y))));
    const double slack = 2 * p.nearness * p.nearness / view.samples_per_length(p.nearness);
    seen += p.nearness + slack >= hidden_by;
  }
  return seen;
}

}  // namespace

PictureOptions choose_view(const PictureOptions& options, const Scene& scene, const WorldVertices& vertices,
                           const std::vector<bool>& solid, const std::vector<ContactMark>& marks) {
  PictureOptions chosen = options;
  chosen.azimuth_deg = options.azimuth_deg.value_or(kAzimuth);
  chosen.elevation_deg = options.elevation_deg.value_or(kElevation);
  if ((options.azimuth_deg && options.elevation_deg) || marks.empty()) return chosen;
  std::size_t faces = 1;
  for (std::size_t o = 0; o < vertices.size(); ++o)
    if (solid[o]) faces += scene.objects()[o].mesh.faces().size();
  const std::vector<Vec3> places = places_of(marks);
  double best = -1;
  std::size_t views = kMaxDrawn / faces;
  PictureOptions next = chosen;
  for (const double elevation : kElevations)
    for (int k = 0; k < kAzimuths; ++k) {
      if (options.elevation_deg && elevation != kElevation) continue;
      if (options.azimuth_deg && k > 0) continue;
      if (views-- == 0) return chosen;
      next.elevation_deg = options.elevation_deg.value_or(elevation);
      next.azimuth_deg = options.azimuth_deg.value_or(kAzimuth + 360.0 * k / kAzimuths);
      const double seen = static_cast<double>(count_seen(next, scene, vertices, solid, places));
      if (seen <= best * (best >= 0 ? kClearlyMore : 1)) continue;
      best = seen;
      chosen = next;
    }
  return chosen;
}

}  // namespace impinge
