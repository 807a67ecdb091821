// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/view_blocks.h"

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

// Calls work(piece, begin, end) for pieces of [0, count), from many threads.
template <typename Work>
void for_each_piece(std::size_t count, const Control& control, const Work& work) {
  const std::size_t pieces = pieces_of(count);
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
    control.poll();
    work(piece, piece * count / pieces, (piece + 1) * count / pieces);
  });
}

}  // namespace

struct ViewBlocks::Body {
  RasterMesh mesh;
  std::span<const std::uint32_t> chosen;
  std::span<const FaceBox> boxes;

  std::size_t count() const { return chosen.empty() ? mesh.face_count() : chosen.size(); }
  std::uint32_t face(std::size_t i) const { return chosen.empty() ? static_cast<std::uint32_t>(i) : chosen[i]; }
};

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

ViewBlocks::FaceBox ViewBlocks::box_of(const Body& body, std::uint32_t face) const {
  const Face& f = body.mesh.faces()[face];
  const RasterCorner &a = body.mesh.corners()[f[0]], &b = body.mesh.corners()[f[1]], &c = body.mesh.corners()[f[2]];
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
void ViewBlocks::for_each_block(const Body& body, std::size_t i, const OnBlock& on_block) const {
  const FaceBox& box = body.boxes[i];
  if (box.columns == FaceBox::kNone) return;
  if (box.columns == FaceBox::kMany) {
    for_each_covered_cell(body.mesh.triangle(body.face(i)), view_, [&](int column, int row, std::int32_t low, std::int32_t high) {
      on_block(place(column, row), low, high);
    });
    return;
  }
  for (int row = box.row; row <= box.row + box.rows; ++row)
    for (int column = box.column; column <= box.column + box.columns; ++column)
      on_block(place(column, row), box.low, box.high);
}

void ViewBlocks::find_shared(std::span<const Ranges> ranges) {
  const std::int64_t around = margin(view_);
  for (std::size_t b = 0; b < from_.size(); ++b) {
    from_[b] = INT64_MAX;
    to_[b] = INT64_MIN;
    const std::int64_t low = std::max(ranges[0].low[b], ranges[1].low[b]);
    const std::int64_t high = std::min(ranges[0].high[b], ranges[1].high[b]);
    if (ranges[0].low[b] > ranges[0].high[b] || ranges[1].low[b] > ranges[1].high[b] || low - around > high + around) continue;
    from_[b] = low - around;
    to_[b] = high + around;
  }
}

// Which way the line through the middle of a block goes through a face in front.
void ViewBlocks::count_front(const Body& body, std::uint32_t object, std::uint32_t face, std::size_t block) {
  const int column = static_cast<int>(block) % columns_, row = static_cast<int>(block) / columns_;
  const RasterTriangle t = body.mesh.triangle(face);
  const auto [x_low, x_high] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_low, y_high] = std::minmax({t.y[0], t.y[1], t.y[2]});
  const std::int64_t x = std::int64_t{column} * kSubcells + kSubcells / 2, y = std::int64_t{row} * kSubcells + kSubcells / 2;
  if (x < x_low || x > x_high || y < y_low || y > y_high) return;
  draw_large(t, face, view_, row, row + 1, [&](const RasterSpan& span) {
    if (span.begin <= column && column < span.end)
      std::atomic_ref(fronts_[block].winding[object]).fetch_add(span.entry ? 1 : -1, std::memory_order_relaxed);
  });
}

void ViewBlocks::count(const Body& body, std::uint32_t object, Counts& counts) {
  const std::size_t pieces = pieces_of(body.count());
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
    std::uint32_t *const shared = counts.shared.data() + piece * counts.blocks,
                         *const front = counts.front.data() + piece * counts.blocks;
    for (std::size_t i = piece * body.count() / pieces; i < (piece + 1) * body.count() / pieces; ++i)
      for_each_block(body, i, [&](std::size_t block, std::int32_t low, std::int32_t high) {
        if (low > to_[block]) return;
        if (high >= from_[block]) {
          ++shared[block];
          if (low < from_[block]) std::atomic_ref(passed_[object][block]).store(1, std::memory_order_relaxed);
        } else {
          ++front[block];
          count_front(body, object, body.face(i), block);
        }
      });
  });
}

