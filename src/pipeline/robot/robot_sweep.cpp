// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A trajectory through the joints, pair by pair. Conservative advancement: bodies that are d apart do not meet before their
// points have moved by d, and how fast they move is bounded by the joints between them. No path of a link is ever replaced
// by another one, so nothing can be missed between two moments.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/robot.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "base/control.h"
#include "base/stopwatch.h"
#include "pipeline/robot/pair_gap.h"
#include "pipeline/robot/robot_cell_data.h"

namespace impinge {

namespace {

constexpr double kContact = 0x1p-23;           // of the cell's size: bodies this near count as in contact
constexpr std::uint64_t kMostSteps = 1 << 22;  // of one pair between two waypoints

void require_trajectory(const CellPlan& plan, const JointTrajectory& path) {
  const std::size_t width = plan.data.variables.size(), count = path.times.size();
  const auto refuse = [](const std::string& what) { throw Error(ErrorCode::bad_argument, "trajectory: " + what); };
  if (count == 0) refuse("it has no waypoints");
  if (path.states.size() != count * width)
    refuse(fmt::format("{} values are not {} states of {}", path.states.size(), count, width));
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(path.times[i])) refuse(fmt::format("the time of waypoint {} is not finite", i));
    if (i > 0 && !(path.times[i] > path.times[i - 1]))
      refuse(fmt::format("time {} follows {}: times must increase", path.times[i], path.times[i - 1]));
    try {
      plan.robot.require_state(std::span(path.states).subspan(i * width, width));
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("trajectory, waypoint {}: {}", i, error.what()));
    }
  }
}

// One pair along the whole trajectory, by one thread.
class PairSweep {
 public:
  PairSweep(const CellPlan& plan, const JointTrajectory& path, const RobotSweepOptions& options)
      : plan_(plan),
        path_(path),
        options_(options),
        width_(plan.data.variables.size()),
        questions_(plan, options.is_cancelled),
        gaps_(plan, questions_, options.is_cancelled),
        state_(width_),
        ways_(width_) {}

  std::optional<RobotSweepPair> run(std::uint32_t pair) {
    pair_ = pair;
    RobotSweepPair answer;
    const std::uint32_t a = plan_.bodies[plan_.pairs[pair].a].object, b = plan_.bodies[plan_.pairs[pair].b].object;
    answer.a = {std::min(a, b)};
    answer.b = {std::max(a, b)};
    at(0, 0);
    if (questions_.meets(pair)) return with_contact(answer, 0, 0);
    for (std::size_t k = 0; k + 1 < path_.times.size(); ++k)
      if (const std::optional<double> s = contact_in(k)) return with_contact(answer, k, *s);
    if (!options_.clearance) return std::nullopt;
    return with_distance(answer);
  }

 private:
  double time(std::size_t k, double s) const {
    return s == 0 || k + 1 == path_.times.size() ? path_.times[k]
           : s == 1                              ? path_.times[k + 1]
                                                 : path_.times[k] + s * (path_.times[k + 1] - path_.times[k]);
  }

  // To a moment of a segment, s from 0 to 1.
  void at(std::size_t k, double s) {
    for (std::size_t i = 0; i < width_; ++i) {
      const double from = path_.states[k * width_ + i];
      const double to = s == 0 ? from : path_.states[(k + 1) * width_ + i];
      state_[i] = s == 0 ? from : s == 1 ? to : from + s * (to - from);
    }
    questions_.set_state(state_);
  }

  void set_ways(std::size_t k) {
    for (std::size_t i = 0; i < width_; ++i)
      ways_[i] = std::fabs(path_.states[(k + 1) * width_ + i] - path_.states[k * width_ + i]);
  }

  // The first moment of a segment at which bodies that begin apart may meet; nothing if they do not.
  std::optional<double> contact_in(std::size_t k) {
    set_ways(k);
    const double near = kContact * plan_.size;
    double s = 0;
    for (std::uint64_t step = 0; s < 1; ++step) {
      if (step % 64 == 0 && options_.is_cancelled && options_.is_cancelled())
        throw Error(ErrorCode::cancelled, "the sweep was cancelled");
      if (s > 0) at(k, s);
      const double apart = gaps_.at_least(pair_);
      if (apart <= near || step == kMostSteps) return s;
      const double speed = gaps_.approach(pair_, ways_);
      if (!(speed > 0)) return std::nullopt;
      // Not quite: what is rounded must not carry it over.
      s += apart / speed * (1 - 0x1p-30);
    }
    at(k, 1);
    if (questions_.meets(pair_)) return 1;
    return std::nullopt;
  }

  RobotSweepPair with_contact(RobotSweepPair& answer, std::size_t k, double s) {
    at(k, s);
    answer.contact = JointContact{time(k, s), state_};
    if (options_.clearance) answer.least_distance = LeastDistance{0, 0, 0, time(k, s)};
    return answer;
  }

