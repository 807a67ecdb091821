// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/robot.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <numeric>

#include "base/control.h"
#include "base/internals.h"
#include "base/thread_limit.h"
#include "pipeline/robot/pair_question.h"
#include "pipeline/robot/robot_cell_data.h"
#include "pipeline/robot/state_screen.h"

namespace impinge {

namespace {

constexpr std::size_t kStatePiecesPerThread = 4;  // a piece has a memory of its own, which takes a while to fill

enum class WantedHit { any, first };  // of the pairs that meet in a state

// The states of one thread, a block of them at a time. A screen tells most of them, single questions the others.
class StatePiece {
 public:
  StatePiece(const CellPlan& plan, const ScreenPlan* screen, WantedHit wanted, const CancelCallback& is_cancelled)
      : plan_(plan),
        screen_(screen),
        wanted_(wanted),
        questions_(plan, is_cancelled),
        order_(plan.pairs.size()),
        hits_(plan.pairs.size(), 0) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (screen != nullptr) block_.emplace(*screen);
  }

  // Calls found(i, pair) for each state that meets. The first of the states has the number `first`.
  template <typename Found>
  void run(std::span<const double> states, std::size_t first, const Found& found) {
    const std::size_t width = plan_.data.variables.size(), count = states.size() / width;
    if (screen_ != nullptr && screen_states(*screen_, order_, states, *block_)) {
      ask_open(states);
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t pair = block_->hit[i];
        if (pair == ScreenBlock::kNone) continue;
        ++hits_[pair];
        found(i, pair);
      }
      if (wanted_ == WantedHit::any) put_likely_first();
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<const double> state = states.subspan(i * width, width);
      require(state, first + i);
      questions_.set_state(state);
      const auto hit = wanted_ == WantedHit::any ? questions_.any_hit() : questions_.first_hit();
      if (hit) found(i, *hit);
    }
  }

 private:
  void require(std::span<const double> state, std::size_t number) const {
    try {
      plan_.robot.require_state(state);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("state {}: {}", number, error.what()));
    }
  }

  // What the screen left open, state by state, and of each in the order in which pairs are asked. Where the screen proved a
  // pair to meet, those that are open come before it.
  void ask_open(std::span<const double> states) {
    const std::size_t width = plan_.data.variables.size();
    const auto earlier = [](const ScreenBlock::Open& a, const ScreenBlock::Open& b) { return a.state < b.state; };
    std::stable_sort(block_->open.begin(), block_->open.end(), earlier);
    std::uint32_t state = ScreenBlock::kNone, done = ScreenBlock::kNone;
    for (const ScreenBlock::Open& open : block_->open) {
      std::uint32_t& hit = block_->hit[open.state];
      if (open.state == done || (wanted_ == WantedHit::any && hit != ScreenBlock::kNone)) continue;
      if (open.state != state) questions_.set_state(states.subspan(open.state * width, width));
      state = open.state;
      if (!questions_.meets(open.pair)) continue;
      hit = open.pair;
      done = state;
    }
  }

  // A state that is known to meet is asked nothing more.
  void put_likely_first() {
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return hits_[a] > hits_[b]; });
  }

  const CellPlan& plan_;
  const ScreenPlan* screen_;
  WantedHit wanted_;
  PairQuestions questions_;
  std::optional<ScreenBlock> block_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> hits_;  // of each pair
};

// Calls found(index, pair) for all states that meet, from all threads.
template <typename Found>
void for_all_hits(const RobotCellData& data, std::span<const double> states, WantedHit wanted, const PoseOptions& options,
                  const Found& found) {
  const CellPlan& plan = data.plan;
  const std::size_t width = plan.data.variables.size();
  if (width == 0 ? !states.empty() : states.size() % width != 0)
    throw Error(ErrorCode::bad_argument,
                fmt::format("states: {} values are not a whole number of states of {}", states.size(), width));
  const std::size_t count = width == 0 ? 0 : states.size() / width;
  Control control(options.on_progress, options.is_cancelled);
  control.begin("states", 0, 1);
  const ScreenPlan* const screen = data.screen_for(count);
  const auto threads = static_cast<std::size_t>(std::max(1, tbb::this_task_arena::max_concurrency()));
  const std::size_t pieces = std::clamp<std::size_t>(count / ScreenBlock::kStates, 1, kStatePiecesPerThread * threads);
  control.set_parts(pieces);
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t number) {
    StatePiece piece(plan, screen, wanted, options.is_cancelled);
    const std::size_t end = count * (number + 1) / pieces;
    for (std::size_t i = count * number / pieces; i < end; i += ScreenBlock::kStates) {
      control.poll();
      const std::size_t n = std::min(ScreenBlock::kStates, end - i);
      piece.run(states.subspan(i * width, n * width), i,
                [&](std::size_t k, std::uint32_t pair) { found(i + k, plan.pairs[pair]); });
    }
    control.part_done();
  });
}

}  // namespace

RobotCell::RobotCell(const Scene& scene, const Robot& robot, const PlacedRobot& placed, const Pose& base, OpenBodies open,
                     int threads)
    : data_(std::make_unique<const RobotCellData>(scene, robot, placed, base, open, threads)) {
  require_threads(threads);
}
RobotCell::~RobotCell() = default;
RobotCell::RobotCell(RobotCell&&) noexcept = default;
RobotCell& RobotCell::operator=(RobotCell&&) noexcept = default;

std::uint64_t RobotCell::pairs() const noexcept { return data_->plan.pairs.size(); }
std::uint64_t RobotCell::ignored() const noexcept { return data_->plan.ignored; }

std::vector<std::uint8_t> RobotCell::meet_poses(std::span<const double> states, const PoseOptions& options) const {
  std::vector<std::uint8_t> meets(states.size() / std::max<std::size_t>(data_->plan.data.variables.size(), 1));
  data_->run(
      [&] { for_all_hits(*data_, states, WantedHit::any, options, [&](std::size_t i, const CellPair&) { meets[i] = 1; }); });
  return meets;
}

std::vector<RobotStateAnswer> RobotCell::check_poses(std::span<const double> states, const PoseOptions& options) const {
  const CellPlan& plan = data_->plan;
  std::vector<RobotStateAnswer> answers(states.size() / std::max<std::size_t>(plan.data.variables.size(), 1));
  data_->run([&] {
    for_all_hits(*data_, states, WantedHit::first, options, [&](std::size_t i, const CellPair& pair) {
      const std::uint32_t a = plan.bodies[pair.a].object, b = plan.bodies[pair.b].object;
      answers[i].hit = {ObjectId{std::min(a, b)}, ObjectId{std::max(a, b)}};
    });
  });
  return answers;
}

}  // namespace impinge
