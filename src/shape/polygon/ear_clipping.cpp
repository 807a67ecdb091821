// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A corner is an ear if it turns left, no other edge enters the open triangle that it spans with its neighbours, and no
// corner lies within the diagonal. An edge that crosses another one enters every triangle at that edge, so a polygon that is
// cut up by ears alone does not cross itself: the cut is its own proof. Spikes go too, whatever they cross, since they
// enclose nothing. A corner that is no ear waits at the edge that is in its way and is looked at again once that is gone.
#include "shape/polygon/ear_clipping.h"

#include <cmath>
#include <utility>

namespace impinge {
namespace {

constexpr std::uint64_t kMostTests = 400'000'000;  // of an edge against a triangle: some seconds

/// For three points on a line: b does not lie between a and c.
bool turns_back(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  if (a == b || b == c) return true;
  return a.x != b.x ? (a.x < b.x) != (b.x < c.x) : (a.y < b.y) != (b.y < c.y);
}

bool within(const PlanePoint& q, const PlanePoint& a, const PlanePoint& b) {
  return turn(a, b, q) == 0 && !turns_back(a, q, b);
}

/// Doubled area, rounded.
double area_of(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

Clipped EarClipper::clip(std::span<const PlanePoint> polygon, std::span<Face> triangles) {
  triangles_ = triangles;
  start(polygon);
  cut_spikes();
  for (cut_ears(); left_ > 3 && tests_ <= kMostTests; cut_ears()) cut_another();
  if (left_ > 3) return Clipped::too_long;
  crossing_ = crossing_ || turn_at(first_) < 0;
  triangles_[written_++] = {previous_[first_], first_, next_[first_]};
  return crossing_ ? Clipped::crossing : Clipped::simple;
}

void EarClipper::start(std::span<const PlanePoint> polygon) {
  points_ = polygon;
  left_ = static_cast<std::uint32_t>(polygon.size());
  written_ = first_ = 0;
  tests_ = 0;
  crossing_ = touched_ = false;
  previous_.resize(left_);
  next_.resize(left_);
  for (std::uint32_t i = 0; i < left_; ++i) {
    next_[i] = i + 1 == left_ ? 0 : i + 1;
    previous_[next_[i]] = i;
  }
  first_watcher_.assign(left_, kNone);
  watchers_.assign(left_, {});
  awaits_.assign(left_, 0);
  queue_.resize(left_);
  queue_first_ = queued_ = 0;
  boxes_.reset(left_);
  boxes_.fill([this](std::uint32_t edge) { return edge_box(edge); });
}

PlaneBox EarClipper::edge_box(std::uint32_t edge) const {
  PlaneBox box;
  if (next_[edge] == kNone) return box;
  box.add(points_[edge]);
  box.add(points_[next_[edge]]);
  return box;
}

int EarClipper::turn_at(std::uint32_t corner) const {
  return turn(points_[previous_[corner]], points_[corner], points_[next_[corner]]);
}

bool EarClipper::is_pinched(std::uint32_t corner) const {
  return turn_at(corner) == 0 && turns_back(points_[previous_[corner]], points_[corner], points_[next_[corner]]);
}

bool EarClipper::is_blocked(std::uint32_t corner, bool touching_allowed) {
  const PlanePoint &a = points_[previous_[corner]], &b = points_[corner], &c = points_[next_[corner]];
  unwatch(corner);
  PlaneBox box;
  for (const PlanePoint& p : {a, b, c}) box.add(p);
  const auto may_meet = [&](const PlaneBox& edges) {
    ++tests_;
    return edges.meets(box) && !edges.right_of(a, b) && !edges.right_of(b, c);
  };
  const auto visit = [&](std::uint32_t edge) {
    if (next_[edge] == kNone || edge == corner || next_[edge] == corner || !edge_box(edge).meets(box)) return false;
    ++tests_;
    if (!blocks(edge, corner, touching_allowed)) return false;
    watch(edge, corner);
    return true;
  };
  return boxes_.any(may_meet, visit);
}

bool EarClipper::blocks(std::uint32_t edge, std::uint32_t corner, bool touching_allowed) {
  const PlanePoint &a = points_[previous_[corner]], &b = points_[corner], &c = points_[next_[corner]];
  const PlanePoint &p = points_[edge], &q = points_[next_[edge]];
  if (!touching_allowed && within(p, a, c)) return touched_ = true;
  // The edge and the open triangle are apart if a side of the triangle parts them, or the line of the edge does.
  if (turn(a, b, p) <= 0 && turn(a, b, q) <= 0) return false;
  if (turn(b, c, p) <= 0 && turn(b, c, q) <= 0) return false;
  if (turn(c, a, p) <= 0 && turn(c, a, q) <= 0) return false;
  if (p == q) return true;
  const int sides[] = {turn(p, q, a), turn(p, q, b), turn(p, q, c)};
  const bool all_left = sides[0] >= 0 && sides[1] >= 0 && sides[2] >= 0;
  const bool all_right = sides[0] <= 0 && sides[1] <= 0 && sides[2] <= 0;
  return !all_left && !all_right;
}

void EarClipper::cut(std::uint32_t corner) {
  std::uint32_t before = previous_[corner], after = next_[corner];
  remove(corner);
  // Inside and outside of a spike cannot be told apart, so none may be left when the next ear is looked for.
  while (left_ > 3) {
    const bool spike_before = is_pinched(before);
    if (!spike_before && !is_pinched(after)) return;
    const std::uint32_t spike = spike_before ? std::exchange(before, previous_[before]) : std::exchange(after, next_[after]);
    remove(spike);
  }
}

void EarClipper::remove(std::uint32_t corner) {
  const std::uint32_t before = previous_[corner], after = next_[corner];
  triangles_[written_++] = {before, corner, after};
  next_[before] = after;
  previous_[after] = before;
  next_[corner] = kNone;
  first_ = after;
  --left_;
  const auto box_of = [this](std::uint32_t edge) { return edge_box(edge); };
  boxes_.update(corner, box_of);
  if (before / ChainBoxes::kLeaf != corner / ChainBoxes::kLeaf) boxes_.update(before, box_of);
  wake(corner);
  wake(before);
  await(after);
  await(before);
}

void EarClipper::await(std::uint32_t corner) {
  if (awaits_[corner] != 0) return;
  awaits_[corner] = 1;
  const std::size_t end = std::size_t{queue_first_} + queued_++;
  queue_[end < queue_.size() ? end : end - queue_.size()] = corner;
}

void EarClipper::watch(std::uint32_t edge, std::uint32_t corner) {
  const std::uint32_t after = std::exchange(first_watcher_[edge], corner);
  if (after != kNone) watchers_[after].before = corner;
  watchers_[corner] = {edge, kNone, after};
}

void EarClipper::unwatch(std::uint32_t corner) {
  const Watcher gone = std::exchange(watchers_[corner], {});
  if (gone.edge == kNone) return;
  (gone.before == kNone ? first_watcher_[gone.edge] : watchers_[gone.before].after) = gone.after;
  if (gone.after != kNone) watchers_[gone.after].before = gone.before;
}

void EarClipper::wake(std::uint32_t edge) {
  std::uint32_t corner = std::exchange(first_watcher_[edge], kNone);
  while (corner != kNone) {
    if (next_[corner] != kNone) await(corner);
    corner = std::exchange(watchers_[corner], {}).after;
  }
}

void EarClipper::cut_spikes() {
  for (std::uint32_t i = 0; i < points_.size() && left_ > 3; ++i)
    if (next_[i] != kNone && is_pinched(i)) cut(i);
  for (std::uint32_t i = 0; i < points_.size(); ++i)
    if (next_[i] != kNone) await(i);
}

void EarClipper::cut_ears() {
  while (queued_ > 0 && left_ > 3 && tests_ <= kMostTests) {
    const std::uint32_t corner = queue_[queue_first_];
    queue_first_ = queue_first_ + 1 == queue_.size() ? 0 : queue_first_ + 1;
    --queued_;
    awaits_[corner] = 0;
    if (next_[corner] != kNone && turn_at(corner) > 0 && !is_blocked(corner, false)) cut(corner);
  }
}

void EarClipper::cut_another() {
  tests_ += left_;
  const bool touched = std::exchange(touched_, false);
  std::uint32_t flat = kNone, thinnest = first_;
  double least = PlaneBox::kInfinity;
  for (std::uint32_t count = 0, i = first_; count < left_ && tests_ <= kMostTests; ++count, i = next_[i]) {
    const int side = turn_at(i);
    if (side > 0 && touched && !is_blocked(i, true)) {
      touched_ = true;  // others may be in the same case
      return cut(i);
    }
    if (side == 0) flat = i;
    const double area = std::fabs(area_of(points_[previous_[i]], points_[i], points_[next_[i]]));
    if (area >= least) continue;
    least = area;
    thinnest = i;
  }
  crossing_ = crossing_ || flat == kNone;
  cut(flat != kNone ? flat : thinnest);
}

}  // namespace impinge
