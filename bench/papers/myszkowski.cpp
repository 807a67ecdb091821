// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// K. Myszkowski, O. G. Okunev, T. L. Kunii, "Fast collision detection between complex solids using rasterizing graphics
// hardware", 1995: table 1, and what its section 8 says about polygons and pixels.
#include <fmt/format.h>

#include "depth_counts.h"
#include "experiment.h"
#include "fit.h"
#include "jaw_figures.h"
#include "scenes/scenes.h"

namespace impinge::bench::papers {
namespace {

using scenes::Polyhedra;

// A row of table 1: seconds on a RealityEngine2, and the totals of both machines.
struct Published {
  double hardware, phase_1, phase_2;
  std::optional<double> phase_3;
  double total, total_extreme;
};

struct SceneOf3 {
  const char* name;
  Polyhedra kind;
  DepthCountForm form;
  Published published;
};
const SceneOf3 kScenes[] = {
    {"3a, one body convex along the line",
     Polyhedra::line_convex_and_layered,
     DepthCountForm::extended,
     {270, 130, 170, {}, 840, 1470}},
    {"3b, both convex along the line", Polyhedra::both_line_convex, DepthCountForm::basic, {270, 130, 100, {}, 770, 1360}},
    {"3c, the general case", Polyhedra::both_concave, DepthCountForm::extended, {270, 130, 170, 280, 1390, 2340}}};

DepthCounts counts_of(const SceneOf3& scene, std::uint32_t polygons, int pixels, int rounds) {
  const Problem problem(scenes::make_polyhedra(scene.kind, polygons / 2), Vec3(0, 0, 1));
  DepthCountOptions options;
  options.form = scene.form;
  options.layer_codes = scene.kind == Polyhedra::both_concave;
  return count_depths(problem, pixels, options, rounds);
}

Figure table_1(const Setting& setting) {
  const std::uint32_t polygons = setting.pick(16000, 160000);
  const int pixels = setting.pick(256, 512);
  Figure f{
      .id = "myszkowski_1",
      .name = "Table 1",
      .title = "three scenes, phase by phase",
      .machine = kRealityEngine,
      .setting = fmt::format("{} polygons, {} × {} lines, all passes: every line gets its case. Scene 3b by the basic form, "
                             "3a and 3c by the extended one, 3c with layer codes.",
                             polygons, pixels, pixels),
      .stand_in =
          "Crosses with tapering arms, and combs of three plates, stand for the paper's polyhedra, which it shows "
          "and does not describe.",
      .shape =
          "There the scene with layers takes 1.8 times as long as the convex ones, because codes cost a pass and a "
          "transfer. Here 3c needs no pass at all where codes are allowed: "
          "the library sees that nearly every line has layers, and orders them at once."};
  for (const SceneOf3& scene : kScenes) {
    const DepthCounts c = counts_of(scene, polygons, pixels, setting.rounds);
    const Published& p = scene.published;
    f.add({.series = "drawing A and its maps", .what = scene.name, .ours = c.maps_ms, .published = p.hardware});
    f.add({.series = "passes over B", .what = scene.name, .ours = c.passes_ms, .published = p.phase_1 + p.phase_2});
    if (p.phase_3)
      f.add({.series = "the same with layer codes",
             .what = scene.name,
             .ours = c.whole_ms,
             .published = p.phase_1 + p.phase_2 + *p.phase_3});
    f.add({.series = "total", .what = scene.name, .ours = c.total_ms(), .published = p.total});
    f.add({.series = "total", .what = scene.name, .ours = c.total_ms(), .published = p.total_extreme, .machine = kExtreme});
    f.add({.series = "passes over B", .what = scene.name, .ours = double(c.passes), .unit = "passes", .published = 2});
    f.add({.series = "lines left to layer codes",
           .what = scene.name,
           .ours = double(c.result.settled_layers),
           .unit = "lines"});
    f.add({.series = "lines left open, for ties", .what = scene.name, .ours = double(c.result.left_open), .unit = "lines"});
    f.claim(fmt::format("share of the lines that stay open, {}", scene.name),
            double(c.result.left_open) / (double(pixels) * pixels), 0, 0.001);
    f.claim(fmt::format("collision found (1: it is), {}", scene.name), c.result.collision, 1, 1);
  }
  return f;
}

// The three scenes at some numbers of polygons or lines.
Figure growth(const Setting& setting, bool in_polygons) {
  Figure f{
      .id = in_polygons ? "myszkowski_polygons" : "myszkowski_pixels",
      .name = in_polygons ? "Section 8, polygons" : "Section 8, pixels",
      .title = in_polygons ? "time against polygons" : "time against pixels",
      .machine = kRealityEngine,
      .setting = in_polygons
                     ? fmt::format("The three scenes of table 1, all passes, {0} × {0} lines.", setting.pick(128, 512))
                     : fmt::format("The three scenes of table 1, all passes, {} polygons.", setting.pick(16000, 160000)),
      .stand_in = "The bodies of table 1.",
      .shape = in_polygons ? "Linear, as published."
                           : "Linear, as published for the application's part. There rendering did not grow up to 512 × 512 "
                             "since the geometry engines were the limit; here drawing lines is paid for too.",
      .plots = {{in_polygons ? "polygons" : "pixels", "ms", true, true}}};
  const std::vector<int> polygons = setting.pick<std::vector<int>>({16000, 32000, 64000, 128000},
                                                                   {160000, 320000, 640000, 1280000}),
                         sides = setting.pick<std::vector<int>>({64, 128, 256, 512}, {128, 256, 512, 1024});
  for (const SceneOf3& scene : kScenes) {
    const std::vector<Point> points = measured_line([&] {
      std::vector<Point> measured;
      for (const int n : in_polygons ? polygons : sides) {
        const int faces = in_polygons ? n : setting.pick(16000, 160000), side = in_polygons ? setting.pick(128, 512) : n;
        const double x = in_polygons ? n : double(n) * n;
        measured.push_back({x, counts_of(scene, static_cast<std::uint32_t>(faces), side, setting.rounds).total_ms()});
      }
      return measured;
    });
    for (const Point& p : points) f.add({.series = scene.name, .x = p.x, .ours = p.y});
    f.claim(fmt::format("share of the variance that a line explains, {}", scene.name), fit_line(points).explained, 0.9, 1,
            true);
  }
  return f;
}

}  // namespace

Paper myszkowski(const Setting& setting) {
  std::vector<Figure> figures = {table_1(setting), growth(setting, true), growth(setting, false)};
  for (Figure& figure : jaw_figures(setting)) figures.push_back(std::move(figure));
  return {.id = "myszkowski",
          .authors = "Myszkowski, Okunev & Kunii",
          .title = "Fast collision detection between complex solids using rasterizing graphics hardware",
          .where = "The Visual Computer 11",
          .year = "1995",
          .page = "depth_count.md",
          .figures = std::move(figures)};
}

}  // namespace impinge::bench::papers
