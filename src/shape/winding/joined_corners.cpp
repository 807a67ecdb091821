// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Of eight grids, each half a cell apart along some axes, one at least has two near corners in one cell.
#include "shape/winding/joined_corners.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/box.h"
#include "base/union_find.h"
#include "shape/mend/rims.h"

namespace impinge {

namespace {

constexpr double kNear = 1e-6;  // of the diagonal
constexpr double kManyOpen = 0.1;

struct CellOf {
  std::array<std::int64_t, 3> cell;
  std::uint32_t corner;
  bool operator<(const CellOf& other) const { return cell != other.cell ? cell < other.cell : corner < other.corner; }
};

bool many_open(std::span<const Face> corners) {
  std::vector<DirectedEdge> edges;
  edges.reserve(3 * corners.size());
  for (const Face& f : corners)
    for (std::size_t i = 0; i < 3; ++i) edges.emplace_back(f[i], f[(i + 1) % 3]);
  const double all = static_cast<double>(edges.size());
  cancel_edges(edges);
  return static_cast<double>(edges.size()) >= kManyOpen * all;
}

}  // namespace

std::vector<Face> joined_corners(std::span<const Vec3> vertices, std::span<const Face> corners) {
  std::vector<Face> out(corners.begin(), corners.end());
  if (!many_open(corners)) return out;
  std::vector<std::uint32_t> used;
  Box box;
  for (const Face& f : corners)
    for (const std::uint32_t c : f) {
      used.push_back(c);
      box.add(vertices[c]);
    }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  const double cell = 2 * kNear * (box.high - box.low).norm();
  if (!(cell > 0 && std::isfinite(cell))) return out;
  UnionFind sets(vertices.size());
  std::vector<CellOf> cells(used.size());
  for (int grid = 0; grid < 8; ++grid) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      cells[i].corner = used[i];
      for (int k = 0; k < 3; ++k)
        cells[i].cell[static_cast<std::size_t>(k)] =
            std::llround((vertices[used[i]][k] - box.low[k]) / cell + (grid >> k & 1 ? 0.5 : 0.0));
    }
    std::sort(cells.begin(), cells.end());
    for (std::size_t i = 1; i < cells.size(); ++i)
      if (cells[i].cell == cells[i - 1].cell) sets.unite(cells[i].corner, cells[i - 1].corner);
  }
  for (Face& f : out)
    for (std::uint32_t& c : f) c = sets.root(c);
  return out;
}

}  // namespace impinge
