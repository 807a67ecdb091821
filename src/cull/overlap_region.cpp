// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "cull/overlap_region.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "base/triangle_box.h"

namespace impinge {

namespace {

constexpr std::size_t kGrain = 8192;  // faces a task

bool meets_any(const Triangle& t, const Box& hull, std::span<const Box> regions) {
  const Box box = box_of(t);
  if (!boxes_meet(box, hull)) return false;
  for (const Box& region : regions)
    if (boxes_meet(box, region) && triangle_meets_box(t, region)) return true;
  return false;
}

// Ascending faces of one object; chunks keep the order for any number of threads.
std::vector<std::uint32_t> faces_in(const WorldObject& object, std::span<const Box> regions) {
  Box hull;
  for (const Box& r : regions) hull.add(r);
  const std::size_t n = object.faces.size(), chunks = (n + kGrain - 1) / kGrain;
  std::vector<std::vector<std::uint32_t>> kept(chunks);
  tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
    const auto end = static_cast<std::uint32_t>(std::min(n, (c + 1) * kGrain));
    for (auto f = static_cast<std::uint32_t>(c * kGrain); f < end; ++f)
      if (meets_any(object.triangle(f), hull, regions)) kept[c].push_back(f);
  });
  std::vector<std::uint32_t> faces;
  for (const auto& k : kept) faces.insert(faces.end(), k.begin(), k.end());
  return faces;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> overlap_region(std::span<const WorldObject> world,
                                                       std::span<const ObjectPair> pairs) {
  std::vector<std::vector<Box>> regions(world.size());
  for (const ObjectPair& pair : pairs) {
    const Box region = intersection(world[pair.a].box, world[pair.b].box);
    regions[pair.a].push_back(region);
    regions[pair.b].push_back(region);
  }
  std::vector<std::vector<std::uint32_t>> faces(world.size());
  tbb::parallel_for(std::size_t{0}, world.size(), [&](std::size_t i) {
    if (!regions[i].empty()) faces[i] = faces_in(world[i], regions[i]);
  });
  return faces;
}

}  // namespace impinge
