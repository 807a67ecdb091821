// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Verdicts that hang on places easily overlooked: contacts in the middle of a face, voids between overlapping components,
// walls that cancel each other, bodies without volume.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <vector>

#include "support/case_count.h"

namespace impinge {
namespace {

struct Parts {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;

  void add(const Mesh& mesh, const Vec3& shift, bool inverted = false) {
    const auto n = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3& p : mesh.vertices()) vertices.emplace_back(p + shift);
    for (const Face& f : mesh.faces())
      faces.push_back(inverted ? Face{f[0] + n, f[2] + n, f[1] + n} : Face{f[0] + n, f[1] + n, f[2] + n});
  }
  void add_box(const Vec3& low, const Vec3& high, int subdivisions = 1, bool inverted = false) {
    add(make_box(high - low, subdivisions), (low + high) / 2, inverted);
  }
  Mesh mesh() const { return {vertices, faces}; }
};

Mesh box(const Vec3& low, const Vec3& high) {
  Parts parts;
  parts.add_box(low, high);
  return parts.mesh();
}

void expect_verdict(const Mesh& a, const Mesh& b, Verdict expected) {
  for (const bool swapped : {false, true}) {
    Scene scene;
    scene.add("a", swapped ? b : a);
    scene.add("b", swapped ? a : b);
    const CheckResult result = Engine().check(scene);
    const Verdict verdict = result.pairs.empty() ? Verdict::disjoint : result.pairs[0].verdict;
    EXPECT_STREQ(to_string(verdict), to_string(swapped ? mirrored(expected) : expected)) << (swapped ? "swapped" : "");
  }
}

TEST(HiddenPlaces, AVertexOnTheCentreOfAFaceTouches) {
  // The apex stands on the centre of a triangle of the box's top, where a careless sample would be taken.
  const Mesh block = box(Vec3(0, 0, 0), Vec3(6, 6, 6));
  for (const Vec3& centre : {Vec3(2, 4, 6), Vec3(4, 2, 6), Vec3(2, 2, 6), Vec3(4, 4, 6)}) {
    const auto cone = [&](double height) {
      std::vector<Vec3> v = {centre, centre + Vec3(1, 0, height), centre + Vec3(-1, 1, height),
                             centre + Vec3(-1, -1, height)};
      std::vector<Face> f = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
      return Mesh(v, f);
    };
    expect_verdict(block, cone(2), Verdict::touching);
    expect_verdict(block, cone(-2), Verdict::b_in_a);
  }
  const Mesh sheet({Vec3(0, 0, 0), Vec3(3, 0, 0), Vec3(0, 3, 0)}, {{0, 1, 2}});
  const Mesh spike({Vec3(1, 1, 0), Vec3(101, 1, -1), Vec3(-99, 101, -1), Vec3(-99, -99, -1)},
                   {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
  expect_verdict(sheet, spike, Verdict::touching);
}

TEST(HiddenPlaces, AVoidBetweenSixOverlappingPlates) {
  Parts plates;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 low = Vec3::Zero(), high = Vec3::Constant(10);
    high[axis] = 4;
    plates.add_box(low, high);
    low[axis] = 6;
    high[axis] = 10;
    plates.add_box(low, high);
  }
  const Mesh hollow = plates.mesh();
  expect_verdict(hollow, box(Vec3::Zero(), Vec3::Constant(10)), Verdict::a_in_b);
  expect_verdict(hollow, box(Vec3::Constant(3), Vec3::Constant(7)), Verdict::crossing);
  expect_verdict(hollow, box(Vec3::Constant(1), Vec3::Constant(3)), Verdict::b_in_a);
  expect_verdict(hollow, box(Vec3::Constant(4.5), Vec3::Constant(5.5)), Verdict::disjoint);
  expect_verdict(hollow, box(Vec3::Constant(4), Vec3::Constant(6)), Verdict::touching);
}

TEST(HiddenPlaces, ANotchCutByAnInvertedComponent) {
  for (const int subdivisions : {1, 3, test::judged_size(6)}) {
    Parts parts;
    parts.add_box(Vec3::Zero(), Vec3::Constant(2));
    parts.add_box(Vec3::Zero(), Vec3::Constant(1), subdivisions, true);
    expect_verdict(parts.mesh(), box(Vec3::Constant(-1), Vec3::Constant(1)), Verdict::touching);
    expect_verdict(parts.mesh(), box(Vec3::Zero(), Vec3::Constant(1)), Verdict::touching);
    expect_verdict(parts.mesh(), box(Vec3::Constant(0.25), Vec3::Constant(0.75)), Verdict::disjoint);
  }
}

TEST(HiddenPlaces, AClosedSheetWithoutVolumeIsASurface) {
  const std::vector<Vec3> corners = {Vec3(1, 1, 1), Vec3(2, 1, 1), Vec3(2, 2, 1), Vec3(1, 2, 1)};
  const Mesh same_diagonal(corners, {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}});
  const Mesh other_diagonal(corners, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
  for (const Mesh& sheet : {same_diagonal, other_diagonal}) {
    expect_verdict(sheet, box(Vec3::Zero(), Vec3::Constant(3)), Verdict::a_in_b);
    expect_verdict(sheet, box(Vec3::Zero(), Vec3(1.5, 3, 3)), Verdict::crossing);
    expect_verdict(sheet, box(Vec3(0, 0, 1), Vec3::Constant(3)), Verdict::touching);
  }
}

TEST(HiddenPlaces, TheWitnessOfAFoldLiesBeyondTheSharedEdge) {
  const Mesh fold({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0.25, 0.25, 0)}, {{0, 1, 2}, {1, 0, 3}});
  Scene scene;
  scene.add("fold", fold);
  CheckOptions options;
  options.self = true;
  const CheckResult result = Engine().check(scene, options);
  ASSERT_EQ(result.pairs.size(), 1u);
  EXPECT_GT(result.pairs[0].witness->a_point.y(), 0);
}

}  // namespace
}  // namespace impinge
