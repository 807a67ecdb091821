// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Many states and trajectories of robots, judged pair by pair and sample by sample by Engine::meet, which knows no joints.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <impinge/robot.h>

#include <algorithm>
#include <random>

#include "pipeline/robot/made_cell.h"
#include "support/case_count.h"

namespace impinge {
namespace {

using test::made_arm;
using test::MadeCell;

TEST(RobotCell, StatesMeetAsTheirPairsDo) {
  const int count = test::case_count(300, 20000);
  int hits = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    MadeCell cell(10 * seed);
    std::mt19937_64 random(seed);
    std::vector<double> states;
    std::vector<double> from = cell.random_state(random), to = cell.random_state(random);
    for (int i = 0; i < count; ++i) {
      // Random ones, and paths in small steps, which the memory of the questions answers.
      if (i % 20 == 0) {
        from = cell.random_state(random);
        to = i % 40 == 0 ? cell.random_state(random) : from;
      }
      for (std::size_t k = 0; k < from.size(); ++k) states.push_back(from[k] + 0.01 * (i % 20) * (to[k] - from[k]));
    }
    const RobotCell asked(cell.scene, cell.robot, cell.placed);
    const std::vector<std::uint8_t> meets = asked.meet_poses(states);
    const std::vector<RobotStateAnswer> answers = asked.check_poses(states);
    const Engine engine;
    const auto pairs = cell.pairs();
    EXPECT_EQ(asked.pairs(), pairs.size());
    const std::size_t width = cell.robot.variables().size();
    for (std::size_t i = 0; i < meets.size(); ++i) {
      move_robot(cell.scene, cell.robot, cell.placed, std::span(states).subspan(i * width, width));
      const auto hit = std::find_if(pairs.begin(), pairs.end(),
                                    [&](const auto& pair) { return engine.meet(cell.scene, pair[0], pair[1]); });
      ASSERT_EQ(meets[i] != 0, hit != pairs.end()) << "state " << i << " of seed " << seed;
      ASSERT_EQ(answers[i].hit.has_value(), hit != pairs.end());
      if (hit != pairs.end()) {
        ASSERT_EQ((*answers[i].hit)[0], (*hit)[0]);
        ASSERT_EQ((*answers[i].hit)[1], (*hit)[1]);
        ++hits;
      }
    }
  }
  std::printf("%d states, %d meet\n", 3 * count, hits);
}

TEST(RobotCell, NoContactOfATrajectoryIsMissedOrLate) {
  const int paths = test::case_count(12, 2000);
  const double step = test::full_counts() ? 1e-4 : 1e-3;
  int contacts = 0, grazes = 0;
  double latest = -1;
  for (int path = 0; path < paths; ++path) {
    MadeCell cell(static_cast<std::uint64_t>(path) + 1);
    std::mt19937_64 random(static_cast<std::uint64_t>(path));
    JointTrajectory trajectory{{0, 1}, cell.random_state(random)};
    const std::vector<double> to = cell.random_state(random);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const double from = trajectory.states[k];
      trajectory.states.push_back(from + 0.4 * (to[k] - from));
    }
    const std::size_t width = to.size();
    const RobotCell asked(cell.scene, cell.robot, cell.placed);
    const RobotSweepResult found = asked.sweep(trajectory);
    const auto at = [&](double t) {
      std::vector<double> state(width);
      for (std::size_t k = 0; k < width; ++k)
        state[k] = trajectory.states[k] + t * (trajectory.states[width + k] - trajectory.states[k]);
      return state;
    };
    const Engine engine;
    for (const SceneObject& o : cell.scene.objects())
      if (!o.shape) const_cast<Engine&>(engine).prepare(o.mesh);
    for (const auto& pair : cell.pairs()) {
      const auto known = std::find_if(found.pairs.begin(), found.pairs.end(),
                                      [&](const RobotSweepPair& p) { return p.a == pair[0] && p.b == pair[1]; });
      const double t = known == found.pairs.end() ? 2 : known->contact->t;
      // Nothing may meet before; what meets then or later need not be looked at.
      for (int i = 0; i * step < std::min(t, 1 + step / 2); ++i) {
        move_robot(cell.scene, cell.robot, cell.placed, at(std::min(i * step, 1.0)));
        ASSERT_FALSE(engine.meet(cell.scene, pair[0], pair[1]))
            << "path " << path << ", " << cell.scene.object(pair[0]).name << " and " << cell.scene.object(pair[1]).name
            << " meet at " << i * step << ", but were found at " << t;
      }
      if (known == found.pairs.end()) continue;
      ++contacts;
      move_robot(cell.scene, cell.robot, cell.placed, at(t));
      Scene two;
      for (const ObjectId id : pair) {
        const SceneObject& o = cell.scene.object(id);
        if (o.shape)
          two.add(o.name, o.shape, o.pose);
        else
          two.add(o.name, o.mesh, o.pose);
      }
      const CheckResult check = engine.check(two, {.clearance = 1});
      ASSERT_EQ(check.pairs.size(), 1u);
      const double apart = check.pairs[0].distance.value_or(0);
      ASSERT_LE(apart, 1.01 * found.contact_gap) << "path " << path;
      latest = std::max(latest, apart);
      move_robot(cell.scene, cell.robot, cell.placed, at(std::min(t + 1e-4, 1.0)));
      grazes += engine.meet(cell.scene, pair[0], pair[1]) ? 0 : 1;
    }
  }
  std::printf("%d paths, %d contacts, none missed; apart by at most %.3g then; %d not met 1e-4 later\n", paths, contacts,
              latest, grazes);
  EXPECT_GT(contacts, 0);
}

