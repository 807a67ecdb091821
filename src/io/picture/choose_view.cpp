// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/choose_view.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace impinge {
namespace {

constexpr double kAzimuth = -60, kElevation = 28;
constexpr double kElevations[] = {kElevation, 60, -20, -55};
constexpr int kAzimuths = 8, kWidth = 320, kHeight = 240;
constexpr std::size_t kMaxPlaces = 100;  // of a pair
constexpr double kAccepted = 0.01;       // what an accepted pair counts
constexpr double kClearlyMore = 1.3;
constexpr std::size_t kMaxDrawn = 6000000;  // faces in all views together

// A place that should be seen, and how much it counts.
struct Place {
  Vec3 point;
  double weight;
};

// The middles of some marks of one pair, those of its most important kind. They count 1 together, of an accepted pair less.
void add_places(std::span<const ContactMark> marks, std::vector<Place>& places) {
  ContactKind kind = ContactKind::accepted;
  for (const ContactMark& mark : marks) kind = std::min(kind, mark.kind);
  const auto count = static_cast<std::size_t>(
      std::count_if(marks.begin(), marks.end(), [&](const ContactMark& mark) { return mark.kind == kind; }));
  const std::size_t step = count / kMaxPlaces + 1;
  const double weight =
      (kind == ContactKind::accepted ? kAccepted : 1) * static_cast<double>(step) / static_cast<double>(count);
  std::size_t k = 0;
  for (const ContactMark& mark : marks) {
    if (mark.kind != kind || k++ % step != 0) continue;
    Vec3 sum = Vec3::Zero();
    for (const Vec3& p : mark.points) sum += p / static_cast<double>(mark.points.size());
    places.push_back({sum, weight});
  }
}

std::vector<Place> places_of(std::span<const ContactMark> marks) {
  std::vector<Place> places;
  for (std::size_t begin = 0, end = 0; begin < marks.size(); begin = end) {
    while (end < marks.size() && marks[end].pair == marks[begin].pair) ++end;
    add_places(marks.subspan(begin, end - begin), places);
  }
  return places;
}

// How much of the places no face hides.
double share_seen(const PictureOptions& options, const Scene& scene, const WorldVertices& vertices,
                  const std::vector<bool>& solid, const std::vector<Place>& places) {
  const PictureView view(vertices, options, kWidth, kHeight);
  PictureLayer layer(kWidth, kHeight);
  for (std::size_t o = 0; o < vertices.size(); ++o) {
    if (!solid[o]) continue;
    for (const Face& f : scene.objects()[o].mesh.faces())
      layer.draw({view.project(vertices[o][f[0]]), view.project(vertices[o][f[1]]), view.project(vertices[o][f[2]])}, {},
                 static_cast<std::uint32_t>(o), 0);
  }
  layer.finish();
  double seen = 0;
  for (const Place& place : places) {
    const ScreenPoint p = view.project(place.point);
    if (!(p.x >= 0 && p.x < kWidth && p.y >= 0 && p.y < kHeight)) continue;
    const double hidden_by = static_cast<double>(layer.nearness(layer.at(static_cast<int>(p.x), static_cast<int>(p.y))));
    const double slack = 2 * p.nearness * p.nearness / view.samples_per_length(p.nearness);
    if (p.nearness + slack >= hidden_by) seen += place.weight;
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
  const std::vector<Place> places = places_of(marks);
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
      const double seen = share_seen(next, scene, vertices, solid, places);
      if (seen <= best * (best >= 0 ? kClearlyMore : 1)) continue;
      best = seen;
      chosen = next;
    }
  return chosen;
}

}  // namespace impinge
