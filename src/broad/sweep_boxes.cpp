// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Sort and sweep: n log n plus the pairs that overlap along one axis. Many boxes are first dealt into columns along that
// axis, so that a sweep meets only its neighbours, and the whole is near linear at constant density.
// Based on: D. Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992 (there kept sorted between steps).
#include "broad/sweep_boxes.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/concatenate.h"
#include "base/lent.h"

namespace impinge {

namespace {

// The axis along which box centres vary most, so that the sweep meets few others.
int sweep_axis(std::span<const Box> boxes) {
  Vec3 sum = Vec3::Zero(), sum2 = Vec3::Zero();
  Box all;
  for (const Box& b : boxes) all.add(b);
  for (const Box& b : boxes) {
    const Vec3 c = (b.low / 2 + b.high / 2) - all.low;
    sum += c;
    sum2 += c.cwiseProduct(c);
  }
  const Vec3 variance = sum2 - sum.cwiseProduct(sum) / static_cast<double>(boxes.size());
  int axis = 0;
  if (variance.allFinite()) variance.maxCoeff(&axis);
  return axis;
}

constexpr std::size_t kFewBoxes = 512;      // one sweep is cheaper
constexpr std::uint32_t kMostColumns = 16;  // of one box; wider ones are swept against all
constexpr double kColumnWidth = 2;          // mean extents

using Indices = std::span<const std::uint32_t>;

// Sweeps boxes ordered along the axis; report(i, j) for those that meet.
template <typename Report>
void sweep(std::span<const Box> boxes, Indices order, int axis, const Report& report) {
  const int y = (axis + 1) % 3, z = (axis + 2) % 3;
  const auto meet_aside = [&](const Box& a, const Box& b) {  // without branches: they would be unpredictable
    return static_cast<int>(a.low[y] <= b.high[y]) & static_cast<int>(b.low[y] <= a.high[y]) &
           static_cast<int>(a.low[z] <= b.high[z]) & static_cast<int>(b.low[z] <= a.high[z]);
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Box& box = boxes[order[i]];
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].low[axis] <= box.high[axis]; ++j)
      if (meet_aside(box, boxes[order[j]]) != 0) report(order[i], order[j]);
  }
}

void put_in_order(std::span<const Box> boxes, int axis, std::vector<std::uint32_t>& order) {
  Lent<std::pair<double, std::uint32_t>> lent;
  std::vector<std::pair<double, std::uint32_t>>& keys = *lent;
  keys.resize(boxes.size());
  for (std::uint32_t i = 0; i < boxes.size(); ++i) keys[i] = {boxes[i].low[axis], i};
  tbb::parallel_sort(keys.begin(), keys.end());
  order.resize(boxes.size());
  for (std::size_t i = 0; i < keys.size(); ++i) order[i] = keys[i].second;
}

ObjectPair pair_of(std::uint32_t i, std::uint32_t j) { return {std::min(i, j), std::max(i, j)}; }

// Columns across two axes. Cells are monotone in the coordinates, so boxes that meet share the column of their low corner.
class Columns {
 public:
  Columns(std::span<const Box> boxes, int axis) {
    Box all;
    Vec3 extent = Vec3::Zero();
    for (const Box& b : boxes) {
      all.add(b);
      extent += (b.high - b.low) / static_cast<double>(boxes.size());
    }
    for (int k = 0; k < 2; ++k) {
      axes_[k] = (axis + 1 + k) % 3;
      low_[k] = all.low[axes_[k]];
      const double range = all.high[axes_[k]] - low_[k], most = std::sqrt(static_cast<double>(boxes.size()));
      const double ratio = range / (kColumnWidth * extent[axes_[k]]);
      count_[k] = ratio >= 1 ? static_cast<std::uint32_t>(std::min(ratio, most)) : 1;
      scale_[k] = range > 0 ? count_[k] / range : 0;
      usable_ = usable_ && std::isfinite(scale_[k]) && std::isfinite(range);
    }
  }
  bool usable() const { return usable_ && count_[0] * count_[1] > 1; }
  std::uint32_t count() const { return count_[0] * count_[1]; }

