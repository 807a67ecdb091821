// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/columns/view_blocks.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <utility>

#include "raster/cover/cover_cells.h"

namespace impinge {

namespace {

constexpr std::size_t kLeastBlockPiece = 8192;  // faces that are worth a task
constexpr std::size_t kMostBlockFaces = std::size_t{1} << 31;

std::size_t pieces_of(std::size_t count) {
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  return threads == 1 ? 1 : std::clamp<std::size_t>(count / kLeastBlockPiece, 1, 4 * threads);
}

// Calls work(piece, begin, end) for pieces of so many faces, from many threads.
template <typename Work>
void for_each_piece(std::size_t count, const Control& control, const Work& work) {
  const std::size_t pieces = pieces_of(count);
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
    control.poll();
    work(piece, static_cast<std::uint32_t>(piece * count / pieces),
         static_cast<std::uint32_t>((piece + 1) * count / pieces));
  });
}

}  // namespace

// Depths of a body over each block; low > high: it has no face there.
struct ViewBlocks::Ranges {
  explicit Ranges(std::size_t blocks) : low(blocks, INT32_MAX), high(blocks, INT32_MIN) {}
  std::vector<std::int32_t> low, high;

  void add(std::size_t block, std::int32_t face_low, std::int32_t face_high) {
    low[block] = std::min(low[block], face_low);
    high[block] = std::max(high[block], face_high);
  }
  void add(const Ranges& o) {
    for (std::size_t b = 0; b < low.size(); ++b) add(b, o.low[b], o.high[b]);
  }
};

// Faces of each block, piece by piece; then where the next one of a piece goes.
struct ViewBlocks::Counts {
  Counts(std::size_t pieces, std::size_t all) : shared(pieces * all, 0), front(pieces * all, 0), blocks(all) {}
  std::vector<std::uint32_t> shared, front;
  std::size_t blocks;
};

std::int64_t ViewBlocks::margin(const RasterView& view) { return contact_error(view) + flush_error(view) + 4; }

ViewBlocks::FaceBox ViewBlocks::box_of(std::size_t body, std::uint32_t face) const {
  const RasterMesh& mesh = meshes_[body];
  const Face& f = mesh.faces()[face];
  const RasterCorner &a = mesh.corners()[f[0]], &b = mesh.corners()[f[1]], &c = mesh.corners()[f[2]];
  const std::int32_t rounding = 1 + view_.depth_rounding();
  FaceBox box{std::min({a.z, b.z, c.z}) - rounding, std::max({a.z, b.z, c.z}) + rounding, 0, 0, FaceBox::kMany, 0};
  if (RasterMesh::far(a) || RasterMesh::far(b) || RasterMesh::far(c)) return box;
  // Two steps around, as covers have them.
  const int column0 = (std::min({a.x, b.x, c.x}) - 2) >> 8, column1 = (std::max({a.x, b.x, c.x}) + 2) >> 8;
  const int row0 = (std::min({a.y, b.y, c.y}) - 2) >> 8, row1 = (std::max({a.y, b.y, c.y}) + 2) >> 8;
  box.columns = FaceBox::kNone;
  if (column1 < 0 || row1 < 0 || column0 >= columns_ || row0 >= rows_) return box;
  box.columns = FaceBox::kMany;
  if (column1 - column0 > 1 || row1 - row0 > 1) return box;
  const int column = std::max(column0, 0), row = std::max(row0, 0);
  box.column = static_cast<std::int16_t>(column);
  box.row = static_cast<std::int16_t>(row);
  box.columns = static_cast<std::uint8_t>(std::min(column1, columns_ - 1) - column);
  box.rows = static_cast<std::uint8_t>(std::min(row1, rows_ - 1) - row);
  return box;
}

// Calls on_block(block, low, high) for the blocks that a face may reach into.
template <typename OnBlock>
void ViewBlocks::for_each_block(std::size_t body, std::uint32_t face, const OnBlock& on_block) const {
  const FaceBox& box = boxes_[body][face];
  if (box.columns == FaceBox::kNone) return;
  if (box.columns == FaceBox::kMany) {
    for_each_covered_cell(
        meshes_[body].triangle(face), view_,
        [&](int column, int row, std::int32_t low, std::int32_t high) { on_block(place(column, row), low, high); });
    return;
  }
  for (int row = box.row; row <= box.row + box.rows; ++row)
    for (int column = box.column; column <= box.column + box.columns; ++column)
      on_block(place(column, row), box.low, box.high);
}

