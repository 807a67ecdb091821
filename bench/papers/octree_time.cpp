// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "octree_time.h"

#include <algorithm>
#include <cmath>

#include "base/box.h"
#include "scene/world.h"
#include "timing.h"

namespace impinge::bench::papers {
namespace {

constexpr int kReportLevel = 6;

double longest_edge_of(const Box& box) { return (box.high - box.low).maxCoeff(); }

int level_of_report(const Scene& scene, double world) {
  const std::vector<WorldObject> placed = place(scene);
  Box regions;
  for (std::size_t i = 0; i < placed.size(); ++i)
    for (std::size_t k = i + 1; k < placed.size(); ++k)
      if (boxes_meet(placed[i].box, placed[k].box)) regions.add(intersection(placed[i].box, placed[k].box));
  if (regions.empty()) return kReportLevel;
  const double fewer = std::log2(world / std::max(longest_edge_of(regions), world / 64));
  return std::clamp(static_cast<int>(std::floor(kReportLevel - fewer)), 0, kReportLevel);
}

CheckResult check_at_level(const Scene& scene, int level) {
  static const Engine engine({.threads = 1});
  CheckOptions options;
  options.method = Method::face_octree;
  options.level = level;
  return engine.check(scene, options);
}

}  // namespace

double world_edge(const Scene& scene) {
  Box all;
  for (const WorldObject& o : place(scene)) all.add(o.box);
  return longest_edge_of(all);
}

CheckResult check_by_octree(const Scene& scene, double world) {
  return check_at_level(scene, level_of_report(scene, world));
}

double octree_ms(const Scene& scene, double world, int rounds) {
  const int level = level_of_report(scene, world);
  return least_ms(rounds, [&] {
    const Scene fresh = scene;  // nothing is kept from the last round
    check_at_level(fresh, level);
  });
}

}  // namespace impinge::bench::papers
