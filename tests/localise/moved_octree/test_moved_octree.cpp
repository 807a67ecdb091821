// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The candidates of moved_octree against every face pair that meets, with every optimization on and off; the answers of
// whole checks against those of face_octree.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <scenes/scenes.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/soup.h>

#include <algorithm>

#include "broad/brute_boxes.h"
#include "exact/face_pair_static.h"
#include "localise/moved_octree/moved_octree.h"

namespace impinge::test {
namespace {

std::vector<MovedOctreeOptions> every_switch() {
  std::vector<MovedOctreeOptions> all;
  for (int bits = 0; bits < 16; ++bits) all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0});
  return all;
}

/// A pair of objects, and the truth by trying all face pairs.
class Problem {
 public:
  Problem(const Mesh& a, const Mesh& b, const Pose& a_pose, const Pose& b_pose, int level) {
    scene_.add("a", a, a_pose);
    scene_.add("b", b, b_pose);
    world_ = place(scene_);
    for (const WorldObject& o : world_) octrees_.push_back(make_shape_octree(o.local, o.faces, level, o.closed()));
    pairs_ = brute_boxes(std::vector<Box>{world_[0].box, world_[1].box});
    for (std::uint32_t f = 0; f < a.faces().size(); ++f)
      for (std::uint32_t g = 0; g < b.faces().size(); ++g)
        if (meets(f, g)) truth_.push_back({0, 1, f, g});
  }

  bool movable() const { return can_move(world_[0], octrees_[0].get(), world_[1], octrees_[1].get()); }
  std::size_t pairs() const { return truth_.size(); }

  void expect_complete(const std::string& what) const {
    for (const MovedOctreeOptions& options : every_switch()) {
      Control control({}, {});
      const LocaliseInput input{world_, {}, LocaliseInput::Asked::listed_pairs, pairs_, scene_.objects(), kMaxCandidates};
      std::vector<Candidate> found = moved_octree(input, octrees_, options, control);
      const auto not_less = [](const Candidate& x, const Candidate& y) { return !(x < y); };
      ASSERT_TRUE(std::adjacent_find(found.begin(), found.end(), not_less) == found.end()) << "out of order, " << what;
      std::erase_if(found, [&](const Candidate& c) { return !meets(c.a_face, c.b_face); });
      ASSERT_TRUE(found == truth_) << what << ", switches " << options.face_octrees << options.overlap_regions
                                   << options.progressive << options.associated_faces;
    }
  }

 private:
  bool meets(std::uint32_t f, std::uint32_t g) const {
    return face_pair_static(world_[0].triangle(f), world_[1].triangle(g)) != Relation::disjoint;
  }

  Scene scene_;
  std::vector<WorldObject> world_;
  std::vector<std::shared_ptr<const ShapeOctree>> octrees_;
  std::vector<ObjectPair> pairs_;
  std::vector<Candidate> truth_;
};

TEST(MovedOctree, RandomTriangles) {
  Dice dice(51);
  for (int i = 0; i < case_count(12, 300); ++i) {
    const Mesh a = random_soup(dice, dice.integer(1, 120), 1).mesh();
    const Mesh b = random_soup(dice, dice.integer(1, 120), dice.real(0.2, 1)).mesh();
    const Pose a_pose = dice.chance(0.3) ? Pose() : Pose::from_quaternion(dice.point(-0.5, 0.5), dice.quaternion());
    const Pose b_pose = Pose::from_quaternion(dice.point(-0.5, 0.5), dice.quaternion());
    const Problem problem(a, b, a_pose, b_pose, dice.integer(0, 4));
    ASSERT_TRUE(problem.movable());
    problem.expect_complete("case " + std::to_string(i));
  }
}

TEST(MovedOctree, FineSurfaces) {
  Dice dice(52);
  for (int i = 0; i < case_count(4, 100); ++i) {
    const Mesh a = make_displaced_sphere(1, 0.2, dice.integer(8, 14), dice.integer(8, 14), dice.bits() % 100);
    const Mesh b = dice.chance(0.5) ? make_torus(1, 0.3, 14, 8) : make_icosphere(0.8, 2);
    const Pose pose = Pose::from_quaternion(dice.point(-1.2, 1.2), dice.quaternion());
    const Problem problem(a, b, Pose::from_quaternion(dice.point(-9, 9) * 0, dice.quaternion()), pose, dice.integer(2, 4));
    ASSERT_TRUE(problem.movable());
    problem.expect_complete("case " + std::to_string(i));
  }
}

