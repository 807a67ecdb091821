// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: boxes that meet share the column that holds the lower corner of their common part, and are compared there and
// nowhere else. Coordinates are compared after a monotone map to floats, so that no rounding can part them.
#include "localise/cell_pairs.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/joined.h"
#include "localise/cell_band.h"

namespace impinge {

namespace {

constexpr double kColumnExtents = 1.25;  // width of a column in mean box extents
constexpr double kMostColumns = 1024;    // on each of the two axes
constexpr int kLargeItem = 64;           // items over more columns are not listed, they look through the lists of the others
constexpr std::size_t kBandItems = 8192;  // items in a band of rows: what fits a cache
constexpr std::size_t kLookUps = 64;      // items between two looks at the limit
constexpr std::size_t kChunk = 4096;      // items a task
constexpr double kFar = 1e6;              // cells; beyond, all positions are one

using Indices = std::vector<std::uint32_t>;
using Extents = std::array<double, 3>;

// The boxes of one object, and how they are dealt out to the bands, chunk by chunk.
class FaceItems {
 public:
  FaceItems(const WorldObject& object, std::span<const RegionFace> faces, const RegionGrid& grid)
      : items_(faces.size()), extents_(chunks()), bands_(chunks()), large_(chunks()) {
    each_chunk([&](std::size_t chunk, std::size_t i) {
      const Box box = box_of(object.triangle(faces[i].face));
      CellItem& item = items_[i];
      item.face = faces[i].face;
      for (int axis = 0; axis < 3; ++axis) {
        item.low[axis] = static_cast<float>(std::clamp(grid.position(axis, box.low[axis]), -kFar, kFar));
        item.high[axis] = static_cast<float>(std::clamp(grid.position(axis, box.high[axis]), -kFar, kFar));
        const double high = std::min(1.0 * item.high[axis], 1.0 * grid.size(axis)),
                     low = std::max(1.0 * item.low[axis], 0.0);
        extents_[chunk][static_cast<std::size_t>(axis)] += std::max(high - low, 0.0);
      }
    });
  }

  // Sum of the extents inside the region.
  Extents extents() const {
    Extents sum{};
    for (const Extents& e : extents_)
      for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += e[axis];
    return sum;
  }

  // Finds the first column of each item and deals the small ones out to bands of so many rows.
  void deal(const CellColumns& columns, int rows, std::size_t bands) {
    each_chunk([&](std::size_t chunk, std::size_t i) {
      CellItem& item = items_[i];
      if (bands_[chunk].empty()) bands_[chunk].resize(bands);
      for (int k = 0; k < 2; ++k) item.first[k] = static_cast<std::uint16_t>(columns.column(k, item.low[columns.axis[k]]));
      const int last = columns.last(item, 1);
      const bool large = (columns.last(item, 0) - item.first[0] + 1) * (last - item.first[1] + 1) > kLargeItem;
      if (large) return large_[chunk].push_back(static_cast<std::uint32_t>(i));
      for (int k = item.first[1] / rows; k <= last / rows; ++k)
        bands_[chunk][static_cast<std::size_t>(k)].push_back(static_cast<std::uint32_t>(i));
    });
  }

  std::span<const CellItem> items() const { return items_; }
  Indices large() const { return joined(large_); }
  Indices small_in(std::size_t band) const {
    Indices all;
    for (const auto& b : bands_) all.insert(all.end(), b[band].begin(), b[band].end());
    return all;
  }

 private:
  std::size_t chunks() const { return (items_.size() + kChunk - 1) / kChunk; }

  template <typename Visit>
  void each_chunk(const Visit& visit) {
    tbb::parallel_for(std::size_t{0}, chunks(), [&](std::size_t chunk) {
      for (std::size_t i = chunk * kChunk; i < std::min(items_.size(), (chunk + 1) * kChunk); ++i) visit(chunk, i);
    });
  }

  std::vector<CellItem> items_;
  std::vector<Extents> extents_;             // of each chunk
  std::vector<std::vector<Indices>> bands_;  // of each chunk and band
  std::vector<Indices> large_;               // of each chunk
};

CellColumns columns_of(const FaceItems& a, const FaceItems& b, const RegionGrid& grid) {
  const Extents a_sum = a.extents(), b_sum = b.extents();
  const double n = static_cast<double>(a.items().size() + b.items().size());
  double count[3];
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    const double extent = std::max((a_sum[k] + b_sum[k]) / n, 1e-3);
    count[axis] = std::clamp(grid.size(axis) / (kColumnExtents * extent), 1.0, kMostColumns);
  }
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

}  // namespace

std::vector<Candidate> cell_pairs(const ObjectPair& objects, const WorldObject& a_object,
                                  std::span<const RegionFace> a_faces, const WorldObject& b_object,
                                  std::span<const RegionFace> b_faces, const RegionGrid& grid, CandidateLimit& limit,
                                  Control& control) {
  if (a_faces.empty() || b_faces.empty()) return {};
  FaceItems a(a_object, a_faces, grid), b(b_object, b_faces, grid);
  const CellColumns columns = columns_of(a, b, grid);
  const int wanted = static_cast<int>((a_faces.size() + b_faces.size()) / kBandItems) + 1;
  const int rows = std::max(1, (columns.size[1] + wanted - 1) / wanted);
  const auto bands = static_cast<std::size_t>((columns.size[1] + rows - 1) / rows);
  a.deal(columns, rows, bands);
  b.deal(columns, rows, bands);
  const Indices a_large = a.large(), b_large = b.large();
  const auto look_up = [&](const CellBand& band, const FaceItems& items, std::span<const std::uint32_t> looking,
                           std::vector<CellBand::Found>& found) {
    for (std::size_t i = 0; i < looking.size(); i += kLookUps) {
      const std::size_t before = found.size();
      band.look_up(items.items(), looking.subspan(i, std::min(kLookUps, looking.size() - i)), found);
      limit.add(found.size() - before, objects);
    }
  };
  // Small against all, then large of a against small of b, band by band; large against large at the end.
  std::vector<std::vector<CellBand::Found>> by_b(bands), by_a(bands);
  tbb::parallel_for(std::size_t{0}, bands, [&](std::size_t k) {
    control.poll();
    const int first = static_cast<int>(k) * rows;
    CellBand band{columns, first, std::min(columns.size[1], first + rows) - 1};
    const Indices a_small = a.small_in(k), b_small = b.small_in(k);
    if (!a_small.empty() && (!b_small.empty() || !b_large.empty())) {
      band.list(a.items(), a_small);
      look_up(band, b, b_small, by_b[k]);
      look_up(band, b, b_large, by_b[k]);
    }
    if (b_small.empty() || a_large.empty()) return;
    band.list(b.items(), b_small);
    look_up(band, a, a_large, by_a[k]);
  });
  std::vector<Candidate> candidates = joined<Candidate>(by_b, [&](const CellBand::Found& f) {
    return Candidate{objects.a, objects.b, f.listed, f.looking};
  });
  for (const auto& found : by_a)
    for (const CellBand::Found& f : found) candidates.push_back({objects.a, objects.b, f.looking, f.listed});
  for (const std::uint32_t i : a_large) {
    control.poll();
    const std::size_t before = candidates.size();
    for (const std::uint32_t j : b_large)
      if (meet(a.items()[i], b.items()[j]))
        candidates.push_back({objects.a, objects.b, a.items()[i].face, b.items()[j].face});
    limit.add(candidates.size() - before, objects);
  }
  return candidates;
}

}  // namespace impinge
