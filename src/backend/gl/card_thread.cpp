// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/card_thread.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace impinge::gl {

namespace {

// One piece of work, on the stack of who waits for it.
struct Errand {
  const std::function<void()>& work;
  std::exception_ptr trouble;
  bool done = false;
};

class CardThread {
 public:
  CardThread() {
    std::thread([this] { serve(); }).detach();
  }

  void run(Errand& errand) {
    std::unique_lock lock(mutex_);
    errands_.push_back(&errand);
    asked_.notify_one();
    finished_.wait(lock, [&] { return errand.done; });
  }

 private:
  [[noreturn]] void serve() {
    for (std::unique_lock lock(mutex_);;) {
      asked_.wait(lock, [this] { return !errands_.empty(); });
      Errand& errand = *errands_.front();
      errands_.pop_front();
      lock.unlock();
      try {
        errand.work();
      } catch (...) {
        errand.trouble = std::current_exception();
      }
      lock.lock();
      errand.done = true;
      finished_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable asked_, finished_;
  std::deque<Errand*> errands_;
};

}  // namespace

void run_on_card_thread(const std::function<void()>& work) {
  static CardThread& thread = *new CardThread;  // as long as the process: it waits when the driver goes
  Errand errand{work, nullptr};
  thread.run(errand);
  if (errand.trouble) std::rethrow_exception(errand.trouble);
}

}  // namespace impinge::gl
