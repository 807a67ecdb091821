// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/robot.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "base/control.h"
#include "base/internals.h"
#include "pipeline/robot/pair_question.h"
#include "pipeline/robot/robot_cell_data.h"

namespace impinge {

namespace {

constexpr std::size_t kStatesPerPoll = 64;
constexpr std::size_t kPiecesPerThread = 4;  // a piece has a memory of its own, which takes a while to fill

// Calls ask(questions, index) for all states, from all threads.
template <typename Ask>
void for_all_states(const CellPlan& plan, std::span<const double> states, const PoseOptions& options, const Ask& ask) {
  const std::size_t width = plan.data.variables.size();
  if (width == 0 ? !states.empty() : states.size() % width != 0)
    throw Error(ErrorCode::bad_argument,
                fmt::format("states: {} values are not a whole number of states of {}", states.size(), width));
  const std::size_t count = width == 0 ? 0 : states.size() / width;
  const auto state_of = [&](std::size_t i) { return states.subspan(i * width, width); };
  Control control(options.on_progress, options.is_cancelled);
  control.begin("states", 0, 1);
  const auto threads = static_cast<std::size_t>(std::max(1, tbb::this_task_arena::max_concurrency()));
  const std::size_t pieces = std::clamp<std::size_t>(count / kStatesPerPoll, 1, kPiecesPerThread * threads);
  control.set_parts(pieces);
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
    PairQuestions questions(plan, options.is_cancelled);
    const std::size_t from = count * piece / pieces, to = count * (piece + 1) / pieces;
    for (std::size_t i = from; i < to; ++i) {
      if (i % kStatesPerPoll == 0) control.poll();
      try {
        plan.robot.require_state(state_of(i));
      } catch (const Error& error) {
        throw Error(error.code(), fmt::format("state {}: {}", i, error.what()));
      }
      questions.set_state(state_of(i));
      ask(questions, i);
    }
    control.part_done();
  });
}

}  // namespace

RobotCell::RobotCell(const Scene& scene, const Robot& robot, const PlacedRobot& placed, const Pose& base, OpenBodies open,
                     int threads)
    : data_(std::make_unique<const RobotCellData>(scene, robot, placed, base, open, threads)) {
  if (threads < 0) throw Error(ErrorCode::bad_argument, fmt::format("threads {}: must be 0 or more", threads));
}
RobotCell::~RobotCell() = default;
RobotCell::RobotCell(RobotCell&&) noexcept = default;
RobotCell& RobotCell::operator=(RobotCell&&) noexcept = default;

std::uint64_t RobotCell::pairs() const noexcept { return data_->plan.pairs.size(); }
std::uint64_t RobotCell::ignored() const noexcept { return data_->plan.ignored; }

std::vector<std::uint8_t> RobotCell::meet_poses(std::span<const double> states, const PoseOptions& options) const {
  const CellPlan& plan = data_->plan;
  std::vector<std::uint8_t> meets(states.size() / std::max<std::size_t>(plan.data.variables.size(), 1));
  data_->run([&] {
    for_all_states(plan, states, options,
                   [&](PairQuestions& questions, std::size_t i) { meets[i] = questions.any_hit() ? 1 : 0; });
  });
  return meets;
}

std::vector<RobotStateAnswer> RobotCell::check_poses(std::span<const double> states, const PoseOptions& options) const {
  const CellPlan& plan = data_->plan;
  std::vector<RobotStateAnswer> answers(states.size() / std::max<std::size_t>(plan.data.variables.size(), 1));
  data_->run([&] {
    for_all_states(plan, states, options, [&](PairQuestions& questions, std::size_t i) {
      const std::optional<std::uint32_t> hit = questions.first_hit();
      if (!hit) return;
      const std::uint32_t a = plan.bodies[plan.pairs[*hit].a].object, b = plan.bodies[plan.pairs[*hit].b].object;
      answers[i].hit = {ObjectId{std::min(a, b)}, ObjectId{std::max(a, b)}};
    });
  });
  return answers;
}

}  // namespace impinge
