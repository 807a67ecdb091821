// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Joint states of seven-axis arms: does the arm meet itself? Random states within the limits, and the samples of random
// straight paths. FCL beside, on the same meshes and pairs. It has no joints: it is given all poses ready made, and what
// making them takes (Robot::link_poses) stands beside. Ours are asked once with all preparation, and then again by a cell
// that is prepared. One thread each, processor time; answers must be equal.
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <impinge/robot.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "bench_clock.h"
#include "bench_program.h"
#include "measure.h"
#include "peer.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  int states = 100000;
  int rounds = 3;
};

struct Row {
  std::string robot, pairs, states;
  std::uint64_t asked = 0;
  std::size_t count = 0, hits = 0, differences = 0;
  double ours_us = 0, first_us = 0, all_us = 0;            // a state; first_us with all preparation
  double fcl_us = 0, fcl_first_us = 0, kinematics_us = 0;  // of FCL without kinematics
};

struct Case {
  std::string name, urdf, srdf;
};

/// An arm that needs no data: seven links of 360 faces, bent bones of displaced spheres.
Robot made_arm() {
  RobotModel model;
  model.name = "made";
  for (int i = 0; i < 8; ++i) {
    const Mesh ball = make_displaced_sphere(1, 0.1, 13, 15, static_cast<std::uint64_t>(i) + 1);
    std::vector<Vec3> vertices(ball.vertices().begin(), ball.vertices().end());
    for (Vec3& v : vertices) v = {0.06 * v.x(), 0.06 * v.y(), 0.17 * v.z() + 0.15};
    LinkBody body;
    body.mesh = Mesh(std::move(vertices), {ball.faces().begin(), ball.faces().end()});
    model.links.push_back({fmt::format("link{}", i), {std::move(body)}});
    if (i == 0) continue;
    RobotJoint joint{.name = fmt::format("joint{}", i), .kind = JointKind::revolute};
    joint.parent = static_cast<std::uint32_t>(i - 1);
    joint.child = static_cast<std::uint32_t>(i);
    joint.origin.position = {0, 0, 0.32};
    joint.axis = i % 2 == 0 ? Vec3::UnitY() : Vec3::UnitZ();
    joint.lower = i % 2 == 0 ? -2.2 : -3;
    joint.upper = -joint.lower;
    model.joints.push_back(joint);
  }
  return Robot(std::move(model));
}

std::vector<double> random_state(const Robot& robot, std::mt19937_64& random) {
  std::vector<double> state;
  for (const std::uint32_t j : robot.variables()) {
    const RobotJoint& joint = robot.model().joints[j];
    const bool limited = joint.kind != JointKind::continuous;
    state.push_back(
        std::uniform_real_distribution<double>(limited ? joint.lower : -3.14159, limited ? joint.upper : 3.14159)(random));
  }
  return state;
}

/// Random states, or paths of a hundred samples each.
std::vector<double> states_of(const Robot& robot, int count, bool paths) {
  std::mt19937_64 random(1);
  std::vector<double> states;
  constexpr int kSamples = 100;
  std::vector<double> from, to;
  for (int i = 0; i < count; ++i) {
    if (!paths || i % kSamples == 0) {
      from = random_state(robot, random);
      to = random_state(robot, random);
    }
    const double s = paths ? static_cast<double>(i % kSamples) / kSamples : 0;
    for (std::size_t k = 0; k < from.size(); ++k) states.push_back(from[k] + s * (to[k] - from[k]));
  }
  return states;
}

class Bench {
 public:
  explicit Bench(const Arguments& args) : args_(args) {}

