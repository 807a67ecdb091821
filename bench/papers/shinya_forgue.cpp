// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// M. Shinya, M.-C. Forgue, "Interference detection through rasterization", 1991, figures 3 to 7.
#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/io.h>
#include <impinge/shapes.h>

#include <filesystem>

#include "experiment.h"
#include "fit.h"
#include "polygon_edge.h"
#include "problem.h"
#include "raster/zlist/zlist_bands.h"
#include "teapot_fall.h"
#include "timing.h"

namespace impinge::bench::papers {
namespace {

constexpr const char* kIris = "Personal IRIS 4D/25";
constexpr const char* kMeshStandIn =
    "The paper names no size for its mesh: two balls, their vertices moved at random by at most a third of an edge, stand "
    "for it; one is half a radius beside and a radius above the other, and the window is what both cover.";

// Two random meshes of about that many polygons together.
Scene random_meshes(int polygons) {
  const int stacks = static_cast<int>(std::lround((1 + std::sqrt(1 + 0.5 * polygons)) / 2));
  Scene scene;
  scene.add("a", make_random_mesh(1, 1.0 / stacks, stacks, 2 * stacks, 1));
  scene.add("b", make_random_mesh(1, 1.0 / stacks, stacks, 2 * stacks, 2), {.position = {0.5, 0, 1}});
  return scene;
}

struct Lists {
  double ms = 0;
  std::uint64_t crossings = 0, overlapping = 0;
};

// All crossings put down, sorted and walked.
Lists complete_lists(const Problem& problem, int resolution, int rounds) {
  const RasterView view = problem.view(resolution);
  Lists lists;
  lists.ms = least_ms(rounds, [&] {
    Control control({}, {});
    lists.overlapping = ZlistBands(view, problem.objects(), control).overlapping_lines(&lists.crossings);
  });
  return lists;
}

// Nearest and farthest crossings, as the IRIS kept them; complete lists on the lines that these leave open.
Lists extreme_lists(const Problem& problem, int resolution, int rounds, Zlist::Extremes& extremes) {
  const RasterView view = problem.view(resolution);
  Lists lists;
  lists.ms = least_ms(rounds, [&] {
    Control control({}, {});
    extremes = {};
    lists.crossings = Zlist::by_extremes(view, problem.objects(), control, nullptr, &extremes).size();
  });
  return lists;
}

Figure against_polygons(const Setting& setting) {
  Figure f{.id = "shinya_forgue_3",
           .name = "Figures 3, 4",
           .title = "time against polygons",
           .machine = kIris,
           .setting =
               "z-lists at 128 × 128 lines: complete ones, and the paper's own form, which keeps the nearest and the "
               "farthest crossing of each body and completes only the lines that these leave open.",
           .stand_in = kMeshStandIn,
           .shape =
               "The paper's curve is a line through the origin: its hardware filled pixels beside the polygons. Ours is a "
               "line that begins at the cost of 16,384 lists, and its slope is that of polygons alone. Without hardware "
               "that keeps "
               "extremes the paper's form is the slower one: it draws twice.",
           .plots = {{"polygons", "ms", true, true}}};
  std::vector<Point> complete;
  for (const int n :
       setting.pick<std::vector<int>>({5000, 10000, 20000, 40000}, {5000, 10000, 20000, 40000, 80000, 160000})) {
    const Problem problem(random_meshes(n), Vec3(0, 0, 1));
    const auto polygons = static_cast<double>(problem.polygons());
    Zlist::Extremes extremes;
    const Lists all = complete_lists(problem, 128, setting.rounds),
                ends = extreme_lists(problem, 128, setting.rounds, extremes);
    complete.push_back({polygons, all.ms});
    const auto published = n == 5000 ? std::optional<double>(700) : std::nullopt;
    f.add({.series = "complete lists", .x = polygons, .ours = all.ms});
    f.add({.series = "nearest and farthest", .x = polygons, .ours = ends.ms, .published = published});
    f.add({.series = "crossings", .x = polygons, .ours = static_cast<double>(all.crossings), .unit = "crossings"});
    f.add({.series = "lines that overlap", .x = polygons, .ours = static_cast<double>(all.overlapping), .unit = "lines"});
    f.add({.series = "lines completed", .x = polygons, .ours = static_cast<double>(extremes.flagged), .unit = "lines"});
  }
  f.claim("share of the variance that a line in the polygons explains", fit_line(complete).explained, 0.95, 1, true);
  f.claim("power of the polygons in the time", fit_power(complete), 0.1, 1.15, true);
  f.claim("crossings at most polygons over those at least, which lists are long for",
          f.rows[f.rows.size() - 3].ours / f.rows[2].ours, 0.8, 1.25);
  if (!setting.pictures.empty()) {
    const Scene scene = random_meshes(5000);
    const std::string name = "random_mesh.png";
    write_picture(scene, Engine().check(scene), std::filesystem::path(setting.pictures) / name,
                  {.width = 720, .height = 540, .azimuth_deg = -60, .elevation_deg = 20});
    f.pictures.push_back({.caption = "Figure 4: the test objects, 5,000 polygons; where they meet in red", .file = name});
  }
  return f;
}

Figure against_polygon_edge(const Setting& setting) {
  Figure f{.id = "shinya_forgue_5",
           .name = "Figure 5",
           .title = "the conventional method",
           .machine = kIris,
           .setting =
               "Every edge of each body against every polygon of the other (Boyse 1979), beside complete z-lists at 128 × "
               "128 lines. Nothing is left out in either.",
           .stand_in = kMeshStandIn,
           .shape =
               "The factor at 1,000 polygons is smaller than the paper's: there filling pixels was free beside polygons, "
               "here 16,384 lists cost as much as some 10,000 polygons. The powers are the same, so the gap opens later.",
           .plots = {{"polygons", "ms", true, true}}};
  std::vector<Point> conventional, tests;
  double first = 0, last = 0;
  bool agree = true;
  for (const int n : {100, 200, 500, 1000, 2000}) {
    const Scene scene = random_meshes(n);
    const Problem problem(scene, Vec3(0, 0, 1));
    const SceneObject &a = scene.objects()[0], &b = scene.objects()[1];
    PolygonEdge found;
    const double ms = least_ms(setting.rounds, [&] { found = polygon_edge(a.mesh, a.pose, b.mesh, b.pose); });
    const Lists lists = complete_lists(problem, 128, setting.rounds);
    const auto polygons = static_cast<double>(problem.polygons());
    conventional.push_back({polygons, ms});
    tests.push_back({polygons, static_cast<double>(found.tests)});
    agree = agree && (found.pierced > 0) == Engine().meet(scene, {0}, {1});
    last = ms / lists.ms;
    if (first == 0) first = last;
    f.add({.series = "polygon against edge", .x = polygons, .ours = ms});
    f.add({.series = "complete lists", .x = polygons, .ours = lists.ms});
    f.add({.series = "edges against polygons", .x = polygons, .ours = static_cast<double>(found.tests), .unit = "tests"});
    if (n == 1000)
      f.add({.series = "conventional over lists", .x = polygons, .ours = last, .unit = "times", .published = 1000});
  }
  f.claim("power of the polygons in the tests of the conventional method", fit_power(tests), 1.95, 2.05);
  f.claim("power of the polygons in its time", fit_power(conventional), 1.7, 2.3, true);
  f.claim("its time over that of the lists, at most polygons over at least", last / first, 10, HUGE_VAL, true);
  f.claim("it tells what the exact check tells (1: it does)", agree, 1, 1);
  return f;
}

Figure against_pixels(const Setting& setting) {
  Figure f{.id = "shinya_forgue_6",
           .name = "Figure 6",
           .title = "time against pixels",
           .machine = kIris,
           .setting = "5,000 polygons, complete z-lists.",
           .stand_in = kMeshStandIn,
           .shape = "As published: a line. It begins at what the polygons cost, which no number of pixels takes away.",
           .plots = {{"pixels", "ms", true, true}}};
  const Problem problem(random_meshes(5000), Vec3(0, 0, 1));
  std::vector<Point> points, crossings;
  for (const int side : setting.pick<std::vector<int>>({64, 128, 256, 512}, {64, 128, 256, 512, 1024})) {
    const Lists lists = complete_lists(problem, side, setting.rounds);
    const auto cells = static_cast<double>(problem.view(side).cells());
    points.push_back({cells, lists.ms});
    crossings.push_back({cells, static_cast<double>(lists.crossings)});
    f.add({.series = "complete lists", .x = cells, .ours = lists.ms});
    f.add({.series = "crossings", .x = cells, .ours = static_cast<double>(lists.crossings), .unit = "crossings"});
  }
  f.claim("share of the variance that a line in the pixels explains", fit_line(points).explained, 0.95, 1, true);
  f.claim("power of the pixels in the crossings", fit_power(crossings), 0.98, 1.02);
  return f;
}

}  // namespace

Paper shinya_forgue(const Setting& setting) {
  return {
      .id = "shinya_forgue",
      .authors = "Shinya & Forgue",
      .title = "Interference Detection through Rasterization",
      .where = "Journal of Visualization and Computer Animation",
      .year = "1991",
      .page = "zlist.md",
      .figures = {against_polygons(setting), against_polygon_edge(setting), against_pixels(setting), teapot_fall(setting)}};
}

}  // namespace impinge::bench::papers
