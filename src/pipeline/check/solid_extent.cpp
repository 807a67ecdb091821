// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/solid_extent.h"

#include "answer/map/interference_map.h"
#include "answer/map/solid_depth.h"
#include "pipeline/overlap/find_overlap.h"
#include "pipeline/raster/raster_queries.h"

namespace impinge {

namespace {

// Nanoseconds, measured on spheres and hills of 100 to 1,000,000 faces that overlap a little or deeply.
constexpr double kPerMeeting = 20'000, kPerNearFace = 1'500;  // of a solid
constexpr double kPerLine = 1'000, kPerDrawnFace = 400;       // of a map, each of two

constexpr double kLoose = 0.01;  // of a depth: bounds farther apart are left to a map

std::size_t faces_near(const Body& body, const Box& box) {
  std::size_t count = 0;
  body.walk([&](const Box& other) { return boxes_meet(other, box); }, [&](std::uint32_t) { ++count; });
  return count;
}

// Which rests on the face pairs: all of them must have been found. A resolution or halved cells are questions to a map.
bool may_have_solid(const CheckContext& run, const PairAnswer& pair) {
  if (run.options.view.resolution || run.options.refine > 0) return false;
  const auto is_mesh = [&](ObjectId id) { return !run.has_no_faces(id.value) && run.world[id.value].sound(); };
  return run.options.face_pairs && pair.guarantee == Guarantee::direct && is_mesh(pair.a) && is_mesh(pair.b);
}

bool solid_is_cheaper(const CheckContext& run, const PairAnswer& pair) {
  const WorldObject &a = run.world[pair.a.value], &b = run.world[pair.b.value];
  const double lines = 2.0 * kExtentResolution * kExtentResolution;
  const double map = lines * kPerLine + 2 * kPerDrawnFace * static_cast<double>(a.faces.size() + b.faces.size());
  const double meetings = kPerMeeting * static_cast<double>(pair.face_pair_count);
  if (meetings > map) return false;
  const Box box = intersection(a.box, b.box);
  const std::size_t near = faces_near(*run.bodies[pair.a.value], box) + faces_near(*run.bodies[pair.b.value], box);
  return meetings + kPerNearFace * static_cast<double>(near) < map;
}

// True if the depth is told well; walls that are seen edge-on may leave it open.
bool add_from_solid(CheckContext& run, const OverlapSolid& solid, const std::vector<Vec3>& directions, PairAnswer& pair) {
  if (run.options.volume) pair.overlap_volume = Bounded{solid.volume, solid.volume, solid.volume};
  for (const Vec3& direction : directions) {
    const Bounded depth = solid_depth(solid, direction, run.control);
    if (pair.depth && !(depth.value < pair.depth->value)) continue;
    pair.depth = depth;
    pair.depth_direction = direction.normalized();
  }
  const double loose = run.options.error > 0 ? std::min(kLoose, run.options.error) : kLoose;
  return pair.depth->high - pair.depth->low <= loose * pair.depth->high;
}

}  // namespace

std::vector<Vec3> add_pair_extent(CheckContext& run, PairAnswer& pair) {
  if (run.lacks_lines(pair.a.value) || run.lacks_lines(pair.b.value)) return {};
  const std::vector<Vec3> directions = extent_directions(run.scene, run.world, run.options, pair);
  if (directions.empty()) return {};
  const OverlapSolid* const there = pair.overlap && pair.overlap->solid ? &*pair.overlap->solid : nullptr;
  if (may_have_solid(run, pair) && (there != nullptr || solid_is_cheaper(run, pair))) {
    std::optional<OverlapSolid> made;
    if (there == nullptr) {
      CheckOptions asked;
      asked.overlap = true;
      made = find_overlap(*run.bodies[pair.a.value], *run.bodies[pair.b.value], pair.face_pairs, asked, run.control).solid;
    }
    const OverlapSolid* const solid = there != nullptr ? there : made ? &*made : nullptr;
    if (solid != nullptr && add_from_solid(run, *solid, directions, pair)) return directions;
  }
  const std::optional<Bounded> exact_volume = pair.overlap_volume;
  if (!add_extent(run.scene, run.world, run.options, directions, run.shapes.device.get(), pair, run.control))
    run.result.stats.not_as_asked = kTooWide;
  if (exact_volume) pair.overlap_volume = exact_volume;
  return directions;
}

}  // namespace impinge
