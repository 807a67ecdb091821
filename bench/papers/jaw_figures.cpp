// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "jaw_figures.h"

#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "depth_counts.h"
#include "map_accuracy.h"
#include "scenes/scenes.h"
#include "traced_gaps.h"
#include "write_file.h"

namespace impinge::bench::papers {
namespace {

constexpr const char* kTeethStandIn =
    "The paper's teeth were scanned and never published: two rows of fourteen made ones stand for them, 110,000 polygons in "
    "all in a whole run, some 10,000 in a short one.";

struct Position {
  const char* name;
  const char* letter;
  double gap, published, published_extreme;  // ms
};
constexpr Position kPositions[] = {{"jaws_apart", "5a", 1.2, 300, 490},
                                   {"jaws_touching", "5b", 0.02, 300, 490},
                                   {"jaws_biting", "5c", -0.8, 1110, 1780},
                                   {"jaws_deep", "5d", -2.4, 1110, 1780}};

Scene jaws(const Setting& setting, const Position& position) {
  return scenes::make_teeth_scene(setting.pick(14, 51), position.gap);
}

std::filesystem::path in_folder(const Setting& setting, const std::string& name) {
  return std::filesystem::path(setting.pictures) / name;
}

struct Look {
  const char* name;
  Vec3 direction;
};
const Look kLooks[] = {{"along the scanner's axis", {0, 0, 1}}, {"aslant by 45 degrees", {0, 1, 1}}};

Figure positions(const Setting& setting) {
  const int pixels = setting.pick(128, 512);
  Figure f{.id = "myszkowski_5",
           .name = "Figures 4, 5",
           .title = "jaws in four positions",
           .machine = kRealityEngine,
           .setting = fmt::format("{0} × {0} lines, stopping at the first collision, then until every line is settled; "
                                  "along the axis in which every tooth is met "
                                  "once, and aslant, where most lines have layers.",
                                  pixels),
           .stand_in = kTeethStandIn,
           .shape =
               "As published the jaws apart and just touching need one pass. Where they bite a first pass finds a collision "
               "at once when the view suits, and ends there; aslant, a second pass and layer codes come in, as in the "
               "paper's c and d. The "
               "paper did not count its sorting; ours is in."};
  bool right = true;
  for (const Position& position : kPositions) {
    const Scene scene = jaws(setting, position);
    const bool meet = Engine().meet(scene, {0}, {1});
    for (const Look& look : kLooks) {
      const Problem problem(scene, look.direction);
      DepthCountOptions options;
      options.mode = DepthCountMode::first;
      const DepthCounts c = count_depths(problem, pixels, options, setting.rounds);
      const std::string what = fmt::format("{}, {}", position.letter, look.name);
      const bool upright = look.direction.y() == 0;
      // Cusps that touch by a fiftieth of a millimetre may lie between the lines.
      right = right && (c.result.collision == meet || (meet && &position == &kPositions[1]));
      f.add({.series = "time", .what = what, .ours = c.total_ms(), .published = position.published});
      f.add({.series = "time",
             .what = what,
             .ours = c.total_ms(),
             .published = position.published_extreme,
             .machine = kExtreme});
      f.add({.series = "passes over B",
             .what = what,
             .ours = double(c.result.passes),
             .unit = "passes",
             .published = position.gap > 0 ? 1 : 2});
      f.add({.series = "lines settled by layer codes",
             .what = what,
             .ours = double(c.result.settled_layers),
             .unit = "lines"});
      f.add({.series = "collision",
             .what = what,
             .ours = double(c.result.collision),
             .unit = "of 1",
             .published = position.gap < 1});
      options.mode = DepthCountMode::full;
      const DepthCounts all = count_depths(problem, pixels, options, setting.rounds);
      f.add({.series = "time, every line settled",
             .what = what,
             .ours = all.total_ms(),
             .published = position.gap > 0 ? std::nullopt : std::optional(position.published)});
      f.add({.series = "passes over B, every line settled", .what = what, .ours = double(all.passes), .unit = "passes"});
      f.add({.series = "lines settled by layer codes, every line settled",
             .what = what,
             .ours = double(all.result.settled_layers),
             .unit = "lines"});
      if (!upright && position.gap < 0) f.claim(fmt::format("passes, every line settled, {}", what), all.passes, 2, 2);
      if (upright && position.gap > 0) f.claim(fmt::format("passes, {}", what), c.result.passes, 1, 1);
    }
  }
  f.claim("no collision is told that is none, and none deeper than 0.02 mm is missed (1: so it is)", right, 1, 1);
  if (!setting.pictures.empty()) {
    const Scene scene = jaws(setting, kPositions[2]);
    write_picture(scene, Engine().check(scene), in_folder(setting, "jaws.png"), {.width = 720, .height = 480});
    f.pictures.push_back({.caption = "Figure 4: the jaws, biting", .file = "jaws.png"});
  }
  return f;
}

InterferenceMap map_along(const Engine& engine, const Scene& scene, const Vec3& direction, int resolution) {
  MapOptions options;
  options.view.direction = direction;
  options.view.resolution = resolution;
  return engine.map(scene, {0}, {1}, options);
}

Figure distance_maps(const Setting& setting) {
  Figure f{.id = "myszkowski_6",
           .name = "Figure 6",
           .title = "maps of the distance between the jaws",
           .machine = kRealityEngine,
           .setting = fmt::format("{0} lines along the longer side, along the axis.", setting.pick(128, 512)),
           .stand_in = kTeethStandIn,
           .shape = "As published: isolated contacts where the collision is just detected, connected regions in the bite."};
  const Engine engine({.threads = 1});
  double penetrating[2] = {0, 0};
  for (const int i : {1, 2}) {
    const InterferenceMap map = map_along(engine, jaws(setting, kPositions[i]), {0, 0, 1}, setting.pick(128, 512));
    for (const MapCell cell : map.cells) penetrating[i - 1] += cell == MapCell::penetration;
    const std::string letter = i == 1 ? "6a, just detected" : "6b, position 5c";
    f.add({.series = "cells of penetration", .what = letter, .ours = penetrating[i - 1], .unit = "cells"});
    f.add({.series = "deepest overlap along a line", .what = letter, .ours = map.max_depth.value, .unit = "mm"});
    f.add({.series = "map, with its bounds", .what = letter, .ours = map.stats.total_ms});
    if (setting.pictures.empty()) continue;
    const std::string name = fmt::format("map_{}.png", kPositions[i].name);
    write_map_picture(map, in_folder(setting, name), {.title = letter, .a = "lower", .b = "upper", .range = 6, .size = 560});
    f.pictures.push_back({.caption = "Figure " + letter, .file = name});
  }
  f.claim("cells of penetration in the bite over those at first contact", penetrating[1] / std::max(1.0, penetrating[0]),
          10);
  return f;
}

// An error as a colour: blue at none, through green and yellow to red at 0.02 mm and beyond; grey where nothing is compared.
void write_errors(const std::vector<float>& errors, int columns, const std::filesystem::path& file) {
  const auto rows = static_cast<int>(errors.size()) / columns;
  std::string text = fmt::format("P6\n{} {}\n255\n", columns, rows);
  for (int row = rows - 1; row >= 0; --row)
    for (int column = 0; column < columns; ++column) {
      const float error =
          errors[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)];
      const double share = std::isfinite(error) ? std::min(1.0, std::sqrt(static_cast<double>(error) / 0.02)) : -1;
      const auto level = [&](double centre) { return std::clamp(1.5 - std::abs(4 * share - centre), 0.0, 1.0); };
      for (const double centre : {3.0, 2.0, 1.0})
        text += static_cast<char>(share < 0 ? 128 : static_cast<int>(255 * level(centre)));
    }
  write_file(file.string(), text);
}

Figure errors(const Setting& setting) {
  const int resolution = setting.pick(64, 512);
  Figure f{
      .id = "myszkowski_7",
      .name = "Figure 7",
      .title = "what the distance map errs by, for a good and a bad projection",
      .machine = kRealityEngine,
      .setting =
          fmt::format("Position 5c, {} lines along the longer side, each cell against the mean of 16 exact rays in it, and "
                      "of 16 lines of a finer map. Numbers where the jaws are at most 2 mm apart.",
                      resolution),
      .stand_in = kTeethStandIn,
      .shape =
          "The order is the paper's: the good projection errs least, and most at the steep flanks. The size of the error "
          "is that of a cell times the slopes, so it depends on teeth that nobody else has; depths here are exact "
          "along each line, where the paper's had 24 bits."};
  const Engine engine({.threads = 1});
  const Scene scene = jaws(setting, kPositions[2]);
  double rms[2] = {0, 0};
  for (const int i : {0, 1}) {
    const InterferenceMap map = map_along(engine, scene, kLooks[i].direction, resolution),
                          fine = map_along(engine, scene, kLooks[i].direction, kFiner * resolution);
    const Accuracy found = compare_maps(map, fine);
    const auto published = [&](double value) { return i == 0 ? std::optional(value) : std::nullopt; };
    f.add({.series = "RMS error",
           .what = kLooks[i].name,
           .ours = found.rms_near,
           .unit = "mm",
           .published = published(0.0009)});
    f.add({.series = "largest error",
           .what = kLooks[i].name,
           .ours = found.worst_near,
           .unit = "mm",
           .published = published(0.06)});
    f.add({.series = "cells compared", .what = kLooks[i].name, .ours = double(found.near_cells), .unit = "cells"});
    const TracedGaps traced = compare_with_rays(engine, scene, map);
    f.add({.series = "RMS error against exact rays",
           .what = kLooks[i].name,
           .ours = traced.rms,
           .unit = "mm",
           .published = published(0.0009)});
    f.add({.series = "largest error against exact rays",
           .what = kLooks[i].name,
           .ours = traced.worst,
           .unit = "mm",
           .published = published(0.06)});
    f.claim(fmt::format("RMS error against exact rays over that against a finer map, {}", kLooks[i].name),
            traced.rms / found.rms_near, 0.8, 1.25);
    rms[i] = traced.rms;
    if (setting.pictures.empty()) continue;
    const std::string name = fmt::format("errors_{}.ppm", i);
    write_errors(traced.errors, map.columns, in_folder(setting, name));
    f.pictures.push_back(
        {.caption = fmt::format("Figure 7, {}, against exact rays: blue no error, red 0.02 mm and more", kLooks[i].name),
         .file = name});
  }
  f.claim("RMS error of the bad projection over that of the good one", rms[1] / rms[0], 1.2);
  return f;
}

}  // namespace

std::vector<Figure> jaw_figures(const Setting& setting) {
  return {positions(setting), distance_maps(setting), errors(setting)};
}

}  // namespace impinge::bench::papers
