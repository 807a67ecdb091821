// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/columns/map_column.h"

#include <bit>
#include <cstdint>

namespace impinge {

namespace {

void set_bounds(MapColumn& column, const Fragment& x, const Fragment& y) {
  column.a_face = column.b_face = kNoFace;
  for (const Fragment* f : {&x, &y}) (f->object() == 1 ? column.b_face : column.a_face) = f->face;
  column.error = std::int64_t{x.error} + y.error;
}

// A stretch of the sorted list inside both.
template <typename FragmentAt>
void add_overlap(MapColumn& column, std::int32_t from, std::int32_t to, const FragmentAt& fragment, int enter, int leave) {
  const std::int64_t length = std::int64_t{to} - from;
  if (length <= 0) return;
  column.overlap += length;
  column.moment += static_cast<double>(length) * (static_cast<double>(to) + from) / 2;
  if (length <= column.longest) return;
  column.longest = length;
  column.middle = (static_cast<double>(to) + from) / 2;
  set_bounds(column, fragment(enter), fragment(leave));
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

// Bit i is the parity of the bits up to i.
std::uint32_t parities(std::uint32_t bits) {
  for (int shift = 1; shift < 32; shift *= 2) bits ^= bits << shift;
  return bits;
}

// Bodies that overlap themselves, or are not closed on this line.
template <typename... Front>
MapColumn column_of_fragments(const ZlistBands::CodedList& list, const Front&... front) {
  Fragment fragments[kMostSlots];
  for (std::uint32_t i = 0; i < list.size(); ++i) fragments[i] = list.fragment(static_cast<int>(i));
  return solid_column(std::span<const Fragment>(fragments, list.size()), front...);
}

}  // namespace

MapColumn solid_column(std::span<const Fragment> list) {
  MapColumn column;
  find_extremes(list, column);
  int winding_a = 0, winding_b = 0;
  bool both = false;
  std::size_t enter = 0;
  const auto at = [list](int i) -> const Fragment& { return list[static_cast<std::size_t>(i)]; };
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
    add_overlap(column, list[enter].z, list[i].z, at, static_cast<int>(enter), static_cast<int>(i));
  }
  column.balanced = winding_a == 0 && winding_b == 0;
  if (column.a && column.b && column.longest == 0) find_gap(list, column);
  return column;
}

// A bit a crossing: with bodies that are entered and left in turn no crossing is looked at but those that matter.
MapColumn solid_column(const ZlistBands::CodedList& list) {
  MapColumn column;
  if (list.empty()) return column;
  const std::uint32_t all = ~std::uint32_t{0} >> (32 - list.size()), of_b = list.code().of_b & all, of_a = ~of_b & all;
  const std::uint32_t odd_a = parities(of_a), odd_b = parities(of_b), entries = list.code().entries & all;
  const bool closed = ((odd_a | odd_b) >> (list.size() - 1) & 1) == 0;
  if (!closed || entries != ((odd_a & of_a) | (odd_b & of_b))) return column_of_fragments(list);
  const auto at = [&list](int i) { return list.fragment(i); };
  column.a = of_a != 0;
  column.b = of_b != 0;
  if (column.a) {
    column.a_min = list.z(std::countr_zero(of_a));
    column.a_max = list.z(std::bit_width(of_a) - 1);
  }
  if (column.b) {
    column.b_min = list.z(std::countr_zero(of_b));
    column.b_max = list.z(std::bit_width(of_b) - 1);
  }
  const std::uint32_t both = odd_a & odd_b & all;
  for (std::uint32_t from = both & ~(both << 1), to = ~both & both << 1; from != 0; from &= from - 1, to &= to - 1) {
    const int enter = std::countr_zero(from), leave = std::countr_zero(to);
    add_overlap(column, list.z(enter), list.z(leave), at, enter, leave);
  }
  if (!column.a || !column.b || column.longest > 0) return column;
  bool found = false;
  for (std::uint32_t changes = (of_b ^ of_b >> 1) & all >> 1; changes != 0; changes &= changes - 1) {
    const int i = std::countr_zero(changes);
    const std::int64_t gap = std::int64_t{list.z(i + 1)} - list.z(i);
    if (found && gap >= column.gap) continue;
    found = true;
    column.gap = gap;
    set_bounds(column, list.fragment(i), list.fragment(i + 1));
  }
  return column;
}

MapColumn solid_column(std::span<const Fragment> list, const ListFront& front) {
  MapColumn column;
  int winding[2] = {front.winding[0], front.winding[1]};
  const auto at = [list](int i) -> const Fragment& { return list[static_cast<std::size_t>(i)]; };
  bool met[2] = {winding[0] != 0, winding[1] != 0}, both = met[0] && met[1];
  int enter = -1, last = -1;  // last: the crossing before
  struct {
    int left = -1, right = -1;
  } nearest;
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    const std::uint32_t body = at(i).object();
    if (at(i).z < front.cut[body]) continue;
    met[body] = true;
    if (last >= 0 && at(last).object() != body) {
      const std::int64_t gap = std::int64_t{at(i).z} - at(last).z;
      if (nearest.left < 0 || gap < column.gap) {
        column.gap = gap;
        nearest = {last, i};
      }
    }
    last = i;
    winding[body] += at(i).entry() ? 1 : -1;
    const bool now = winding[0] != 0 && winding[1] != 0;
    if (now == both) continue;
    both = now;
    if (now)
      enter = i;
    else if (enter >= 0)
      add_overlap(column, at(enter).z, at(i).z, at, enter, i);
  }
  column.a = met[0];
  column.b = met[1];
  if (column.longest > 0)
    column.gap = 0;
  else if (nearest.left >= 0)
    set_bounds(column, at(nearest.left), at(nearest.right));
  else
    column.gap = INT64_MAX;
  return column;
}

