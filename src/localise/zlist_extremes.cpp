// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The form of the 1991 paper for hardware with a depth buffer: nearest and farthest crossing of each body, complete lists
// only where these leave the answer open.
#include "localise/layer_windows.h"
#include "localise/raster_lines.h"
#include "localise/raster_stripes.h"

namespace impinge {

namespace {

// The first and the last crossing of a body on a line, by the order of fragments.
struct LineExtremes {
  std::uint64_t first = UINT64_MAX, last = 0;  // depth, sign, face
  std::int32_t first_error = 0, last_error = 0;
  std::uint16_t layers = 0;
  std::int16_t inside = 0;  // entries less exits

  void add(std::int32_t z, std::int32_t error, bool entry, std::uint32_t face) {
    const std::uint64_t key = (std::uint64_t{static_cast<std::uint32_t>(z)} << 1 | std::uint64_t{entry}) << 32 | face;
    if (key < first) first = key, first_error = error;
    if (layers == 0 || key > last) last = key, last_error = error;
    layers = static_cast<std::uint16_t>(layers + (layers < UINT16_MAX));
    inside = static_cast<std::int16_t>(inside + (entry ? 1 : -1));
  }
  static Fragment fragment(std::uint64_t key, std::int32_t error, std::uint32_t object) {
    return {static_cast<std::int32_t>(key >> 33), error, object | ((key >> 32 & 1) != 0 ? Fragment::kEntry : 0),
            static_cast<std::uint32_t>(key)};
  }
  // Entered first, left last, and as often left as entered.
  bool regular() const { return inside == 0 && layers < UINT16_MAX && (first >> 32 & 1) != 0 && (last >> 32 & 1) == 0; }
  std::int64_t low() const { return static_cast<std::int64_t>(first >> 33) - first_error; }
  std::int64_t high() const { return static_cast<std::int64_t>(last >> 33) + last_error; }
};

enum class Settled { nothing_there, convex, apart, flagged };

// What the extremes of all bodies on a line settle.
Settled settle(std::span<const LineExtremes* const> bodies) {
  Settled found = Settled::nothing_there;
  bool convex = true;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i]->layers == 0) continue;
    if (!bodies[i]->regular()) return Settled::flagged;
    convex = convex && bodies[i]->layers == 2;
    found = Settled::convex;
  }
  if (found == Settled::nothing_there || convex) return found;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const LineExtremes &x = *bodies[i], &y = *bodies[j];
      if (x.layers == 0 || y.layers == 0 || (x.layers == 2 && y.layers == 2)) continue;
      if (x.high() >= y.low() && y.high() >= x.low()) return Settled::flagged;
    }
  return Settled::apart;
}

KeptVector<LineExtremes> draw_extremes(const RasterView& view, const RasterObject& object, const Control& control) {
  KeptVector<LineExtremes> cells(view.cells());
  const auto at = [&](int column, int row) -> LineExtremes& {
    return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(view.columns()) +
                 static_cast<std::size_t>(column)];
  };
  if (object.shape != nullptr) {
    draw_lines(view, object, control,
               [&](int column, int row, const Fragment& f) { at(column, row).add(f.z, f.error, f.entry(), f.face); });
    return cells;
  }
  const RasterMesh mesh(view, *object.mesh);
  for_each_stripe(mesh, 0, view.rows(), [&](int row_begin, int row_end, const auto& for_each_run) {
    control.poll();
    for_each_run([&](std::uint32_t begin, std::uint32_t end) {
      draw(mesh, begin, end, row_begin, row_end,
           [&](const RasterHit& hit) { at(hit.column, hit.row).add(hit.z, hit.error, hit.entry, hit.face); });
    });
  });
  return cells;
}

}  // namespace

Zlist Zlist::by_extremes(const RasterView& view, std::span<const RasterObject> objects, const Control& control,
                         Extremes* extremes) {
  std::vector<KeptVector<LineExtremes>> drawn;
  for (const RasterObject& o : objects) drawn.push_back(draw_extremes(view, o, control));
  std::vector<const LineExtremes*> line(objects.size());
  const auto look = [&](std::size_t cell) {
    for (std::size_t o = 0; o < objects.size(); ++o) line[o] = &drawn[o][cell];
    return settle(line);
  };
  Extremes count;
  std::vector<std::uint32_t> flagged;
  for (std::size_t cell = 0; cell < view.cells(); ++cell) {
    const Settled s = look(cell);
    count.convex += s == Settled::convex, count.apart += s == Settled::apart, count.flagged += s == Settled::flagged;
    if (s == Settled::flagged) flagged.push_back(static_cast<std::uint32_t>(cell));
  }
  std::vector<std::size_t> ends;  // of the complete lists
  std::vector<Fragment> complete;
  for_each_layer_list(view, objects, flagged, control, [&](std::uint32_t, std::span<const Fragment> list) {
    complete.insert(complete.end(), list.begin(), list.end());
    ends.push_back(complete.size());
    return true;
  });
  Zlist lists(view);
  lists.begin_.resize(view.cells() + 1);
  lists.fragments_.reserve(complete.size() + 2 * objects.size() * static_cast<std::size_t>(count.convex + count.apart));
  std::size_t next = 0;
  for (std::size_t cell = 0; cell < view.cells(); ++cell) {
    const std::size_t first = lists.fragments_.size();
    lists.begin_[cell] = static_cast<std::uint32_t>(first);
    if (next < flagged.size() && flagged[next] == cell) {
      const std::size_t from = next == 0 ? 0 : ends[next - 1];
      lists.fragments_.insert(lists.fragments_.end(), complete.begin() + static_cast<std::ptrdiff_t>(from),
                              complete.begin() + static_cast<std::ptrdiff_t>(ends[next]));
      ++next;
      continue;
    }
    for (std::uint32_t o = 0; o < objects.size(); ++o) {
      const LineExtremes& e = drawn[o][cell];
      if (e.layers == 0) continue;
      lists.fragments_.push_back(LineExtremes::fragment(e.first, e.first_error, o));
      lists.fragments_.push_back(LineExtremes::fragment(e.last, e.last_error, o));
    }
    // A few, and mostly in order.
    for (std::size_t i = first + 1; i < lists.fragments_.size(); ++i)
      for (std::size_t j = i; j > first && lists.fragments_[j].before(lists.fragments_[j - 1]); --j)
        std::swap(lists.fragments_[j], lists.fragments_[j - 1]);
  }
  lists.begin_.back() = static_cast<std::uint32_t>(lists.fragments_.size());
  if (extremes != nullptr) *extremes = count;
  return lists;
}

}  // namespace impinge
