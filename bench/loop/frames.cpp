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

constexpr int kParts = 200, kFrames = 20;

Pose turned(const Vec3& position, double angle, std::size_t i) {
  const double s = std::sin(angle / 2);
  const Vec3 axis = Vec3(1, 0.3 * static_cast<double>(i % 7), 0.2).normalized();
  return Pose::from_quaternion(position, {s * axis.x(), s * axis.y(), s * axis.z(), std::cos(angle / 2)});
}

// Parts that wander about their places and turn; some pairs touch, come and go.
struct Parts {
  std::vector<Mesh> shapes = {make_icosphere(1, 3), make_torus(1, 0.35, 40, 24), make_displaced_sphere(1, 0.25, 20, 32, 5)};
  Scene scene;
  std::vector<Vec3> places;
  Engine engine{{.threads = 1}};

  explicit Parts(int count, double room) {
    std::mt19937_64 random(3);
    const double side = room * std::cbrt(static_cast<double>(count));
    std::uniform_real_distribution<double> in_cube(0, side);
    for (int i = 0; i < count; ++i) {
      const double x = in_cube(random), y = in_cube(random), z = in_cube(random);
      places.emplace_back(x, y, z);
      scene.add("part", shapes[static_cast<std::size_t>(i) % shapes.size()], pose(static_cast<std::size_t>(i), 0));
    }
    for (const Mesh& shape : shapes) engine.prepare(shape);
  }
  Pose pose(std::size_t i, int frame) const {
    const double t = 0.13 * frame + static_cast<double>(i);
    return turned(places[i] + Vec3(0.2 * std::cos(t), 0.2 * std::sin(t), 0.1 * std::sin(2 * t)), t, i);
  }
  void move(int frame, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) scene.set_pose({static_cast<std::uint32_t>(i)}, pose(i, frame));
  }
};

void frames_of(Rows& rows, Parts& parts, const char* loop, const CheckOptions& options, int frames, int rounds) {
  CheckResult result;
  std::size_t pairs = 0;
  const Cost cost = cost_of(rounds, frames, [&] {
    pairs = 0;
    for (int frame = 1; frame <= frames; ++frame) {
      parts.move(frame, 0, parts.places.size());
      parts.engine.check(parts.scene, options, result);
      pairs += result.pairs.size();
    }
  });
  rows.add({loop, "impinge", cost.us / 1e3, "ms a frame", cost.allocations,
            fmt::format("{} pairs a frame", pairs / static_cast<std::size_t>(frames))});
}

}  // namespace

void small_checks(Rows& rows) {
  const int turns = rows.args.quick ? 5 : 500;
  Scene boxes;
  boxes.add("left", make_box({10, 10, 10}));
  boxes.add("right", make_box({10, 10, 10}), {.position = {5, 0, 0}});
  const auto ask = [&](const char* loop, const Scene& scene, int count) {
    const Cost cost = cost_of(rows.args.rounds, count, [&] {
      for (int i = 0; i < count; ++i) Engine().check(scene);
    });
    rows.add({loop, "impinge", cost.us, "us a check", cost.allocations, "nothing prepared, an engine each"});
  };
  ask("two_boxes", boxes, turns);
  for (int level = 1; level <= 3; ++level) {
    Scene balls;
    balls.add("left", make_icosphere(1, level));
    balls.add("right", make_icosphere(1, level), {.position = {1.5, 0, 0}});
    ask(fmt::format("icospheres_{}", 20 << (2 * level)).c_str(), balls, std::max(1, turns / 10));
  }
}

void rigid_frames(Rows& rows) {
  Parts parts(kParts, 1.9);
  const int frames = rows.args.quick ? 2 : kFrames;
  CheckOptions verdicts;
  verdicts.face_pairs = false;
  frames_of(rows, parts, "frame_verdicts", verdicts, frames, rows.args.rounds);
  frames_of(rows, parts, "frame_face_pairs", {}, frames, rows.args.rounds);
  CheckOptions tolerant;
  tolerant.tolerance = 0.01;
  frames_of(rows, parts, "frame_tolerance", tolerant, std::min(frames, 3), 1);
  CheckOptions parting;
  parting.parting = true;
  frames_of(rows, parts, "frame_parting", parting, std::min(frames, 3), 1);
  if (const auto peer = make_loop_peer()) {
    for (std::size_t i = 0; i < parts.places.size(); ++i)
      peer->add(parts.shapes[i % parts.shapes.size()], parts.pose(i, 0), true);
    std::size_t pairs = 0;
    const Cost cost = cost_of(rows.args.rounds, frames, [&] {
      pairs = 0;
      for (int frame = 1; frame <= frames; ++frame) {
        for (std::size_t i = 0; i < parts.places.size(); ++i) peer->set_pose(i, parts.pose(i, frame));
        pairs += peer->collide_all();
      }
    });
    rows.add({"frame_verdicts", "fcl", cost.us / 1e3, "ms a frame", cost.allocations,
              fmt::format("{} pairs a frame", pairs / static_cast<std::size_t>(frames))});
  }
  // From one frame to the next, all pairs looked at first.
  parts.scene.duration = 1;
  for (std::size_t i = 0; i < parts.places.size(); ++i) {
    Motion motion;
    motion.velocity = parts.pose(i, 1).position - parts.pose(i, 0).position;
    parts.scene.set_motion({static_cast<std::uint32_t>(i)}, motion);
  }
  parts.move(0, 0, parts.places.size());
  SweepOptions first_only;
  first_only.first_only = true;
  for (const bool apart : {false, true}) {
    first_only.begins_apart = apart;
    SweepResult swept;
    const Cost cost = cost_of(rows.args.rounds, 1, [&] { swept = parts.engine.sweep(parts.scene, first_only); });
    double begun = 0;
    for (const StageStats& stage : swept.stats.stages) begun += stage.name == "begin" ? stage.ms : 0;
    rows.add({apart ? "sweep_apart" : "sweep", "impinge", cost.us / 1e3, "ms a step", cost.allocations,
              fmt::format("{} pairs, first look {:.3g} ms", swept.pairs.size(), begun)});
  }
}

void crowd(Rows& rows) {
  Parts parts(rows.args.bodies, 2.6);
  const int moved = std::max(1, rows.args.bodies / 100), frames = rows.args.quick ? 2 : 50;
  for (const bool face_pairs : {true, false}) {
    CheckOptions options;
    options.face_pairs = face_pairs;
    CheckOptions anew = options;  // a callback about pairs: nothing is kept
    anew.asks = [](ObjectId, ObjectId) { return true; };
    CheckResult result;
    const Cost full = cost_of(rows.args.rounds, 1, [&] { parts.engine.check(parts.scene, anew, result); });
    const std::string what = face_pairs ? "crowd_face_pairs" : "crowd_verdicts";
    rows.add({what, "impinge all", full.us / 1e3, "ms a check", full.allocations,
              fmt::format("{} bodies, {} pairs", rows.args.bodies, result.pairs.size())});
    parts.engine.check(parts.scene, options, result);
    int frame = 0;
    const Cost some = cost_of(rows.args.rounds, frames, [&] {
      for (int k = 0; k < frames; ++k) {
        const auto from = static_cast<std::size_t>(++frame * moved % (rows.args.bodies - moved + 1));
        parts.move(frame, from, from + static_cast<std::size_t>(moved));
        parts.engine.check(parts.scene, options, result);
      }
    });
    rows.add({what, "impinge moved", some.us / 1e3, "ms a check", some.allocations,
              fmt::format("{} moved, {:.2f} % of all", moved, 100 * some.us / full.us)});
  }
}

}  // namespace impinge::bench
