// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Octree files: round trips, files damaged byte by byte, and the surface that a check sees.

#include <gtest/gtest.h>

#include <impinge/error.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <support/case_count.h>
#include <support/dice.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "io/temporary_folder.h"
#include "scenes/bodies.h"

namespace impinge::test {
namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

Octree shuttle(int level) {
  OctreeMaking making;
  making.level = level;
  return make_octree(scenes::make_shuttle(10), making);
}

// The same black voxels, each root for itself.
void expect_same_space(const Octree& a, const Octree& b) {
  ASSERT_EQ(a.voxel_count(), b.voxel_count());
  ASSERT_EQ(a.frame().voxel, b.frame().voxel);
  for (const OctreeCube& c : a.cubes()) {
    const Vec3 middle = a.frame().origin + (Vec3(c.x, c.y, c.z) + Vec3::Constant(c.edge * 0.5 + 0.01)) * a.frame().voxel;
    ASSERT_TRUE(b.holds(middle));
  }
}

TEST(OctreeFiles, RoundTrips) {
  const TemporaryFolder folder;
  for (const int level : {0, 1, 3, 6}) {
    const Octree octree = shuttle(level);
    write_octree(octree, folder.path() / "a.df");
    EXPECT_TRUE(load_octree(folder.path() / "a.df") == octree);
    if (level < 3) continue;  // so few voxels around 0 do not lie on multiples of their edge
    write_octree(octree, folder.path() / "a.bt");
    expect_same_space(load_octree(folder.path() / "a.bt"), octree);
  }
  const Octree empty(OctreeFrame{Vec3(1, 2, 3), 0.5, 4});
  write_octree(empty, folder.path() / "empty.df");
  EXPECT_TRUE(load_octree(folder.path() / "empty.df") == empty);
  write_octree(empty, folder.path() / "empty.bt");
  EXPECT_TRUE(load_octree(folder.path() / "empty.bt").nodes().empty());
  EXPECT_THROW(write_octree(empty, folder.path() / "a.stl"), Error);
  const std::vector<OctreeCube> one = {{0, 0, 0, 1}};
  EXPECT_THROW(write_octree(Octree(OctreeFrame{Vec3(1e6, 0, 0), 0.5, 4}, one), folder.path() / "far.bt"), Error);
}

// An octree between the voxels of a map is covered by it.
TEST(OctreeFiles, MapsCover) {
  const TemporaryFolder folder;
  Octree octree = shuttle(5);
  OctreeFrame frame = octree.frame();
  frame.origin += Vec3(0.3, 0.4, 0.7) * frame.voxel;
  octree = Octree(frame, octree.cubes());
  write_octree(octree, folder.path() / "a.bt");
  const Octree map = load_octree(folder.path() / "a.bt");
  EXPECT_GT(map.voxel_count(), octree.voxel_count());
  for (const OctreeCube& c : octree.cubes())
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 at = Vec3(c.x, c.y, c.z) + Vec3(corner & 1, corner >> 1 & 1, corner >> 2) * static_cast<double>(c.edge);
      EXPECT_TRUE(map.holds(frame.origin + at * frame.voxel));
    }
}

TEST(OctreeFiles, DamagedOnesAreErrors) {
  const TemporaryFolder folder;
  Dice dice(61);
  const Octree octree = shuttle(4);
  for (const char* name : {"a.df", "a.bt"}) {
    const std::filesystem::path file = folder.path() / name, broken = folder.path() / (std::string("broken_") + name);
    write_octree(octree, file);
    const std::string good = bytes_of(file);
    for (int i = 0; i < case_count(300, 5000); ++i) {
      std::string bad = good;
      if (dice.chance(0.3)) bad.resize(dice.bits() % bad.size());
      for (int k = dice.integer(0, 3); k > 0 && !bad.empty(); --k)
        bad[dice.bits() % bad.size()] = static_cast<char>(dice.bits());
      if (dice.chance(0.1)) bad += "more";
      write_bytes(broken, bad);
      try {
        const Octree read = load_octree(broken);
        EXPECT_LE(read.nodes().size(), 8 * bad.size());
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("broken_"), std::string::npos) << error.what();
      }
    }
  }
}

// A few bytes that stand for 2^45 voxels make no mesh.
TEST(OctreeFiles, HugeSolidsAreRefused) {
  const TemporaryFolder folder;
  const std::vector<OctreeCube> all = {{0, 0, 0, 32768}};
  write_octree(Octree(OctreeFrame{Vec3::Zero(), 1, 15}, all), folder.path() / "huge.df");
  EXPECT_THROW(load_mesh(folder.path() / "huge.df"), Error);
}

TEST(OctreeFiles, AreCheckedAsSolids) {
  const TemporaryFolder folder;
  OctreeMaking making;
  making.rule = VoxelRule::centre;
  making.frame = OctreeFrame{Vec3(-8, -8, -8), 1, 4};
  write_octree(make_octree(make_box({8, 8, 8}), making), folder.path() / "large.df");
  write_octree(make_octree(make_box({2, 2, 2}), making), folder.path() / "small.bt");
  Scene scene;
  scene.add("large", load_mesh(folder.path() / "large.df"));
  const ObjectId small = scene.add("small", load_mesh(folder.path() / "small.bt"));
  const Engine engine;
  ASSERT_EQ(engine.check(scene).pairs.size(), 1u);
  EXPECT_EQ(engine.check(scene).pairs[0].verdict, Verdict::b_in_a);
  scene.set_pose(small, Pose::from_quaternion({5, 0, 0}, {0, 0, 0, 1}));
  EXPECT_EQ(engine.check(scene).pairs[0].verdict, Verdict::touching);
  scene.set_pose(small, Pose::from_quaternion({4.5, 0, 0}, {0, 0, 0, 1}));
  EXPECT_EQ(engine.check(scene).pairs[0].verdict, Verdict::crossing);
}

TEST(OctreeFiles, VoxelImages) {
  const TemporaryFolder folder;
  const OctreeFrame frame{Vec3(1, 2, 3), 0.5, 1};
  const std::vector<float> values = {0, 1, 2, 3, 4, 5, 6, 7};
  write_voxels(values, frame, folder.path() / "a.mha");
  const std::string bytes = bytes_of(folder.path() / "a.mha");
  EXPECT_NE(bytes.find("DimSize = 2 2 2\nElementSpacing = 0.5 0.5 0.5\nOffset = 1.25 2.25 3.25\n"), std::string::npos);
  EXPECT_TRUE(bytes.ends_with(std::string("\0\0\xe0\x40", 4)));
  EXPECT_THROW(write_voxels(std::span(values).first(7), frame, folder.path() / "b.mha"), Error);
}

}  // namespace
}  // namespace impinge::test
