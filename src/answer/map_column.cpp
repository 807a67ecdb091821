// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map_column.h"

namespace impinge {

namespace {

void set_bounds(MapColumn& column, const Fragment& x, const Fragment& y) {
  const Fragment *a = nullptr, *b = nullptr;
  for (const Fragment* f : {&x, &y}) (f->object() == 1 ? b : a) = f;
  column.a_bound = a;
  column.b_bound = b;
  column.error = std::int64_t{x.error} + y.error;
}

// The least stretch between leaving one body and entering the other; the sorted list has no overlap.
void find_gap(std::span<const Fragment> list, MapColumn& column) {
  bool found = false;
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    if (list[i].object() == list[i + 1].object()) continue;
    const std::int64_t gap = std::int64_t{list[i + 1].z} - list[i].z;
    if (found && gap >= column.gap) continue;
    found = true;
    column.gap = gap;
    set_bounds(column, list[i], list[i + 1]);
  }
}

// Which bodies a sorted list meets, and where first and last.
void find_extremes(std::span<const Fragment> list, MapColumn& column) {
  if (list.empty()) return;
  const bool starts_with_b = list.front().object() == 1, ends_with_b = list.back().object() == 1;
  (starts_with_b ? column.b : column.a) = true;
  (starts_with_b ? column.b_min : column.a_min) = list.front().z;
  (ends_with_b ? column.b_max : column.a_max) = list.back().z;
  // The other one, if there is any.
  for (const Fragment& f : list) {
    if ((f.object() == 1) == starts_with_b) continue;
    (starts_with_b ? column.a : column.b) = true;
    (starts_with_b ? column.a_min : column.b_min) = f.z;
    break;
  }
  for (std::size_t i = list.size(); i-- > 0;) {
    if ((list[i].object() == 1) == ends_with_b) continue;
    (ends_with_b ? column.a_max : column.b_max) = list[i].z;
    break;
  }
}

}  // namespace

MapColumn solid_column(std::span<const Fragment> list) {
  MapColumn column;
  find_extremes(list, column);
  int winding_a = 0, winding_b = 0;
  bool both = false;
  std::size_t enter = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    // Numbers in registers and no branch for each of them.
    const int turn = list[i].entry() ? 1 : -1, is_b = static_cast<int>(list[i].object() & 1);
    winding_a += turn & (is_b - 1);
    winding_b += turn & -is_b;
    const bool now = (winding_a != 0) & (winding_b != 0);
    if (now == both) continue;
    both = now;
    if (now) {
      enter = i;
      continue;
    }
    const std::int64_t length = std::int64_t{list[i].z} - list[enter].z;
    if (length <= 0) continue;
    column.overlap += length;
    column.moment += static_cast<double>(length) * (static_cast<double>(list[i].z) + list[enter].z) / 2;
    if (length <= column.longest) continue;
    column.longest = length;
    set_bounds(column, list[enter], list[i]);
  }
  column.balanced = winding_a == 0 && winding_b == 0;
  if (column.a && column.b && column.longest == 0) find_gap(list, column);
  return column;
}

double longest_middle(std::span<const Fragment> list) {
  std::int64_t longest = 0;
  double middle = 0;
  ZlistSweep sweep(2);
  sweep.run(list, [&](const ZlistSegment& s) {
    const std::int64_t length = std::int64_t{list[s.leave].z} - list[s.enter].z;
    if (s.a == s.b || length <= longest) return;
    longest = length;
    middle = (static_cast<double>(list[s.leave].z) + list[s.enter].z) / 2;
  });
  return middle;
}

MapColumn surface_column(std::span<const Fragment> list, bool a_below) {
  MapColumn column;
  find_extremes(list, column);
  if (!column.a || !column.b) return column;
  const std::int64_t lower = a_below ? column.a_max : column.b_max, upper = a_below ? column.b_min : column.a_min;
  column.gap = upper - lower;
  const Fragment *first = nullptr, *last = nullptr;
  for (const Fragment& f : list) {
    const bool is_lower = (f.object() == 0) == a_below;
    if (is_lower) last = &f;
    if (!is_lower && first == nullptr) first = &f;
  }
  set_bounds(column, *last, *first);
  if (column.gap < 0) column.longest = -column.gap;
  return column;
}

}  // namespace impinge