MapColumn solid_column(const ZlistBands::CodedList& list, const ListFront& front) {
  MapColumn column;
  if (list.empty()) return column;
  if ((front.winding[0] | front.winding[1] | 1) != 1) return column_of_fragments(list, front);
  const std::uint32_t all = ~std::uint32_t{0} >> (32 - list.size());
  std::uint32_t kept = all;
  const std::int32_t cut = std::max(front.cut[0], front.cut[1]);
  for (int i = 0; i < static_cast<int>(list.size()) && list.z(i) < cut; ++i)
    if (list.z(i) < front.cut[list.code().of_b >> i & 1]) kept &= ~(std::uint32_t{1} << i);
  const std::uint32_t of_b = list.code().of_b & kept, of_a = ~list.code().of_b & kept;
  const std::uint32_t odd_a = parities(of_a) ^ (front.winding[0] != 0 ? ~0u : 0u);
  const std::uint32_t odd_b = parities(of_b) ^ (front.winding[1] != 0 ? ~0u : 0u);
  const std::uint32_t both = odd_a & odd_b & all;
  const bool simple = (list.code().entries & kept) == ((odd_a & of_a) | (odd_b & of_b));
  // Lines without an overlap have their gap measured crossing by crossing.
  if (!simple || both == 0 || (both >> (list.size() - 1) & 1) != 0) return column_of_fragments(list, front);
  const auto at = [&list](int i) { return list.fragment(i); };
  column.a = column.b = true;
  for (std::uint32_t from = both & ~(both << 1), to = ~both & both << 1; from != 0; from &= from - 1, to &= to - 1) {
    const int enter = std::countr_zero(from), leave = std::countr_zero(to);
    add_overlap(column, list.z(enter), list.z(leave), at, enter, leave);
  }
  return column.longest > 0 ? column : column_of_fragments(list, front);
}

double longest_middle(std::span<const Fragment> list) {
  std::int64_t longest = 0;
  double middle = 0;
  ZlistWalk walk(2);
  walk.run(list, [&](const ZlistSegment& s) {
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
