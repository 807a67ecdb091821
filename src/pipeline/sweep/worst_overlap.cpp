// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Volumes at moments all over the contact, then between the neighbours of the greatest by golden sections.
#include "pipeline/sweep/worst_overlap.h"

#include <impinge/overlap.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace impinge {

namespace {

constexpr double kTolerance = 1e-6;                           // of the step: first contacts are early by no more
constexpr int kLater = 5;                                     // times that a first contact is looked for a little later
constexpr double kPerStep = 16, kMoments = 256, kFewest = 8;  // moments a step, in all, an interval
constexpr int kSections = 24;
constexpr double kGreater = 1 + 1e-9;  // volumes closer than this are equal, and the earlier moment counts

class WorstSearch {
 public:
  WorstSearch(const FollowedMotion& motion, const SweptPair& pair, const SweepOptions& asked)
      : motion_(motion), pair_(pair), asked_(asked), times_(motion.timeline.times()) {}

  std::optional<OverlapMoment> run() const {
    if (pair_.a == pair_.b || !pair_.first_contact) return {};
    if (solids()) {
      if (const std::optional<double> t = most_volume()) return answer_at(*t);
    } else if (pair_.worst_crossing_count > 0) {
      return answer_at(pair_.worst_t);
    }
    return at_first_contact();
  }

 private:
  bool solids() const { return motion_.scene.object(pair_.a).mesh.closed() && motion_.scene.object(pair_.b).mesh.closed(); }

  std::size_t step_of(double t) const {
    const auto after = std::upper_bound(times_.begin(), times_.end(), t) - times_.begin();
    return std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - 1, 0)), times_.size() - 2);
  }

  double length_of(std::size_t step) const { return times_[step + 1] - times_[step]; }

  PairAnswer look(double t, const CheckOptions& question) const {
    motion_.control.poll();
    const std::size_t step = step_of(t);
    const double share = t >= times_[step + 1] ? 1 : (t - times_[step]) / length_of(step);
    return motion_.moments.look({pair_.a.value, pair_.b.value}, step, share, question);
  }

  double volume_at(double t) const {
    CheckOptions question;
    question.overlap = true;
    const PairAnswer answer = look(t, question);
    return answer.overlap && answer.overlap->solid ? answer.overlap->solid->volume : 0;
  }

  // Evenly over each interval, as many a step as the whole allows.
  std::vector<double> moments_in_contact() const {
    double steps = 0;
    for (const ContactInterval& i : pair_.intervals) steps += steps_in(i);
    const double per_step = std::min(kPerStep, kMoments / std::max(steps, 1.0));
    std::vector<double> list;
    for (const ContactInterval& i : pair_.intervals) {
      const double parts = std::max(kFewest, std::ceil(per_step * steps_in(i)));
      for (double k = 0; k <= parts && i.begin < i.end; ++k)
        list.push_back(k == parts ? i.end : i.begin + (i.end - i.begin) * (k / parts));
    }
    return list;
  }

  double steps_in(const ContactInterval& i) const {
    const auto at = [&](double t) {
      return static_cast<double>(step_of(t)) + (t - times_[step_of(t)]) / length_of(step_of(t));
    };
    return at(i.end) - at(i.begin);
  }

  std::optional<double> most_volume() const {
    const std::vector<double> list = moments_in_contact();
    if (list.empty()) return {};
    std::vector<double> volumes(list.size());
    tbb::parallel_for(std::size_t{0}, list.size(), [&](std::size_t i) { volumes[i] = volume_at(list[i]); });
    std::size_t best = 0;
    for (std::size_t i = 1; i < list.size(); ++i)
      if (volumes[i] > volumes[best] * kGreater) best = i;
    if (!(volumes[best] > 0)) return {};
    const double from = list[best > 0 ? best - 1 : best], to = list[std::min(best + 1, list.size() - 1)];
    return refined(list[best], volumes[best], from, to);
  }

  // The greatest volume seen on the way to a maximum between two moments.
  double refined(double best, double most, double from, double to) const {
    constexpr double kRatio = 1 / std::numbers::phi;
    double low = to - kRatio * (to - from), high = from + kRatio * (to - from);
    double low_volume = volume_at(low), high_volume = volume_at(high);
    const auto offer = [&](double t, double volume) {
      if (!(volume > most * kGreater)) return;
      best = t;
      most = volume;
    };
    for (int n = 0; n < kSections && to > from; ++n) {
      offer(low, low_volume);
      offer(high, high_volume);
      if (low_volume >= high_volume) {
        to = high;
        high = low;
        high_volume = low_volume;
        low = to - kRatio * (to - from);
        low_volume = volume_at(low);
      } else {
        from = low;
        low = high;
        low_volume = high_volume;
        high = from + kRatio * (to - from);
        high_volume = volume_at(high);
      }
    }
    return best;
  }

  std::optional<OverlapMoment> answer_at(double t) const {
    CheckOptions question;
    question.contacts = asked_.contacts;
    question.curves = asked_.curves;
    question.patches = asked_.patches;
    question.overlap = asked_.overlap;
    question.parting = asked_.parting;
    OverlapMoment moment{t, look(t, question)};
    if (moment.answer.verdict == Verdict::disjoint) return {};
    return moment;
  }

  // Which may be early: then it is there a little later.
  std::optional<OverlapMoment> at_first_contact() const {
    const double first = pair_.first_contact->t;
    double later = kTolerance * length_of(step_of(first));
    std::optional<OverlapMoment> found = answer_at(first);
    for (int n = 0; n < kLater && !found && first + later <= times_.back(); ++n, later *= 2)
      found = answer_at(first + later);
    return found;
  }

  const FollowedMotion& motion_;
  const SweptPair& pair_;
  const SweepOptions& asked_;
  std::span<const double> times_;
};

}  // namespace

std::optional<OverlapMoment> worst_overlap(const FollowedMotion& motion, const SweptPair& pair, const SweepOptions& asked) {
  return WorstSearch(motion, pair, asked).run();
}

std::uint64_t worst_overlaps(const FollowedMotion& motion, const SweepOptions& asked, std::span<SweptPair> pairs) {
  std::uint64_t found = 0;
  for (SweptPair& pair : pairs) {
    pair.overlap = worst_overlap(motion, pair, asked);
    found += pair.overlap ? 1 : 0;
  }
  return found;
}

}  // namespace impinge
