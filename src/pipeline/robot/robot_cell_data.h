// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tbb/task_arena.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "pipeline/robot/cell_plan.h"
#include "pipeline/robot/screen_plan.h"

namespace impinge {

/// What a RobotCell points to.
struct RobotCellData {
  RobotCellData(const Scene& scene, const Robot& robot, const PlacedRobot& placed, const Pose& base, OpenBodies open,
                int given_threads)
      : plan(scene, robot, placed, base, open), threads(given_threads) {}

  /// Calls work() in an arena of its threads, or that of the caller.
  template <typename Work>
  void run(const Work& work) const {
    if (threads > 0)
      tbb::task_arena(threads).execute(work);
    else
      work();
  }

  /// Null until so many states have been asked, these included, that it pays.
  const ScreenPlan* screen_for(std::size_t states) const {
    constexpr std::size_t kWorthWhile = 4096;
    if (asked_.fetch_add(states, std::memory_order_relaxed) + states < kWorthWhile) return nullptr;
    // What waits for the lattices must not begin another question that does.
    std::call_once(screened_,
                   [&] { tbb::this_task_arena::isolate([&] { screen_ = std::make_unique<const ScreenPlan>(plan); }); });
    return screen_->usable() ? screen_.get() : nullptr;
  }

  CellPlan plan;
  int threads;

 private:
  mutable std::atomic<std::size_t> asked_ = 0;
  mutable std::once_flag screened_;
  mutable std::unique_ptr<const ScreenPlan> screen_;
};

}  // namespace impinge
