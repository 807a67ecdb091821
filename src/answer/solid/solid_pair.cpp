// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Two convex solids: the gap tells whether they meet, and where they overlap the excess of each over the other which
// verdict that is. What the bounds leave open exact arithmetic decides for kinds that it can take.
#include "answer/solid/solid_pair.h"

#include <impinge/overlap.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "answer/solid/exact_solids.h"
#include "answer/solid/solid_inside.h"
#include "base/exact_vec.h"

namespace impinge {

namespace {

// Whether one lies in the other; not sure where the bounds of the excess do not tell.
struct Holding {
  bool inside = false, sure = true;
};

Holding holding(const PlacedSolid& a, const PlacedSolid& b, double rounding) {
  const Excess over = excess(a, b, rounding);
  if (over.inside() || over.outside()) return {over.inside(), true};
  if (const std::optional<int> exact = exact_excess(a, b)) return {*exact <= 0, true};
  return {true, false};
}

// Of solids that are proved to overlap.
std::pair<Verdict, Certainty> overlap_verdict(const PlacedSolid& a, const PlacedSolid& b, double rounding) {
  if (equal_solids(a, b)) return {Verdict::same, Certainty::proved};
  const Holding a_in_b = holding(a, b, rounding), b_in_a = holding(b, a, rounding);
  const auto sure = [](bool yes) { return yes ? Certainty::proved : Certainty::within_bound; };
  if (a_in_b.inside && b_in_a.inside) {
    // One of them lies within for sure, and the other cannot by the numbers that differ.
    if (a_in_b.sure && !b_in_a.sure) return {Verdict::a_in_b, Certainty::within_bound};
    if (b_in_a.sure && !a_in_b.sure) return {Verdict::b_in_a, Certainty::within_bound};
    return {Verdict::same, sure(a_in_b.sure && b_in_a.sure)};
  }
  if (a_in_b.inside) return {Verdict::a_in_b, sure(a_in_b.sure)};
  if (b_in_a.inside) return {Verdict::b_in_a, sure(b_in_a.sure)};
  return {Verdict::crossing, Certainty::proved};
}

// Two half-spaces meet unless their walls are parallel and face each other.
PairAnswer answer_walls(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question) {
  const ExactVec m = exact_turned(a.rotation, ExactVec(a.data->normal)),
                 n = exact_turned(b.rotation, ExactVec(b.data->normal));
  const Exact p = Exact(a.data->offset) + dot(m, ExactVec(a.position)),
              q = Exact(b.data->offset) + dot(n, ExactVec(b.position));
  const Vec3 normal = a.rotation * a.data->normal;
  const Vec3 foot = a.position + normal * (a.data->offset / normal.squaredNorm());
  if (!cross(m, n).is_zero()) {
    // The walls meet in a line: a point of it lies in both.
    const Vec3 other = b.rotation * b.data->normal, along = other - normal * (normal.dot(other) / normal.squaredNorm());
    const double over = other.dot(foot - b.position) - b.data->offset;
    return meeting_answer(question, Verdict::crossing, Certainty::proved, foot - along * (over / other.dot(along)));
  }
  const Exact mm = dot(m, m), mn = dot(m, n);
  // With n = (mn / mm) m the wall of b lies at q mm / mn along m, that of a at p.
  const int order = compare(p * mn, q * mm) * mn.sign();
  if (mn.sign() > 0) {
    const Verdict verdict = order < 0 ? Verdict::a_in_b : order > 0 ? Verdict::b_in_a : Verdict::same;
    return meeting_answer(
        question, verdict, Certainty::proved,
        order > 0 ? Vec3(b.position + b.rotation * b.data->normal * (b.data->offset / b.data->normal.squaredNorm())) : foot);
  }
  if (order == 0) return meeting_answer(question, Verdict::touching, Certainty::proved, foot);
  if (order > 0) return meeting_answer(question, Verdict::crossing, Certainty::proved, foot);
  const double apart = rounded_quotient(q * mm - p * mn, mn) / std::sqrt(roughly(m).squaredNorm());
  const Vec3 unit = normal.normalized();
  return apart_answer(question, apart * (1 - 0x1p-40), apart * (1 + 0x1p-40), {foot, foot + unit * apart, {}, {}});
}

PairAnswer answer_convex(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question) {
  if (a.data->kind == SolidKind::half_space && b.data->kind == SolidKind::half_space) return answer_walls(a, b, question);
  const double rounding = rounding_of(a, b);
  const bool measure = question.clearance || question.parting;
  const Gap gap = solid_gap(a, b, rounding, {question.clearance.value_or(0), measure && !question.meet_only});
  const auto world = [&](const Vec3& p) { return Vec3(a.position + p); };
  const Witness nearest{world(gap.a_point), world(gap.b_point), {}, {}};
  int side = gap.apart() ? 1 : gap.overlap() ? -1 : 0;
  Certainty certainty = Certainty::proved;
  if (side == 0) {
    const std::optional<int> exact = exact_gap(a, b);
    if (!exact) certainty = Certainty::within_bound;
    side = exact.value_or(0);
  }
  if (side > 0) return apart_answer(question, gap.low, gap.high, nearest);
  PairAnswer answer;
  if (side == 0 || question.meet_only) {
    answer = meeting_answer(question, Verdict::touching, certainty, world(gap.common));
  } else {
    const auto [verdict, sure] = overlap_verdict(a, b, rounding);
    answer = meeting_answer(question, verdict, sure, world(gap.common));
  }
  if (question.clearance) answer.gap = Bounded{gap.value(), gap.low, gap.high};
  if (question.parting && side < 0) {
    Overlap overlap;
    overlap.parting = LeastParting{gap.normal, -gap.low, std::max(0.0, -gap.high), "convex"};
    overlap.pushes.push_back({world(gap.a_point / 2 + gap.b_point / 2), gap.normal, -gap.low, 0});
    answer.overlap = std::make_shared<const Overlap>(std::move(overlap));
  }
  return answer;
}

}  // namespace

PairAnswer mirrored(PairAnswer answer) {
  std::swap(answer.a, answer.b);
  answer.verdict = mirrored(answer.verdict);
  if (answer.witness) {
    std::swap(answer.witness->a_point, answer.witness->b_point);
    std::swap(answer.witness->a_face, answer.witness->b_face);
  }
  return answer;
}

PairAnswer apart_answer(const SolidQuestion& question, double low, double high, const Witness& nearest) {
  PairAnswer answer;
  const double distance = std::max({low / 2 + high / 2, low, std::numeric_limits<double>::denorm_min()});
  if (!question.clearance || distance > *question.clearance) return answer;
  answer.verdict = Verdict::near;
  answer.distance = distance;
  answer.gap = Bounded{distance, std::max(low, 0.0), high};
  answer.witness = nearest;
  return answer;
}

PairAnswer meeting_answer(const SolidQuestion& question, Verdict verdict, Certainty certainty, const Vec3& point) {
  PairAnswer answer;
  answer.verdict = verdict;
  answer.certainty = certainty;
  answer.witness = Witness{point, point, {}, {}};
  if (question.clearance) answer.distance = 0;
  return answer;
}

PairAnswer answer_solids(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question) {
  const bool a_points = a.data->kind == SolidKind::points, b_points = b.data->kind == SolidKind::points;
  if (a_points && b_points) return answer_points_and_points(a, b, question);
  if (a_points) return answer_points_and_solid(a, b, question);
  if (b_points) return mirrored(answer_points_and_solid(b, a, question));
  return answer_convex(a, b, question);
}

}  // namespace impinge
