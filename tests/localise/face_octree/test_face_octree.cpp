// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The candidates of face_octree against every face pair that meets: none may be missing, none may come twice, whatever the
// split, the leaf rule, the levels at once and the SIMD target.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/simd_targets.h>
#include <support/soup.h>

#include <tbb/task_arena.h>

#include <algorithm>
#include <numeric>

#include "broad/brute_boxes.h"
#include "exact/face_pair_static.h"
#include "localise/face_octree/face_octree.h"

namespace impinge::test {
namespace {

using Asked = LocaliseInput::Asked;
using Split = OctreeOptions::Split;
using Leaf = OctreeOptions::Leaf;

Relation relation_of(const std::vector<WorldObject>& world, const Candidate& c) {
  const WorldObject &a = world[c.a], &b = world[c.b];
  if (c.a != c.b) return face_pair_static(a.triangle(c.a_face), b.triangle(c.b_face));
  return self_pair_static(a.triangle(c.a_face), a.topology->corners(a.faces[c.a_face]), a.triangle(c.b_face),
                          a.topology->corners(a.faces[c.b_face]));
}

/// A scene with one question to the octree, and the truth by trying all face pairs.
class Problem {
 public:
  Problem(Scene scene, Asked asked) : scene_(std::move(scene)), world_(place(scene_)), asked_(asked) {
    std::vector<Box> boxes;
    for (const WorldObject& o : world_) {
      faces_.emplace_back(o.faces.size());
      std::iota(faces_.back().begin(), faces_.back().end(), 0u);
      boxes.push_back(o.box);
    }
    if (asked == Asked::listed_pairs) pairs_ = brute_boxes(boxes);
    const auto n = static_cast<std::uint32_t>(world_.size());
    for (std::uint32_t a = 0; a < n; ++a)
      for (std::uint32_t b = a; b < n; ++b)
        if ((a == b) == (asked == Asked::each_with_itself)) try_all(a, b);
  }

  const std::vector<Candidate>& truth() const { return truth_; }

  std::vector<Candidate> candidates(const OctreeOptions& options) const {
    Control control({}, {});
    const LocaliseInput input{world_, faces_, asked_, pairs_, scene_.objects(), kMaxCandidates};
    return face_octree_cut(input, options, control);
  }

  /// The meeting ones among the candidates; fails where they are not ordered or one comes twice.
  std::vector<Candidate> found(const OctreeOptions& options) const {
    std::vector<Candidate> all = candidates(options);
    const auto not_less = [](const Candidate& x, const Candidate& y) { return !(x < y); };
    EXPECT_TRUE(std::adjacent_find(all.begin(), all.end(), not_less) == all.end()) << "candidates out of order";
    std::erase_if(all, [&](const Candidate& c) { return relation_of(world_, c) == Relation::disjoint; });
    return all;
  }

 private:
  void try_all(std::uint32_t a, std::uint32_t b) {
    for (std::uint32_t f = 0; f < world_[a].faces.size(); ++f)
      for (std::uint32_t g = a == b ? f + 1 : 0; g < world_[b].faces.size(); ++g)
        if (relation_of(world_, {a, b, f, g}) != Relation::disjoint) truth_.push_back({a, b, f, g});
  }

  Scene scene_;
  std::vector<WorldObject> world_;
  Asked asked_;
  std::vector<std::vector<std::uint32_t>> faces_;
  std::vector<ObjectPair> pairs_;
  std::vector<Candidate> truth_;
};

std::vector<OctreeOptions> every_switch() {
  std::vector<OctreeOptions> all;
  for (const Split split : {Split::octree, Split::bintree})
    for (const Leaf leaf : {Leaf::extent, Leaf::level, Leaf::crowd})
      for (const int levels : {1, 3, 10}) {
        OctreeOptions options;
        options.split = split;
        options.leaf = leaf;
        options.levels_at_once = levels;
        options.level = 1 + levels % 5;
        options.crowd = levels == 3 ? 24 : 2;
        all.push_back(options);
      }
  return all;
}

std::string words(const OctreeOptions& o) {
  return std::string(o.split == Split::octree ? "octree" : "bintree") + ", leaf " +
         std::to_string(static_cast<int>(o.leaf)) + ", levels at once " + std::to_string(o.levels_at_once);
}

void expect_complete(const Problem& problem, const std::string& what) {
  for (const OctreeOptions& options : every_switch())
    ASSERT_TRUE(problem.found(options) == problem.truth()) << what << ", " << words(options);
  for_each_simd_target(
      [&](const char* target) { ASSERT_TRUE(problem.found({}) == problem.truth()) << what << ", " << target; });
}

Scene scene_of(const Mesh& a, const Mesh& b, const Pose& pose = {}) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b, pose);
  return scene;
}

