// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/error.h>

#include <functional>
#include <mutex>
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

  /// Reports the share of the whole done; never goes back.
  void progress(std::string_view stage, double share) {
    if (!on_progress_) return;
    const std::lock_guard lock(mutex_);
    if (share < share_) return;
    share_ = share;
    on_progress_(stage, share);
  }

 private:
  std::function<void(std::string_view, double)> on_progress_;
  std::function<bool()> is_cancelled_;
  std::mutex mutex_;
  double share_ = 0;
};

}  // namespace impinge