void ViewBlocks::put(const Body& body, std::uint32_t object, Counts& counts, std::vector<std::uint32_t>& kept) {
  const std::size_t pieces = pieces_of(body.count());
  std::vector<std::vector<std::uint32_t>> found(pieces);
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
    std::uint32_t* const next = counts.shared.data() + piece * counts.blocks;
    for (std::size_t i = piece * body.count() / pieces; i < (piece + 1) * body.count() / pieces; ++i) {
      const std::uint32_t face = body.face(i);
      bool matters = false;
      for_each_block(body, i, [&](std::size_t block, std::int32_t low, std::int32_t high) {
        if (low > to_[block]) return;
        if (high < from_[block] && passed_[object][block] == 0) return;
        faces_[next[block]++] = {low, high, object, face};
        matters = true;
      });
      if (matters) found[piece].push_back(face);
    }
  });
  for (const std::vector<std::uint32_t>& part : found) kept.insert(kept.end(), part.begin(), part.end());
}

ViewBlocks::ViewBlocks(const RasterView& view, std::span<const RasterObject> objects, const Chosen* chosen,
                       const Control& control)
    : view_(view), columns_(view.columns()), rows_(view.rows()) {
  const std::size_t blocks = view.cells();
  if (chosen != nullptr) chosen_ = *chosen;
  std::vector<Body> bodies;
  std::vector<Ranges> ranges;
  std::vector<Counts> counts;
  for (std::size_t o = 0; o < 2; ++o) {
    bodies.push_back({RasterMesh(view, *objects[o].mesh), {}, {}});
    if (chosen != nullptr && chosen_[o].empty()) {  // nothing is chosen, and nothing shared
      begin_.assign(blocks + 1, 0);
      fronts_.resize(blocks);
      return;
    }
    Body& body = bodies[o];
    body.chosen = chosen_[o];
    boxes_[o].resize(body.count());
    body.boxes = boxes_[o];
    tbb::enumerable_thread_specific<Ranges> found([&] { return Ranges(blocks); });
    for_each_piece(body.count(), control, [&](std::size_t, std::size_t begin, std::size_t end) {
      Ranges& mine = found.local();
      for (std::size_t i = begin; i < end; ++i) {
        boxes_[o][i] = box_of(body, body.face(i));
        for_each_block(body, i, [&](std::size_t block, std::int32_t low, std::int32_t high) { mine.add(block, low, high); });
      }
    });
    ranges.emplace_back(blocks);
    for (const Ranges& part : found) ranges.back().add(part);
  }
  from_.resize(blocks);
  to_.resize(blocks);
  fronts_.resize(blocks);
  find_shared(ranges);
  for (std::uint32_t o = 0; o < 2; ++o) {
    control.poll();
    passed_[o].assign(blocks, 0);
    counts.emplace_back(pieces_of(bodies[o].count()), blocks);
    count(bodies[o], o, counts[o]);
  }
  begin_.resize(blocks + 1);
  std::size_t sum = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    begin_[b] = static_cast<std::uint32_t>(sum);
    for (std::size_t o = 0; o < 2; ++o) {
      const bool passed = passed_[o][b] != 0;
      if (passed) fronts_[b].winding[o] = 0;
      if (!passed && from_[b] <= to_[b]) fronts_[b].cut[o] = static_cast<std::int32_t>(std::max<std::int64_t>(from_[b], INT32_MIN));
      for (std::size_t i = b; i < counts[o].shared.size(); i += blocks)
        sum += std::exchange(counts[o].shared[i], static_cast<std::uint32_t>(sum)) + (passed ? counts[o].front[i] : 0);
    }
    if (sum >= kMostBlockFaces)
      throw Error(ErrorCode::too_large, fmt::format("too many faces in {} x {} cells; lower the resolution", columns_, rows_));
  }
  begin_[blocks] = static_cast<std::uint32_t>(sum);
  faces_.resize(sum);
  for (std::uint32_t o = 0; o < 2; ++o) {
    control.poll();
    put(bodies[o], o, counts[o], kept_[o]);
  }
}

ViewBlocks::Chosen ViewBlocks::within(const CellRange& blocks) const {
  Chosen found;
  for (std::size_t o = 0; o < 2; ++o)
    for (std::size_t i = 0; i < boxes_[o].size(); ++i) {
      const FaceBox& box = boxes_[o][i];
      if (box.columns == FaceBox::kNone) continue;
      const bool near = box.columns == FaceBox::kMany ||
                        (box.column + box.columns >= blocks.column_begin - 1 && box.column <= blocks.column_end &&
                         box.row + box.rows >= blocks.row_begin - 1 && box.row <= blocks.row_end);
      if (near) found[o].push_back(chosen_[o].empty() ? static_cast<std::uint32_t>(i) : chosen_[o][i]);
    }
  return found;
}

}  // namespace impinge
