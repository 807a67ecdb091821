// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/verdict/pair_answer.h"

#include <algorithm>

#include "answer/distance/cluster_distance.h"
#include "answer/verdict/clear_ray.h"
#include "answer/verdict/likely_verdict.h"
#include "answer/verdict/solid_verdict.h"
#include "exact/contact_point.h"
#include "exact/triangle_intersection.h"

namespace impinge {

int compare_content(const WorldObject& a, const WorldObject& b) {
  if (a.faces.size() != b.faces.size()) return a.faces.size() < b.faces.size() ? -1 : 1;
  if (a.local.size() != b.local.size()) return a.local.size() < b.local.size() ? -1 : 1;
  for (std::uint32_t i = 0; i < a.local.size(); ++i) {
    const Vec3 p = a.vertex(i), q = b.vertex(i);
    for (int k = 0; k < 3; ++k)
      if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  }
  for (std::size_t i = 0; i < a.faces.size(); ++i)
    if (a.faces[i] != b.faces[i]) return a.faces[i] < b.faces[i] ? -1 : 1;
  return 0;
}

namespace {

// The first crossing pair, or the first of all.
const FacePair& first_pair(const std::vector<FacePair>& meeting) {
  const auto crosses = [](const FacePair& p) { return p.relation == Relation::crossing; };
  const auto pair = std::find_if(meeting.begin(), meeting.end(), crosses);
  return pair == meeting.end() ? meeting.front() : *pair;
}

// The middle of what the two faces have in common.
Witness witness_of(const WorldObject& a, const WorldObject& b, const FacePair& pair) {
  const Triangle ta = a.triangle(pair.a_face), tb = b.triangle(pair.b_face);
  std::optional<Vec3> quick;
  if (pair.relation == Relation::crossing) quick = quick_meeting_point(ta, tb);
  const Vec3 p = quick ? *quick : rounded(intersection_point(ta, tb));
  return {p, p, pair.a_face, pair.b_face};
}

// Beside the witness all four combinations of inside and outside exist if each face has the outside of its body on one side.
bool surely_crosses(const WorldObject& a, const WorldObject& b, const FacePair& pair, const RoughPoint& at) {
  if (pair.relation != Relation::crossing || !a.closed() || !b.closed()) return false;
  if (a.clusters == nullptr || b.clusters == nullptr) return false;
  return has_clear_ray(a, pair.a_face, at.point, at.error) && has_clear_ray(b, pair.b_face, at.point, at.error);
}

// The same of some other pair: rays of the first one may run into their own body.
bool another_surely_crosses(const WorldObject& a, const WorldObject& b, std::span<const FacePair> pairs) {
  constexpr std::size_t kMostTried = 16;
  const std::size_t step = pairs.size() / kMostTried + 1;
  for (std::size_t i = 0; i < pairs.size(); i += step) {
    if (pairs[i].relation != Relation::crossing) continue;
    const auto at = rough_meeting_point(a.triangle(pairs[i].a_face), b.triangle(pairs[i].b_face));
    if (at && surely_crosses(a, b, pairs[i], *at)) return true;
  }
  return false;
}

// Within one body: the first common point beyond the corners they share.
Witness self_witness_of(const WorldObject& o, const FacePair& pair) {
  const Face a = o.topology->corners(o.faces[pair.a_face]), b = o.topology->corners(o.faces[pair.b_face]);
  std::vector<Vec3> shared;
  for (const std::uint32_t c : a)
    if (std::find(b.begin(), b.end(), c) != b.end()) shared.push_back(o.vertex(c));
  if (shared.empty()) return witness_of(o, o, pair);
  const std::vector<ExactPoint> points = intersection_points(o.triangle(pair.a_face), o.triangle(pair.b_face));
  const ExactPoint* best = nullptr;
  for (const ExactPoint& p : points) {
    const bool known = shared.size() < 3 && on_segment(p, shared.front(), shared.back());
    if (!known && (best == nullptr || compare_lexicographic(p, *best) < 0)) best = &p;
  }
  if (best == nullptr) return witness_of(o, o, pair);
  const Vec3 p = rounded(*best);
  return {p, p, pair.a_face, pair.b_face};
}

void count(PairAnswer& answer) {
  answer.face_pair_count = answer.face_pairs.size();
  for (const FacePair& p : answer.face_pairs)
    ++(p.relation == Relation::crossing ? answer.crossing_count : answer.touching_count);
}

// The ordered pairs with a and b exchanged, ordered again: by counting where the pairs are many.
std::vector<FacePair> exchanged(std::vector<FacePair> pairs, std::size_t b_faces) {
  for (FacePair& p : pairs) std::swap(p.a_face, p.b_face);
  if (pairs.size() < b_faces) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }
  std::vector<std::size_t> end(b_faces + 1, 0);
  for (const FacePair& p : pairs) ++end[p.a_face + 1];
  for (std::size_t f = 0; f < b_faces; ++f) end[f + 1] += end[f];
  std::vector<FacePair> ordered(pairs.size());
  for (const FacePair& p : pairs) ordered[end[p.a_face]++] = p;
  return ordered;
}

void mirror(PairAnswer& answer, std::size_t b_faces) {
  answer.verdict = mirrored(answer.verdict);
  answer.face_pairs = exchanged(std::move(answer.face_pairs), b_faces);
  if (answer.witness) {
    std::swap(answer.witness->a_point, answer.witness->b_point);
    std::swap(answer.witness->a_face, answer.witness->b_face);
  }
}

// Open or dirty bodies whose surfaces do not cross: whether one lies in the other is told by winding numbers. Walls that
// cross those of a body whose shells cancel each other count as crossing, though exact numbers are 0 on both sides.
void judge_open(const Body& a, const Body& b, PairAnswer& answer) {
  if (answer.verdict != Verdict::disjoint && answer.verdict != Verdict::touching) return;
  const auto cancels = [](const WorldObject& o) { return o.closed() && !o.sound(); };
  if (answer.crossing_count > 0 && (cancels(a.object()) || cancels(b.object()))) {
    answer.verdict = Verdict::crossing;
    answer.certainty = Certainty::likely;
    return;
  }
  const std::optional<LikelyVerdict> likely = likely_verdict(a, b, answer.face_pairs);
  if (!likely) return;
  answer.certainty = likely->certainty;
  answer.winding = likely->winding;
  if (likely->verdict == Verdict::disjoint) return;
  answer.verdict = likely->verdict;
  if (!answer.witness) answer.witness = Witness{likely->point, likely->point, {}, {}};
}

PairAnswer answer_in_order(const Body& a, const Body& b, std::vector<FacePair> meeting, const PairQuestion& question,
                           const RegionView& region) {
  const std::optional<double>& clearance = question.clearance;
  PairAnswer answer;
  answer.face_pairs = std::move(meeting);
  count(answer);
  if (!answer.face_pairs.empty()) {
    const FacePair& first = first_pair(answer.face_pairs);
    answer.witness = witness_of(a.object(), b.object(), first);
    const Vec3& point = answer.witness->a_point;
    if (surely_crosses(a.object(), b.object(), first, {point, 0x1p-52 * point.cwiseAbs().maxCoeff() + 0x1p-1000}) ||
        another_surely_crosses(a.object(), b.object(), answer.face_pairs)) {
      answer.verdict = Verdict::crossing;
      if (clearance) answer.distance = 0;
      return answer;
    }
  }
  const SolidVerdict solid = solid_verdict(a, b, answer.face_pairs, region);
  answer.verdict = solid.verdict;
  if (answer.face_pairs.empty() && solid.verdict != Verdict::disjoint)
    answer.witness = Witness{*solid.inner_point, *solid.inner_point, {}, {}};
  if (question.open == OpenBodies::solid) judge_open(a, b, answer);
  if (!clearance || answer.verdict == Verdict::undecided) return answer;
  if (answer.verdict != Verdict::disjoint) {
    answer.distance = 0;
  } else if (const auto nearest = cluster_nearest_within(a, b, *clearance)) {
    answer.verdict = Verdict::near;
    answer.distance = nearest->distance;
    answer.witness = Witness{nearest->a_point, nearest->b_point, nearest->a_face, nearest->b_face};
  }
  return answer;
}

}  // namespace

