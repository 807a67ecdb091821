// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include <impinge/answer.h>
#include <impinge/error.h>

#include "arrays.h"

namespace impinge::python {

/// What a Python function raised, on its way through the library's threads to who asked.
class Raised : public std::exception {
 public:
  /// Takes what is raised now.
  Raised();
  const char* what() const noexcept override { return "a Python function raised an exception"; }
  /// Hands it back to the interpreter.
  void restore() const;
  [[noreturn]] void rethrow() const;

 private:
  std::shared_ptr<py::error_already_set> error_;
};

/// One running query: its progress goes to Python, and Ctrl-C or an exception there stops it.
class Watch {
 public:
  /// None, or a function of the stage's name and the share done.
  explicit Watch(py::object progress) : progress_(std::move(progress)) {}
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  ProgressCallback on_progress();
  CancelCallback is_cancelled();

  /// Runs a query with the interpreter unlocked; raises what the callbacks raised.
  template <typename Query>
  auto run(const Query& query) {
    auto answer = caught(query);
    if (raised_) raised_->rethrow();
    return answer;
  }

 private:
  template <typename Query>
  auto caught(const Query& query) {
    try {
      const py::gil_scoped_release unlocked;
      return query();
    } catch (const Raised& raised) {
      raised.rethrow();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled && raised_) raised_->rethrow();
      throw;
    }
  }
  bool poll();
  void raise();

  py::object progress_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
  std::atomic<bool> stop_{false};
  std::unique_ptr<Raised> raised_;
};

/// Runs something short with the interpreter unlocked.
template <typename Work>
auto unlocked(const Work& work) {
  try {
    const py::gil_scoped_release lock;
    return work();
  } catch (const Raised& raised) {
    raised.rethrow();
  }
}

}  // namespace impinge::python