Scene scene_of(const Mesh& mesh) {
  Scene scene;
  scene.add("a", mesh);
  return scene;
}

TEST(FaceOctree, RandomTriangles) {
  Dice dice(41);
  for (int i = 0; i < case_count(20, 600); ++i) {
    const Mesh a = random_soup(dice, dice.integer(1, 300), 1).mesh();
    const Mesh b = random_soup(dice, dice.integer(1, 300), dice.real(0.1, 1)).mesh();
    const Pose pose = Pose::from_quaternion(dice.point(-0.5, 0.5), dice.quaternion());
    expect_complete({scene_of(a, b, pose), Asked::listed_pairs}, "case " + std::to_string(i));
    expect_complete({scene_of(a), Asked::each_with_itself}, "self, case " + std::to_string(i));
  }
}

TEST(FaceOctree, FineSurfaces) {
  Dice dice(42);
  for (int i = 0; i < case_count(4, 100); ++i) {
    const Mesh a = make_displaced_sphere(1, 0.2, dice.integer(8, 20), dice.integer(8, 24), dice.bits() % 100);
    const Mesh b = dice.chance(0.5) ? make_random_mesh(1, 0.9, 9, 12, dice.bits() % 100) : make_icosphere(0.8, 2);
    const Pose pose = Pose::from_quaternion(dice.point(-1.2, 1.2), dice.quaternion());
    expect_complete({scene_of(a, b, pose), Asked::listed_pairs}, "case " + std::to_string(i));
    expect_complete({scene_of(b), Asked::each_with_itself}, "self, case " + std::to_string(i));
  }
}

TEST(FaceOctree, ManyObjects) {
  Dice dice(43);
  for (int i = 0; i < case_count(3, 60); ++i)
    for (const Asked asked : {Asked::listed_pairs, Asked::all_pairs}) {
      Scene scene;
      for (int k = 0; k < 12; ++k)
        scene.add("a", make_torus(0.5, 0.2, 8, 5), Pose::from_quaternion(dice.point(-1, 1), dice.quaternion()));
      expect_complete({std::move(scene), asked}, "case " + std::to_string(i));
    }
}

// A fine surface with a few faces from one end of it to the other, and a wall that goes on far beyond it.
TEST(FaceOctree, LongFacesAmongFineOnes) {
  Dice dice(44);
  for (int i = 0; i < case_count(4, 100); ++i) {
    Soup a = soup_of(make_icosphere(1, 3)), b = soup_of(make_icosphere(1, 2));
    for (Soup* soup : {&a, &b})
      for (int k = dice.integer(0, 3); k > 0; --k) {
        const double far = dice.chance(0.3) ? 1e4 : 1.5;
        soup->add_triangle(dice.point(-far, far), dice.point(-far, far), dice.point(-1.5, 1.5));
      }
    const Pose pose = Pose::from_quaternion(dice.point(-1.5, 1.5), dice.quaternion());
    expect_complete({scene_of(a.mesh(), b.mesh(), pose), Asked::listed_pairs}, "case " + std::to_string(i));
    expect_complete({scene_of(b.mesh()), Asked::each_with_itself}, "self, case " + std::to_string(i));
  }
}

// Sides from end to end and no wider than a hair: boxes of slanted ones say nothing.
TEST(FaceOctree, ThinFaces) {
  Dice dice(47);
  for (int i = 0; i < case_count(4, 100); ++i) {
    Soup rods[2];
    for (Soup& rod : rods)
      for (int k = 0; k < 60; ++k) {
        const Vec3 p = dice.point(-0.05, 0.05), along = dice.point(-1, 1), across = dice.point(-1, 1) * 0.01;
        rod.add_triangle(p - along, p + along, p + along + across);
      }
    expect_complete({scene_of(rods[0].mesh(), rods[1].mesh()), Asked::listed_pairs}, "case " + std::to_string(i));
    expect_complete({scene_of(rods[0].mesh()), Asked::each_with_itself}, "self, case " + std::to_string(i));
  }
}