  void run(const Robot& robot, const std::string& pairs, AdjacentLinks adjacent, bool paths) {
    Scene scene;
    scene.units = "m";
    const PlacedRobot placed = place_robot(scene, robot, robot.rest(), {}, adjacent);
    Row row{robot.model().name, pairs, paths ? "paths" : "random"};
    const std::vector<double> states = states_of(robot, args_.states, paths);
    std::vector<std::uint8_t> meets;
    std::vector<double> ours, first, ours_all, kinematics;
    const RobotCell one(scene, robot, placed, {}, OpenBodies::surface, 1),
        all(scene, robot, placed, {}, OpenBodies::surface);
    row.asked = one.pairs();
    row.count = static_cast<std::size_t>(args_.states);
    const std::size_t width = robot.variables().size();
    for (int round = 0; round < args_.rounds; ++round) {
      first.push_back(ms_of(BenchClock::processor, [&] {
        meets = RobotCell(scene, robot, placed, {}, OpenBodies::surface, 1).meet_poses(states);
      }));
      if (round == 0) one.meet_poses(states);
      ours.push_back(ms_of(BenchClock::processor, [&] { meets = one.meet_poses(states); }));
      ours_all.push_back(ms_of(BenchClock::wall, [&] { meets = all.meet_poses(states); }));
      kinematics.push_back(ms_of(BenchClock::processor, [&] {
        for (std::size_t i = 0; i < row.count; ++i) robot.link_poses(std::span(states).subspan(i * width, width));
      }));
    }
    row.hits = static_cast<std::size_t>(std::count(meets.begin(), meets.end(), 1));
    const double thousands = 1e3 / static_cast<double>(args_.states);
    row.ours_us = median(ours) * thousands;
    row.first_us = median(first) * thousands;
    row.all_us = median(ours_all) * thousands;
    row.kinematics_us = median(kinematics) * thousands;
    if (const std::unique_ptr<RobotPeer> peer = make_robot_peer()) ask_peer(*peer, scene, robot, placed, states, meets, row);
    print(row);
    rows_.push_back(row);
  }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  void ask_peer(RobotPeer& peer, Scene& scene, const Robot& robot, const PlacedRobot& placed,
                const std::vector<double>& states, const std::vector<std::uint8_t>& meets, Row& row) const {
    const double prepared = ms_of(BenchClock::processor, [&] {
      for (const ObjectId id : placed.objects) peer.add(scene.object(id).mesh);
    });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t a = 0; a < placed.objects.size(); ++a)
      for (std::uint32_t b = a + 1; b < placed.objects.size(); ++b)
        if (std::none_of(scene.ignored().begin(), scene.ignored().end(),
                         [&](const IgnoredPair& p) { return p.a == placed.objects[a] && p.b == placed.objects[b]; }))
          pairs.emplace_back(a, b);
    const std::size_t width = robot.variables().size();
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < row.count; ++i) {
      move_robot(scene, robot, placed, std::span(states).subspan(i * width, width));
      for (const ObjectId id : placed.objects) poses.push_back(scene.object(id).pose);
    }
    std::vector<std::uint8_t> theirs(row.count);
    std::vector<double> times;
    for (int round = 0; round < args_.rounds; ++round)
      times.push_back(ms_of(BenchClock::processor, [&] {
        for (std::size_t i = 0; i < row.count; ++i)
          theirs[i] = peer.meets(std::span(poses).subspan(i * placed.objects.size(), placed.objects.size()), pairs) ? 1 : 0;
      }));
    row.fcl_us = median(times) * 1e3 / static_cast<double>(row.count);
    row.fcl_first_us = row.fcl_us + prepared * 1e3 / static_cast<double>(row.count);
    for (std::size_t i = 0; i < row.count; ++i) row.differences += theirs[i] != meets[i] ? 1 : 0;
  }

  static void print(const Row& r) {
    fmt::print("{:8} {:12} {:7} {:5} {:8} {:7} {:8.3f} {:8.3f} {:8.3f} {:8.3f} {:8.3f} {:8.1f} {:8.1f} {:8.1f} {}\n",
               r.robot, r.pairs, r.states, r.asked, r.count, r.hits, r.ours_us, r.first_us, r.all_us, r.fcl_us,
               r.kinematics_us, r.fcl_us / r.ours_us, (r.fcl_us + r.kinematics_us) / r.ours_us,
               (r.fcl_first_us + r.kinematics_us) / r.first_us,
               r.differences == 0 ? "" : fmt::format("{} DIFFERENT", r.differences));
    std::fflush(stdout);
  }

  const Arguments& args_;
  std::vector<Row> rows_;
};

