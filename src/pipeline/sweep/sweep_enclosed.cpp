// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A step is halved as long as the boxes of the two bodies may meet and they move far; what is left is looked at. Between two
// looks a body moves by a small share of the one it may get into. Where all of them say outside, the greatest winding number
// is followed to its peak, so that a tip that dips in between two looks and out again is seen.
#include "pipeline/sweep/sweep_enclosed.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "pipeline/check/methods.h"
#include "pipeline/sweep/sweep_shapes.h"
#include "shape/winding/enclosing_faces.h"
#include "shape/winding/open_shell.h"

namespace impinge {

namespace {

constexpr double kOfThickness = 1.0 / 16;  // of the body, moved between two looks, or of its diagonal:
constexpr double kOfDiagonal = 1.0 / 256;
constexpr double kOfSheet = 1.0 / 16;      // of its diagonal: hardly anything is within a sheet
constexpr double kShortestPart = 0x1p-14;  // of a step
constexpr double kEdgePrecision = 0x1p-20;
constexpr int kSections = 24;

using Look = std::optional<LikelyVerdict>;

bool is_found(const Look& look) { return look && look->verdict != Verdict::disjoint; }

// How much a look tells: outside, not told, inside; and the winding number.
std::pair<int, double> weight(const Look& look) {
  if (!look) return {-1, 0};
  const int rank = look->verdict == Verdict::disjoint ? 0 : look->certainty == Certainty::undecided ? 1 : 2;
  return {rank, std::abs(look->winding.value_or(1))};
}

// Points of an object move no faster, in lengths per step.
double speed_of(const SweptObject& o) {
  const ObjectStep& step = *o.step;
  if (step.deforms()) {
    double most = 0;
    for (std::size_t v = 0; v < step.from.size(); ++v) most = std::max(most, (step.to[v] - step.from[v]).squaredNorm());
    return std::sqrt(most);
  }
  const MovingPoint centre = step.path.point(o.shape->centre);
  return centre.line.norm() + std::abs(step.path.angle) * (centre.swing.norm() + o.shape->radius);
}

// The box of an object over a part of the step, grown by what may be missing of an open one.
Box box_over(const SweptObject& o, const Box& whole, double from, double until, double reach) {
  if (o.step->deforms()) return grown(whole, reach);
  ObjectStep part;
  part.path = o.step->path.part(from, until);
  part.local = o.step->local;
  return grown(swept_box(part, o.shape->box, o.shape->centre, o.shape->radius), reach);
}

double reach_of(const SweptObject& o) {
  return OpenShell::kReach * 2 * std::numbers::sqrt3 *
         o.shape->radius;  // half the diagonal of its box, however it is turned
}

// How far a body may move beside this one between two looks; infinite where it has no inside to look for.
double stride_within(const SweptObject& o) {
  const bool deforms = o.step->deforms();
  const std::span<const Vec3> vertices = deforms ? o.step->from : o.step->local;
  Box extent = o.shape->box;
  if (area_sum(vertices, o.faces).is_sheet()) {  // faces are taken as they are turned
    const std::vector<Face> enclosing = enclosing_faces(vertices, o.faces).faces;
    if (enclosing.empty() && deforms) return std::numeric_limits<double>::infinity();
    if (enclosing.empty()) return kOfSheet * (extent.high - extent.low).norm();
    extent = Box();
    for (const Face& f : enclosing)
      for (const std::uint32_t v : f) extent.add(vertices[v]);
  }
  const Vec3 size = extent.high - extent.low;
  return std::max(kOfThickness * size.minCoeff(), kOfDiagonal * size.norm());
}

// One pair over one step, until its surfaces meet.
class Search {
 public:
  Search(const SweptObject& a, const SweptObject& b, const Box& a_box, const Box& b_box, double stride,
         std::function<Look(double)> look)
      : a_(a), b_(b), a_box_(a_box), b_box_(b_box), look_(std::move(look)), a_reach_(reach_of(a)), b_reach_(reach_of(b)) {
    const double speed = speed_of(a) + speed_of(b);
    longest_ = speed > 0 ? std::clamp(stride / speed, kShortestPart, 1.0) : 1.0;
  }

  /// What was found from t = 0 until then, with moments of the step.
  std::optional<Enclosure> run(double until) {
    add_moments(0, until);
    for (const double t : times_) looks_.push_back(look_(t));
    const auto found = [&](const Look& l) { return is_found(l); };
    if (std::none_of(looks_.begin(), looks_.end(), found) && !follow_peak()) return {};
    const auto first = static_cast<std::size_t>(std::find_if(looks_.begin(), looks_.end(), found) - looks_.begin());
    const std::size_t last =
        looks_.size() - 1 - static_cast<std::size_t>(std::find_if(looks_.rbegin(), looks_.rend(), found) - looks_.rbegin());
    std::size_t best = first;
    for (std::size_t i = first; i <= last; ++i)
      if (weight(looks_[i]) > weight(looks_[best])) best = i;
    const Look& look = looks_[best];
    return Enclosure{first > 0 ? edge(times_[first - 1], times_[first]) : times_[first],
                     last + 1 < times_.size() ? edge(times_[last + 1], times_[last]) : times_[last],
                     times_[best],
                     look->verdict,
                     look->certainty,
                     look->winding,
                     look->point};
  }

 private:
  void add_moments(double from, double until) {
    if (!boxes_meet(box_over(a_, a_box_, from, until, a_reach_), box_over(b_, b_box_, from, until, b_reach_))) return;
    if (until - from > longest_) {
      const double middle = from / 2 + until / 2;
      add_moments(from, middle);
      return add_moments(middle, until);
    }
    if (times_.empty() || times_.back() != from) times_.push_back(from);
    if (until > from) times_.push_back(until);
  }

