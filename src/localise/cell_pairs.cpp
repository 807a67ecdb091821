// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: boxes that meet share the column that holds the lower corner of their common part, and are compared there and
// nowhere else. Coordinates are compared after a monotone map to floats, so that no rounding can part them.
#include "localise/cell_pairs.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

constexpr double kColumnExtents = 1.5;  // width of a column in mean box extents
constexpr double kMostColumns = 1024;   // on each of the two axes
constexpr int kLargeItem = 64;          // items over more columns are not listed, they look through the lists of the others
constexpr std::size_t kBandItems = 8192;  // items in a band of rows: what fits a cache

// The box of a face in cells of the region grid, and its first column.
struct Item {
  float low[3], high[3];
  std::uint32_t face;
  std::uint16_t first[2];
};

// Two axes of the region cut into columns; the rows of the second one are shared out among the threads.
struct Columns {
  int axis[2];
  float scale[2];  // columns a cell of the region grid
  int size[2];

  int column(int k, float position) const {
    return static_cast<int>(std::clamp(std::floor(position * scale[k]), 0.0f, static_cast<float>(size[k] - 1)));
  }
  int last(const Item& item, int k) const { return column(k, item.high[axis[k]]); }
  bool large(const Item& item) const {
    return (last(item, 0) - item.first[0] + 1) * (last(item, 1) - item.first[1] + 1) > kLargeItem;
  }
};

std::vector<Item> items_of(const WorldObject& object, std::span<const RegionFace> faces, const RegionGrid& grid) {
  std::vector<Item> items(faces.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, faces.size(), 1024),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      for (std::size_t i = range.begin(); i != range.end(); ++i) {
                        const Box box = box_of(object.triangle(faces[i].face));
                        for (int axis = 0; axis < 3; ++axis) {
                          items[i].low[axis] = static_cast<float>(grid.position(axis, box.low[axis]));
                          items[i].high[axis] = static_cast<float>(grid.position(axis, box.high[axis]));
                        }
                        items[i].face = faces[i].face;
                      }
                    });
  return items;
}

// Mean extents of the items inside the region, by axis.
void add_extents(std::span<const Item> items, double (&sum)[3]) {
  for (const Item& item : items)
    for (int axis = 0; axis < 3; ++axis)
      sum[axis] += std::min<float>(item.high[axis], RegionGrid::kCells) - std::max(item.low[axis], 0.0f);
}

Columns columns_of(std::span<const Item> a, std::span<const Item> b, const RegionGrid& grid) {
  double sum[3] = {0, 0, 0};
  add_extents(a, sum);
  add_extents(b, sum);
  const double n = static_cast<double>(a.size() + b.size());
  double count[3];
  for (int axis = 0; axis < 3; ++axis)
    count[axis] =
        std::clamp(grid.cells(axis) * n / (kColumnExtents * std::max(sum[axis], 1e-3 * n)), 1.0, 1.0 * kMostColumns);
  // Columns run along the axis that would be cut least.
  const int along = static_cast<int>(std::min_element(count, count + 3) - count);
  Columns c;
  const double crowd = std::sqrt(std::max(1.0, count[(along + 1) % 3] * count[(along + 2) % 3] / (4 * n)));
  for (int k = 0; k < 2; ++k) {
    c.axis[k] = (along + 1 + k) % 3;
    c.size[k] = std::max(1, static_cast<int>(count[c.axis[k]] / crowd));
    c.scale[k] = static_cast<float>(c.size[k]) / static_cast<float>(grid.cells(c.axis[k]));
  }
  return c;
}

bool meet(const Item& a, const Item& b) {
  return (a.low[0] <= b.high[0]) & (b.low[0] <= a.high[0]) & (a.low[1] <= b.high[1]) & (b.low[1] <= a.high[1]) &
         (a.low[2] <= b.high[2]) & (b.low[2] <= a.high[2]);
}

using Indices = std::vector<std::uint32_t>;

struct FaceItems {
  std::vector<Item> items;
  Indices small, large;

  void sort_out(const Columns& columns) {
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      for (int k = 0; k < 2; ++k)
        items[i].first[k] = static_cast<std::uint16_t>(columns.column(k, items[i].low[columns.axis[k]]));
      (columns.large(items[i]) ? large : small).push_back(i);
    }
  }
};

// Rows first to last of the columns, with the listed items copied into each column they reach.
class Band {
 public:
  Band(const Columns& columns, int first, int last) : columns_(columns), first_(first), last_(last) {}

  void list(std::span<const Item> items, const Indices& chosen) {
    start_.assign(static_cast<std::size_t>(columns_.size[0]) * (last_ - first_ + 1) + 1, 0);
    for (const std::uint32_t i : chosen) visit(items[i], [&](std::size_t c, int, int) { ++start_[c + 1]; });
    for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
    listed_.resize(start_.back());
    next_.assign(start_.begin(), start_.end() - 1);
    for (const std::uint32_t i : chosen) visit(items[i], [&](std::size_t c, int, int) { listed_[next_[c]++] = items[i]; });
  }

