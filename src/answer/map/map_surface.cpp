// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/map_surface.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "answer/columns/map_column.h"
#include "raster/cover/cover_cells.h"

namespace impinge {

namespace {

constexpr std::size_t kTile = 1u << 20;   // cells that are in memory at a time
constexpr std::size_t kHeard = 1u << 12;  // faces after which a caller is asked

// Depths of a surface over a closed cell.
struct CellDepths {
  std::int32_t low = INT32_MAX, high = INT32_MIN;
  bool whole = true;  // no outline runs through the cell
};

struct SurfaceBounds {
  std::uint64_t certain = 0, possible = 0;    // cells that the overlap covers, or meets
  std::int64_t deepest_low = 0, deepest = 0;  // steps that some line has, and that none exceeds

  void add(const CellDepths& lower, const CellDepths& upper, bool odd) {
    if (lower.low > lower.high || upper.low > upper.high) return;
    const std::int64_t depth = std::int64_t{lower.high} - upper.low;
    if (depth < 0) return;
    ++possible;
    deepest = std::max(deepest, depth);
    // Without an outline every line crosses a surface as often as the middle one, but for pairs of crossings.
    if (!odd || !lower.whole || !upper.whole || lower.low < upper.high) return;
    ++certain;
    deepest_low = std::max(deepest_low, std::int64_t{lower.low} - upper.high);
  }
};

// Edges that an odd number of faces has.
std::vector<std::array<std::uint32_t, 2>> outline_of(std::span<const Face> faces) {
  std::vector<std::array<std::uint32_t, 2>> edges, outline;
  edges.reserve(3 * faces.size());
  for (const Face& f : faces)
    for (std::size_t k = 0; k < 3; ++k) edges.push_back({std::min(f[k], f[(k + 1) % 3]), std::max(f[k], f[(k + 1) % 3])});
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0, j = 0; i < edges.size(); i = j) {
    while (j < edges.size() && edges[j] == edges[i]) ++j;
    if ((j - i) % 2 == 1) outline.push_back(edges[i]);
  }
  return outline;
}

RasterTriangle lattice_edge(const RasterView& view, const WorldObject& mesh, const std::array<std::uint32_t, 2>& edge) {
  RasterTriangle t{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 p = view.frame().seen(mesh.vertex(edge[std::min<std::size_t>(k, 1)]));
    t.x[k] = std::llround(view.x_steps(p.x()));
    t.y[k] = std::llround(view.y_steps(p.y()));
    t.z[k] = static_cast<std::int32_t>(std::lround(view.z_steps(p.z())));
  }
  return t;
}

class CoveredSurface {
 public:
  CoveredSurface(const WorldObject& mesh, const Progress& progress)
      : mesh_(mesh), progress_(progress), outline_(outline_of(mesh.faces)) {}

  std::vector<CellDepths> depths(const RasterView& view) const {
    std::vector<CellDepths> cells(view.cells());
    const auto at = [&](int column, int row) -> CellDepths& {
      return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(view.columns()) +
                   static_cast<std::size_t>(column)];
    };
    for (std::uint32_t face = 0; face < mesh_.faces.size(); ++face) {
      if (face % kHeard == 0) progress_.poll();
      for_each_covered_cell(lattice_triangle(view, mesh_, face), view,
                            [&](int column, int row, std::int32_t low, std::int32_t high) {
                              CellDepths& cell = at(column, row);
                              cell.low = std::min(cell.low, low);
                              cell.high = std::max(cell.high, high);
                            });
    }
    for (const auto& edge : outline_)
      for_each_covered_cell(lattice_edge(view, mesh_, edge), view,
                            [&](int column, int row, std::int32_t, std::int32_t) { at(column, row).whole = false; });
    return cells;
  }

 private:
  const WorldObject& mesh_;
  Progress progress_;
  std::vector<std::array<std::uint32_t, 2>> outline_;
};

