// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The parts of face_octree alone: sorting of keys, triangles against cells, neighbours that are left out.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/simd_targets.h>
#include <support/soup.h>

#include <algorithm>
#include <numeric>

#include "base/triangle_box.h"
#include "exact/face_pair_static.h"
#include "localise/face_octree/face_octree_radix.h"
#include "localise/face_octree/face_octree_touch.h"
#include "localise/face_octree/face_octree_voxel.h"

namespace impinge::test {
namespace {

TEST(FaceOctreeParts, RadixSortIsStable) {
  Dice dice(51);
  for (const std::size_t n : {0, 1, 2, 255, 256, 5000, 300000})
    for (const std::pair<int, int>& bits : {std::pair(0, 20), {32, 53}, {32, 33}, {5, 5}, {0, 64}}) {
      const int first = bits.first, last = bits.second;
      std::vector<std::uint64_t> keys(n);
      for (std::uint64_t& key : keys) key = dice.bits();
      std::vector<std::uint64_t> expected = keys;
      const std::uint64_t mask = last - first == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last - first)) - 1;
      std::stable_sort(expected.begin(), expected.end(),
                       [&](std::uint64_t x, std::uint64_t y) { return (x >> first & mask) < (y >> first & mask); });
      radix_sort(keys, first, last);
      ASSERT_TRUE(keys == expected) << n << " keys, bits " << first << " to " << last;
    }
}

// Never less than the test of one triangle and one box, which is held to exact arithmetic elsewhere; and hardly more.
TEST(FaceOctreeParts, TouchedCells) {
  Dice dice(52);
  std::size_t touched_count = 0, extra = 0;
  for (int i = 0; i < case_count(2000, 50000); ++i) {
    const double scale = std::exp2(dice.integer(-300, 300));
    const Vec3 centre = dice.point(-1, 1) * (dice.chance(0.2) ? 1e6 : 1);
    Triangle t;
    for (Vec3& p : t.p) p = (centre + dice.point(-1, 1)) * scale;
    if (dice.chance(0.3)) t.p[2] = t.p[0] + (t.p[1] - t.p[0]) * 0.7;
    const Vec3 half = (dice.point(0.01, 0.3)) * scale;
    const Box box = box_of(t);
    CellMiddles cells;
    while (cells.count < static_cast<std::size_t>(dice.integer(1, 64)))
      for (int k = 0; k < 3; ++k) {
        const double share = dice.chance(0.1) ? 0 : dice.real(0, 1);
        cells.at[k][cells.count] = box.low[k] + share * (box.high[k] - box.low[k]);
        if (k == 2) ++cells.count;
      }
    for_each_simd_target([&](const char* target) {
      const std::uint64_t touched = TouchTest(t, half).touched(cells);
      for (std::size_t c = 0; c < cells.count; ++c) {
        const Vec3 middle(cells.at[0][c], cells.at[1][c], cells.at[2][c]);
        const bool may = (touched >> c & 1) != 0, meets = triangle_meets_box(t, {middle - half, middle + half});
        ASSERT_TRUE(may || !meets) << "case " << i << ", " << target;
        touched_count += may ? 1 : 0;
        extra += may && !meets ? 1 : 0;
      }
    });
  }
  EXPECT_GT(touched_count, 10000u / kSlowness);
  EXPECT_LT(extra, touched_count / 10);
}

// Of one object: what a voxel leaves out, the exact test must call disjoint; and most neighbours are left out.
TEST(FaceOctreeParts, NeighboursLeftOut) {
  Dice dice(53);
  Soup folded;
  for (int i = 0; i < 40; ++i) {
    const Vec3 p = dice.grid_point(0, 2), q = dice.grid_point(0, 2), r = dice.grid_point(0, 2);
    folded.add_triangle(p, q, r);
  }
  for (const Mesh& mesh : {make_icosphere(1, 2), make_displaced_sphere(1, 0.3, 9, 12), make_box({1, 1, 1}, 2),
                           folded.welded().mesh(), soup_of(make_icosphere(1, 1)).scaled(1e-300).mesh()}) {
    Scene scene;
    scene.add("a", mesh);
    const std::vector<WorldObject> world = place(scene);
    std::vector<std::vector<std::uint32_t>> faces(1);
    faces[0].resize(mesh.faces().size());
    std::iota(faces[0].begin(), faces[0].end(), 0u);
    const LocaliseInput input{world, faces, LocaliseInput::Asked::each_with_itself, {}, scene.objects(), kMaxCandidates};
    Control control({}, {});
    const FaceLattice lattice(input, world[0].box, control);
    for_each_simd_target([&](const char* target) {
      VoxelFaces voxel;
      voxel.assign(lattice, {{0, 0, 0}, {31, 31, 31}}, faces[0], 1e9, true);
      std::vector<PairKey> found;
      voxel.find_pairs(0, voxel.size, found);
      for (std::uint32_t a = 0; a < faces[0].size(); ++a)
        for (std::uint32_t b = a + 1; b < faces[0].size(); ++b) {
          if (std::find(found.begin(), found.end(), PairKey{a} << 32 | b) != found.end()) continue;
          const MeshTopology& topology = *world[0].topology;
          ASSERT_EQ(self_pair_static(world[0].triangle(a), topology.corners(world[0].faces[a]), world[0].triangle(b),
                                     topology.corners(world[0].faces[b])),
                    Relation::disjoint)
              << mesh.origin() << ", " << target << ", faces " << a << " and " << b;
        }
    });
  }
}

}  // namespace
}  // namespace impinge::test
