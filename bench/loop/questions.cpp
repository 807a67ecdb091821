// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>

#include <cmath>
#include <random>

#include "peer.h"
#include "rows.h"

namespace impinge::bench {
namespace {

class Random {
 public:
  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec3 point(double low, double high) {
    const double x = real(low, high), y = real(low, high), z = real(low, high);
    return {x, y, z};
  }
  Pose pose(double low, double high) {
    const Vec3 position = point(low, high);
    return Pose::from_quaternion(position, {real(-1, 1), real(-1, 1), real(-1, 1), real(-1, 1) + 1e-3});
  }

 private:
  std::mt19937_64 engine_{7};
};

// Obstacles and a part that is put among them.
struct Cell {
  Scene scene;
  ObjectId part;
  Engine engine{{.threads = 1}};
  std::unique_ptr<LoopPeer> peer = make_loop_peer();

  void add(const Mesh& mesh, const Pose& pose) {
    scene.add("obstacle", mesh, pose);
    engine.prepare(mesh);
    if (peer) peer->add(mesh, pose, true);
  }
  void add_part(const Mesh& mesh) {
    part = scene.add("part", mesh);
    engine.prepare(mesh);
    if (peer) peer->add(mesh, {}, false);
  }
};

}  // namespace

void planner(Rows& rows) {
  Random random;
  Cell cell;
  const Mesh ring = make_torus(1, 0.4, 48, 24), rock = make_displaced_sphere(1, 0.3, 24, 40, 2);
  for (int i = 0; i < 20; ++i) cell.add(i % 2 == 0 ? ring : rock, random.pose(-6, 6));
  cell.add_part(make_torus(0.5, 0.15, 36, 16));
  std::vector<Pose> poses;
  for (int i = 0; i < (rows.args.quick ? 50 : 5000); ++i) poses.push_back(random.pose(-7, 7));
  const int count = static_cast<int>(poses.size());
  std::size_t hits = 0;
  const Cost ours = cost_of(rows.args.rounds, count, [&] {
    hits = 0;
    for (const Pose& pose : poses) {
      cell.scene.set_pose(cell.part, pose);
      hits += cell.engine.hits(cell.scene, cell.part) ? 1 : 0;
    }
  });
  rows.add({"hits", "impinge", ours.us, "us a pose", ours.allocations, fmt::format("{} of {} hit", hits, count)});
  if (cell.peer) {
    const Cost theirs = cost_of(rows.args.rounds, count, [&] {
      hits = 0;
      for (const Pose& pose : poses) {
        cell.peer->set_pose(20, pose);
        hits += cell.peer->hits(20) ? 1 : 0;
      }
    });
    rows.add({"hits", "fcl", theirs.us, "us a pose", theirs.allocations, fmt::format("{} of {} hit", hits, count)});
  }
  const int few = rows.args.quick ? 5 : 200;
  double sum = 0;
  const Cost nearest = cost_of(rows.args.rounds, few, [&] {
    sum = 0;
    for (int i = 0; i < few; ++i) {
      cell.scene.set_pose(cell.part, poses[static_cast<std::size_t>(i)]);
      sum += cell.engine.nearest(cell.scene, cell.part)->distance;
    }
  });
  rows.add(
      {"nearest", "impinge", nearest.us, "us a pose", nearest.allocations, fmt::format("distances {:.6g} in all", sum)});
  if (!cell.peer) return;
  const Cost theirs = cost_of(1, few, [&] {
    sum = 0;
    for (int i = 0; i < few; ++i) {
      cell.peer->set_pose(20, poses[static_cast<std::size_t>(i)]);
      sum += std::max(0.0, cell.peer->nearest(20));
    }
  });
  rows.add({"nearest", "fcl", theirs.us, "us a pose", theirs.allocations, fmt::format("distances {:.6g} in all", sum)});
}

void many_poses(Rows& rows) {
  Random random;
  Cell cell;
  // A hollow of 100,000 faces around a part of 10,000.
  cell.add(rows.args.quick ? make_torus(4, 2, 40, 24) : make_torus(4, 2, 320, 158), {});
  cell.add_part(rows.args.quick ? make_displaced_sphere(0.8, 0.3, 10, 20, 4) : make_displaced_sphere(0.8, 0.3, 51, 100, 4));
  std::vector<Pose> poses;
  for (int i = 0; i < rows.args.poses; ++i) poses.push_back(random.pose(-6, 6));
  std::vector<std::uint8_t> meets;
  const Cost one = cost_of(1, rows.args.poses, [&] { meets = cell.engine.meet_poses(cell.scene, cell.part, poses); });
  std::size_t hits = 0;
  for (const std::uint8_t m : meets) hits += m;
  rows.add({"poses", "impinge", one.us, "us a pose", one.allocations, fmt::format("{} of {} meet", hits, poses.size())});
  Engine two({.threads = 2});
  for (const SceneObject& object : cell.scene.objects()) two.prepare(object.mesh);
  two.meet_poses(cell.scene, cell.part,
                 std::span(poses).first(std::min<std::size_t>(poses.size(), 10'000)));  // threads begin
  const BenchStopwatch wall(BenchClock::wall), processor(BenchClock::processor);
  const bool equal = two.meet_poses(cell.scene, cell.part, poses) == meets;
  const double us = wall.ms() * 1e3 / rows.args.poses;
  rows.add({"poses", "impinge 2 threads", us, "us a pose (wall)", 0,
            fmt::format("{}, {:.2f} times one thread, {:.3g} us of processors", equal ? "the same answers" : "OTHER ANSWERS",
                        one.us / us, processor.ms() * 1e3 / rows.args.poses)});
  const std::size_t asked = std::min<std::size_t>(poses.size(), 10'000);
  std::size_t different = 0;
  for (std::size_t i = 0; i < asked; ++i) {
    cell.scene.set_pose(cell.part, poses[i]);
    different += cell.engine.hits(cell.scene, cell.part).has_value() == (meets[i] != 0) ? 0 : 1;
  }
  rows.add({"poses", "impinge single", static_cast<double>(different), "answers differ", 0, fmt::format("of {}", asked)});
  if (!cell.peer) return;
  std::size_t same = 0;
  const Cost theirs = cost_of(1, static_cast<int>(asked), [&] {
    for (std::size_t i = 0; i < asked; ++i) {
      cell.peer->set_pose(1, poses[i]);
      same += cell.peer->collide(1, 0) == (meets[i] != 0) ? 1 : 0;
    }
  });
  // FCL looks at surfaces alone: a part inside the cell's wall meets nothing.
  rows.add({"poses", "fcl", theirs.us, "us a pose", theirs.allocations,
            fmt::format("{:.1f} times ours, {} of {} alike", theirs.us / one.us, same, asked)});
}

void cloth(Rows& rows) {
  const int cells = rows.args.quick ? 20 : 100;  // 20,000 faces
  std::vector<Vec3> rest;
  std::vector<Face> faces;
  for (int y = 0; y <= cells; ++y)
    for (int x = 0; x <= cells; ++x) rest.emplace_back(x, y, 0);
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x < cells; ++x) {
      const auto here = static_cast<std::uint32_t>(y * (cells + 1) + x),
                 above = here + static_cast<std::uint32_t>(cells) + 1;
      faces.push_back({here, here + 1, above + 1});
      faces.push_back({here, above + 1, above});
    }
  const Mesh mesh(rest, faces);
  Scene scene;
  const ObjectId id = scene.add("cloth", mesh);
  Engine engine({.threads = 1});
  engine.prepare(mesh);
  CheckOptions options;
  options.self = true;
  options.pairs = false;
  CheckResult result;
  for (const bool folded : {false, true}) {
    std::vector<Vec3> vertices = rest;
    int step = 0;
    const Cost cost = cost_of(rows.args.rounds, 10, [&] {
      for (int k = 0; k < 10; ++k) {
        ++step;
        for (std::size_t i = 0; i < rest.size(); ++i) {
          const double x = rest[i].x(), wave = 0.3 * std::sin(0.3 * rest[i].y() + 0.1 * step);
          // Folded back upon itself at the middle, a little above.
          const bool back = folded && x > 0.5 * cells;
          vertices[i] = {back ? cells - x : x, rest[i].y(), back ? 0.2 + 0.05 * (x - 0.5 * cells) + wave : wave};
        }
        scene.set_vertices(id, vertices);
        engine.check(scene, options, result);
      }
    });
    rows.add({folded ? "cloth_folded" : "cloth_flat", "impinge", cost.us / 1e3, "ms a step", cost.allocations,
              fmt::format("{} faces, {} pairs meet, new vertices included", faces.size(),
                          result.pairs.empty() ? 0 : result.pairs[0].face_pair_count)});
  }
}

}  // namespace impinge::bench