ViewBlocks::Ranges ViewBlocks::find_boxes(std::size_t body, const Control& control) {
  const std::size_t blocks = from_.size();
  boxes_[body].resize(meshes_[body].face_count());
  tbb::enumerable_thread_specific<Ranges> found([&] { return Ranges(blocks); });
  for_each_piece(boxes_[body].size(), control, [&](std::size_t, std::uint32_t begin, std::uint32_t end) {
    Ranges& mine = found.local();
    for (std::uint32_t f = begin; f < end; ++f) {
      boxes_[body][f] = box_of(body, f);
      for_each_block(body, f, [&](std::size_t block, std::int32_t low, std::int32_t high) { mine.add(block, low, high); });
    }
  });
  Ranges all(blocks);
  for (const Ranges& part : found) all.add(part);
  return all;
}

void ViewBlocks::find_shared(std::span<const Ranges> ranges) {
  const std::int64_t around = margin(view_);
  for (std::size_t b = 0; b < from_.size(); ++b) {
    if (ranges[0].low[b] > ranges[0].high[b] || ranges[1].low[b] > ranges[1].high[b]) continue;
    const std::int64_t low = std::max(ranges[0].low[b], ranges[1].low[b]);
    const std::int64_t high = std::min(ranges[0].high[b], ranges[1].high[b]);
    if (low - around > high + around) continue;
    from_[b] = low - around;
    to_[b] = high + around;
  }
}

// Which way the line through the middle of a block goes through a face in front.
void ViewBlocks::count_front(std::uint32_t body, std::uint32_t face, std::size_t block) {
  const int column = static_cast<int>(block) % columns_, row = static_cast<int>(block) / columns_;
  const RasterTriangle t = meshes_[body].triangle(face);
  const auto [x_low, x_high] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_low, y_high] = std::minmax({t.y[0], t.y[1], t.y[2]});
  const std::int64_t x = std::int64_t{column} * kSubcells + kSubcells / 2, y = std::int64_t{row} * kSubcells + kSubcells / 2;
  if (x < x_low || x > x_high || y < y_low || y > y_high) return;
  draw_large(t, face, view_, row, row + 1, [&](const RasterSpan& span) {
    if (span.begin <= column && column < span.end)
      std::atomic_ref(fronts_[block].winding[body]).fetch_add(span.entry ? 1 : -1, std::memory_order_relaxed);
  });
}

void ViewBlocks::count(std::uint32_t body, Counts& counts, const Control& control) {
  for_each_piece(boxes_[body].size(), control, [&](std::size_t piece, std::uint32_t begin, std::uint32_t end) {
    std::uint32_t *const shared = counts.shared.data() + piece * counts.blocks, *const front = counts.front.data() +
                                                                                               piece * counts.blocks;
    for (std::uint32_t f = begin; f < end; ++f)
      for_each_block(body, f, [&](std::size_t block, std::int32_t low, std::int32_t high) {
        if (low > to_[block]) return;
        if (high >= from_[block]) {
          ++shared[block];
          if (low < from_[block]) std::atomic_ref(passed_[body][block]).store(1, std::memory_order_relaxed);
        } else {
          ++front[block];
          count_front(body, f, block);
        }
      });
  });
}

