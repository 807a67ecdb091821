// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Octrees against grids of voxels that are filled one by one: set operations, DF code, compaction, surface, clearance.

#include <gtest/gtest.h>

#include <impinge/error.h>
#include <impinge/octree.h>
#include <support/case_count.h>
#include <support/dice.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/triangle.h"

namespace impinge::test {
namespace {

struct Grid {
  explicit Grid(int level) : n(1u << level), black(std::size_t{n} * n * n, 0) {}
  std::size_t index(std::uint32_t x, std::uint32_t y, std::uint32_t z) const { return (std::size_t{z} * n + y) * n + x; }
  void add(const OctreeCube& c) {
    for (std::uint32_t z = c.z; z < c.z + c.edge; ++z)
      for (std::uint32_t y = c.y; y < c.y + c.edge; ++y)
        for (std::uint32_t x = c.x; x < c.x + c.edge; ++x) ++black[index(x, y, z)];
  }
  std::uint32_t n;
  std::vector<int> black;
};

OctreeFrame frame_of(int level) { return {Vec3(-3, 5, 0.25), 0.375, level}; }

std::vector<OctreeCube> random_cubes(Dice& dice, int level) {
  std::vector<OctreeCube> cubes;
  const int n = 1 << level;
  for (int i = dice.integer(0, 40); i > 0; --i) {
    const int edge = dice.integer(1, std::max(1, n / 3));
    const auto at = [&] { return static_cast<std::uint32_t>(dice.integer(0, n - edge)); };
    const std::uint32_t x = at(), y = at(), z = at();
    cubes.push_back({x, y, z, static_cast<std::uint32_t>(edge)});
  }
  return cubes;
}

template <typename Black>
void expect_voxels(const Octree& octree, const Black& black, const std::string& what) {
  const std::uint32_t n = octree.frame().voxels();
  std::uint64_t count = 0;
  bool same = true;
  for (std::uint32_t z = 0; z < n; ++z)
    for (std::uint32_t y = 0; y < n; ++y)
      for (std::uint32_t x = 0; x < n; ++x) {
        const bool is = black((std::size_t{z} * n + y) * n + x);
        same = same && octree.black(x, y, z) == is;
        count += is ? 1 : 0;
      }
  EXPECT_TRUE(same) << what;
  EXPECT_EQ(octree.voxel_count(), count) << what;
}

// Ascending, apart, and no eight siblings.
void expect_canonical(const Octree& octree) {
  std::uint64_t end = 0;
  std::set<std::uint64_t> nodes(octree.nodes().begin(), octree.nodes().end());
  for (const std::uint64_t key : octree.nodes()) {
    const std::uint64_t code = key >> 4;
    const int height = static_cast<int>(key & 15);
    ASSERT_GE(code, end);
    end = code + (std::uint64_t{1} << 3 * height);
    ASSERT_EQ(code % (std::uint64_t{1} << 3 * height), 0u);
    int siblings = 0;
    const std::uint64_t parent = code >> 3 * (height + 1) << 3 * (height + 1);
    for (std::uint64_t c = 0; c < 8; ++c)
      siblings += static_cast<int>(nodes.count((parent + (c << 3 * height)) << 4 | static_cast<std::uint64_t>(height)));
    if (height < octree.frame().level) {
      ASSERT_LT(siblings, 8);
    }
  }
}

TEST(Octree, SetsAgreeWithGrids) {
  Dice dice(1);
  for (int i = 0; i < case_count(60, 2000); ++i) {
    const int level = dice.integer(0, 5);
    Grid a(level), b(level);
    const auto a_cubes = random_cubes(dice, level), b_cubes = random_cubes(dice, level);
    for (const OctreeCube& c : a_cubes) a.add(c);
    for (const OctreeCube& c : b_cubes) b.add(c);
    const Octree x(frame_of(level), a_cubes), y(frame_of(level), b_cubes);
    expect_voxels(
        x, [&](std::size_t v) { return a.black[v] > 0; }, "a");
    expect_voxels(
        unite(x, y), [&](std::size_t v) { return a.black[v] > 0 || b.black[v] > 0; }, "union");
    expect_voxels(
        intersect(x, y), [&](std::size_t v) { return a.black[v] > 0 && b.black[v] > 0; }, "intersection");
    expect_voxels(
        subtract(x, y), [&](std::size_t v) { return a.black[v] > 0 && b.black[v] == 0; }, "difference");
    for (const Octree& o : {x, unite(x, y), intersect(x, y), subtract(x, y)}) expect_canonical(o);
    EXPECT_EQ(share_voxel(x, y), !intersect(x, y).nodes().empty());
    EXPECT_TRUE(unite(subtract(x, y), intersect(x, y)) == x);
    EXPECT_TRUE(Octree(frame_of(level), x.cubes()) == x);
    EXPECT_DOUBLE_EQ(x.volume(), static_cast<double>(x.voxel_count()) * 0.375 * 0.375 * 0.375);
  }
}

TEST(Octree, DfCodeRoundTrips) {
  Dice dice(2);
  for (int i = 0; i < case_count(200, 5000); ++i) {
    const int level = dice.integer(0, 6);
    const Octree octree(frame_of(level), random_cubes(dice, level));
    std::uint64_t nodes = 0;
    std::vector<std::uint8_t> code = octree.df(nodes);
    ASSERT_EQ(code.size(), (nodes + 3) / 4);
    ASSERT_TRUE(Octree::from_df(octree.frame(), code, nodes) == octree);
    // Damaged: an error or another octree, never a crash.
    std::vector<std::uint8_t> damaged = code;
    damaged[dice.bits() % damaged.size()] ^= static_cast<std::uint8_t>(1 << dice.integer(0, 7));
    try {
      const Octree other = Octree::from_df(octree.frame(), damaged, nodes);
      expect_canonical(other);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::file_format);
    }
    EXPECT_THROW(Octree::from_df(octree.frame(), code, nodes + 4), Error);
    code.push_back(0);
    EXPECT_THROW(Octree::from_df(octree.frame(), code, nodes + 1), Error);
  }
}

// The code of a small tree, written by hand: white, black, white, a gray of voxels 0 and 7, then four white.
TEST(Octree, DfCodeByHand) {
  const std::vector<OctreeCube> cubes = {{2, 0, 0, 2}, {2, 2, 0, 1}, {3, 3, 1, 1}};
  const Octree octree(frame_of(2), cubes);
  std::uint64_t nodes = 0;
  const std::vector<std::uint8_t> code = octree.df(nodes);
  EXPECT_EQ(nodes, 17u);
  // Root 2; children 0 1 0 2, the last followed by 1 0 0 0 0 0 0 1; then 0 0 0 0.
  const std::vector<int> colours = {2, 0, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
  for (std::size_t i = 0; i < colours.size(); ++i) EXPECT_EQ(code[i / 4] >> 2 * (i % 4) & 3, colours[i]) << i;
}

TEST(Octree, CompactionCoversExactly) {
  Dice dice(3);
  for (int i = 0; i < case_count(60, 2000); ++i) {
    const int level = dice.integer(0, 5);
    const Octree octree(frame_of(level), random_cubes(dice, level));
    Compaction compaction;
    compaction.scans = dice.integer(1, 12);
    compaction.restarts = dice.integer(0, 3);
    const std::vector<OctreeCube> cubes = compacted(octree, compaction);
    Grid grid(level);
    for (const OctreeCube& c : cubes) grid.add(c);
    EXPECT_TRUE(std::all_of(grid.black.begin(), grid.black.end(), [](int n) { return n <= 1; })) << "cubes overlap";
    EXPECT_TRUE(Octree(octree.frame(), cubes) == octree) << "not what was black";
    EXPECT_TRUE(compacted(octree, compaction) == cubes) << "not the same again";
    EXPECT_LE(cubes.size(), octree.nodes().size());
  }
}

TEST(Octree, BlocksOfDeepOctrees) {
  const OctreeFrame frame = frame_of(9);
  const std::vector<OctreeCube> cubes = {{0, 0, 0, 256}, {250, 250, 250, 12}, {300, 10, 400, 77}};
  const Octree octree(frame, cubes);
  const std::vector<OctreeCube> few = compacted(octree);
  EXPECT_LT(few.size(), octree.nodes().size() / 10);
  EXPECT_TRUE(Octree(frame, few) == octree);
}

TEST(Octree, RefusesWhatItCannotBe) {
  EXPECT_THROW(Octree(OctreeFrame{Vec3::Zero(), 1, 17}), Error);
  EXPECT_THROW(Octree(OctreeFrame{Vec3::Zero(), 1, -1}), Error);
  EXPECT_THROW(Octree(OctreeFrame{Vec3::Zero(), 0, 3}), Error);
  EXPECT_THROW(Octree(OctreeFrame{Vec3::Zero(), -1, 3}), Error);
  EXPECT_THROW(Octree(OctreeFrame{Vec3(NAN, 0, 0), 1, 3}), Error);
  EXPECT_THROW(Octree(OctreeFrame{Vec3::Zero(), 1e308, 3}), Error);
  const std::vector<OctreeCube> outside = {{7, 0, 0, 2}}, huge = {{UINT32_MAX, 0, 0, 2}}, none = {{0, 0, 0, 0}};
  for (const auto& cubes : {outside, huge, none}) EXPECT_THROW(Octree(frame_of(3), cubes), Error);
  EXPECT_THROW(unite(Octree(frame_of(3)), Octree(frame_of(4))), Error);
  EXPECT_THROW(compacted(Octree(frame_of(12))), Error);
  EXPECT_THROW(clearance_map(Octree(frame_of(9))), Error);
  EXPECT_THROW(octree_surface(Octree(frame_of(3))), Error);
  EXPECT_FALSE(Octree(frame_of(16)).holds(Vec3(NAN, 0, 0)));
}

TEST(Octree, SurfaceIsClosedAndGivesTheOctreeBack) {
  Dice dice(4);
  for (int i = 0; i < case_count(20, 300); ++i) {
    const int level = dice.integer(1, 4);
    const Octree octree(frame_of(level), random_cubes(dice, level));
    if (octree.nodes().empty()) continue;
    const Mesh surface = octree_surface(octree);
    EXPECT_TRUE(surface.closed());
    OctreeMaking making;
    making.frame = octree.frame();
    making.rule = VoxelRule::centre;
    EXPECT_TRUE(make_octree(surface, making) == octree);
    double volume = 0;
    for (const Face& f : surface.faces())
      volume += surface.vertices()[f[0]].dot(cross(surface.vertices()[f[1]], surface.vertices()[f[2]])) / 6;
    EXPECT_NEAR(volume, octree.volume(), 1e-9 * octree.volume() + 1e-9);
  }
}

TEST(Octree, ClearanceIsTheDistanceOfCubes) {
  Dice dice(5);
  for (int i = 0; i < case_count(12, 200); ++i) {
    const int level = dice.integer(0, 4);
    const Octree octree(frame_of(level), random_cubes(dice, level));
    const std::vector<float> map = clearance_map(octree);
    const auto n = static_cast<int>(octree.frame().voxels());
    const std::vector<OctreeCube> cubes = octree.cubes();
    for (int z = 0; z < n; ++z)
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
          double least = INFINITY;
          for (const OctreeCube& c : cubes) {
            const auto gap = [&](int p, std::uint32_t low) {
              const int from = static_cast<int>(low), to = from + static_cast<int>(c.edge);
              return std::max({from - (p + 1), p - to, 0});
            };
            const int gx = gap(x, c.x), gy = gap(y, c.y), gz = gap(z, c.z);
            least = std::min(least, std::sqrt(1.0 * gx * gx + gy * gy + gz * gz) * octree.frame().voxel);
          }
          const float found = map[(static_cast<std::size_t>(z) * n + y) * n + x];
          ASSERT_LE(found, least);
          if (least < 1e9) {
            ASSERT_NEAR(found, least, 1e-6 * least);
          }
        }
  }
}

}  // namespace
}  // namespace impinge::test