std::string json_of(const std::vector<Row>& rows, const std::string& commit) {
  std::string text =
      fmt::format("{{\n  \"bench\": \"robots\",\n  \"environment\": {{\"cpu\": \"{}\", \"commit\": \"{}\"}},\n  \"rows\": [",
                  cpu_model(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"robot\": \"{}\", \"pairs\": \"{}\", \"states\": \"{}\", \"asked\": {}, \"count\": {}, \"hits\": {}, "
        "\"us\": {:.4g}, \"us_with_preparation\": {:.4g}, \"us_all_threads\": {:.4g}, \"fcl_us\": {:.4g}, "
        "\"fcl_us_with_preparation\": {:.4g}, \"kinematics_us\": {:.4g}, \"differences\": {}}}",
        &r == &rows.front() ? "" : ",", r.robot, r.pairs, r.states, r.asked, r.count, r.hits, r.ours_us, r.first_us,
        r.all_us, r.fcl_us, r.fcl_first_us, r.kinematics_us, r.differences);
  return text + "\n  ]\n}\n";
}

std::string csv_of(const std::vector<Row>& rows) {
  std::string text =
      "robot,pairs,states,asked,count,hits,us,us_with_preparation,us_all_threads,fcl_us,fcl_us_with_preparation,"
      "kinematics_us,differences\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},{},{},{},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{}\n", r.robot, r.pairs, r.states,
                        r.asked, r.count, r.hits, r.ours_us, r.first_us, r.all_us, r.fcl_us, r.fcl_first_us, r.kinematics_us,
                        r.differences);
  return text;
}

void add_own(BenchOptions& options, Arguments& args) {
  options.option("--states", args.states, "Joint states [100000]", kPositive);
  options.option("--rounds", args.rounds, "Times that each runs; the median counts [3]", kPositive);
}

int run(Arguments args) {
  if (args.quick) {
    args.states = 500;
    args.rounds = 1;
  }
  Bench bench(args);
  fmt::print("{:8} {:12} {:7} {:>5} {:>8} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "robot", "pairs",
             "states", "asked", "count", "hits", "us", "first", "all", "fcl", "poses", "ratio", "+ poses", "first");
  const Robot made = made_arm();
  for (const bool paths : {false, true}) bench.run(made, "not adjacent", AdjacentLinks::ignored, paths);
  const char* const data = std::getenv("IMPINGE_DATA");
  const std::filesystem::path folder = std::filesystem::path(data != nullptr ? data : "") / "04-robots";
  const Case cases[] = {
      {"panda", "panda/moveit_resources_panda_description/urdf/panda.urdf", "panda/panda_moveit_config/config/panda.srdf"},
      {"iiwa14", "iiwa14/tesseract/support/urdf/lbr_iiwa_14_r820.urdf",
       "iiwa14/tesseract/support/urdf/lbr_iiwa_14_r820.srdf"}};
  for (const Case& c : cases) {
    if (!std::filesystem::exists(folder / c.urdf)) {
      fmt::print("{}: absent (set IMPINGE_DATA)\n", c.name);
      continue;
    }
    RobotFiles files;
    files.srdf = folder / c.srdf;
    const Robot robot = load_robot(folder / c.urdf, files);
    for (const bool paths : {false, true}) {
      bench.run(robot, "as SRDF", AdjacentLinks::automatic, paths);
      RobotModel model = robot.model();
      model.disabled.clear();
      // The links of a wrist overlap by design without being adjacent.
      for (const DisabledLinks& d : robot.model().disabled)
        if (d.reason == "Adjacent" || d.reason == "Default" || d.reason == "Always") model.disabled.push_back(d);
      bench.run(Robot(std::move(model)), "not adjacent", AdjacentLinks::ignored, paths);
    }
  }
  write_rows(args, json_of(bench.rows(), args.commit), csv_of(bench.rows()));
  return std::any_of(bench.rows().begin(), bench.rows().end(), [](const Row& r) { return r.differences > 0; }) ? 1 : 0;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"robots", "Joint states of seven-axis arms, FCL beside", "500 states, one round"}, add_own, run);
}