PairAnswer answer_pair(const Body& a, const Body& b, std::vector<FacePair> meeting, const PairQuestion& question,
                       const RegionView& region) {
  if (compare_content(a.object(), b.object()) <= 0) return answer_in_order(a, b, std::move(meeting), question, region);
  meeting = exchanged(std::move(meeting), b.object().faces.size());
  PairAnswer answer = answer_in_order(b, a, std::move(meeting), question, region.swapped());
  mirror(answer, a.object().faces.size());
  return answer;
}

std::optional<PairAnswer> answer_crossing_pair(const Body& a, const Body& b, const FacePair& pair,
                                               std::optional<double> clearance) {
  const auto at = rough_meeting_point(a.object().triangle(pair.a_face), b.object().triangle(pair.b_face));
  if (!at || !surely_crosses(a.clustered(), b.clustered(), pair, *at)) return {};
  PairAnswer answer;
  answer.verdict = Verdict::crossing;
  answer.witness = Witness{at->point, at->point, pair.a_face, pair.b_face};
  if (clearance) answer.distance = 0;
  return answer;
}

PairAnswer answer_self(const Body& body, std::vector<FacePair> meeting) {
  PairAnswer answer;
  answer.face_pairs = std::move(meeting);
  count(answer);
  if (answer.face_pairs.empty()) return answer;
  answer.verdict = answer.crossing_count > 0 ? Verdict::crossing : Verdict::touching;
  answer.witness = self_witness_of(body.object(), first_pair(answer.face_pairs));
  return answer;
}

}  // namespace impinge