  // The columns that a box reaches.
  struct Range {
    std::uint32_t low[2], high[2];
    std::uint32_t span() const { return (high[0] - low[0] + 1) * (high[1] - low[1] + 1); }
  };
  Range range(const Box& b) const {
    return {{of(0, b.low[axes_[0]]), of(1, b.low[axes_[1]])}, {of(0, b.high[axes_[0]]), of(1, b.high[axes_[1]])}};
  }
  template <typename Visit>
  void each(const Range& r, const Visit& visit) const {
    for (std::uint32_t i = r.low[0]; i <= r.high[0]; ++i)
      for (std::uint32_t j = r.low[1]; j <= r.high[1]; ++j) visit(i * count_[1] + j);
  }
  std::uint32_t home(const Range& a, const Range& b) const {
    return std::max(a.low[0], b.low[0]) * count_[1] + std::max(a.low[1], b.low[1]);
  }

 private:
  std::uint32_t of(int k, double x) const {
    return std::min(count_[k] - 1, static_cast<std::uint32_t>(std::max(0.0, (x - low_[k]) * scale_[k])));
  }

  int axes_[2];
  double low_[2], scale_[2];
  std::uint32_t count_[2];
  bool usable_ = true;
};

// Nothing if too many boxes are wide: then columns would not help.
std::optional<std::vector<ObjectPair>> swept_in_columns(std::span<const Box> boxes, Indices order, int axis,
                                                        const Columns& columns) {
  std::vector<std::uint32_t> begin(columns.count() + 1, 0), narrow, wide;
  std::vector<Columns::Range> ranges(boxes.size());
  narrow.reserve(order.size());
  for (const std::uint32_t i : order) {
    ranges[i] = columns.range(boxes[i]);
    (ranges[i].span() <= kMostColumns ? narrow : wide).push_back(i);
  }
  if (wide.size() > std::max(kFewBoxes / 8, order.size() / 64)) return {};
  for (const std::uint32_t i : narrow) columns.each(ranges[i], [&](std::uint32_t c) { ++begin[c + 1]; });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::uint32_t> items(begin.back()), next(begin.begin(), begin.end() - 1);
  for (const std::uint32_t i : narrow) columns.each(ranges[i], [&](std::uint32_t c) { items[next[c]++] = i; });
  std::vector<std::vector<ObjectPair>> found(columns.count() + wide.size());
  tbb::parallel_for(std::size_t{0}, std::size_t{columns.count()}, [&](std::size_t c) {
    sweep(boxes, Indices(items).subspan(begin[c], begin[c + 1] - begin[c]), axis, [&](std::uint32_t i, std::uint32_t j) {
      if (columns.home(ranges[i], ranges[j]) == c) found[c].push_back(pair_of(i, j));
    });
  });
  tbb::parallel_for(std::size_t{0}, wide.size(), [&](std::size_t w) {
    std::vector<ObjectPair>& mine = found[columns.count() + w];
    const Box& box = boxes[wide[w]];
    for (const std::uint32_t i : narrow)
      if (boxes_meet(box, boxes[i])) mine.push_back(pair_of(wide[w], i));
    for (std::size_t v = w + 1; v < wide.size(); ++v)
      if (boxes_meet(box, boxes[wide[v]])) mine.push_back(pair_of(wide[w], wide[v]));
  });
  return concatenate(found);
}

}  // namespace

std::vector<ObjectPair> sweep_boxes(std::span<const Box> boxes) {
  std::vector<ObjectPair> pairs = Lent<ObjectPair>::take();
  if (boxes.size() < 2) return pairs;
  const int axis = sweep_axis(boxes);
  Lent<std::uint32_t> lent;
  std::vector<std::uint32_t>& order = *lent;
  put_in_order(boxes, axis, order);
  const Columns columns(boxes, axis);
  std::optional<std::vector<ObjectPair>> by_columns;
  if (boxes.size() >= kFewBoxes && columns.usable()) by_columns = swept_in_columns(boxes, order, axis, columns);
  if (by_columns)
    pairs = std::move(*by_columns);
  else
    sweep(boxes, order, axis, [&](std::uint32_t i, std::uint32_t j) { pairs.push_back(pair_of(i, j)); });
  tbb::parallel_sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace impinge
