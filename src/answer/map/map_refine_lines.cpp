// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/map_refine_lines.h"

#include <algorithm>

#include "raster/draw/raster_draw.h"

namespace impinge {

namespace {

struct LengthRange {
  std::int64_t here, least, most;

  LengthRange(const NeighbourLines& lines, std::int64_t LineLengths::*length)
      : here(lines[4].*length), least(here), most(here) {
    for (const LineLengths& l : lines) {
      least = std::min(least, l.*length);
      most = std::max(most, l.*length);
    }
  }
};

}  // namespace

CellBounds neighbour_bounds(const NeighbourLines& lines) {
  constexpr std::int64_t kRounding = 8;  // steps, of the crossings at both ends
  CellBounds b;
  const LengthRange l(lines, &LineLengths::length), s(lines, &LineLengths::longest);
  const auto meets = [](const LineLengths& line) { return line.meets; };
  const auto may_meet = [](const LineLengths& line) { return line.may_meet; };
  // A border runs through cells beside one without overlap: nothing is certain there.
  if (l.least > 0) b.certain = std::max<std::int64_t>(0, l.here - (l.here - l.least + 1) / 2 - kRounding);
  if (l.most > 0) b.possible = l.here + (l.most - l.here + 1) / 2 + kRounding;
  if (s.least > 0) b.longest_certain = std::max<std::int64_t>(0, s.here - kRounding);
  // A top between the lines rises by no more than what the lines beside it fall by.
  if (s.most > 0) b.longest_possible = s.here + std::max(s.most - s.here, s.here - s.least) / 2 + 1 + kRounding;
  b.may_touch = b.possible > 0 || std::any_of(lines.begin(), lines.end(), may_meet);
  b.touches = std::all_of(lines.begin(), lines.end(), meets);
  return b;
}

LineRefiner::LineRefiner(const RasterView& view, std::span<const RasterObject> objects, const RefineRule& rule,
                         const Control& control)
    : objects_(objects), rule_(rule), control_(control), lines_(static_cast<std::size_t>(rule.levels)) {
  views_.reserve(static_cast<std::size_t>(rule.levels) + 1);  // lines of shapes refer to them
  for (int level = 0; level <= rule.levels; ++level) {
    views_.push_back(view.finer(1 << level));
    auto& shapes = shapes_.emplace_back();
    for (const RasterObject& o : objects)
      shapes.push_back(o.shape != nullptr ? std::make_unique<ShapeLines>(views_.back(), o) : nullptr);
  }
}

void LineRefiner::draw(std::size_t level, int column, int row, std::span<const Cover> faces, Lines& lines) {
  const RasterView& view = views_[level];
  const int first_column = 2 * column - 1, first_row = 2 * row - 1;
  // At the end of the view the last lines stand for those beyond.
  const auto within = [&](int k) {
    const int c = std::clamp(first_column + k % kSide, 0, view.columns() - 1) - first_column;
    const int r = std::clamp(first_row + k / kSide, 0, view.rows() - 1) - first_row;
    return kSide * r + c;
  };
  for (int k = 0; k < kSide * kSide; ++k) {
    std::vector<Fragment>& list = lines.lists[k];
    list.clear();
    for (std::uint32_t o = 0; o < objects_.size(); ++o) {
      if (objects_[o].shape == nullptr || within(k) != k) continue;
      const std::size_t before = list.size();
      shapes_[level][o]->cross(first_column + k % kSide, first_row + k / kSide, list);
      for (std::size_t i = before; i < list.size(); ++i) list[i].tag |= o;
    }
  }
  const RasterView around = view.part(first_row, first_row + kSide, first_column, first_column + kSide);
  for (const Cover& c : faces)
    draw_large(lattice_triangle(around, *objects_[c.object].mesh, c.face), c.face, around, 0, kSide,
               [&](const RasterHit& hit) {
                 lines.lists[kSide * hit.row + hit.column].push_back(
                     {hit.z, hit.error, c.object | (hit.entry ? Fragment::kEntry : 0), hit.face});
               });
  for (std::vector<Fragment>& list : lines.lists)
    std::sort(list.begin(), list.end(), [](const Fragment& x, const Fragment& y) { return x.before(y); });
  for (int k = 0; k < kSide * kSide; ++k)
    if (within(k) != k) lines.lists[k] = lines.lists[within(k)];
}

void LineRefiner::halve(int level, int column, int row, std::span<const Cover> faces, BorderTrace border, MapSums& sums) {
  control_.poll();
  ++sums.halved[static_cast<std::size_t>(level)];
  Lines& lines = lines_[static_cast<std::size_t>(level)];
  draw(static_cast<std::size_t>(level) + 1, column, row, faces, lines);
  LineLengths lengths[kSide * kSide];
  const std::int64_t small_error = contact_error(views_[static_cast<std::size_t>(level) + 1]);
  for (int k = 0; k < kSide * kSide; ++k) lengths[k] = LineLengths(solid_column(lines.lists[k]), small_error);
  const double share = 1.0 / static_cast<double>(std::uint64_t{1} << (2 * (level + 1)));
  CellBounds bounds[4];
  for (int i = 0; i < 4; ++i) {
    NeighbourLines next;
    for (int k = 0; k < 9; ++k) next[static_cast<std::size_t>(k)] = lengths[kSide * (i / 2 + k / 3) + i % 2 + k % 3];
    bounds[i] = neighbour_bounds(next);
  }
  border = border.next(bounds);
  for (int i = 0; i < 4; ++i) {
    const std::int64_t deepest = std::max(rule_.deepest, sums.longest_low);
    if (level + 1 < rule_.levels && (border.runs_through(bounds[i]) || is_uneven(rule_, bounds[i], {}, share, deepest))) {
      halve(level + 1, 2 * column + i % 2, 2 * row + i / 2, faces, border, sums);
    } else {
      const std::vector<Fragment>& list = lines.lists[kSide * (i / 2 + 1) + i % 2 + 1];
      sums.add_line(views_[static_cast<std::size_t>(level) + 1], 2 * column + i % 2, 2 * row + i / 2,
                    {solid_column(list), small_error}, share);
      sums.add_bounds(bounds[i], share);
    }
  }
}

}  // namespace impinge