  // The last moment on the way to `in` at which it is not found yet, nearly.
  double edge(double out, double in) const {
    while (std::abs(in - out) > kEdgePrecision) {
      const double middle = out / 2 + in / 2;
      (is_found(look_(middle)) ? in : out) = middle;
    }
    return in;
  }

  // Golden section beside the greatest winding number outside.
  bool follow_peak() {
    if (times_.empty()) return false;
    std::size_t best = 0;
    for (std::size_t i = 1; i < looks_.size(); ++i)
      if (weight(looks_[i]) > weight(looks_[best])) best = i;
    if (!looks_[best]) return false;
    constexpr double kRatio = 1 / std::numbers::phi;
    double from = times_[best > 0 ? best - 1 : best], to = times_[std::min(best + 1, times_.size() - 1)];
    for (int n = 0; n < kSections && to - from > kEdgePrecision; ++n) {
      const double low = to - kRatio * (to - from), high = from + kRatio * (to - from);
      const Look at_low = look_(low), at_high = look_(high);
      for (const auto& [t, look] : {std::pair(low, at_low), std::pair(high, at_high)})
        if (is_found(look)) return insert(t, look);
      if (weight(at_low) >= weight(at_high))
        to = high;
      else
        from = low;
    }
    return false;
  }

  bool insert(double t, const Look& look) {
    const auto at = std::upper_bound(times_.begin(), times_.end(), t) - times_.begin();
    times_.insert(times_.begin() + at, t);
    looks_.insert(looks_.begin() + at, look);
    return true;
  }

  const SweptObject &a_, &b_;
  const Box &a_box_, &b_box_;
  std::function<Look(double)> look_;
  double a_reach_, b_reach_, longest_;
  std::vector<double> times_;
  std::vector<Look> looks_;
};

// What was known of a pair, and what a later step adds.
void join(Enclosure& known, const Enclosure& next) {
  const auto rank = [](const Enclosure& e) {
    return std::pair(e.certainty == Certainty::likely, std::abs(e.winding.value_or(1)));
  };
  const double begin = known.begin;
  if (rank(next) > rank(known))
    known = next;
  else
    known.end = next.end;
  known.begin = begin;
}

}  // namespace

std::vector<ObjectPair> SweepEnclosed::pairs_in_reach(const SweepClearance::Step& step) const {
  std::vector<Box> boxes(step.boxes.begin(), step.boxes.end());
  for (std::uint32_t o = 0; o < boxes.size(); ++o)
    if (suspect(o)) boxes[o] = grown(boxes[o], reach_of(step.objects[o]));
  std::vector<ObjectPair> pairs = broad_pairs(broad_, boxes);
  std::erase_if(pairs, [&](const ObjectPair& p) {
    return (!suspect(p.a) && !suspect(p.b)) || !groups_meet(scene_.objects()[p.a].group, scene_.objects()[p.b].group) ||
           !rules_.computes(p) || (!step.first && step.objects[p.a].step->still() && step.objects[p.b].step->still());
  });
  return pairs;
}

double SweepEnclosed::stride(const SweepClearance::Step& step, const ObjectPair& pair) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::uint32_t o : {pair.a, pair.b}) {
    if (!suspect(o)) continue;
    if (step.objects[o].step->deforms()) {
      least = std::min(least, stride_within(step.objects[o]));
      continue;
    }
    const auto known = strides_.find(o);
    least = std::min(
        least, known != strides_.end() ? known->second : strides_.emplace(o, stride_within(step.objects[o])).first->second);
  }
  return least;
}

std::uint64_t SweepEnclosed::search(const SweepClearance::Step& step, std::size_t number,
                                    const std::map<ObjectPair, SweptRecord>& records, Control& control) {
  struct Question {
    ObjectPair pair;
    double stride, until;
    std::optional<Enclosure> answer;
  };
  const double length = step.to - step.from;
  std::vector<Question> questions;
  for (const ObjectPair& p : pairs_in_reach(step)) {
    const auto record = records.find(p);
    const bool met = record != records.end() && record->second.answer.first_contact;
    const double until = met ? (record->second.answer.first_contact->t - step.from) / length : 1;
    if (met && !(until > 0)) continue;
    if (const double s = stride(step, p); std::isfinite(s)) questions.push_back({p, s, std::min(until, 1.0), {}});
  }
  tbb::parallel_for(std::size_t{0}, questions.size(), [&](std::size_t i) {
    Question& q = questions[i];
    const SweptObject &a = step.objects[q.pair.a], &b = step.objects[q.pair.b];
    const auto look = [&](double t) {
      control.poll();
      return moments_.enclosed(q.pair, number, t);
    };
    q.answer = Search(a, b, step.boxes[q.pair.a], step.boxes[q.pair.b], q.stride, look).run(q.until);
  });
  for (Question& q : questions) {
    if (!q.answer) continue;
    for (double* t : {&q.answer->begin, &q.answer->end, &q.answer->t}) *t = *t == 1 ? step.to : step.from + *t * length;
    if (const auto [known, fresh] = found_.emplace(q.pair, *q.answer); !fresh) join(known->second, *q.answer);
  }
  return questions.size();
}

void SweepEnclosed::add_enclosed_pairs(std::map<ObjectPair, SweptRecord>& records) const {
  for (const auto& [pair, enclosure] : found_) {
    SweptPair& answer = records[pair].answer;
    answer.enclosed = enclosure;
    if (!answer.first_contact) answer.worst_t = enclosure.t;
  }
}

}  // namespace impinge
