// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Objects with themselves: what the tree finds is what face_octree finds, prepared or not, deformed or not, and only the
// objects that are asked about are looked at.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/lattice_soup.h>

namespace impinge::test {
namespace {

CheckOptions self_by(Method method) { return {.method = method, .self = true, .pairs = false}; }

void expect_same(const CheckResult& x, const CheckResult& y) {
  ASSERT_EQ(x.pairs.size(), y.pairs.size());
  for (std::size_t i = 0; i < x.pairs.size(); ++i) {
    EXPECT_EQ(x.pairs[i].a, y.pairs[i].a);
    EXPECT_EQ(x.pairs[i].verdict, y.pairs[i].verdict);
    EXPECT_EQ(x.pairs[i].face_pairs, y.pairs[i].face_pairs);
  }
}

TEST(SelfPairs, ByTreeAreThoseOfTheOctree) {
  Dice dice(2110);
  std::size_t found = 0;
  for (int round = 0; round < case_count(100, 5000); ++round) {
    Scene scene;
    std::vector<std::vector<Vec3>> moved;
    for (int i = 0; i < 3; ++i) {
      const Mesh mesh = i == 0   ? random_lattice_soup(dice).mesh()
                        : i == 1 ? random_soup(dice, 40, 1).mesh()
                                 : make_displaced_sphere(1, 0.9, 6, 9, static_cast<std::uint64_t>(round));
      Pose pose;
      if (dice.chance(0.5)) pose.rotation = random_rotation(dice);
      if (dice.chance(0.5)) pose.position = dice.point(-1000, 1000);
      scene.add("body", mesh, pose);
      moved.emplace_back(mesh.vertices().begin(), mesh.vertices().end());
      for (Vec3& v : moved.back()) v += dice.chance(0.2) ? dice.grid_point(-1, 1) : Vec3(0, 0, 0);
    }
    Engine engine;
    if (round % 2 == 1)
      for (const SceneObject& o : scene.objects()) engine.prepare(o.mesh);
    for (const bool deformed : {false, true}) {
      for (std::uint32_t i = 0; deformed && i < 3; ++i) scene.set_vertices({i}, moved[i]);
      const CheckResult cells = engine.check(scene, self_by(Method::face_octree));
      expect_same(engine.check(scene, self_by(Method::automatic)), cells);
      expect_same(engine.check(scene, self_by(Method::automatic)), cells);  // with what is known by now
      for (const PairAnswer& p : cells.pairs) found += p.face_pairs.size();
    }
  }
  EXPECT_GT(found, 10 * static_cast<std::size_t>(case_count(100, 5000)));
}

// A sheet on a lattice, folded anyhow: rims, flat neighbours, folds upon themselves, faces that are turned, missing or too
// many at an edge. Neighbours are told apart around their corners where that is a proof, and only there.
TEST(SelfPairs, OfSheetsThatDeform) {
  Dice dice(2112);
  constexpr int kCells = 6;
  std::size_t found = 0;
  for (int round = 0; round < case_count(300, 20000); ++round) {
    std::vector<Vec3> rest;
    std::vector<Face> faces;
    for (int y = 0; y <= kCells; ++y)
      for (int x = 0; x <= kCells; ++x) rest.emplace_back(x, y, 0);
    for (int y = 0; y < kCells; ++y)
      for (int x = 0; x < kCells; ++x) {
        const auto here = static_cast<std::uint32_t>(y * (kCells + 1) + x), above = here + kCells + 1;
        faces.push_back({here, here + 1, above + 1});
        faces.push_back({here, above + 1, above});
      }
    const auto any = [&] { return static_cast<std::size_t>(dice.integer(0, static_cast<int>(faces.size()) - 1)); };
    for (int i = dice.integer(0, 3); i > 0; --i) std::swap(faces[any()][0], faces[any()][1]);
    for (int i = dice.integer(0, 2); i > 0; --i) std::swap(faces[0][1], faces[0][2]);
    if (dice.chance(0.3)) faces.erase(faces.begin() + static_cast<std::ptrdiff_t>(any()));
    if (dice.chance(0.3)) {
      rest.emplace_back(dice.grid_point(0, kCells));
      faces.push_back({faces[any()][0], faces[any()][1], static_cast<std::uint32_t>(rest.size()) - 1});
    }
    std::erase_if(faces, [](const Face& f) { return f[0] == f[1] || f[1] == f[2] || f[2] == f[0]; });
    std::vector<Vec3> moved = rest;
    const double fold = dice.integer(1, kCells - 1), bend = dice.chance(0.5) ? dice.integer(1, 3) : 0;
    for (Vec3& v : moved) {
      if (v.x() > fold && dice.chance(0.95)) v = {2 * fold - v.x(), v.y(), bend * (v.x() - fold) / 2};
      if (dice.chance(0.1)) v += dice.grid_point(-1, 1);
    }
    Scene scene;
    const Mesh mesh(rest, faces);
    Pose pose;
    if (dice.chance(0.3)) pose.rotation = random_rotation(dice);
    scene.add("sheet", mesh, pose);
    scene.set_vertices({0}, moved);
    Engine engine;
    engine.prepare(mesh);
    const CheckResult cells = engine.check(scene, self_by(Method::face_octree));
    expect_same(engine.check(scene, self_by(Method::automatic)), cells);
    if (HasFailure()) FAIL() << "round " << round;
    for (const PairAnswer& p : cells.pairs) found += p.face_pairs.size();
  }
  EXPECT_GT(found, 10 * static_cast<std::size_t>(case_count(300, 20000)));
}

TEST(SelfPairs, OfTheObjectsThatAreAskedAboutAlone) {
  Dice dice(2111);
  const Mesh crossed = random_soup(dice, 40, 1).mesh();
  Scene scene;
  for (int i = 0; i < 4; ++i) scene.add("body", crossed, {.position = Vec3(10 * i, 0, 0)});
  const Engine engine;
  CheckOptions options = self_by(Method::automatic);
  EXPECT_EQ(engine.check(scene, options).pairs.size(), 4u);
  options.self_objects = {{2}, {0}, {2}};
  const CheckResult result = engine.check(scene, options);
  ASSERT_EQ(result.pairs.size(), 2u);
  EXPECT_EQ(result.pairs[0].a, ObjectId{0});
  EXPECT_EQ(result.pairs[1].b, ObjectId{2});
  options.self_objects = {{4}};
  EXPECT_THROW(engine.check(scene, options), Error);
}

}  // namespace
}  // namespace impinge::test