  struct Piece {
    double low;  // no distance in it is less
    std::size_t k;
    double from, to;
    PairGap begin, end;
    bool operator<(const Piece& other) const { return low > other.low; }  // the least is the top of a queue
  };

  PairGap gap_at(std::size_t k, double s) {
    at(k, s);
    const PairGap gap = gaps_.measure(pair_);
    if (gap.high < best_.high) best_ = {gap.low, gap.low, gap.high, time(k, s)};
    return gap;
  }

  // Halves what may hold less, the least first.
  std::optional<RobotSweepPair> with_distance(RobotSweepPair& answer) {
    best_ = {};
    best_.high = std::numeric_limits<double>::infinity();
    std::priority_queue<Piece> open;
    PairGap begin = gap_at(0, 0);
    for (std::size_t k = 0; k + 1 < path_.times.size(); ++k) {
      const PairGap end = gap_at(k, 1);
      push(open, {0, k, 0, 1, begin, end});
      begin = end;
    }
    double low = std::numeric_limits<double>::infinity();
    for (std::uint64_t step = 0; !open.empty(); ++step) {
      if (step % 64 == 0 && options_.is_cancelled && options_.is_cancelled())
        throw Error(ErrorCode::cancelled, "the sweep was cancelled");
      const Piece piece = open.top();
      const bool enough = piece.low >= (1 - options_.precision) * best_.high || piece.low > *options_.clearance;
      if (enough || step >= kMostSteps || piece.to - piece.from < 0x1p-40) {
        low = piece.low;
        break;
      }
      open.pop();
      const double middle = piece.from + (piece.to - piece.from) / 2;
      const PairGap half = gap_at(piece.k, middle);
      push(open, {0, piece.k, piece.from, middle, piece.begin, half});
      push(open, {0, piece.k, middle, piece.to, half, piece.end});
    }
    best_.low = std::max(std::min(low, best_.low), 0.0);
    // What misses the clearance by rounding alone counts.
    if (!(best_.low <= *options_.clearance * (1 + 1e-6))) return std::nullopt;
    if (best_.value > *options_.clearance * (1 + 1e-6)) return std::nullopt;
    answer.least_distance = best_;
    return answer;
  }

  void push(std::priority_queue<Piece>& open, Piece piece) {
    set_ways(piece.k);
    at(piece.k, piece.from);
    const double from_speed = gaps_.approach(pair_, ways_);
    at(piece.k, piece.to);
    const double to_speed = gaps_.approach(pair_, ways_);
    piece.low = from_end(piece, from_speed, to_speed);
    open.push(std::move(piece));
  }

  // Forwards from its beginning, backwards from its end: each speed holds on the whole way from its own state.
  static double from_end(const Piece& piece, double from_speed, double to_speed) {
    const double length = piece.to - piece.from;
    if (from_speed + to_speed <= 0) return std::min(piece.begin.low, piece.end.low);
    // Where the two lines cross.
    const double x =
        std::clamp((piece.begin.low - piece.end.low + to_speed * length) / (from_speed + to_speed), 0.0, length);
    return std::max(piece.begin.low - from_speed * x, piece.end.low - to_speed * (length - x));
  }

  const CellPlan& plan_;
  const JointTrajectory& path_;
  const RobotSweepOptions& options_;
  std::size_t width_;
  PairQuestions questions_;
  PairGaps gaps_;
  std::vector<double> state_, ways_;
  std::uint32_t pair_ = 0;
  LeastDistance best_;
};

}  // namespace

RobotSweepResult RobotCell::sweep(const JointTrajectory& path, const RobotSweepOptions& options) const {
  const CellPlan& plan = data_->plan;
  require_trajectory(plan, path);
  if (options.clearance && !(*options.clearance >= 0))
    throw Error(ErrorCode::bad_argument, fmt::format("clearance {}: must be a distance, 0 or more", *options.clearance));
  if (!(options.precision >= 1e-6 && options.precision <= 1))
    throw Error(ErrorCode::bad_argument, fmt::format("precision {}: must be a share, 1e-6 to 1", options.precision));
  const Stopwatch watch;
  Control control(options.on_progress, options.is_cancelled);
  control.begin("sweep", 0, 1);
  control.set_parts(std::max<std::size_t>(plan.pairs.size(), 1));
  std::vector<std::optional<RobotSweepPair>> found(plan.pairs.size());
  data_->run([&] {
    tbb::parallel_for(std::size_t{0}, plan.pairs.size(), [&](std::size_t i) {
      control.poll();
      found[i] = PairSweep(plan, path, options).run(static_cast<std::uint32_t>(i));
      control.part_done();
    });
  });
  RobotSweepResult result;
  for (std::optional<RobotSweepPair>& pair : found)
    if (pair) result.pairs.push_back(std::move(*pair));
  result.asked = plan.pairs.size();
  result.ignored = plan.ignored;
  result.contact_gap = kContact * plan.size;
  result.ms = watch.ms();
  return result;
}

}  // namespace impinge
