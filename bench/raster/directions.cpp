// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Error against number and choice of directions. The truth of the volume is a map four times as fine along the best
// direction; that of the parting is the least along 64 directions.
#include "directions.h"

#include <fmt/format.h>
#include <impinge/impinge.h>

#include <cmath>
#include <vector>

#include "scenes/scenes.h"

namespace impinge::bench {
namespace {

struct Bodies {
  const char* name;
  Scene scene;
};

struct Choice {
  DirectionRule rule;
  int count;
};

// Plates, spheres and teeth, turned so that no axis is the natural way to look.
std::vector<Bodies> bodies(bool quick) {
  std::vector<Bodies> list;
  const Vec3 normal(0.5, 0, std::sqrt(0.75));
  const Pose tilt = Pose::from_quaternion({0, 0, 0}, {0, std::sin(M_PI / 12), 0, std::cos(M_PI / 12)});
  Pose above = tilt;
  above.position = normal * 0.9;
  Scene plates;
  plates.add("a", make_box({10, 10, 1}, 4), tilt);
  plates.add("b", make_box({10, 10, 1}, 4), above);
  list.push_back({"tilted_plates", plates});
  Scene spheres;
  Pose side;
  side.position = Vec3(1, 2, 2) / 2;
  spheres.add("a", make_displaced_sphere(1, 0.1, quick ? 20 : 100, quick ? 40 : 200, 1));
  spheres.add("b", make_displaced_sphere(1, 0.1, quick ? 20 : 100, quick ? 40 : 200, 2), side);
  list.push_back({"spheres", spheres});
  if (!quick) list.push_back({"jaws_biting", scenes::find_scene("jaws_biting").make()});
  return list;
}

InterferenceMap map_along(const Engine& engine, const Scene& scene, const Choice& choice, int resolution) {
  MapOptions options;
  options.view.resolution = resolution;
  options.view.rule = choice.rule;
  options.view.direction_count = choice.count;
  return engine.map(scene, {0}, {1}, options);
}

double least_parting(const InterferenceMap& map) {
  double least = INFINITY;
  for (const Parting& p : map.partings) least = std::min(least, p.distance);
  return least;
}

}  // namespace

std::string run_directions(bool quick) {
  const Engine engine;
  const int resolution = quick ? 32 : 256;
  fmt::print("{:14} {:8} {:>10} {:>10} {:>12} {:>12} {:>10} {:>10}\n", "scene", "choice", "directions", "slope deg",
             "volume err %", "interval %", "parting x", "ms");
  std::string text;
  for (const Bodies& b : bodies(quick)) {
    const double truth = map_along(engine, b.scene, {DirectionRule::faces, 1}, 4 * resolution).overlap_volume.value;
    const double parting = least_parting(map_along(engine, b.scene, {DirectionRule::several, quick ? 8 : 64}, resolution));
    std::vector<Choice> choices = {{DirectionRule::boxes, 1}, {DirectionRule::faces, 1}};
    for (const int count : quick ? std::vector{2} : std::vector{2, 4, 8, 16, 32})
      choices.push_back({DirectionRule::several, count});
    for (const Choice& c : choices) {
      const InterferenceMap map = map_along(engine, b.scene, c, resolution);
      const Bounded& v = map.overlap_volume;
      const double error = 100 * std::abs(v.value - truth) / truth, width = 100 * (v.high - v.low) / truth;
      const double times = least_parting(map) / parting;
      fmt::print("{:14} {:8} {:10} {:10.1f} {:12.4f} {:12.3f} {:10.3f} {:10.1f}\n", b.name, to_string(c.rule), c.count,
                 map.slope.mean_deg, error, width, times, map.stats.total_ms);
      std::fflush(stdout);
      text += fmt::format(
          "{}\n    {{\"scene\": \"{}\", \"choice\": \"{}\", \"directions\": {}, \"mean_slope_deg\": {:.4g}, "
          "\"volume_error_percent\": {:.4g}, \"volume_interval_percent\": {:.4g}, \"parting_over_least\": {:.5g}, "
          "\"ms\": {:.4g}}}",
          text.empty() ? "" : ",", b.name, to_string(c.rule), c.count, map.slope.mean_deg, error, width, times,
          map.stats.total_ms);
    }
  }
  return text;
}

}  // namespace impinge::bench
