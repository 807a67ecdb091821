// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stands in for TBB in the tsan build: a task gets a thread of its own while helpers are free, else runs at once.
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "../fork_join.h"

namespace tbb {

enum task_group_status { not_complete, complete, canceled };

class task_group {
 public:
  task_group() = default;
  task_group(const task_group&) = delete;
  task_group& operator=(const task_group&) = delete;
  ~task_group() { join(); }

  template <typename Function>
  void run(Function&& function) {
    if (cancelled_) return;
    if (!on_threads::take_helper()) {
      error_.guard(function);
      return;
    }
    const std::lock_guard lock(mutex_);
    threads_.emplace_back([this, limit = on_threads::arena_limit(), task = std::forward<Function>(function)]() mutable {
      on_threads::arena_limit() = limit;
      if (!cancelled_) error_.guard(task);
      ++on_threads::free_helpers();
    });
  }

  task_group_status wait() {
    join();
    error_.rethrow();
    return cancelled_.exchange(false) ? canceled : complete;
  }

  template <typename Function>
  task_group_status run_and_wait(const Function& function) {
    error_.guard(function);
    return wait();
  }

  void cancel() { cancelled_ = true; }

 private:
  // Tasks may add tasks while we wait, so take them until none is left.
  void join() {
    for (;;) {
      std::vector<std::thread> threads;
      {
        const std::lock_guard lock(mutex_);
        threads.swap(threads_);
      }
      if (threads.empty()) return;
      for (std::thread& thread : threads) thread.join();
    }
  }

  on_threads::FirstError error_;
  std::mutex mutex_;
  std::vector<std::thread> threads_;
  std::atomic<bool> cancelled_ = false;
};

}  // namespace tbb