// Walls on walls of voxels, and regions without width.
TEST(MovedOctree, FlatRegions) {
  const Mesh box = make_box({1, 1, 1}, 3);
  for (const Vec3& shift : {Vec3(1, 0, 0), Vec3(1, 0.25, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(0, 0, 1), Vec3(0, 0, 0)}) {
    Pose pose;
    pose.position = shift;
    const Problem problem(box, box, Pose(), pose, 3);
    ASSERT_TRUE(problem.movable());
    EXPECT_GT(problem.pairs(), 0u);
    problem.expect_complete("boxes");
  }
}

// Where octrees cannot go, can_move says so.
TEST(MovedOctree, AnyScaleAndPlace) {
  Dice dice(53);
  for (const double scale : {1e-300, 1e-9, 1.0, 1e9, 1e200})
    for (const double far : {0.0, 1e3, 1e6, 1e15}) {
      const Mesh a = soup_of(make_icosphere(1, 1)).scaled(scale).mesh();
      const Mesh b = soup_of(make_displaced_sphere(1, 0.3, 5, 7)).scaled(scale).mesh();
      Pose a_pose = Pose::from_quaternion(Vec3(1, -0.5, 0.25) * (far * scale), dice.quaternion());
      Pose b_pose = Pose::from_quaternion(a_pose.position + dice.point(-1, 1) * scale, dice.quaternion());
      const Problem problem(a, b, a_pose, b_pose, 3);
      EXPECT_EQ(problem.movable(), far < 1e10 && scale > 1e-99 && scale < 1e99) << scale << ' ' << far;
      if (problem.movable()) problem.expect_complete("scale " + std::to_string(scale));
    }
}

void expect_same(const CheckResult& x, const CheckResult& y, const std::string& what) {
  ASSERT_EQ(x.pairs.size(), y.pairs.size()) << what;
  for (std::size_t i = 0; i < x.pairs.size(); ++i) {
    EXPECT_EQ(x.pairs[i].verdict, y.pairs[i].verdict) << what;
    EXPECT_TRUE(x.pairs[i].face_pairs == y.pairs[i].face_pairs) << what;
  }
}

TEST(MovedOctree, SameAnswersAsFaceOctree) {
  for (const scenes::NamedScene& named : scenes::named_scenes()) {
    const Scene scene = named.make();
    CheckOptions face, moved;
    face.method = Method::face_octree;
    moved.method = Method::moved_octree;
    const CheckResult expected = Engine().check(scene, face);
    Engine one(EngineOptions{.threads = 1}), two(EngineOptions{.threads = 2});
    for (const SceneObject& o : scene.objects()) one.prepare(o.mesh);
    expect_same(one.check(scene, moved), expected, std::string(named.name));
    expect_same(one.check(scene, moved), expected, std::string(named.name) + ", octrees kept");
    expect_same(two.check(scene, moved), expected, std::string(named.name) + ", two threads");
    moved.level = 3;
    expect_same(two.check(scene, moved), expected, std::string(named.name) + ", level 3");
  }
}

// The face pairs that meet, of those that moved_octree finds.
std::vector<Candidate> decide_pairs(const Scene& scene, std::span<const WorldObject> world,
                                    std::span<const std::shared_ptr<const ShapeOctree>> octrees,
                                    const MovedOctreeOptions& options) {
  std::vector<Box> boxes;
  for (const WorldObject& o : world) boxes.push_back(o.box);
  std::vector<ObjectPair> pairs = brute_boxes(boxes);
  std::erase_if(
      pairs, [&](const ObjectPair& p) { return !can_move(world[p.a], octrees[p.a].get(), world[p.b], octrees[p.b].get()); });
  Control control({}, {});
  const LocaliseInput input{world, {}, LocaliseInput::Asked::listed_pairs, pairs, scene.objects(), kMaxCandidates};
  std::vector<Candidate> found = moved_octree(input, octrees, options, control);
  std::erase_if(found, [&](const Candidate& c) {
    return face_pair_static(world[c.a].triangle(c.a_face), world[c.b].triangle(c.b_face)) == Relation::disjoint;
  });
  return found;
}

// Without associated faces every face is tried in every voxel: there, and where all is off, large scenes are left out.
TEST(MovedOctree, SameAnswersWithEachSwitchOff) {
  int scenes = 0;
  for (const scenes::NamedScene& named : scenes::named_scenes()) {
    const Scene scene = named.make();
    std::size_t faces = 0;
    bool meshes = true;
    for (const SceneObject& o : scene.objects()) {
      faces += o.mesh.faces().size();
      meshes = meshes && !o.mesh.faces().empty();
    }
    if (!meshes || faces > static_cast<std::size_t>(case_count(6000, 40000))) continue;
    ++scenes;
    const std::vector<WorldObject> world = place(scene);
    std::vector<std::shared_ptr<const ShapeOctree>> octrees;
    for (const WorldObject& o : world) octrees.push_back(make_shape_octree(o.local, o.faces, 3, o.closed()));
    const std::vector<Candidate> expected = decide_pairs(scene, world, octrees, {true, true, true, true});
    for (const MovedOctreeOptions& off : {MovedOctreeOptions{false, true, true, true},
                                          {true, false, true, true},
                                          {true, true, false, true},
                                          {true, true, true, false},
                                          {false, false, false, false}})
      if (off.associated_faces || faces <= static_cast<std::size_t>(case_count(600, 4000))) {
        EXPECT_TRUE(decide_pairs(scene, world, octrees, off) == expected) << named.name;
      }
  }
  EXPECT_GT(scenes, 5);
}

// Bodies that deform, or whose matrix is no rotation, are left to the face octree.
TEST(MovedOctree, OthersAreLeftToFaceOctree) {
  Scene scene;
  const Mesh ball = make_icosphere(1, 3);
  const ObjectId a = scene.add("a", ball), b = scene.add("b", ball), c = scene.add("c", ball);
  std::vector<Vec3> vertices(ball.vertices().begin(), ball.vertices().end());
  for (Vec3& v : vertices) v *= 1.1;
  scene.set_vertices(a, vertices);
  scene.set_pose(b, Pose::from_quaternion({1, 0, 0}, {0.1, 0.2, 0.3, 1}));
  Pose stretched;
  stretched.rotation(0, 0) = 1.5;
  stretched.position = {0, 1.2, 0};
  scene.set_pose(c, stretched);
  CheckOptions face, moved;
  face.method = Method::face_octree;
  moved.method = Method::moved_octree;
  const CheckResult found = Engine().check(scene, moved);
  expect_same(found, Engine().check(scene, face), "deformed and stretched");
  EXPECT_EQ(found.stats.methods, (Words{"moved_octree", "face_octree"}));
  moved.level = 11;
  EXPECT_THROW(Engine().check(scene, moved), Error);
}

}  // namespace
}  // namespace impinge::test