  /// Calls found(listed face, face) for the listed boxes that meet the item's, in the first column common to both.
  template <typename Found>
  void look_up(const Item& item, const Found& found) const {
    visit(item, [&](std::size_t c, int x, int y) {
      for (std::uint32_t e = start_[c]; e < start_[c + 1]; ++e) {
        const Item& other = listed_[e];
        if (meet(other, item) && x == std::max(item.first[0], other.first[0]) &&
            y == std::max(item.first[1], other.first[1]))
          found(other.face, item.face);
      }
    });
  }

 private:
  template <typename Visit>
  void visit(const Item& item, const Visit& visit_column) const {
    const int low = std::max<int>(item.first[1], first_), high = std::min(columns_.last(item, 1), last_);
    const int left = item.first[0], right = columns_.last(item, 0);
    for (int y = low; y <= high; ++y)
      for (int x = left; x <= right; ++x) visit_column(static_cast<std::size_t>(y - first_) * columns_.size[0] + x, x, y);
  }

  const Columns& columns_;
  int first_, last_;
  std::vector<std::uint32_t> start_, next_;
  std::vector<Item> listed_;
};

// The chosen items that reach into each band of rows.
std::vector<Indices> by_band(const Columns& columns, int rows, std::span<const Item> items, const Indices& chosen) {
  std::vector<Indices> bands((columns.size[1] + rows - 1) / rows);
  for (const std::uint32_t i : chosen)
    for (int k = items[i].first[1] / rows; k <= columns.last(items[i], 1) / rows; ++k) bands[k].push_back(i);
  return bands;
}

// Calls found(listed face, looking face) for all pairs of boxes that meet; band by band.
template <typename Found>
void join(const Columns& columns, const FaceItems& listed, const Indices& lists, const FaceItems& looking,
          std::span<const Indices* const> looks, Control& control, const Found& found) {
  const std::size_t n = lists.size() + looking.items.size();
  const int bands_wanted = static_cast<int>(n / kBandItems) + 1;
  const int rows = std::max(1, (columns.size[1] + bands_wanted - 1) / bands_wanted);
  const std::vector<Indices> lists_of = by_band(columns, rows, listed.items, lists);
  std::vector<std::vector<Indices>> looks_of;
  for (const Indices* chosen : looks) looks_of.push_back(by_band(columns, rows, looking.items, *chosen));
  tbb::parallel_for(std::size_t{0}, lists_of.size(), [&](std::size_t k) {
    control.poll();
    if (lists_of[k].empty()) return;
    Band band(columns, static_cast<int>(k) * rows, std::min(columns.size[1], static_cast<int>(k + 1) * rows) - 1);
    band.list(listed.items, lists_of[k]);
    for (const auto& bands : looks_of)
      for (const std::uint32_t i : bands[k])
        band.look_up(looking.items[i], [&](std::uint32_t x, std::uint32_t y) { found(k, x, y); });
  });
}

}  // namespace

std::vector<Candidate> cell_pairs(const ObjectPair& objects, const WorldObject& a_object,
                                  std::span<const RegionFace> a_faces, const WorldObject& b_object,
                                  std::span<const RegionFace> b_faces, const RegionGrid& grid, Control& control) {
  if (a_faces.empty() || b_faces.empty()) return {};
  FaceItems a{items_of(a_object, a_faces, grid), {}, {}}, b{items_of(b_object, b_faces, grid), {}, {}};
  const Columns columns = columns_of(a.items, b.items, grid);
  a.sort_out(columns);
  b.sort_out(columns);
  tbb::enumerable_thread_specific<std::vector<Candidate>> found;
  const Indices* const all_b[] = {&b.small, &b.large};
  const Indices* const large_a[] = {&a.large};
  join(columns, a, a.small, b, all_b, control, [&](std::size_t, std::uint32_t x, std::uint32_t y) {
    found.local().push_back({objects.a, objects.b, x, y});
  });
  join(columns, b, b.small, a, large_a, control, [&](std::size_t, std::uint32_t x, std::uint32_t y) {
    found.local().push_back({objects.a, objects.b, y, x});
  });
  std::vector<Candidate> candidates;
  for (const auto& f : found) candidates.insert(candidates.end(), f.begin(), f.end());
  for (const std::uint32_t i : a.large)
    for (const std::uint32_t j : b.large)
      if (meet(a.items[i], b.items[j])) candidates.push_back({objects.a, objects.b, a.items[i].face, b.items[j].face});
  return candidates;
}

}  // namespace impinge
