// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <limits>
#include <mutex>
#include <optional>

#include "exact/swept_contact.h"

namespace impinge {

/// The first contact of a query so far, offered from many threads; its time is read without a lock, since an old one only
/// costs a test.
class ContactMinimum {
 public:
  double t() const { return t_.load(std::memory_order_relaxed); }

  void offer(const FoundContact& c) {
    const std::lock_guard lock(mutex_);
    if (contact_ && !c.before(*contact_)) return;
    contact_ = c;
    t_.store(c.t, std::memory_order_relaxed);
  }
  const std::optional<FoundContact>& contact() const { return contact_; }

 private:
  std::atomic<double> t_{std::numeric_limits<double>::infinity()};
  std::mutex mutex_;
  std::optional<FoundContact> contact_;
};

}  // namespace impinge
