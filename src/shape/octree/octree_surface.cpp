// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/octree.h>

#include <algorithm>

#include "shape/octree/octree_key.h"

namespace impinge {

namespace {

using Corner = std::uint64_t;  // x, y, z in 20 bits each

Corner corner_of(std::uint64_t x, std::uint64_t y, std::uint64_t z) { return x | y << 20 | z << 40; }

// One unit square for every side of a black voxel whose neighbour is white, counter-clockwise seen from outside.
class Squares {
 public:
  Squares(const Octree& octree, std::uint64_t max_faces) : octree_(octree), max_faces_(max_faces) {
    for (const OctreeCube& cube : octree.cubes())
      for (int axis = 0; axis < 3; ++axis)
        for (const bool upper : {false, true}) add_side(cube, axis, upper);
  }
  std::vector<std::array<Corner, 4>> found;

 private:
  void add_side(const OctreeCube& cube, int axis, bool upper) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::uint32_t at[3] = {cube.x, cube.y, cube.z};
    const std::uint32_t u0 = at[u], v0 = at[v], wall = at[axis] + (upper ? cube.edge : 0);
    for (std::uint32_t j = 0; j < cube.edge; ++j)
      for (std::uint32_t i = 0; i < cube.edge; ++i) {
        at[u] = u0 + i;
        at[v] = v0 + j;
        at[axis] = upper ? wall : wall - 1;  // beyond the root: white
        if (octree_.black(at[0], at[1], at[2])) continue;
        if (2 * found.size() >= max_faces_)
          throw Error(ErrorCode::too_large,
                      fmt::format("octree_surface: more than {} faces; make the octree at a lower level", max_faces_));
        add_square(axis, wall, u, u0 + i, v, v0 + j, upper);
      }
  }

  void add_square(int axis, std::uint32_t wall, int u, std::uint32_t a, int v, std::uint32_t b, bool upper) {
    std::array<Corner, 4> square;
    for (std::uint32_t k = 0; k < 4; ++k) {
      std::uint32_t p[3];
      p[axis] = wall;
      p[u] = a + ((k == 1 || k == 2) ? 1 : 0);
      p[v] = b + (k >= 2 ? 1 : 0);
      square[upper ? k : 3 - k] = corner_of(p[0], p[1], p[2]);
    }
    found.push_back(square);
  }

  const Octree& octree_;
  std::uint64_t max_faces_;
};

}  // namespace

Mesh octree_surface(const Octree& octree, std::uint64_t max_faces) {
  if (octree.nodes().empty()) throw Error(ErrorCode::bad_mesh, "octree_surface: nothing is black, so there is no surface");
  const Squares squares(octree, max_faces);
  std::vector<Corner> corners;
  for (const auto& s : squares.found) corners.insert(corners.end(), s.begin(), s.end());
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  std::vector<Vec3> vertices;
  const OctreeFrame& f = octree.frame();
  for (const Corner c : corners)
    vertices.push_back(f.origin + Vec3(static_cast<double>(c & 0xfffff), static_cast<double>(c >> 20 & 0xfffff),
                                       static_cast<double>(c >> 40)) *
                                      f.voxel);
  std::vector<Face> faces;
  const auto index = [&](Corner c) {
    return static_cast<std::uint32_t>(std::lower_bound(corners.begin(), corners.end(), c) - corners.begin());
  };
  for (const auto& s : squares.found) {
    const std::uint32_t p = index(s[0]), q = index(s[1]), r = index(s[2]), t = index(s[3]);
    faces.push_back({p, q, r});
    faces.push_back({p, r, t});
  }
  return Mesh(std::move(vertices), std::move(faces), "octree");
}

}  // namespace impinge
