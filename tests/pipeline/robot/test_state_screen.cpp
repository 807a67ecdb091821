// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Many states at once, most of which a screen tells: answers are those of Engine::meet, pair by pair, whatever stands there.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <impinge/robot.h>

#include <algorithm>

#include "base/internals.h"
#include "pipeline/robot/made_cell.h"
#include "pipeline/robot/robot_cell_data.h"
#include "pipeline/robot/state_screen.h"
#include "support/case_count.h"

namespace impinge {
namespace {

using test::MadeCell;

constexpr std::size_t kMany = 4096;  // from here on there is a screen

// As many states that one cell is asked about as it needs for a screen, the first `judged` of them judged; gives hits.
int judge(MadeCell& cell, std::uint64_t seed, int judged, OpenBodies open = OpenBodies::solid) {
  std::mt19937_64 random(seed);
  std::vector<double> states;
  const std::size_t count = std::max<std::size_t>(kMany, static_cast<std::size_t>(judged));
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<double> state = cell.random_state(random);
    states.insert(states.end(), state.begin(), state.end());
  }
  const RobotCell asked(cell.scene, cell.robot, cell.placed, {}, open);
  const std::vector<std::uint8_t> meets = asked.meet_poses(states);
  const std::vector<RobotStateAnswer> answers = asked.check_poses(states);
  const Engine engine;
  const auto pairs = cell.pairs();
  const std::size_t width = cell.robot.variables().size();
  int hits = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(judged); ++i) {
    move_robot(cell.scene, cell.robot, cell.placed, std::span(states).subspan(i * width, width));
    const auto hit = std::find_if(pairs.begin(), pairs.end(),
                                  [&](const auto& pair) { return engine.meet(cell.scene, pair[0], pair[1], open); });
    EXPECT_EQ(meets[i] != 0, hit != pairs.end()) << "state " << i << " of seed " << seed;
    EXPECT_EQ(answers[i].hit.has_value(), hit != pairs.end()) << "state " << i << " of seed " << seed;
    if (hit == pairs.end() || !answers[i].hit) continue;
    EXPECT_EQ((*answers[i].hit)[0], (*hit)[0]);
    EXPECT_EQ((*answers[i].hit)[1], (*hit)[1]);
    ++hits;
  }
  return hits;
}

TEST(StateScreen, statesMeetAsTheirPairsDo) {
  const int count = test::case_count(400, 20000);
  int hits = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    MadeCell cell(10 * seed + 1);
    hits += judge(cell, seed, count);
  }
  std::printf("%d states, %d meet\n", 3 * count, hits);
  EXPECT_GT(hits, 0);
}

// Nothing is gained by a screen that tells nothing.
TEST(StateScreen, mostPairsAreTold) {
  const MadeCell cell(5);
  const RobotCell asked(cell.scene, cell.robot, cell.placed);
  const RobotCellData& data = Internals::data(asked);
  const ScreenPlan* const screen = data.screen_for(kMany);
  ASSERT_NE(screen, nullptr);
  std::mt19937_64 random(1);
  std::vector<double> states;
  for (std::size_t i = 0; i < ScreenBlock::kStates; ++i) {
    const std::vector<double> state = cell.random_state(random);
    states.insert(states.end(), state.begin(), state.end());
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < asked.pairs(); ++i) order.push_back(i);
  ScreenBlock block(*screen);
  ASSERT_TRUE(screen_states(*screen, order, states, block));
  const auto hits =
      std::count_if(block.hit.begin(), block.hit.end(), [](std::uint32_t h) { return h != ScreenBlock::kNone; });
  std::printf("%zu states: %td proved to meet, %zu pairs of %zu open\n", ScreenBlock::kStates, hits, block.open.size(),
              ScreenBlock::kStates * order.size());
  EXPECT_GT(hits, 10);
  EXPECT_LT(block.open.size(), ScreenBlock::kStates * order.size() / 20);
}

// What stands in a cell may have been scaled, deformed, or share its vertices with another mesh.
TEST(StateScreen, objectsThatAreScaledDeformedOrShareVertices) {
  const int count = test::case_count(300, 5000);
  MadeCell scaled(3);
  Pose larger;
  larger.rotation *= 2.5;
  larger.position = {1.6, 0.2, 0.9};
  scaled.scene.add("scaled", make_icosphere(0.3, 1), larger);
  EXPECT_GT(judge(scaled, 1, count), 0);

  MadeCell deformed(3);
  const Mesh ball = make_icosphere(0.2, 1);
  std::vector<Vec3> moved(ball.vertices().begin(), ball.vertices().end());
  for (Vec3& v : moved) v = 2 * v + Vec3(-0.9, -0.4, 1.2);
  deformed.scene.set_vertices(deformed.scene.add("deformed", ball, {.position = {0.1, 0, 0}}), moved);
  EXPECT_GT(judge(deformed, 2, count), 0);

  MadeCell shared(3);
  const Mesh box = make_box({0.4, 0.4, 3}, 2);
  std::vector<Face> lower, upper;
  for (const Face& f : box.faces()) {
    double middle = 0;
    for (const std::uint32_t v : f) middle += box.vertices()[v].z();
    (middle < 0 ? lower : upper).push_back(f);
  }
  const Pose place{.position = {-0.8, 0, 0.9}};
  shared.scene.add("lower", Mesh::borrow(box.vertices(), lower), place);
  shared.scene.add("upper", Mesh::borrow(box.vertices(), upper), place);
  EXPECT_GT(judge(shared, 3, count, OpenBodies::surface), 0);
}

// A cup holds what does not touch it.
TEST(StateScreen, openBodiesAreTakenAsAsked) {
  const int count = test::case_count(300, 5000);
  MadeCell cell(4);
  const Mesh ball = make_icosphere(0.7, 2);
  std::vector<Face> faces;
  for (const Face& f : ball.faces())
    if (ball.vertices()[f[0]].z() < 0.3) faces.push_back(f);
  cell.scene.add("cup", Mesh({ball.vertices().begin(), ball.vertices().end()}, std::move(faces)),
                 {.position = {0.9, 0.9, 1.2}});
  EXPECT_GT(judge(cell, 1, count), 0);
  EXPECT_GT(judge(cell, 1, count, OpenBodies::surface), 0);
}

TEST(StateScreen, refusesWhatIsBeyondLimitsInAnyState) {
  const MadeCell cell(1);
  const RobotCell asked(cell.scene, cell.robot, cell.placed);
  std::mt19937_64 random(1);
  std::vector<double> states;
  for (std::size_t i = 0; i < 2 * kMany; ++i) {
    const std::vector<double> state = cell.random_state(random);
    states.insert(states.end(), state.begin(), state.end());
  }
  const std::size_t width = cell.robot.variables().size();
  EXPECT_EQ(asked.meet_poses(states).size(), 2 * kMany);
  for (const double bad : {9.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    std::vector<double> some = states;
    some[5000 * width + 1] = bad;
    try {
      asked.meet_poses(some);
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_argument);
      EXPECT_NE(std::string(error.what()).find("state 5000: joint 'joint2'"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace impinge