TEST(FaceOctree, AnyScaleAndPlace) {
  Dice dice(45);
  for (const double scale : {0x1p-1040, 1e-300, 1.0, 1e200, 1e307})
    for (const double far : {0.0, 1e6, 1e15}) {
      if (far * scale > 1e305) continue;
      const Vec3 shift = Vec3(1, -0.5, 0.25) * far;
      const Soup a = soup_of(make_icosphere(1, 1)).shifted(shift).scaled(scale);
      const Soup b = soup_of(make_displaced_sphere(1, 0.3, 5, 7)).shifted(shift + dice.point(-1, 1)).scaled(scale);
      const std::string what = "scale " + std::to_string(scale) + ", far " + std::to_string(far);
      expect_complete({scene_of(a.mesh(), b.mesh()), Asked::listed_pairs}, what);
      expect_complete({scene_of(b.mesh()), Asked::each_with_itself}, "self, " + what);
    }
}

// Regions without width, height or depth: walls, edges and corners that only touch.
TEST(FaceOctree, FlatRegions) {
  const Mesh box = make_box({1, 1, 1}, 3);
  for (const Vec3& shift : {Vec3(1, 0, 0), Vec3(1, 0.25, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(0, 0, 1), Vec3(0, 0, 0)}) {
    Pose pose;
    pose.position = shift;
    expect_complete({scene_of(box, box, pose), Asked::listed_pairs}, "boxes");
  }
  Soup flat;
  flat.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  expect_complete({scene_of(flat.mesh(), flat.mesh()), Asked::listed_pairs}, "one face");
}

// Two pairs of crumbs ten orders of magnitude smaller than the room they lie in: below a unit of the lattice.
TEST(FaceOctree, CrumbsInARoom) {
  Dice dice(46);
  const Soup crumb = soup_of(make_icosphere(1, 2)).scaled(1e-10);
  Scene scene;
  scene.add("room", make_box({2, 2, 2}, 1));
  for (const Vec3& at : {Vec3(0.1, 0.2, 0.3), Vec3(-0.5, 0.1, 0.7)})
    for (int k = 0; k < 2; ++k) scene.add("crumb", crumb.shifted(at + dice.point(-5e-11, 5e-11)).mesh());
  expect_complete({scene, Asked::listed_pairs}, "listed");
  expect_complete({scene, Asked::all_pairs}, "all");
  // Not all faces of two crumbs with each other, but those that are near.
  const Problem problem(scene, Asked::all_pairs);
  const double pairs = 2 * static_cast<double>(crumb.mesh().faces().size() * crumb.mesh().faces().size());
  EXPECT_LT(static_cast<double>(problem.candidates({}).size()), pairs / 4);
}

TEST(FaceOctree, SameForAnyThreads) {
  Scene scene;
  scene.add("a", make_displaced_sphere(1, 0.1, 200, 200, 1));
  scene.add("b", make_displaced_sphere(1, 0.1, 200, 200, 2));
  const std::vector<WorldObject> world = place(scene);
  std::vector<std::vector<std::uint32_t>> faces;
  for (const WorldObject& o : world) {
    faces.emplace_back(o.faces.size());
    std::iota(faces.back().begin(), faces.back().end(), 0u);
  }
  for (const int levels : {3, 6, 10}) {
    OctreeOptions options;
    options.levels_at_once = levels;
    std::vector<Candidate> found[2];
    for (const int threads : {1, 2}) {
      Control control({}, {});
      const LocaliseInput input{world, faces, Asked::all_pairs, {}, scene.objects(), kMaxCandidates};
      tbb::task_arena(threads).execute([&] { found[threads - 1] = face_octree_cut(input, options, control); });
    }
    EXPECT_GT(found[0].size(), 10000u);
    EXPECT_TRUE(found[0] == found[1]) << levels;
  }
}

}  // namespace
}  // namespace impinge::test
