// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stands in for TBB in the tsan build: an arena only limits how many threads work for its caller.
#include <utility>

#include "../fork_join.h"

namespace tbb {

class task_arena {
 public:
  static constexpr int automatic = -1;
  explicit task_arena(int threads = automatic) : threads_(threads == automatic ? on_threads::kHelpers + 1 : threads) {}
  void initialize() {}
  void initialize(int threads) { threads_ = threads; }
  int max_concurrency() const { return threads_; }

  template <typename Function>
  decltype(auto) execute(Function&& function) {
    struct Restore {
      int limit = on_threads::arena_limit();
      ~Restore() { on_threads::arena_limit() = limit; }
    };
    const Restore restore;
    on_threads::arena_limit() = threads_;
    return std::forward<Function>(function)();
  }

 private:
  int threads_;
};

namespace this_task_arena {

inline int max_concurrency() { return on_threads::arena_limit(); }
inline int current_thread_index() { return 0; }
template <typename Function>
decltype(auto) isolate(Function&& function) {
  return std::forward<Function>(function)();
}

}  // namespace this_task_arena

}  // namespace tbb