SurfaceBounds bounds_by_faces(const MapLines& lines, const WorldObject& lower, const WorldObject& upper,
                              const Progress& progress) {
  const CoveredSurface below(lower, progress), above(upper, progress);
  const RasterView& view = lines.view;
  const auto columns = static_cast<std::size_t>(view.columns());
  const int height = std::max(1, static_cast<int>(kTile / columns));
  SurfaceBounds bounds;
  for (int row = 0; row < view.rows(); row += height) {
    const RasterView part = view.part(row, std::min(view.rows(), row + height));
    const std::vector<CellDepths> low = below.depths(part), high = above.depths(part);
    for (std::size_t i = 0; i < low.size(); ++i)
      bounds.add(low[i], high[i], lines.odd[static_cast<std::size_t>(row) * columns + i] != 0);
    progress.share(static_cast<double>(row + part.rows()) / view.rows());
  }
  return bounds;
}

bool is_met(MapCell cell) { return cell == MapCell::penetration || cell == MapCell::contact; }

// Without faces, cells beside one of another kind may count or not, and what the deepest line differs by from the next ones
// may be added once more.
SurfaceBounds bounds_by_neighbours(const MapLines& lines, std::uint64_t met, const Progress& progress) {
  const InterferenceMap& map = lines.map;
  const auto deepest_row = static_cast<int>(lines.deepest.cell / static_cast<std::size_t>(map.columns));
  const auto deepest_column = static_cast<int>(lines.deepest.cell % static_cast<std::size_t>(map.columns));
  std::uint64_t border = 0;
  double difference = 0;
  const auto place = [&](int column, int row) {
    return static_cast<std::size_t>(std::clamp(row, 0, map.rows - 1)) * static_cast<std::size_t>(map.columns) +
           static_cast<std::size_t>(std::clamp(column, 0, map.columns - 1));
  };
  constexpr std::array<std::array<int, 2>, 4> kBeside = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  for (int row = 0; row < map.rows; ++row) {
    progress.poll();
    progress.share(static_cast<double>(row) / map.rows);
    for (int column = 0; column < map.columns; ++column) {
      const std::size_t here = place(column, row);
      border += std::any_of(kBeside.begin(), kBeside.end(), [&](const std::array<int, 2>& step) {
        return is_met(map.cells[here]) != is_met(map.cells[place(column + step[0], row + step[1])]);
      });
    }
  }
  for (const auto& step : kBeside) {
    const float gap = map.gap[place(deepest_column + step[0], deepest_row + step[1])];
    if (gap == gap) difference = std::max(difference, std::abs(static_cast<double>(gap - map.gap[lines.deepest.cell])));
  }
  SurfaceBounds bounds{met - std::min(met, border), met + border, lines.deepest.longest_low, 0};
  if (lines.deepest.longest > 0)
    bounds.deepest =
        lines.deepest.longest + static_cast<std::int64_t>(difference / lines.view.depth_step()) + flush_error(lines.view);
  return bounds;
}

}  // namespace

void set_surface_numbers(MapLines& lines, const RasterObject& a, const RasterObject& b, const Progress& progress) {
  InterferenceMap& map = lines.map;
  const auto met = static_cast<std::uint64_t>(std::count_if(map.cells.begin(), map.cells.end(), is_met));
  const bool meshes = a.mesh != nullptr && b.mesh != nullptr;
  const SurfaceBounds bounds =
      meshes ? bounds_by_faces(lines, lines.a_below ? *a.mesh : *b.mesh, lines.a_below ? *b.mesh : *a.mesh, progress)
             : bounds_by_neighbours(lines, met, progress);
  const auto bounded = [](double value, double low, double high) {
    return Bounded{std::clamp(value, low, std::max(low, high)), low, std::max(low, high)};
  };
  const double area = lines.view.cell_area(), step = lines.view.depth_step();
  map.projected_area = bounded(static_cast<double>(met) * area, static_cast<double>(bounds.certain) * area,
                               static_cast<double>(bounds.possible) * area);
  const SurfaceDepth& deepest = lines.deepest;
  map.max_depth = bounded(static_cast<double>(deepest.longest) * step, static_cast<double>(bounds.deepest_low) * step,
                          static_cast<double>(bounds.deepest) * step);
  if (deepest.longest > 0) {
    const auto columns = static_cast<std::size_t>(map.columns);
    map.deepest_point =
        lines.view.point(static_cast<int>(deepest.cell % columns), static_cast<int>(deepest.cell / columns), deepest.middle);
  }
  map.statement =
      "a surface is open or cancels itself, so that volume and containment are not defined; gaps, depths and areas are "
      "those "
      "of the surfaces, and partings bring the upper one above the lower one";
}

}  // namespace impinge
