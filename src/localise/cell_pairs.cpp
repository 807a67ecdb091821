// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: boxes that meet share the column that holds the lower corner of their common part, and are compared there and
// nowhere else. Coordinates are compared after a monotone map to floats, so that no rounding can part them.
#include "localise/cell_pairs.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "localise/cell_band.h"

namespace impinge {

namespace {

constexpr double kColumnExtents = 1.5;  // width of a column in mean box extents
constexpr double kMostColumns = 1024;   // on each of the two axes
constexpr int kLargeItem = 64;          // items over more columns are not listed, they look through the lists of the others
constexpr std::size_t kBandItems = 8192;  // items in a band of rows: what fits a cache

std::vector<CellItem> items_of(const WorldObject& object, std::span<const RegionFace> faces, const RegionGrid& grid) {
  std::vector<CellItem> items(faces.size());
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
void add_extents(std::span<const CellItem> items, const float (&size)[3], double (&sum)[3]) {
  for (const CellItem& item : items)
    for (int axis = 0; axis < 3; ++axis) sum[axis] += std::min(item.high[axis], size[axis]) - std::max(item.low[axis], 0.0f);
}

CellColumns columns_of(std::span<const CellItem> a, std::span<const CellItem> b, const RegionGrid& grid) {
  double sum[3] = {0, 0, 0};
  const float size[3] = {static_cast<float>(grid.size(0)), static_cast<float>(grid.size(1)),
                         static_cast<float>(grid.size(2))};
  add_extents(a, size, sum);
  add_extents(b, size, sum);
  const double n = static_cast<double>(a.size() + b.size());
  double count[3];
  for (int axis = 0; axis < 3; ++axis)
    count[axis] =
        std::clamp(grid.size(axis) * n / (kColumnExtents * std::max(sum[axis], 1e-3 * n)), 1.0, 1.0 * kMostColumns);
  // Columns run along the axis that would be cut least.
  const int along = static_cast<int>(std::min_element(count, count + 3) - count);
  CellColumns c;
  const double crowd = std::sqrt(std::max(1.0, count[(along + 1) % 3] * count[(along + 2) % 3] / (4 * n)));
  for (int k = 0; k < 2; ++k) {
    c.axis[k] = (along + 1 + k) % 3;
    c.size[k] = std::max(1, static_cast<int>(count[c.axis[k]] / crowd));
    c.scale[k] = static_cast<float>(c.size[k]) / static_cast<float>(grid.size(c.axis[k]));
  }
  return c;
}

bool meet(const CellItem& a, const CellItem& b) {
  return a.low[0] <= b.high[0] && b.low[0] <= a.high[0] && a.low[1] <= b.high[1] && b.low[1] <= a.high[1] &&
         a.low[2] <= b.high[2] && b.low[2] <= a.high[2];
}

bool is_large(const CellColumns& columns, const CellItem& item) {
  return (columns.last(item, 0) - item.first[0] + 1) * (columns.last(item, 1) - item.first[1] + 1) > kLargeItem;
}

using Indices = std::vector<std::uint32_t>;

struct FaceItems {
  std::vector<CellItem> items;
  Indices small, large;

  void sort_out(const CellColumns& columns) {
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      for (int k = 0; k < 2; ++k)
        items[i].first[k] = static_cast<std::uint16_t>(columns.column(k, items[i].low[columns.axis[k]]));
      (is_large(columns, items[i]) ? large : small).push_back(i);
    }
  }
};

// The chosen items that reach into each band of rows.
std::vector<Indices> by_band(const CellColumns& columns, int rows, std::span<const CellItem> items, const Indices& chosen) {
  std::vector<Indices> bands((columns.size[1] + rows - 1) / rows);
  for (const std::uint32_t i : chosen)
    for (int k = items[i].first[1] / rows; k <= columns.last(items[i], 1) / rows; ++k) bands[k].push_back(i);
  return bands;
}

// All pairs of a listed and a looking box that meet, band by band.
std::vector<CellBand::Found> join(const CellColumns& columns, const FaceItems& listed, const FaceItems& looking,
                                  const Indices& looks, Control& control) {
  const int bands_wanted = static_cast<int>((listed.small.size() + looks.size()) / kBandItems) + 1;
  const int rows = std::max(1, (columns.size[1] + bands_wanted - 1) / bands_wanted);
  const std::vector<Indices> lists_of = by_band(columns, rows, listed.items, listed.small);
  const std::vector<Indices> looks_of = by_band(columns, rows, looking.items, looks);
  std::vector<std::vector<CellBand::Found>> found(lists_of.size());
  tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t k) {
    control.poll();
    if (lists_of[k].empty() || looks_of[k].empty()) return;
    const int first = static_cast<int>(k) * rows;
    CellBand band{columns, first, std::min(columns.size[1], first + rows) - 1};
    band.list(listed.items, lists_of[k]);
    band.look_up(looking.items, looks_of[k], found[k]);
  });
  std::vector<CellBand::Found> all;
  for (const auto& f : found) all.insert(all.end(), f.begin(), f.end());
  return all;
}

}  // namespace

std::vector<Candidate> cell_pairs(const ObjectPair& objects, const WorldObject& a_object,
                                  std::span<const RegionFace> a_faces, const WorldObject& b_object,
                                  std::span<const RegionFace> b_faces, const RegionGrid& grid, Control& control) {
  if (a_faces.empty() || b_faces.empty()) return {};
  FaceItems a{items_of(a_object, a_faces, grid), {}, {}}, b{items_of(b_object, b_faces, grid), {}, {}};
  const CellColumns columns = columns_of(a.items, b.items, grid);
  a.sort_out(columns);
  b.sort_out(columns);
  Indices all_b = b.small;
  all_b.insert(all_b.end(), b.large.begin(), b.large.end());
  std::vector<Candidate> candidates;
  for (const CellBand::Found& f : join(columns, a, b, all_b, control))
    candidates.push_back({objects.a, objects.b, f.listed, f.looking});
  for (const CellBand::Found& f : join(columns, b, a, a.large, control))
    candidates.push_back({objects.a, objects.b, f.looking, f.listed});
  for (const std::uint32_t i : a.large)
    for (const std::uint32_t j : b.large)
      if (meet(a.items[i], b.items[j])) candidates.push_back({objects.a, objects.b, a.items[i].face, b.items[j].face});
  return candidates;
}

}  // namespace impinge
