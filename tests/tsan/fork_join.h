// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The thread sanitizer cannot see the synchronisation inside a TBB library that was built without it, and would report every
// task as a race; suppressing those reports would hide ours with them. So the tsan build compiles our code against these few
// headers instead of TBB's: the same names, the same fork and join, on std::thread, with nothing suppressed.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace tbb::on_threads {

/// Threads beside the caller's; more than most test machines have cores, so that they are switched at odd moments.
inline constexpr int kHelpers = 3;

inline std::atomic<int>& free_helpers() {
  static std::atomic<int> count = kHelpers;
  return count;
}

/// Threads that the current arena allows in all; set by task_arena::execute.
inline int& arena_limit() {
  thread_local int limit = kHelpers + 1;
  return limit;
}

/// Unlike the system's id, never given again to a later thread.
inline std::uint64_t thread_number() {
  static std::atomic<std::uint64_t> next = 0;
  thread_local const std::uint64_t number = next++;
  return number;
}

inline bool take_helper() {
  if (arena_limit() <= 1) return false;
  int count = free_helpers().load();
  while (count > 0) {
    if (free_helpers().compare_exchange_weak(count, count - 1)) return true;
  }
  return false;
}

/// Keeps the first exception of several threads.
class FirstError {
 public:
  template <typename Function>
  void guard(const Function& function) {
    try {
      function();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }

  void rethrow() {
    const std::lock_guard lock(mutex_);
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

  bool happened() {
    const std::lock_guard lock(mutex_);
    return error_ != nullptr;
  }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
};

/// Calls function(i) for each i below count, from this thread and as many helpers as are free; returns when all are done.
template <typename Function>
void for_each_index(std::size_t count, const Function& function) {
  std::atomic<std::size_t> next = 0;
  FirstError error;
  const int limit = arena_limit();
  const auto work = [&] {
    arena_limit() = limit;
    for (std::size_t i = next++; i < count && !error.happened(); i = next++) error.guard([&] { function(i); });
  };
  std::vector<std::thread> helpers;
  while (helpers.size() + 1 < std::min<std::size_t>(count, static_cast<std::size_t>(limit)) && take_helper()) {
    helpers.emplace_back(work);
  }
  work();
  for (std::thread& helper : helpers) {
    helper.join();
    ++free_helpers();
  }
  error.rethrow();
}

}  // namespace tbb::on_threads