TEST(RobotCell, LeastDistancesHoldTheSampledOnes) {
  for (int path = 0; path < test::case_count(4, 100); ++path) {
    MadeCell cell(static_cast<std::uint64_t>(path) + 77);
    std::mt19937_64 random(static_cast<std::uint64_t>(path) + 5);
    JointTrajectory trajectory{{0, 1}, cell.random_state(random)};
    const std::vector<double> to = cell.random_state(random);
    const std::size_t width = to.size();
    for (std::size_t k = 0; k < width; ++k)
      trajectory.states.push_back(trajectory.states[k] + 0.2 * (to[k] - trajectory.states[k]));
    RobotSweepOptions options;
    options.clearance = std::numeric_limits<double>::infinity();
    const RobotSweepResult found = RobotCell(cell.scene, cell.robot, cell.placed).sweep(trajectory, options);
    EXPECT_EQ(found.pairs.size(), cell.pairs().size());
    const Engine engine;
    for (int i = 0; i <= 40; ++i) {
      std::vector<double> state(width);
      for (std::size_t k = 0; k < width; ++k)
        state[k] = trajectory.states[k] + i / 40.0 * (trajectory.states[width + k] - trajectory.states[k]);
      move_robot(cell.scene, cell.robot, cell.placed, state);
      const CheckResult check = engine.check(cell.scene, {.clearance = std::numeric_limits<double>::infinity()});
      for (const PairAnswer& pair : check.pairs)
        for (const RobotSweepPair& swept : found.pairs)
          if (swept.a == pair.a && swept.b == pair.b) {
            EXPECT_LE(swept.least_distance->low, pair.distance.value_or(0) + 1e-9);
            EXPECT_GE(swept.least_distance->low, swept.least_distance->high * (1 - 1.001e-3) - 1e-7);
          }
    }
  }
}

TEST(RobotCell, PairsThatNeverMeetAreProved) {
  const Robot robot = made_arm(3);
  LinkPairOptions options;
  options.samples = static_cast<std::uint64_t>(test::case_count(2000, 100000));
  options.boxes = 3000;
  const std::vector<LinkPairFinding> findings = find_link_pairs(robot, options);
  EXPECT_EQ(findings.size(), 21u);
  Scene scene;
  RobotModel every = robot.model();
  const PlacedRobot placed = place_robot(scene, robot, robot.rest(), {}, AdjacentLinks::checked);
  const Engine engine;
  std::mt19937_64 random(99);
  int proved = 0;
  for (const LinkPairFinding& f : findings) {
    EXPECT_EQ(f.kind == LinkPairKind::adjacent, f.b == f.a + 1);
    proved += f.kind == LinkPairKind::never && f.certainty == Certainty::proved ? 1 : 0;
  }
  for (int i = 0; i < test::case_count(2000, 100000); ++i) {
    std::vector<double> state;
    for (const std::uint32_t j : robot.variables())
      state.push_back(std::uniform_real_distribution<double>(every.joints[j].lower, every.joints[j].upper)(random));
    move_robot(scene, robot, placed, state);
    for (const LinkPairFinding& f : findings)
      if (f.kind == LinkPairKind::never && f.certainty == Certainty::proved) {
        ASSERT_FALSE(engine.meet(scene, placed.objects[f.a], placed.objects[f.b])) << f.a << " " << f.b;
      }
  }
  std::printf("%d pairs of links proved never to meet\n", proved);
  EXPECT_GT(proved, 0);
}

TEST(RobotCell, RefusesWhatIsNoState) {
  const MadeCell cell(1);
  const RobotCell asked(cell.scene, cell.robot, cell.placed);
  const std::vector<double> odd(7, 0.0);
  EXPECT_THROW(asked.meet_poses(odd), Error);
  std::vector<double> beyond = cell.robot.rest();
  beyond[0] = 9;
  try {
    asked.meet_poses(beyond);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_argument);
    EXPECT_NE(std::string(error.what()).find("state 0: joint 'joint1'"), std::string::npos) << error.what();
  }
  JointTrajectory back{{1, 0}, {}};
  for (int i = 0; i < 2; ++i) back.states.insert(back.states.end(), beyond.size(), 0.0);
  EXPECT_THROW(asked.sweep(back), Error);
  EXPECT_THROW(asked.sweep({}), Error);
  EXPECT_TRUE(asked.meet_poses({}).empty());
}

}  // namespace
}  // namespace impinge
