// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stop_token>
#include <thread>

namespace impinge::cli {
namespace {

// Shorter work is over before a bar can be read.
constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::milliseconds kBetweenDraws{100};
constexpr std::chrono::milliseconds kBetweenLooks{500};
constexpr int kCells = 30;

bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && kind != nullptr && std::strcmp(kind, "dumb") != 0;
}

// As if the rest went on like what is done; what it has taken so far before there is enough of that.
std::string time_text(double seconds, double share) {
  if (share >= 1) return "";
  if (share < 0.02) return seconds < 2 ? "" : fmt::format(", {:.0f} s so far", std::floor(seconds));
  const double left = std::ceil(seconds * (1 - share) / share);
  if (left < 100) return fmt::format(", about {:.0f} s left", left);
  if (left < 6000) return fmt::format(", about {:.0f} min left", std::ceil(left / 60));
  return fmt::format(", about {:.0f} h left", std::ceil(left / 3600));
}

}  // namespace

// Steps that report nothing for a while are drawn by a thread: the time goes on, and a reader sees that the tool is at work.
class ProgressBar::Drawing {
 public:
  Drawing() : begun_(Clock::now()), next_draw_(begun_ + kPatience) {
    thread_ = std::jthread([this](const std::stop_token& stop) {
      std::unique_lock lock(mutex_);
      while (!wake_.wait_for(lock, stop, kBetweenLooks, [&] { return stop.stop_requested(); }))
        if (!stage_.empty()) draw();
    });
  }
  ~Drawing() {
    thread_.request_stop();
    thread_.join();
    clear();
  }

  void update(std::string_view stage, double share) {
    const std::lock_guard lock(mutex_);
    const double part = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0);
    // Loading has a bar of its own; what it took says nothing about the rest.
    if (part < share_) begun_ = Clock::now();
    share_ = part;
    stage_ = stage;
    draw();
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    if (drawn_) fmt::print(stderr, "\r\x1b[K");
    drawn_ = false;
    stage_.clear();
  }

 private:
  using Clock = std::chrono::steady_clock;

  void draw() {
    if (Clock::now() < next_draw_) return;
    const int filled = static_cast<int>(share_ * kCells);
    const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    fmt::print(stderr, "\r\x1b[K[{:=<{}}{:<{}}] {:3.0f} %  {}{}", "", filled, "", kCells - filled, 100 * share_, stage_,
               time_text(seconds, share_));
    std::fflush(stderr);
    drawn_ = true;
    next_draw_ = Clock::now() + kBetweenDraws;
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string stage_;
  double share_ = 0;
  bool drawn_ = false;
  Clock::time_point begun_, next_draw_;
  std::jthread thread_;  // the last: it uses the others
};

ProgressBar::ProgressBar(bool wanted) : drawing_(wanted && is_terminal() ? std::make_unique<Drawing>() : nullptr) {}

ProgressBar::~ProgressBar() = default;

void ProgressBar::clear() {
  if (drawing_) drawing_->clear();
}

void ProgressBar::update(std::string_view stage, double share) {
  if (drawing_) drawing_->update(stage, share);
}

void WritingBar::next(const std::string& file) {
  const double share = static_cast<double>(begun_++) / static_cast<double>(std::max<std::size_t>(files_, 1));
  if (file == "-") return bar_.clear();
  if (!file.empty()) bar_.update("writing " + file, share);
}

}  // namespace impinge::cli
