// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

namespace impinge::cli {
namespace {

// Shorter work is over before a bar can be read.
constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::milliseconds kBetweenDraws{100};
constexpr int kCells = 30;

bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && kind != nullptr && std::strcmp(kind, "dumb") != 0;
}

// As if the rest went on like what is done; nothing before there is enough of that.
std::string time_left(double seconds, double share) {
  if (share < 0.02 || share >= 1) return "";
  const double left = std::ceil(seconds * (1 - share) / share);
  if (left < 100) return fmt::format(", about {:.0f} s left", left);
  if (left < 6000) return fmt::format(", about {:.0f} min left", std::ceil(left / 60));
  return fmt::format(", about {:.0f} h left", std::ceil(left / 3600));
}

}  // namespace

ProgressBar::ProgressBar(bool wanted)
    : active_(wanted && is_terminal()), begun_(Clock::now()), next_draw_(begun_ + kPatience) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::clear() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

void ProgressBar::update(std::string_view stage, double share) {
  const double part = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0);
  // Loading has a bar of its own; what it took says nothing about the rest.
  if (part < last_) begun_ = Clock::now();
  last_ = part;
  if (!active_ || Clock::now() < next_draw_) return;
  const int filled = static_cast<int>(part * kCells);
  const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
  fmt::print(stderr, "\r\x1b[K[{:=<{}}{:<{}}] {:3.0f} %  {}{}", "", filled, "", kCells - filled, 100 * part, stage,
             time_left(seconds, part));
  std::fflush(stderr);
  drawn_ = true;
  next_draw_ = Clock::now() + kBetweenDraws;
}

}  // namespace impinge::cli
