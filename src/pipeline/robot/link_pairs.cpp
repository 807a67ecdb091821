// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Which pairs of links need no check. Random states show which pairs meet at times. Of the others boxes of joint values are
// proved free, from the whole range of the joints between the two links on, and halved where the proof fails: bodies that
// are d apart in the middle of a box do not meet in it if no state of it brings their points nearer by d.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/robot.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "base/control.h"
#include "base/thread_limit.h"
#include "pipeline/robot/pair_gap.h"

namespace impinge {

namespace {

constexpr std::size_t kStatesPerPiece = 512;

// All values that a variable may have.
std::pair<double, double> range_of(const RobotData& data, std::uint32_t variable) {
  const RobotJoint& joint = data.model.joints[data.variables[variable]];
  if (joint.kind == JointKind::continuous) return {-std::numbers::pi, std::numbers::pi};
  return {joint.lower, joint.upper};
}

// Those that joints which follow others leave of it.
std::vector<std::pair<double, double>> ranges_of(const RobotData& data) {
  std::vector<std::pair<double, double>> ranges;
  for (std::uint32_t v = 0; v < data.variables.size(); ++v) ranges.push_back(range_of(data, v));
  for (std::uint32_t j = 0; j < data.model.joints.size(); ++j) {
    const RobotData::Drive& drive = data.drives[j];
    const RobotJoint& joint = data.model.joints[j];
    if (!joint.mimic || drive.variable == RobotData::kNone || drive.factor == 0 || joint.kind == JointKind::continuous)
      continue;
    const double one = (joint.lower - drive.offset) / drive.factor, other = (joint.upper - drive.offset) / drive.factor;
    auto& [low, high] = ranges[drive.variable];
    low = std::max(low, std::min(one, other));
    high = std::min(high, std::max(one, other));
  }
  for (std::uint32_t v = 0; v < ranges.size(); ++v)
    if (!std::isfinite(ranges[v].first) || !std::isfinite(ranges[v].second) || ranges[v].first > ranges[v].second)
      throw Error(ErrorCode::bad_argument,
                  fmt::format("joint '{}': it has no limits to draw states from, or they leave nothing",
                              data.model.joints[data.variables[v]].name));
  return ranges;
}

class PairFinder {
 public:
  PairFinder(const Robot& robot, const LinkPairOptions& options)
      : options_(options),
        plan_(scene_of(robot, placed_), robot, placed_, {}, OpenBodies::surface),
        ranges_(ranges_of(plan_.data)),
        control_(options.on_progress, options.is_cancelled),
        counts_(plan_.pairs.size()) {}

  std::vector<LinkPairFinding> run() {
    sample();
    find_defaults();
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> of_links;
    for (std::uint32_t i = 0; i < plan_.pairs.size(); ++i) {
      const std::uint32_t a = plan_.bodies[plan_.pairs[i].a].link, b = plan_.bodies[plan_.pairs[i].b].link;
      of_links[std::minmax(a, b)].push_back(i);
    }
    std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>> all(of_links.begin(),
                                                                                                    of_links.end());
    std::vector<LinkPairFinding> findings(all.size());
    control_.begin("proofs", 0.5, 1);
    control_.set_parts(std::max<std::size_t>(all.size(), 1));
    tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
      control_.poll();
      findings[i] = judge(all[i].first.first, all[i].first.second, all[i].second);
      control_.part_done();
    });
    return findings;
  }

 private:
  static Scene scene_of(const Robot& robot, PlacedRobot& placed) {
    RobotModel every = robot.model();
    every.disabled.clear();
    Scene scene;
    placed = place_robot(scene, Robot(std::move(every)), robot.rest(), {}, AdjacentLinks::checked);
    return scene;
  }

