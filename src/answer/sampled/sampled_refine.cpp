// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Adaptive density of lines for a verdict: what MeshRefiner is for volumes, without bounds, for all shapes.
#include "answer/sampled/sampled_refine.h"

#include <algorithm>

#include "raster/zlist/layer_windows.h"

namespace impinge {

namespace {

constexpr std::size_t kMostCells = 512;   // that are halved in a level
constexpr std::size_t kRaysAtOnce = 512;  // one pass over all faces
constexpr std::int64_t kFar = INT64_MAX;  // the line does not meet both bodies
constexpr std::uint64_t kMostAcross = 1u << 31;

// What a line tells its neighbours.
struct LineNote {
  std::uint64_t order = 1;  // which body each crossing belongs to, hashed
  std::int64_t gap = kFar;  // between the bodies where they come nearest; 0 or less where they overlap
  bool bodies[2] = {false, false};
};

LineNote note_of(std::span<const Fragment> list) {
  LineNote note;
  int winding[2] = {0, 0};
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Fragment& f = list[i];
    const std::uint32_t body = f.object() & 1;
    note.bodies[body] = true;
    note.order = (note.order ^ (f.object() << 1 | (f.entry() ? 1u : 0u))) * 0x100000001b3u;
    winding[body] += f.entry() ? 1 : -1;
    if (i + 1 == list.size()) break;
    const std::int64_t stretch = std::int64_t{list[i + 1].z} - f.z;
    if (winding[0] != 0 && winding[1] != 0) note.gap = std::min(note.gap, -stretch);
    if (list[i + 1].object() != f.object()) note.gap = std::min(note.gap, stretch);
  }
  return note;
}

// How near the bodies come about some lines, if more may be found between them; nothing elsewhere.
std::optional<std::int64_t> worth(std::span<const LineNote> lines) {
  bool bodies[2] = {false, false}, changes = false;
  std::int64_t least = kFar, most = INT64_MIN;
  for (const LineNote& n : lines) {
    for (int k = 0; k < 2; ++k) bodies[k] = bodies[k] || n.bodies[k];
    changes = changes || n.order != lines.front().order;
    if (n.gap == kFar) continue;
    least = std::min(least, n.gap);
    most = std::max(most, n.gap);
  }
  if (!bodies[0] || !bodies[1]) return {};
  if (least == kFar) return changes ? std::optional(kFar) : std::nullopt;
  // A gap that changes by this much from line to line may be closed half a cell on.
  const bool near = std::abs(least) <= 2 * (most - least);
  return changes || near ? std::optional(std::abs(least)) : std::nullopt;
}

struct Place {
  std::int64_t gap;
  int column, row;
  auto operator<=>(const Place&) const = default;
};

std::vector<Place> first_places(const Zlist& lists) {
  const RasterView& v = lists.view();
  const auto cell = [&](int column, int row) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(v.columns()) + static_cast<std::size_t>(column);
  };
  std::vector<LineNote> notes(v.cells());
  for (std::size_t c = 0; c < v.cells(); ++c) notes[c] = note_of(lists.list(c));
  std::vector<Place> places;
  for (int row = 0; row < v.rows(); ++row)
    for (int column = 0; column < v.columns(); ++column) {
      std::vector<LineNote> around;
      for (int r = std::max(0, row - 1); r <= std::min(v.rows() - 1, row + 1); ++r)
        for (int c = std::max(0, column - 1); c <= std::min(v.columns() - 1, column + 1); ++c)
          around.push_back(notes[cell(c, r)]);
      if (const auto gap = worth(around)) places.push_back({*gap, column, row});
    }
  return places;
}

}  // namespace

std::uint64_t refine_lines(const Zlist& lists, const LinePair& pair, int levels, const Control& control,
                           RasterDevice* device, LineFindings& found) {
  std::uint64_t added = 0;
  std::vector<Place> places = first_places(lists);
  RasterView view = lists.view();
  for (int level = 0; level < levels && !places.empty() && !found.settled(); ++level) {
    if (view.finest() < 2 || 4 * static_cast<std::uint64_t>(view.cells()) > kMostAcross) break;
    control.poll();
    view = view.finer(2);
    const std::size_t most = std::min(places.size(), kMostCells);
    std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(most), places.end());
    places.resize(most);
    std::vector<std::uint32_t> cells;
    for (const Place& p : places)
      for (int k = 0; k < 4; ++k)
        cells.push_back(static_cast<std::uint32_t>(2 * p.row + k / 2) * static_cast<std::uint32_t>(view.columns()) +
                        static_cast<std::uint32_t>(2 * p.column + k % 2));
    std::sort(cells.begin(), cells.end());
    const auto column_of = [&](std::uint32_t c) { return static_cast<int>(c % static_cast<std::uint32_t>(view.columns())); };
    const auto row_of = [&](std::uint32_t c) { return static_cast<int>(c / static_cast<std::uint32_t>(view.columns())); };
    std::vector<std::pair<std::uint32_t, LineNote>> notes;
    for (std::size_t from = 0; from < cells.size(); from += kRaysAtOnce) {
      const std::span<const std::uint32_t> some = std::span(cells).subspan(from, std::min(kRaysAtOnce, cells.size() - from));
      const auto take = [&](std::uint32_t cell, std::span<const Fragment> list) {
        look_at_line(pair, list, view, column_of(cell), row_of(cell), found);
        notes.emplace_back(cell, note_of(list));
        return true;
      };
      for_each_layer_list(view, pair.objects, some, control, take, device);
    }
    added += cells.size();
    // The quarters of one cell tell about each other.
    const auto note_at = [&](int column, int row) -> const LineNote& {
      const auto cell =
          static_cast<std::uint32_t>(row) * static_cast<std::uint32_t>(view.columns()) + static_cast<std::uint32_t>(column);
      return std::lower_bound(notes.begin(), notes.end(), cell, [](const auto& n, std::uint32_t c) { return n.first < c; })
          ->second;
    };
    std::vector<Place> next;
    for (const Place& p : places) {
      const LineNote quarters[] = {note_at(2 * p.column, 2 * p.row), note_at(2 * p.column + 1, 2 * p.row),
                                   note_at(2 * p.column, 2 * p.row + 1), note_at(2 * p.column + 1, 2 * p.row + 1)};
      if (const auto gap = worth(quarters))
        for (int k = 0; k < 4; ++k) next.push_back({*gap, 2 * p.column + k % 2, 2 * p.row + k / 2});
    }
    places = std::move(next);
  }
  return added;
}

}  // namespace impinge
