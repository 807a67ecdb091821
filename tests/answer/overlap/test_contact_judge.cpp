// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Solids against Nef polyhedra, curves and patches against CGAL's exact intersections of surfaces and of faces.

#include <gtest/gtest.h>

#include <impinge/engine.h>
#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/judges/judge_overlap.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

// Small enough for Nef polyhedra.
Mesh small_concave(Dice& dice) {
  const auto shape = [&] {
    switch (dice.integer(0, 2)) {
      case 0: return make_torus(0.7, dice.real(0.15, 0.45), 6, 4);
      case 1: return make_displaced_sphere(1, 0.5, 5, 7, static_cast<std::uint64_t>(dice.integer(1, 1000)));
      default: return make_comb(1.5, 2, 40);
    }
  };
  const Mesh mesh = shape();
  const Eigen::Matrix3d turn = random_rotation(dice);
  const Vec3 by = dice.point(-0.5, 0.5);
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(turn * v + by);
  return Mesh(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()});
}

// A box with whole corners, sheared: walls of several lie on each other, and doubles hold them exactly.
Mesh lattice_box(Dice& dice) {
  Vec3 low, high;
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = dice.integer(0, 2);
    high[axis] = low[axis] + dice.integer(1, 4);
  }
  const Mesh box = make_box(high - low);
  std::vector<Vec3> vertices;
  for (const Vec3& local : box.vertices()) {
    const Vec3 v = local + (low + high) / 2;
    vertices.push_back({3 * v.x() + v.y(), 2 * v.y() - v.z(), v.x() + 2 * v.z()});
  }
  return Mesh(std::move(vertices), {box.faces().begin(), box.faces().end()});
}

Overlap overlap_of(const Mesh& a, const Mesh& b) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  CheckOptions options;
  options.curves = options.patches = options.overlap = true;
  const CheckResult result = Engine().check(scene, options);
  return result.pairs.empty() ? Overlap() : *result.pairs[0].overlap;
}

void expect_like(const OverlapSolid& solid, const JudgedSolid& truth, int i) {
  EXPECT_NEAR(solid.volume, truth.volume, 1e-9 * truth.volume) << "case " << i;
  EXPECT_NEAR(solid.area, truth.area, 1e-9 * truth.area) << "case " << i;
  EXPECT_EQ(static_cast<int>(solid.lumps.size()), truth.lumps) << "case " << i;
}

TEST(ContactJudge, ConcavePairsLikeNefPolyhedra) {
  Dice dice(2026);
  for (int i = 0; i < case_count(10, 400); ++i) {
    const Mesh a = small_concave(dice), b = small_concave(dice);
    const OverlapSolid solid = combine(a, b);
    expect_sound(solid);
    expect_like(solid, judge_nef(a, b), i);
  }
}

TEST(ContactJudge, SharedWallsLikeNefPolyhedra) {
  Dice dice(2027);
  for (int i = 0; i < case_count(30, 1000); ++i) {
    const Mesh a = lattice_box(dice), b = lattice_box(dice);
    const OverlapSolid solid = combine(a, b);
    expect_sound(solid);
    expect_like(solid, judge_nef(a, b), i);
  }
}

TEST(ContactJudge, CurvesAsLongAsCgalFinds) {
  Dice dice(2028);
  int loops = 0;
  for (int i = 0; i < case_count(10, 1000); ++i) {
    const Mesh a = small_concave(dice), b = small_concave(dice);
    const Overlap overlap = overlap_of(a, b);
    const JudgedCurves truth = judge_curves(a, b);
    double length = 0;
    int closed = 0;
    for (const ContactCurve& curve : overlap.curves) {
      length += curve.length;
      closed += curve.closed ? 1 : 0;
    }
    EXPECT_NEAR(length, truth.length, 1e-9 * truth.length) << "case " << i;
    EXPECT_EQ(closed, truth.closed) << "case " << i;
    EXPECT_EQ(static_cast<int>(overlap.curves.size()) - closed, truth.open) << "case " << i;
    loops += closed;
  }
  EXPECT_GT(loops, 0);
}

TEST(ContactJudge, PatchesAsLargeAsCgalFinds) {
  Dice dice(2029);
  int patches = 0;
  for (int i = 0; i < case_count(40, 2000); ++i) {
    const Mesh a = lattice_box(dice), b = lattice_box(dice);
    const Overlap overlap = overlap_of(a, b);
    double area = 0;
    for (const ContactPatch& patch : overlap.patches) area += patch.area;
    const double truth = judge_patch_area(a, b);
    EXPECT_NEAR(area, truth, 1e-9 * truth) << "case " << i;
    patches += overlap.patches.empty() ? 0 : 1;
  }
  EXPECT_GT(patches, 0);
}

}  // namespace
}  // namespace impinge::test
