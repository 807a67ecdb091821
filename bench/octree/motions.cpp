// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Octrees in motion, as in section 2.6 of the report: a shuttle that turns and goes through the world cube, its target
// octree made anew at every cycle from the same source. The ways take turns at every cycle.
#include <impinge/experiments.h>
#include <impinge/octree.h>
#include <impinge/shapes.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "row.h"
#include "scenes/bodies.h"

namespace impinge::bench {
namespace {

constexpr int kCycles = 40;

// The root cube of the world; source and target share it, as in the report. The body does not stand symmetric in it: planes
// of symmetry on walls of voxels would favour octrees. Some other places tell how much that matters.
OctreeFrame world_of(int level, int place = 1) {
  const double edge = 120;
  return {Vec3::Constant(-edge / 2) + Vec3(0.71, 0.53, 0.97) * place, edge / (1 << level), level};
}

Compaction compaction_of(int level) {
  Compaction compaction;
  compaction.restarts = level <= 7 ? 40 : level == 8 ? 20 : level == 9 ? 12 : 8;
  return compaction;
}

Pose pose_at(int cycle, bool turning) {
  const double share = cycle / (kCycles - 1.0);
  const Vec3 position = Vec3(11.3, -7.7, 9.1) * share + Vec3(0.31, 0.17, 0.23);
  if (!turning) return {.position = position};
  return Pose::from_quaternion(position, {0.2 * share + 0.05, 0.35 * share, 0.15 + 0.4 * share, 1});
}

struct Way {
  Row row;
  std::vector<OctreeCube> cubes;
  OctreeMoving moving;
  OctreeExperiments experiments;
  bool turning;
  std::vector<Octree> found{};
};

// Runs all ways over the same cycles; those that share a rule must give the same octrees.
bool run_ways(std::vector<Way>& ways, const OctreeFrame& frame, int cycles, int rounds, std::vector<Row>& rows) {
  for (Way& way : ways) {
    way.row.cycles = cycles;
    way.row.cycle_ms.assign(static_cast<std::size_t>(cycles), INFINITY);
  }
  bool same = true;
  for (int c = 0; c < cycles; ++c) {
    const int cycle = cycles == 1 ? kCycles - 1 : c * (kCycles - 1) / (cycles - 1);
    for (int r = 0; r < rounds; ++r)
      for (std::size_t k = 0; k < ways.size(); ++k) {
        Way& way = ways[(k + static_cast<std::size_t>(r)) % ways.size()];
        MotionCounts counts;
        Octree target(frame);
        double ms = 0;
        tbb::task_arena(way.row.threads).execute([&] {
          ms = ms_of(
              [&] {
                target =
                    move_octree(way.cubes, frame, pose_at(cycle, way.turning), frame, way.moving, way.experiments, &counts);
              },
              way.row.threads);
        });
        double& least = way.row.cycle_ms[static_cast<std::size_t>(c)];
        least = std::min(least, ms);
        way.row.tests = counts.tests;
        way.row.out = target.nodes().size();
        if (r == 0) way.found = {std::move(target)};
      }
    for (const Way& x : ways)
      for (const Way& y : ways)
        if (x.moving.rule == y.moving.rule && x.turning == y.turning) same = same && x.found == y.found;
  }
  for (Way& way : ways) {
    double sum = 0;
    for (const double ms : way.row.cycle_ms) sum += ms;
    way.row.ms = sum / cycles;
    print_row(way.row);
    rows.push_back(way.row);
  }
  return same;
}

Way make_way(const Octree& source, const std::vector<OctreeCube>& few, OctreeMotion motion, VoxelRule rule, bool compact,
             int threads) {
  const bool turning = motion != OctreeMotion::translation && motion != OctreeMotion::translation_reference;
  Way way;
  way.row.figure = turning ? "2.3" : "2.4";
  way.row.body = "shuttle";
  way.row.algorithm = to_string(motion);
  way.row.rule = to_string(rule);
  way.row.level = source.frame().level;
  way.row.threads = threads;
  way.row.compacted = compact;
  way.row.nodes = source.nodes().size();
  way.cubes = compact ? few : source.cubes();
  way.row.cubes = way.cubes.size();
  way.experiments.motion = motion;
  way.moving.rule = rule;
  way.experiments.parts = threads;
  way.turning = turning;
  return way;
}

// A body of a million faces at level 8, in a world that is hardly larger than the body.
bool run_million(const Arguments& args, std::vector<Row>& rows) {
  OctreeMaking making;
  making.level = 8;
  const double radius = 1;
  making.frame = OctreeFrame{Vec3::Constant(-1.5), 3.0 / 256, 8};
  const int segments = args.quick ? 70 : 707;
  const Octree source = make_octree(make_displaced_sphere(radius, 0.05, segments, segments, 1), making);
  const std::vector<OctreeCube> few = compacted(source, {.restarts = args.quick ? 0 : 1});
  std::vector<Way> ways = {make_way(source, few, OctreeMotion::efficient, VoxelRule::contact, true, 1),
                           make_way(source, few, OctreeMotion::efficient, VoxelRule::contact, false, 1),
                           make_way(source, few, OctreeMotion::efficient, VoxelRule::centre, true, 1)};
  for (Way& way : ways) {
    way.row.figure = "million";
    way.row.body = args.quick ? "sphere_10k" : "sphere_1m";
  }
  // The world is small: scale the way through it.
  bool same = true;
  for (Way& way : ways) {
    way.row.cycle_ms = {};
    way.row.cycles = args.quick ? 2 : 8;
    for (int c = 0; c < way.row.cycles; ++c) {
      Pose pose = pose_at(c * (kCycles - 1) / (way.row.cycles - 1), true);
      pose.position *= 0.02;
      double least = INFINITY;
      MotionCounts counts;
      for (int r = 0; r < args.rounds; ++r)
        tbb::task_arena(1).execute([&] {
          least = std::min(least, ms_of([&] {
                             way.found = {move_octree(way.cubes, source.frame(), pose, source.frame(), way.moving,
                                                      way.experiments, &counts)};
                           }));
        });
      way.row.cycle_ms.push_back(least);
      way.row.tests = counts.tests;
    }
    way.row.out = way.found.front().nodes().size();
    for (const double ms : way.row.cycle_ms) way.row.ms += ms / way.row.cycles;
    print_row(way.row);
    rows.push_back(way.row);
  }
  same = ways[0].found == ways[1].found;
  return same;
}

}  // namespace

void run_compaction(int level, std::vector<Row>& rows) {
  constexpr int kPlaces = 8;
  Row row;
  row.figure = "compaction";
  row.body = "shuttle";
  row.algorithm = "compaction";
  row.rule = "contact";
  row.level = level;
  row.cycles = kPlaces;
  row.compacted = true;
  for (int place = 0; place < kPlaces; ++place) {
    OctreeMaking making;
    making.frame = world_of(level, place);
    const Octree source = make_octree(scenes::make_shuttle(80), making);
    std::vector<OctreeCube> few;
    row.cycle_ms.push_back(ms_of([&] { few = compacted(source, compaction_of(level)); }));
    row.ms += row.cycle_ms.back() / kPlaces;
    row.nodes += source.nodes().size();
    row.cubes += few.size();
  }
  print_row(row);
  rows.push_back(row);
}

bool run_level(const Arguments& args, int level, std::vector<Row>& rows) {
  OctreeMaking making;
  making.frame = world_of(level);
  const Octree source = make_octree(scenes::make_shuttle(80), making);
  const std::vector<OctreeCube> few = compacted(source, compaction_of(level));
  const auto way = [&](OctreeMotion motion, VoxelRule rule, bool compact, int threads = 1) {
    return make_way(source, few, motion, rule, compact, threads);
  };
  using enum OctreeMotion;
  std::vector<Way> ways = {way(reference, VoxelRule::centre, false), way(exact_test, VoxelRule::centre, false),
                           way(descent, VoxelRule::centre, true), way(efficient, VoxelRule::centre, true)};
  const int most = args.threads > 0 ? args.threads : static_cast<int>(std::thread::hardware_concurrency());
  for (int threads = 2; threads <= most; ++threads) ways.push_back(way(efficient, VoxelRule::centre, true, threads));
  ways.push_back(way(efficient, VoxelRule::contact, true));
  std::vector<Way> translations = {way(translation_reference, VoxelRule::contact, false),
                                   way(translation, VoxelRule::contact, false), way(translation, VoxelRule::contact, true)};
  const int cycles = args.quick ? 2 : level <= 6 ? kCycles : level <= 8 ? 8 : 2;
  const int rounds = args.quick ? 5 : level <= 8 ? args.rounds : std::min(args.rounds, 2);
  const bool same = run_ways(ways, making.frame.value(), cycles, rounds, rows);
  return run_ways(translations, making.frame.value(), cycles, rounds, rows) && same;
}

bool run_motions(const Arguments& args, std::vector<Row>& rows) {
  std::vector<int> levels = args.levels;
  if (levels.empty()) levels = args.quick ? std::vector<int>{5} : std::vector<int>{5, 6, 7, 8, 9, 10};
  bool same = true;
  for (const int level : levels) {
    same = run_level(args, level, rows) && same;
    if (level <= 8) run_compaction(level, rows);
  }
  return run_million(args, rows) && same;
}

}  // namespace impinge::bench
