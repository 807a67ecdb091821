// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// K. Myszkowski, O. G. Okunev, T. L. Kunii, "Fast collision detection between complex solids using rasterizing graphics
// hardware", 1995: table 1, and what its section 8 says about polygons and pixels.
#include <fmt/format.h>

#include <algorithm>

#include "depth_counts.h"
#include "experiment.h"
#include "fit.h"
#include "jaw_figures.h"
#include "scenes/scenes.h"

namespace impinge::bench::papers {
namespace {

using scenes::Polyhedra;

// A row of table 1 in milliseconds: one drawing of both bodies by the card, and what the application reads behind each.
struct Published {
  const char* machine;
  double drawing, phase_1, phase_2;
  std::optional<double> phase_3;
  double total() const { return 2 * drawing + phase_1 + phase_2 + (phase_3 ? drawing + *phase_3 : 0); }
};

struct SceneOf3 {
  const char* name;
  Polyhedra kind;
  DepthCountForm form;
  Published published[2];
};
const SceneOf3 kScenes[] = {{"3a, one body convex along the line",
                             Polyhedra::line_convex_and_layered,
                             DepthCountForm::extended,
                             {{kRealityEngine, 270, 130, 170, {}}, {kExtreme, 520, 180, 250, {}}}},
                            {"3b, both convex along the line",
                             Polyhedra::both_line_convex,
                             DepthCountForm::basic,
                             {{kRealityEngine, 270, 130, 100, {}}, {kExtreme, 520, 180, 140, {}}}},
                            {"3c, the general case",
                             Polyhedra::both_concave,
                             DepthCountForm::extended,
                             {{kRealityEngine, 270, 130, 170, 280}, {kExtreme, 520, 180, 250, 350}}}};

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
                             "3a and 3c by the extended one, 3c with layer codes. A published phase is one drawing of both "
                             "bodies and what the application reads behind it.",
                             polygons, pixels, pixels),
      .stand_in =
          "Crosses with tapering arms, and combs of three plates, stand for the paper's polyhedra, which it shows "
          "and does not describe.",
      .shape =
          "There the scene with layers takes 1.8 times as long as the convex ones, because codes cost a pass and a "
          "transfer. Here the codes need no pass before them: the library sees that nearly every line of 3c has layers, "
          "leaves "
          "out both phases and orders the layers at once."};
  for (const SceneOf3& scene : kScenes) {
    const DepthCounts c = counts_of(scene, polygons, pixels, setting.rounds);
    const bool codes = scene.published[0].phase_3.has_value();
    const double second_ms = std::max(0.0, c.passes_ms - c.first_ms),
                 codes_ms = c.result.passes > 0 ? std::max(0.0, c.whole_ms - c.passes_ms) : c.whole_ms;
    for (const Published& p : scene.published) {
      const auto add = [&](const char* series, double ours, double published) {
        f.add({.series = series, .what = scene.name, .ours = ours, .published = published, .machine = p.machine});
      };
      add("phase 1, with A and its maps", c.maps_ms + c.first_ms, p.drawing + p.phase_1);
      add("phase 2", second_ms, p.drawing + p.phase_2);
      if (codes) add("phase 3, layer codes", codes_ms, p.drawing + *p.phase_3);
      add("total, all phases", c.maps_ms + c.passes_ms + (codes ? codes_ms : 0), p.total());
    }
    f.add({.series = "of phase 1, A and its maps", .what = scene.name, .ours = c.maps_ms});
    if (codes) f.add({.series = "total, as the library goes", .what = scene.name, .ours = c.total_ms()});
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
