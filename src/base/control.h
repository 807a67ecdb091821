// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/error.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace impinge {

/// The caller's hand on a running query: progress out, cancellation in. Both may be used from any thread.
class Control {
 public:
  Control(std::function<void(std::string_view, double)> on_progress, std::function<bool()> is_cancelled)
      : on_progress_(std::move(on_progress)), is_cancelled_(std::move(is_cancelled)) {}

  /// Throws Error (cancelled) if the caller wants to stop. Cheap without a callback.
  void poll() const {
    if (is_cancelled_ && is_cancelled_()) throw Error(ErrorCode::cancelled, "the query was cancelled by the caller");
  }

  /// For queries inside this one.
  const std::function<bool()>& is_cancelled() const { return is_cancelled_; }

  /// A stage begins that takes the whole from one share to another; reports the first of them.
  void begin(std::string_view stage, double from, double to) {
    const std::lock_guard lock(mutex_);
    stage_ = stage;
    from_ = from;
    to_ = to;
    report(from);
  }

  /// The current stage has this many equal parts, which may run at the same time.
  void set_parts(std::size_t n) {
    parts_ = n;
    parts_done_ = 0;
  }
  void part_done() { share(static_cast<double>(++parts_done_) / static_cast<double>(parts_)); }
  /// How much of a part is done; heard only where it is the only one.
  void share_of_part(double done) {
    if (parts_ == 1) share(done);
  }

  /// Reports how much of the current stage is done, 0 to 1. Never goes back, and is silent about steps below a percent.
  void share(double done) {
    if (!on_progress_) return;
    const std::lock_guard lock(mutex_);
    report(from_ + (to_ - from_) * done);
  }

 private:
  void report(double share) {
    if (!on_progress_ || !(share >= reported_ + 0.01 || (share >= 1 && reported_ < 1))) return;
    reported_ = share;
    on_progress_(stage_, share);
  }

  std::function<void(std::string_view, double)> on_progress_;
  std::function<bool()> is_cancelled_;
  std::mutex mutex_;
  std::string stage_;
  std::size_t parts_ = 0;
  std::atomic<std::size_t> parts_done_{0};
  double from_ = 0, to_ = 0, reported_ = -1;
};

/// For work that a caller may watch or not.
inline void poll(const Control* control) {
  if (control != nullptr) control->poll();
}

/// Which part of the current stage a piece of work is: it may hand shares of itself on, and all of them poll.
class Progress {
 public:
  /// Polls only; the caller has reported its progress by other means.
  Progress(const Control& control) : control_(control) {}
  /// The stage from one share to another, 0 to 1.
  Progress(Control& control, double from, double to) : control_(control), heard_(&control), from_(from), to_(to) {}

  /// The piece of this one from one of its shares to another.
  Progress part(double from, double to) const {
    Progress piece = *this;
    piece.from_ = at(from);
    piece.to_ = at(to);
    return piece;
  }

  /// How much of it is done, 0 to 1. From any thread.
  void share(double done) const {
    if (heard_ != nullptr) heard_->share(at(done));
  }
  void poll() const { control_.poll(); }
  const Control& control() const { return control_; }

 private:
  double at(double share) const { return from_ + (to_ - from_) * share; }

  const Control& control_;
  Control* heard_ = nullptr;
  double from_ = 0, to_ = 1;
};

}  // namespace impinge
