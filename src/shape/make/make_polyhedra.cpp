// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// The simple polyhedra, finely divided, of: Myszkowski, Okunev & Kunii, Fast collision detection between complex solids
// using rasterizing graphics hardware, 1995, table 1 and figure 3: one convex along the line of sight, and one with many
// layers.
#include <array>
#include <cmath>
#include <map>

#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/make_surface.h"

namespace impinge {
namespace {

// Cells of a coarse grid that are solid; the planes between them may stand at any distance.
struct Blocks {
  std::array<std::vector<double>, 3> planes;
  bool (*filled)(int i, int j, int k);

  bool solid(const std::array<int, 3>& cell) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (cell[axis] < 0 || cell[axis] + 1 >= static_cast<int>(planes[axis].size())) return false;
    }
    return filled(cell[0], cell[1], cell[2]);
  }
};

// A square between a solid cell and an empty one.
struct Side {
  std::array<int, 3> corner;  // of smallest coordinates
  int axis;
  bool positive;  // outside is towards positive coordinates
};

std::vector<Side> find_sides(const Blocks& blocks) {
  std::vector<Side> sides;
  const auto n = [&](int axis) { return static_cast<int>(blocks.planes[axis].size()) - 1; };
  for (int i = 0; i < n(0); ++i) {
    for (int j = 0; j < n(1); ++j) {
      for (int k = 0; k < n(2); ++k) {
        if (!blocks.solid({i, j, k})) continue;
        for (int axis = 0; axis < 3; ++axis) {
          std::array<int, 3> before = {i, j, k}, after = {i, j, k};
          --before[axis];
          ++after[axis];
          if (!blocks.solid(before)) sides.push_back({{i, j, k}, axis, false});
          if (!blocks.solid(after)) sides.push_back({after, axis, true});
        }
      }
    }
  }
  return sides;
}

// Each side becomes squares in rows of `divisions`; there are just enough of them for `faces` triangles.
SurfaceBuilder divide(const Blocks& blocks, std::uint32_t faces) {
  const std::vector<Side> sides = find_sides(blocks);
  int divisions = 1;
  while (2.0 * static_cast<double>(sides.size()) * divisions * divisions < faces) ++divisions;
  SurfaceBuilder surface;
  std::map<std::array<int, 3>, std::uint32_t> known;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [entry, is_new] = known.try_emplace(at, 0U);
    if (!is_new) return entry->second;
    Vec3 point;
    for (int axis = 0; axis < 3; ++axis) {
      const auto& planes = blocks.planes[axis];
      const int cell = at[axis] / divisions, part = at[axis] % divisions;
      point[axis] = part == 0 ? planes[cell] : planes[cell] + (planes[cell + 1] - planes[cell]) * part / divisions;
    }
    return entry->second = surface.add(point);
  };
  for (const Side& side : sides) {
    const int u = (side.axis + (side.positive ? 1 : 2)) % 3, v = (side.axis + (side.positive ? 2 : 1)) % 3;
    const auto corner = [&](int i, int j) {
      std::array<int, 3> at;
      for (int axis = 0; axis < 3; ++axis) at[axis] = side.corner[axis] * divisions;
      at[u] += i;
      at[v] += j;
      return vertex(at);
    };
    for (int i = 0; i < divisions; ++i) {
      for (int j = 0; j < divisions; ++j)
        surface.quad({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)});
    }
  }
  return surface;
}

}  // namespace

Mesh make_line_convex(double size, std::uint32_t faces) {
  require_length("line_convex", "size", size);
  require_range("line_convex", "faces", faces, 1, 4e9);
  require_face_count("line_convex", faces);
  const std::vector<double> arms = {-0.5, -0.2, 0.2, 0.5};
  const Blocks cross = {{arms, arms, {-0.5, 0.5}}, [](int i, int j, int) { return i == 1 || j == 1; }};
  SurfaceBuilder surface = divide(cross, faces);
  // Thinner towards the ends of the arms: no prism, and still one stretch of every line along z.
  for (Vec3& p : surface.vertices) p.z() *= 1 - 2 * (p.x() * p.x() + p.y() * p.y());
  return surface.build("line_convex", size);
}

Mesh make_comb(double size, int plates, std::uint32_t faces) {
  require_length("comb", "size", size);
  require_range("comb", "plates", plates, 2, 1000);
  require_range("comb", "faces", faces, 1, 4e9);
  require_face_count("comb", faces);
  std::vector<double> levels;
  for (int i = 0; i < 2 * plates; ++i) levels.push_back(static_cast<double>(i) / (2 * plates - 1) - 0.5);
  const Blocks comb = {{std::vector<double>{-0.5, -0.3, 0.5}, std::vector<double>{-0.5, 0.5}, levels},
                       [](int i, int, int k) { return i == 0 || k % 2 == 0; }};
  return divide(comb, faces).build("comb", size);
}

}  // namespace impinge
