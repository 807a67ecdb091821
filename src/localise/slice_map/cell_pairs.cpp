// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: boxes are compared after a monotone map to integers, so that no rounding can part them. Small boxes look for
// larger ones, and for those of their own size: each face belongs to a level by its size, and of two faces the one of the
// lower level looks for the other in the list of its level, so that no look-up reads more than a few columns. Each pair is
// found once. Levels of grids: B. Mirtich, Efficient algorithms for two-phase collision detection, 1997.
#include "localise/slice_map/cell_pairs.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <optional>

#include "base/concatenate.h"
#include "localise/slice_map/cell_items.h"
#include "localise/slice_map/cell_list.h"

namespace impinge {

namespace {

constexpr std::size_t kLookUps = 64;  // items between two looks at the count
// Candidates and comparisons, for each face and in any case, beyond which a tree is faster. In ordinary contact there are
// one candidate a face, and sixty comparisons.
constexpr std::uint64_t kCandidates = 8, kFewCandidates = 100000, kComparisons = 500, kFewComparisons = 10000000;
constexpr std::size_t kChunk = 4096;  // items a task

using Indices = KeptVector<std::uint32_t>;

// The boxes of the faces of one object, and their levels.
class FaceItems {
 public:
  FaceItems(const WorldObject& object, const FacePieces& pieces, const RegionGrid& grid) {
    std::vector<std::size_t> begin(pieces.size() + 1, 0);
    for (std::size_t p = 0; p < pieces.size(); ++p) begin[p + 1] = begin[p] + pieces[p].size();
    items_.resize(begin.back());
    slabs_.resize(begin.back());
    std::vector<std::array<std::uint64_t, 3>> sums(pieces.size());
    tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t p) {
      for (std::size_t i = 0; i < pieces[p].size(); i += kMostCellItems) {
        const auto faces = std::span(pieces[p]).subspan(i, std::min(kMostCellItems, pieces[p].size() - i));
        const std::size_t first = begin[p] + i;
        const auto sum = set_cell_items(object, grid, faces, items_.data() + first, slabs_.data() + first);
        for (std::size_t k = 0; k < 3; ++k) sums[p][k] += sum[k];
      }
    });
    for (const auto& sum : sums)
      for (std::size_t k = 0; k < 3; ++k) extents_[k] += sum[k];
  }

  CellBoxes boxes() const { return {items_, slabs_}; }
  std::size_t count() const { return items_.size(); }
  std::uint32_t face(std::uint32_t item) const { return items_[item].face; }
  const std::array<std::uint64_t, 3>& extents() const { return extents_; }
  const Indices& of_level(int level) const { return levels_[static_cast<std::size_t>(level)]; }

  void sort_out(const CellColumns& columns) {
    std::vector<std::array<Indices, kMostLevels>> chunks((items_.size() + kChunk - 1) / kChunk);
    each_chunk([&](std::size_t chunk, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        chunks[chunk][static_cast<std::size_t>(level_of(items_[i], columns))].push_back(static_cast<std::uint32_t>(i));
    });
    for (std::size_t level = 0; level < kMostLevels; ++level)
      for (const auto& chunk : chunks) levels_[level].insert(levels_[level].end(), chunk[level].begin(), chunk[level].end());
  }

 private:
  // Calls visit(chunk, begin, end).
  template <typename Visit>
  void each_chunk(const Visit& visit) {
    tbb::parallel_for(std::size_t{0}, (items_.size() + kChunk - 1) / kChunk, [&](std::size_t chunk) {
      visit(chunk, chunk * kChunk, std::min(items_.size(), (chunk + 1) * kChunk));
    });
  }

  KeptVector<CellItem> items_;
  KeptVector<CellSlabs> slabs_;
  std::array<std::uint64_t, 3> extents_{};  // sums
  std::array<Indices, kMostLevels> levels_;
};

