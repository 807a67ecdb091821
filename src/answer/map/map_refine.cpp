// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/map_refine.h"

#include <algorithm>
#include <tuple>

#include "raster/cover/cover_cells.h"

namespace impinge {

namespace {

constexpr std::size_t kLongLists = 64;       // faces of one body times those of the other
constexpr double kLongShare = 0.25;          // of the width from which on a cell is steep: long lists are halved earlier
constexpr std::int64_t kRoundingSteps = 64;  // differences of depth that rounding alone may leave

std::size_t list_product(std::span<const Cover> covers) {
  const auto of_b =
      static_cast<std::size_t>(std::count_if(covers.begin(), covers.end(), [](const Cover& c) { return c.object == 1; }));
  return of_b * (covers.size() - of_b);
}

}  // namespace

CellKind kind_of(const CellBounds& b) {
  return b.touches ? CellKind::together : b.may_touch ? CellKind::uncertain : CellKind::apart;
}

bool is_uneven(const RefineRule& rule, const CellBounds& b, std::span<const Cover> covers, double share,
               std::int64_t deepest) {
  const double width = static_cast<double>(b.possible - b.certain) * share;
  if (width > rule.width) return true;
  if (b.longest_possible > deepest && b.longest_possible - b.longest_certain > kRoundingSteps) return true;
  return width > kLongShare * rule.width && list_product(covers) > kLongLists;
}

bool may_be_uneven(const RefineRule& rule, const CellBounds& b, double share) {
  return static_cast<double>(b.possible - b.certain) * share > kLongShare * rule.width;
}

BorderTrace BorderTrace::next(std::span<const CellBounds, 4> quarters) const {
  BorderTrace trace;
  if (std::all_of(quarters.begin(), quarters.end(), [](const CellBounds& b) { return kind_of(b) == CellKind::uncertain; }))
    trace.lost_ = lost_ + 1;
  return trace;
}

MeshRefiner::MeshRefiner(const RasterView& view, std::span<const RasterObject> objects, const RefineRule& rule,
                         const Control& control)
    : objects_(objects), rule_(rule), control_(control), quarters_(static_cast<std::size_t>(rule.levels)) {
  for (int level = 0; level <= rule.levels; ++level) {
    views_.push_back(view.finer(1 << level));
    walks_.emplace_back(views_.back(), objects);
  }
}

void MeshRefiner::draw(const RasterView& view, std::span<const Cover> covers, Quarters& quarters) const {
  for (int i = 0; i < 4; ++i) {
    quarters.covers[i].clear();
    quarters.lists[i].clear();
  }
  for (const Cover& c : covers) {
    const RasterTriangle t = lattice_triangle(view, *objects_[c.object].mesh, c.face);
    for_each_covered_cell(t, view, [&](int column, int row, std::int32_t low, std::int32_t high) {
      quarters.covers[2 * row + column].push_back({low, high, c.object, c.face});
    });
    draw_large(t, c.face, view, 0, 2, [&](const RasterHit& hit) {
      quarters.lists[2 * hit.row + hit.column].push_back(
          {hit.z, hit.error, c.object | (hit.entry ? Fragment::kEntry : 0), hit.face});
    });
  }
  for (int i = 0; i < 4; ++i) {
    std::sort(quarters.covers[i].begin(), quarters.covers[i].end(), [](const Cover& x, const Cover& y) {
      return std::tie(x.low, x.high, x.object, x.face) < std::tie(y.low, y.high, y.object, y.face);
    });
    std::sort(quarters.lists[i].begin(), quarters.lists[i].end(),
              [](const Fragment& x, const Fragment& y) { return x.before(y); });
  }
}

void MeshRefiner::halve(int level, int column, int row, std::span<const Cover> covers, BorderTrace border, MapSums& sums) {
  control_.poll();
  ++sums.halved[static_cast<std::size_t>(level)];
  Quarters& quarters = quarters_[static_cast<std::size_t>(level)];
  const RasterView view = views_[static_cast<std::size_t>(level) + 1].part(2 * row, 2 * row + 2, 2 * column, 2 * column + 2);
  draw(view, covers, quarters);
  for (int i = 0; i < 4; ++i)
    quarters.bounds[i] = walks_[static_cast<std::size_t>(level) + 1].run({2 * column + i % 2, 2 * row + i / 2, 1, 1},
                                                                         quarters.covers[i], quarters.lists[i], windings_);
  const double share = 1.0 / static_cast<double>(std::uint64_t{1} << (2 * (level + 1)));
  border = border.next(quarters.bounds);
  for (int i = 0; i < 4; ++i) {
    const CellBounds& b = quarters.bounds[i];
    const std::int64_t deepest = std::max(rule_.deepest, sums.longest_low);
    if (level + 1 < rule_.levels && (border.runs_through(b) || is_uneven(rule_, b, quarters.covers[i], share, deepest))) {
      halve(level + 1, 2 * column + i % 2, 2 * row + i / 2, quarters.covers[i], border, sums);
    } else {
      const MapColumn line = solid_column(quarters.lists[i], {{INT32_MIN, INT32_MIN}, {windings_[0], windings_[1]}});
      sums.add_line(view, i % 2, i / 2, {line, contact_error(view)}, share);
      sums.add_bounds(b, share);
    }
  }
}

}  // namespace impinge