  std::vector<double> random_state(std::mt19937_64& random) const {
    std::vector<double> state;
    // Of the generator's bits alone, so that every machine has the same states.
    for (const auto& [low, high] : ranges_)
      state.push_back(low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53));
    return state;
  }

  void sample() {
    const std::uint64_t pieces = (options_.samples + kStatesPerPiece - 1) / kStatesPerPiece;
    control_.begin("samples", 0, 0.5);
    control_.set_parts(std::max<std::size_t>(pieces, 1));
    tbb::parallel_for(std::uint64_t{0}, pieces, [&](std::uint64_t piece) {
      control_.poll();
      PairQuestions questions(plan_, options_.is_cancelled);
      std::mt19937_64 random(options_.seed * 0x9e3779b97f4a7c15u + piece);
      const std::uint64_t end = std::min((piece + 1) * kStatesPerPiece, options_.samples);
      for (std::uint64_t i = piece * kStatesPerPiece; i < end; ++i) {
        const std::vector<double> state = random_state(random);
        questions.set_state(state);
        for (std::uint32_t k = 0; k < plan_.pairs.size(); ++k)
          if (questions.meets(k)) counts_[k].fetch_add(1, std::memory_order_relaxed);
      }
      control_.part_done();
    });
  }

  void find_defaults() {
    PairQuestions questions(plan_, options_.is_cancelled);
    const std::vector<double> rest = plan_.robot.rest();
    questions.set_state(rest);
    for (std::uint32_t k = 0; k < plan_.pairs.size(); ++k) at_rest_.push_back(questions.meets(k));
  }

  LinkPairFinding judge(std::uint32_t a, std::uint32_t b, const std::vector<std::uint32_t>& pairs) const {
    LinkPairFinding finding{a, b};
    finding.samples = options_.samples;
    bool rest = false, fixed = true;
    for (const std::uint32_t k : pairs) {
      finding.hits = std::max<std::uint64_t>(finding.hits, counts_[k].load());
      rest = rest || at_rest_[k];
      fixed = fixed && plan_.pairs[k].between.empty();
    }
    const double share =
        options_.samples == 0 ? (rest ? 1 : 0) : static_cast<double>(finding.hits) / static_cast<double>(options_.samples);
    if (plan_.robot.adjacent(a, b)) {
      finding.kind = LinkPairKind::adjacent;
      finding.certainty = Certainty::proved;
    } else if (fixed) {
      finding.kind = rest ? LinkPairKind::always : LinkPairKind::never;
      finding.certainty = Certainty::proved;
    } else if ((finding.hits > 0 || options_.samples == 0) && share >= options_.always) {
      finding.kind = LinkPairKind::always;
    } else if (rest) {
      finding.kind = LinkPairKind::at_rest;
      finding.certainty = Certainty::proved;
    } else if (finding.hits > 0) {
      finding.kind = LinkPairKind::sometimes;
      finding.certainty = Certainty::proved;
    } else {
      prove(pairs, finding);
    }
    return finding;
  }

  struct JointBox {
    std::vector<double> low, high;  // of the variables between
  };

  void prove(const std::vector<std::uint32_t>& pairs, LinkPairFinding& finding) const {
    finding.kind = LinkPairKind::never;
    finding.certainty = Certainty::proved;
    PairQuestions questions(plan_, options_.is_cancelled);
    PairGaps gaps(plan_, questions, options_.is_cancelled);
    for (const std::uint32_t k : pairs) {
      const Proof proof = prove_pair(k, questions, gaps, finding.boxes);
      if (proof == Proof::meets) {
        finding.kind = LinkPairKind::sometimes;
        finding.certainty = Certainty::proved;
        return;
      }
      if (proof == Proof::open) finding.certainty = Certainty::sampled;
    }
  }

  enum class Proof { free, open, meets };

  // Boxes are taken from the end of the list: with halves put there it never has more than the depth of the search.
  Proof prove_pair(std::uint32_t k, PairQuestions& questions, PairGaps& gaps, std::uint64_t& boxes) const {
    std::vector<std::uint32_t> variables;
    for (const CellPair::Between& joint : plan_.pairs[k].between) variables.push_back(joint.variable);
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    JointBox whole;
    for (const std::uint32_t v : variables) {
      whole.low.push_back(ranges_[v].first);
      whole.high.push_back(ranges_[v].second);
    }
    std::vector<JointBox> open = {std::move(whole)};
    std::vector<double> state = plan_.robot.rest(), ways(ranges_.size(), 0), one(ranges_.size(), 0);
    const double near = plan_.size * 0x1p-23;
    for (std::uint64_t spent = 0; !open.empty(); ++spent, ++boxes) {
      if (spent % 64 == 0 && options_.is_cancelled && options_.is_cancelled())
        throw Error(ErrorCode::cancelled, "the search for pairs was cancelled");
      if (spent == options_.boxes) return Proof::open;
      const JointBox box = std::move(open.back());
      open.pop_back();
      for (std::size_t i = 0; i < variables.size(); ++i) {
        state[variables[i]] = box.low[i] + (box.high[i] - box.low[i]) / 2;
        ways[variables[i]] = (box.high[i] - box.low[i]) / 2 * (1 + 1e-12);
      }
      questions.set_state(state);
      const double apart = gaps.at_least(k);
      if (apart <= near) return questions.meets(k) ? Proof::meets : Proof::open;
      if (gaps.approach(k, ways) < apart) continue;
      std::size_t widest = 0;
      double most = -1;
      for (std::size_t i = 0; i < variables.size(); ++i) {
        one[variables[i]] = ways[variables[i]];
        const double part = gaps.approach(k, one);
        one[variables[i]] = 0;
        if (part > most) {
          most = part;
          widest = i;
        }
      }
      JointBox lower = box, upper = box;
      lower.high[widest] = upper.low[widest] = state[variables[widest]];
      open.push_back(std::move(upper));
      open.push_back(std::move(lower));
    }
    return Proof::free;
  }

  const LinkPairOptions& options_;
  PlacedRobot placed_;
  CellPlan plan_;
  std::vector<std::pair<double, double>> ranges_;
  Control control_;
  std::vector<std::atomic<std::uint64_t>> counts_;
  std::vector<bool> at_rest_;
};

}  // namespace

std::vector<LinkPairFinding> find_link_pairs(const Robot& robot, const LinkPairOptions& options) {
  if (!(options.always > 0 && options.always <= 1))
    throw Error(ErrorCode::bad_argument, fmt::format("always {}: must be a share above 0, at most 1", options.always));
  require_threads(options.threads);
  std::vector<LinkPairFinding> findings;
  const auto work = [&] { findings = PairFinder(robot, options).run(); };
  if (options.threads > 0)
    tbb::task_arena(options.threads).execute(work);
  else
    work();
  return findings;
}

}  // namespace impinge