// Where faces in front matter they take their places too, and the lists of the block begin with nothing in front.
void ViewBlocks::find_places(std::span<Counts> counts) {
  std::size_t sum = 0;
  for (std::size_t b = 0; b < from_.size(); ++b) {
    begin_[b] = static_cast<std::uint32_t>(sum);
    for (std::size_t o = 0; o < 2; ++o) {
      const bool passed = passed_[o][b] != 0;
      if (passed)
        fronts_[b].winding[o] = 0;
      else if (from_[b] <= to_[b])
        fronts_[b].cut[o] = static_cast<std::int32_t>(std::max<std::int64_t>(from_[b], INT32_MIN));
      for (std::size_t i = b; i < counts[o].shared.size(); i += from_.size()) {
        const std::size_t faces = counts[o].shared[i] + (passed ? counts[o].front[i] : 0);
        counts[o].shared[i] = static_cast<std::uint32_t>(sum);
        sum += faces;
      }
    }
    if (sum >= kMostBlockFaces)
      throw Error(ErrorCode::too_large,
                  fmt::format("too many faces in {} x {} cells; lower the resolution", columns_, rows_));
  }
  begin_.back() = static_cast<std::uint32_t>(sum);
  faces_.resize(sum);
}

void ViewBlocks::put(std::uint32_t body, Counts& counts, const Control& control) {
  std::vector<std::vector<std::uint32_t>> found(pieces_of(boxes_[body].size()));
  for_each_piece(boxes_[body].size(), control, [&](std::size_t piece, std::uint32_t begin, std::uint32_t end) {
    std::uint32_t* const next = counts.shared.data() + piece * counts.blocks;
    for (std::uint32_t f = begin; f < end; ++f) {
      bool matters = false;
      for_each_block(body, f, [&](std::size_t block, std::int32_t low, std::int32_t high) {
        if (low > to_[block] || (high < from_[block] && passed_[body][block] == 0)) return;
        faces_[next[block]++] = {low, high, body, f};
        matters = true;
      });
      if (matters) found[piece].push_back(f);
    }
  });
  for (const std::vector<std::uint32_t>& part : found) kept_[body].insert(kept_[body].end(), part.begin(), part.end());
}

ViewBlocks::ViewBlocks(const RasterView& view, std::span<const RasterObject> objects, const Control& control)
    : view_(view),
      columns_(view.columns()),
      rows_(view.rows()),
      meshes_{RasterMesh(view, *objects[0].mesh), RasterMesh(view, *objects[1].mesh)},
      from_(view.cells(), INT64_MAX),
      to_(view.cells(), INT64_MIN),
      fronts_(view.cells()),
      begin_(view.cells() + 1) {
  const Ranges ranges[] = {find_boxes(0, control), find_boxes(1, control)};
  find_shared(ranges);
  Counts counts[] = {Counts(pieces_of(boxes_[0].size()), view.cells()), Counts(pieces_of(boxes_[1].size()), view.cells())};
  for (std::uint32_t body = 0; body < 2; ++body) {
    passed_[body].assign(view.cells(), 0);
    count(body, counts[body], control);
  }
  find_places(counts);
  for (std::uint32_t body = 0; body < 2; ++body) put(body, counts[body], control);
}

PartMeshes::Chosen ViewBlocks::kept_in(const CellRange& blocks) const {
  if (blocks.column_end - blocks.column_begin == columns_ && blocks.row_end - blocks.row_begin == rows_) return kept_;
  PartMeshes::Chosen found;
  for (int row = blocks.row_begin; row < blocks.row_end; ++row)
    for (int column = blocks.column_begin; column < blocks.column_end; ++column)
      for (const Cover& c : faces(place(column, row))) found[c.object].push_back(c.face);
  for (std::vector<std::uint32_t>& some : found) {
    std::sort(some.begin(), some.end());
    some.erase(std::unique(some.begin(), some.end()), some.end());
  }
  return found;
}

PartMeshes::Chosen ViewBlocks::within(const CellRange& blocks) const {
  PartMeshes::Chosen found;
  for (std::size_t o = 0; o < 2; ++o)
    for (std::uint32_t f = 0; f < boxes_[o].size(); ++f) {
      const FaceBox& box = boxes_[o][f];
      if (box.columns == FaceBox::kNone) continue;
      if (box.columns == FaceBox::kMany ||
          (box.column + box.columns >= blocks.column_begin - 1 && box.column <= blocks.column_end &&
           box.row + box.rows >= blocks.row_begin - 1 && box.row <= blocks.row_end))
        found[o].push_back(f);
    }
  return found;
}

}  // namespace impinge
