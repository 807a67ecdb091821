// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Chapters 1 and 2 of the report, and figures 3.10 to 3.12: octrees that move.
#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/io.h>

#include <filesystem>

#include "row.h"
#include "scenes/bodies.h"
#include "scenes/scenes.h"
#include "smith_kitamura.h"

namespace impinge::bench::papers {
namespace {

using OctreeRow = bench::Row;

const OctreeRow& found(const std::vector<OctreeRow>& rows, const std::string& figure, const std::string& algorithm,
                       bool compacted, int threads = 1) {
  for (const OctreeRow& r : rows)
    if (r.figure == figure && r.algorithm == algorithm && r.compacted == compacted && r.threads == threads) return r;
  throw std::runtime_error("bench_octree has no row " + figure + " " + algorithm);
}

std::string name_of(const OctreeRow& r) {
  std::string name = r.algorithm;
  if (r.figure == "2.4" && r.compacted) name += ", compacted";
  if (r.threads > 1) name += fmt::format(", {} threads", r.threads);
  return name;
}

// The mean over the cycles, listed, and every cycle.
void add_ways(Figure& f, const std::vector<OctreeRow>& rows, const char* figure) {
  for (const OctreeRow& r : rows) {
    if (r.figure != figure || (r.figure == "2.3" && r.rule != "centre")) continue;
    f.add({.series = name_of(r), .what = "mean of the cycles", .ours = r.ms, .threads = r.threads});
    for (std::size_t c = 0; c < r.cycle_ms.size(); ++c)
      f.add({.series = name_of(r), .x = double(c), .ours = r.cycle_ms[c], .threads = r.threads, .listed = false});
    if (r.threads == 1)
      f.add({.series = name_of(r) + ", tests",
             .what = "last cycle",
             .ours = double(r.tests),
             .unit = "tests",
             .published = r.algorithm == "reference"    ? std::optional<double>(54007)
                          : r.algorithm == "exact_test" ? std::optional<double>(43223)
                                                        : std::nullopt});
  }
}

void add_factor(Figure& f, const std::string& what, double factor, double published, double least) {
  f.add({.series = "faster by", .what = what, .ours = factor, .unit = "times", .published = published});
  f.claim(what + ", times faster", factor, least, std::numeric_limits<double>::infinity(), true);
}

Figure arbitrary(const std::vector<OctreeRow>& rows, bool same, int threads) {
  Figure f{
      .id = "smith_2_3",
      .name = "Figure 2.3",
      .title = "an octree that moves and turns",
      .machine = kPowerSeries,
      .setting =
          "A shuttle at level 5, turning and going through 40 cycles, its octree made anew at each. `reference` is Weng "
          "& Ahuja 1987, `exact_test` the same with the exact test of two cubes, `efficient` the report's algorithm with "
          "rows of voxels as bits.",
      .stand_in = "Our own shuttle of 528 faces in a place of its own: the report's is not published.",
      .shape =
          "The order is the report's, the factors are larger: eight children are tested at once, and the lowest levels are "
          "rows of bits. A second thread gains little, since what is left is too small to share; the report's four "
          "processors gave a factor of two.",
      .plots = {{"cycle", "ms", false, true}}};
  add_ways(f, rows, "2.3");
  const OctreeRow &reference = found(rows, "2.3", "reference", false), &exact = found(rows, "2.3", "exact_test", false),
                  &efficient = found(rows, "2.3", "efficient", true),
                  &parallel = found(rows, "2.3", "efficient", true, threads);
  f.add({.series = "black nodes of the source",
         .what = "level 5",
         .ours = double(reference.nodes),
         .unit = "nodes",
         .published = 863});
  f.add({.series = "black cubes, compacted",
         .what = "level 5",
         .ours = double(efficient.cubes),
         .unit = "cubes",
         .published = 458});
  add_factor(f, "exact test against reference", reference.ms / exact.ms, 1.4, 1.2);
  add_factor(f, "efficient against reference", reference.ms / efficient.ms, 4, 4);
  f.add({.series = "faster by",
         .what = "efficient on all threads against reference",
         .ours = reference.ms / parallel.ms,
         .unit = "times",
         .published = 8,
         .threads = threads});
  f.claim("tests of the exact test over those of the reference", double(exact.tests) / double(reference.tests), 0.5, 0.9);
  f.claim("nodes over compacted cubes", double(reference.nodes) / double(efficient.cubes), 1.2);
  f.claim("all ways give the same octrees (1: they do)", same, 1, 1);
  return f;
}

Figure translation(const std::vector<OctreeRow>& rows) {
  Figure f{
      .id = "smith_2_4",
      .name = "Figure 2.4",
      .title = "an octree that moves without turning",
      .machine = kPowerSeries,
      .setting =
          "The same way without its rotation, voxels marked that are touched. `translation_reference` tests six planes a "
          "cube, `translation` looks ranges up along each axis, with and without compaction.",
      .stand_in = "As figure 2.3.",
      .shape = "As published, with larger factors.",
      .plots = {{"cycle", "ms", false, true}}};
  add_ways(f, rows, "2.4");
  const OctreeRow &conventional = found(rows, "2.4", "translation_reference", false),
                  &plain = found(rows, "2.4", "translation", false), &compact = found(rows, "2.4", "translation", true);
  add_factor(f, "translation, compacted, against its conventional form", conventional.ms / compact.ms, 3, 3);
  add_factor(f, "translation, not compacted, against it", conventional.ms / plain.ms, 3, 2);
  f.claim("tests of the tables over those of the conventional form", double(plain.tests) / double(conventional.tests), 0, 1);
  return f;
}

Figure room(const Setting& setting, const std::vector<OctreeRow>& rows, bool same, int level) {
  Figure f{
      .id = "smith_3_10",
      .name = "Figures 3.10, 3.11, 3.12",
      .title = "octrees that are moved against the face octree",
      .machine = kIndigo,
      .setting =
          fmt::format("A head and a shuttle come nearer and meet at the last of 40 cycles, a sphere and a chair turn beside "
                      "them; octrees of the shapes at level {}. Then the four optimizations of chapter 1, one left out at "
                      "a time.",
                      level),
      .stand_in = "Our own bodies with the report's numbers of faces: 120, 528, 146 and 1,816.",
      .shape =
          "The face octree wins as published, by less: moved nodes are rows of bits here. What chapter 1 gains by its four "
          "optimizations is more than the factor of five that the report states.",
      .plots = {{"cycle", "ms", false, true}}};
  const OctreeRow &faces = found(rows, "3.10", "face_octree", false), &moved = found(rows, "3.10", "moved_octree", false),
                  &none = found(rows, "optimizations", "without_all_four", false);
  for (const OctreeRow& r : rows) {
    if (r.figure != "3.10" && r.figure != "optimizations") continue;
    const bool plotted = r.figure == "3.10";
    for (std::size_t c = 0; plotted && c + 1 < r.cycle_ms.size(); ++c)
      f.add({.series = r.algorithm, .x = double(c), .ours = r.cycle_ms[c], .listed = false});
    f.add({.series = r.algorithm,
           .x = double(r.cycle_ms.size() - 1),
           .what = plotted ? "" : "last cycle",
           .ours = r.cycle_ms.back(),
           .published = r.algorithm == "face_octree"    ? std::optional<double>(11)
                        : r.algorithm == "moved_octree" ? std::optional<double>(161)
                                                        : std::nullopt});
    f.add({.series = r.algorithm, .what = "last cycle", .ours = double(r.out), .unit = "face pairs"});
  }
  add_factor(f, "face octree against moved octrees, last cycle", moved.cycle_ms.back() / faces.cycle_ms.back(), 161.0 / 11,
             1);
  add_factor(f, "all four optimizations against none, last cycle", none.cycle_ms.back() / moved.cycle_ms.back(), 5, 2);
  f.claim("all ways find the same face pairs (1: they do)", same, 1, 1);
  if (!setting.pictures.empty()) {
    const auto draw = [&](const Scene& scene, const char* caption, const char* file) {
      write_picture(scene, Engine().check(scene), std::filesystem::path(setting.pictures) / file,
                    {.width = 720, .height = 480});
      f.pictures.push_back({.caption = caption, .file = file});
    };
    draw(scenes::find_scene("room").make(), "Figure 3.11: the environment at the last cycle", "room.png");
    Scene shuttle;
    shuttle.add("shuttle", scenes::make_shuttle(100));
    draw(shuttle, "Figures 2.5 and 3.12: the shuttle", "shuttle.png");
  }
  return f;
}

}  // namespace

std::vector<Figure> octree_figures(const Setting& setting) {
  bench::Arguments args;
  args.rounds = setting.pick(2, 5);
  args.threads = setting.threads;
  args.collision_level = setting.pick(4, 6);
  std::vector<OctreeRow> rows;
  print_head();
  const bool same_octrees = run_level(args, 5, rows);
  args.rounds = setting.pick(1, 3);
  const bool same_pairs = run_collisions(args, rows);
  return {arbitrary(rows, same_octrees, setting.threads), translation(rows),
          room(setting, rows, same_pairs, args.collision_level)};
}

}  // namespace impinge::bench::papers