// Columns run along the axis with the fewest cells. They are as wide as the mean face to twice as wide, which was fastest,
// or wider where there would be too many of them.
CellColumns columns_of(const FaceItems& a, const FaceItems& b, const RegionGrid& grid) {
  const std::size_t n = a.count() + b.count();
  CellColumns c{};
  for (int axis = 0; axis < 3; ++axis)
    c.last[static_cast<std::size_t>(axis)] = static_cast<std::int16_t>((grid.size(axis) << kStepBits) - 1);
  const int along = static_cast<int>(std::min_element(c.last.begin(), c.last.end()) - c.last.begin());
  c.axis = {(along + 1) % 3, (along + 2) % 3, along};
  std::uint64_t extent = 0;
  for (std::size_t k = 0; k < 3; ++k) extent = std::max(extent, (a.extents()[k] + b.extents()[k]) / n);
  c.shift = std::max(2, static_cast<int>(std::bit_width(extent)));
  const auto across = [&](std::size_t k) { return c.last[static_cast<std::size_t>(c.axis[k])] >> c.shift; };
  while (c.shift < 16 && static_cast<std::size_t>(across(0)) * static_cast<std::size_t>(across(1)) > 4 * n + 1024) ++c.shift;
  return c;
}

// The work of all threads.
class CrowdCount {
 public:
  explicit CrowdCount(std::uint64_t faces)
      : most_candidates_(std::min(kCandidates * faces + kFewCandidates, kMaxCandidates)),
        most_comparisons_(kComparisons * faces + kFewComparisons) {}

  void add(std::uint64_t candidates, std::uint64_t comparisons) {
    candidates_.fetch_add(candidates, std::memory_order_relaxed);
    comparisons_.fetch_add(comparisons, std::memory_order_relaxed);
  }
  bool crowded() const { return candidates_ > most_candidates_ || comparisons_ > most_comparisons_; }

 private:
  std::uint64_t most_candidates_, most_comparisons_;
  std::atomic<std::uint64_t> candidates_{0}, comparisons_{0};
};

// What became of the look-ups of one object in the lists of the other.
using FoundPieces = std::vector<KeptVector<CellList::Found>>;

// Items of `from` look for those of `to` at all levels above theirs, and at their own if asked.
FoundPieces look_up(const FaceItems& from, const FaceItems& to, const CellColumns& columns, bool own_level,
                    CrowdCount& count, Control& control) {
  FoundPieces found;
  for (int level = 0; level < kMostLevels; ++level) {
    if (to.of_level(level).empty()) continue;
    std::optional<CellList> list;
    for (int own = 0; own < level + (own_level ? 1 : 0); ++own) {
      const Indices& looking = from.of_level(own);
      if (looking.empty()) continue;
      if (!list) list.emplace(to.boxes(), to.of_level(level), columns, level);
      const std::size_t before = found.size(), pieces = (looking.size() + kChunk - 1) / kChunk;
      found.resize(before + pieces);
      tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t p) {
        control.poll();
        KeptVector<CellList::Found>& mine = found[before + p];
        for (std::size_t i = p * kChunk; i < std::min(looking.size(), (p + 1) * kChunk); i += kLookUps) {
          if (count.crowded()) return;
          const std::size_t had = mine.size();
          const std::uint64_t comparisons =
              list->look_up(from.boxes(), std::span(looking).subspan(i, std::min(kLookUps, looking.size() - i)), mine);
          count.add(mine.size() - had, comparisons);
        }
      });
    }
  }
  return found;
}

}  // namespace

std::optional<KeptVector<Candidate>> cell_pairs(const ObjectPair& objects, const WorldObject& a_object,
                                                const FacePieces& a_faces, const WorldObject& b_object,
                                                const FacePieces& b_faces, const RegionGrid& grid, Control& control) {
  FaceItems a(a_object, a_faces, grid), b(b_object, b_faces, grid);
  if (a.count() == 0 || b.count() == 0) return KeptVector<Candidate>();
  const CellColumns columns = columns_of(a, b, grid);
  a.sort_out(columns);
  b.sort_out(columns);
  CrowdCount count(a.count() + b.count());
  const FoundPieces by_a = look_up(a, b, columns, true, count, control);
  const FoundPieces by_b = look_up(b, a, columns, false, count, control);
  if (count.crowded()) return {};
  KeptVector<Candidate> candidates = concatenate<KeptVector<Candidate>>(by_a, [&](const CellList::Found& f) {
    return Candidate{objects.a, objects.b, a.face(f.looking), b.face(f.listed)};
  });
  for (const auto& found : by_b)
    for (const CellList::Found& f : found) candidates.push_back({objects.a, objects.b, a.face(f.listed), b.face(f.looking)});
  return candidates;
}

}  // namespace impinge
