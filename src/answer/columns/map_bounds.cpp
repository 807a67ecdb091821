// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/columns/map_bounds.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace impinge {

// The covered ranges of a body, merged, and its winding number behind each of them.
void BoundsWalk::add_events(std::span<const Cover> covers, std::span<const Fragment> list, int body, int winding) {
  std::size_t next = 0;
  const auto pass_until = [&](std::int64_t z) {
    for (; next < list.size() && list[next].z <= z; ++next)
      if (static_cast<int>(list[next].object()) == body) winding += list[next].entry() ? 1 : -1;
  };
  bool open = false;
  std::int64_t low = 0, high = 0;
  covered_[body].clear();
  const auto close = [&] {
    const int before = winding;
    events_.push_back({low, body, +1, winding});
    pass_until(high);
    events_.push_back({high, body, -1, winding});
    covered_[body].push_back({low, high, before, winding});
  };
  for (const Cover& c : covers) {
    if (static_cast<int>(c.object) != body) continue;
    if (open && c.low <= high) {
      high = std::max<std::int64_t>(high, c.high);
      continue;
    }
    if (open) close();
    open = true;
    low = c.low;
    high = c.high;
  }
  if (open) close();
}

// Where a surface of one body lies inside the other, apart from its surface, its mean depth takes the place of its range.
void BoundsWalk::cut_at_sheets(const CellRect& cells, std::span<const Cover> covers, const Windings& windings,
                               CellBounds& bounds) {
  double more = 0, less = 0;  // certain, and not possible
  for (std::uint32_t body = 0; body < 2; ++body) {
    std::size_t next = 0;  // range of the other body that ends behind
    const std::vector<Covered>& others = covered_[1 - body];
    for (const Covered& c : covered_[body]) {
      while (next < others.size() && others[next].high < c.low) ++next;
      const bool shared = next < others.size() && others[next].low <= c.high;
      const bool inside = (next > 0 ? others[next - 1].behind : windings[1 - body]) != 0;
      if (shared || !inside || std::abs(c.before) + std::abs(c.behind) != 1) continue;
      LayerSum layer;
      for (const Cover& face : covers)
        if (face.object == body && face.low >= c.low && face.high <= c.high) layer.add(faces_.get(body, face.face), cells);
      const LayerBounds b = layer_bounds(layer, c.low, c.high, c.before != 0, rounding_);
      more += b.low;
      less += static_cast<double>(c.high - c.low) - b.high;
    }
  }
  bounds.certain += static_cast<std::int64_t>(std::floor(more));
  bounds.possible -= static_cast<std::int64_t>(std::floor(less));
}

// Every line leaves one body and enters the other in ranges that together are no longer than rounding makes them.
bool BoundsWalk::are_flush() const {
  const auto meet = [&](const Covered& left, const Covered& entered) {
    return left.leaves() && entered.enters() &&
           std::max(left.high, entered.high) - std::min(left.low, entered.low) <= touch_;
  };
  for (const Covered& a : covered_[0])
    for (const Covered& b : covered_[1])
      if (meet(a, b) || meet(b, a)) return true;
  return false;
}

CellBounds BoundsWalk::run(const CellRect& cells, std::span<const Cover> covers, std::span<const Fragment> list,
                           const Windings& windings) {
  events_.clear();
  enum State { outside, certain, possible };
  for (int body = 0; body < 2; ++body) add_events(covers, list, body, windings[static_cast<std::size_t>(body)]);
  // At one depth ranges begin before others end, so that what meets in a point may touch.
  std::sort(events_.begin(), events_.end(),
            [](const Event& x, const Event& y) { return x.z != y.z ? x.z < y.z : x.kind > y.kind; });
  CellBounds bounds;
  State state[2] = {windings[0] != 0 ? certain : outside, windings[1] != 0 ? certain : outside};
  std::int64_t possible_since = 0, certain_since = 0;
  bool was_possible = false, was_certain = false;
  std::int64_t last = 0;
  for (const Event& e : events_) {
    if (was_possible) bounds.possible += e.z - last;
    if (was_certain) bounds.certain += e.z - last;
    last = e.z;
    state[e.body] = e.kind > 0 ? possible : e.winding != 0 ? certain : outside;
    const bool now_possible = state[0] != outside && state[1] != outside;
    const bool now_certain = state[0] == certain && state[1] == certain;
    if (now_possible && !was_possible) possible_since = e.z;
    if (now_certain && !was_certain) certain_since = e.z;
    if (was_possible && !now_possible) bounds.longest_possible = std::max(bounds.longest_possible, e.z - possible_since);
    if (was_certain && !now_certain) bounds.longest_certain = std::max(bounds.longest_certain, e.z - certain_since);
    bounds.may_touch = bounds.may_touch || now_possible;
    was_possible = now_possible;
    was_certain = now_certain;
  }
  bounds.touches = bounds.certain > 0 || (bounds.may_touch && are_flush());
  if (bounds.possible > bounds.certain) cut_at_sheets(cells, covers, windings, bounds);
  return bounds;
}

}  // namespace impinge
