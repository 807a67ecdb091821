// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a check says about overlaps, against closed forms.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

namespace impinge::test {
namespace {

Pose at(double x, double y, double z) {
  Pose pose;
  pose.position = Vec3(x, y, z);
  return pose;
}

const Overlap& only(const CheckResult& result) {
  EXPECT_EQ(result.pairs.size(), 1u);
  EXPECT_NE(result.pairs.at(0).overlap, nullptr);
  return *result.pairs.at(0).overlap;
}

CheckOptions everything() {
  CheckOptions options;
  options.contacts = options.curves = options.patches = options.overlap = options.parting = true;
  return options;
}

TEST(OverlapAnswers, CornersOfTwoBoxes) {
  Scene scene;
  scene.add("a", make_box(Vec3(2, 2, 2)));
  scene.add("b", make_box(Vec3(2, 2, 2)), at(1.5, 1.25, 1));
  const CheckResult result = Engine().check(scene, everything());
  const Overlap& overlap = only(result);
  EXPECT_EQ(overlap.contacts.size(), result.pairs[0].face_pair_count);
  ASSERT_EQ(overlap.curves.size(), 1u);
  EXPECT_TRUE(overlap.curves[0].closed);
  EXPECT_DOUBLE_EQ(overlap.curves[0].length, 2 * (0.5 + 0.75 + 1));
  EXPECT_EQ(overlap.curves[0].faces.size(), overlap.curves[0].points.size());
  EXPECT_TRUE(overlap.patches.empty());
  ASSERT_TRUE(overlap.solid);
  ASSERT_EQ(overlap.solid->lumps.size(), 1u);
  const Lump& lump = overlap.solid->lumps[0];
  EXPECT_DOUBLE_EQ(lump.volume, 0.5 * 0.75 * 1);
  EXPECT_DOUBLE_EQ(lump.area, 2 * (0.5 * 0.75 + 0.75 + 0.5));
  EXPECT_TRUE(lump.centroid.isApprox(Vec3(0.75, 0.625, 0.5)));
  EXPECT_EQ(lump.box_low, Vec3(0.5, 0.25, 0));
  EXPECT_EQ(lump.box_high, Vec3(1, 1, 1));
  ASSERT_TRUE(overlap.parting);
  EXPECT_NEAR(overlap.parting->length, 0.5, 1e-9);
  EXPECT_NEAR(overlap.parting->at_least, 0.5, 1e-9);
  EXPECT_NEAR(overlap.parting->direction.x(), 1, 1e-9);
}

TEST(OverlapAnswers, BlockOnAPlateHasOnePatch) {
  Scene scene;
  scene.add("plate", make_box(Vec3(10, 10, 1)));
  scene.add("block", make_box(Vec3(2, 3, 4)), at(0.5, 0.25, 2.5));
  const CheckResult result = Engine().check(scene, everything());
  EXPECT_EQ(result.pairs.at(0).verdict, Verdict::touching);
  const Overlap& overlap = only(result);
  ASSERT_EQ(overlap.patches.size(), 1u);
  const ContactPatch& patch = overlap.patches[0];
  EXPECT_DOUBLE_EQ(patch.area, 6);
  EXPECT_TRUE(patch.normal.isApprox(Vec3(0, 0, 1)));
  EXPECT_TRUE(patch.middle.isApprox(Vec3(0.5, 0.25, 0.5)));
  ASSERT_EQ(patch.outline.size(), 1u);
  EXPECT_EQ(patch.outline[0].size(), 4u);
  EXPECT_TRUE(overlap.curves.empty());
  ASSERT_TRUE(overlap.solid);
  EXPECT_TRUE(overlap.solid->lumps.empty());
  EXPECT_FALSE(overlap.solid->mesh);
  EXPECT_FALSE(overlap.parting);
}

TEST(OverlapAnswers, FrameOnAPlateHasAPatchWithAHole) {
  const OverlapSolid frame = combine(make_box(Vec3(4, 4, 1)), make_box(Vec3(2, 2, 3)), Combination::difference);
  ASSERT_TRUE(frame.mesh);
  Scene scene;
  scene.add("frame", *frame.mesh);
  scene.add("plate", make_box(Vec3(8, 8, 1)), at(0, 0, -1));
  const CheckResult result = Engine().check(scene, everything());
  const Overlap& overlap = only(result);
  ASSERT_EQ(overlap.patches.size(), 1u);
  EXPECT_DOUBLE_EQ(overlap.patches[0].area, 12);
  EXPECT_TRUE(overlap.patches[0].normal.isApprox(Vec3(0, 0, -1)));
  ASSERT_EQ(overlap.patches[0].outline.size(), 2u);
  for (const auto& loop : overlap.patches[0].outline) EXPECT_EQ(loop.size(), 4u);
}

TEST(OverlapAnswers, SwappedBodiesGiveTheSameSolid) {
  const Mesh a = make_icosphere(1, 2), b = make_torus(1, 0.4, 24, 12);
  const Pose pose = Pose::from_quaternion(Vec3(0.3, 0.2, 0.1), {0.1, 0.2, 0.3, 0.9});
  Scene first, second;
  first.add("a", a);
  first.add("b", b, pose);
  second.add("b", b, pose);
  second.add("a", a);
  const CheckResult one = Engine({.threads = 1}).check(first, everything()),
                    two = Engine({.threads = 2}).check(second, everything());
  const Overlap &x = only(one), &y = only(two);
  ASSERT_TRUE(x.solid && y.solid && x.solid->mesh && y.solid->mesh);
  const auto same = [](const auto& p, const auto& q) { return std::equal(p.begin(), p.end(), q.begin(), q.end()); };
  EXPECT_TRUE(same(x.solid->mesh->vertices(), y.solid->mesh->vertices()));
  EXPECT_TRUE(same(x.solid->mesh->faces(), y.solid->mesh->faces()));
  EXPECT_EQ(x.solid->volume, y.solid->volume);
  ASSERT_EQ(x.curves.size(), y.curves.size());
  for (std::size_t i = 0; i < x.curves.size(); ++i) EXPECT_EQ(x.curves[i].points, y.curves[i].points);
  EXPECT_EQ(x.solid->lumps[0].a_faces, y.solid->lumps[0].b_faces);
  EXPECT_TRUE(x.solid->mesh->closed());
}

TEST(OverlapAnswers, OpenBodiesHaveCurvesThatEndAtTheirBorder) {
  Scene scene;
  const std::vector<Vec3> corners{{-2, -2, 0.25}, {2, -2, 0.25}, {2, 2, 0.25}, {-0.25, 2, 0.25}, {-0.25, -2, 0.25}};
  scene.add("sheet", Mesh({corners[4], corners[1], corners[2], corners[3]}, {{0, 1, 2}, {0, 2, 3}}));
  scene.add("box", make_box(Vec3(1, 1, 1)));
  CheckOptions options = everything();
  options.open = OpenBodies::surface;
  const CheckResult result = Engine().check(scene, options);
  const Overlap& overlap = only(result);
  ASSERT_EQ(overlap.curves.size(), 1u);
  EXPECT_FALSE(overlap.curves[0].closed);
  EXPECT_DOUBLE_EQ(overlap.curves[0].length, 0.75 + 1 + 0.75);
  EXPECT_FALSE(overlap.solid);
  EXPECT_FALSE(overlap.statement.empty());
}

TEST(OverlapAnswers, NothingIsThereThatWasNotAskedFor) {
  Scene scene;
  scene.add("a", make_box(Vec3(2, 2, 2)));
  scene.add("b", make_box(Vec3(2, 2, 2)), at(1, 1, 1));
  EXPECT_EQ(Engine().check(scene).pairs.at(0).overlap, nullptr);
  CheckOptions options;
  options.curves = true;
  const CheckResult result = Engine().check(scene, options);
  EXPECT_FALSE(only(result).solid);
  EXPECT_TRUE(only(result).contacts.empty());
  options.face_pairs = false;
  EXPECT_THROW(Engine().check(scene, options), Error);
  options.face_pairs = true;
  options.method = Method::depth_count;
  EXPECT_THROW(Engine().check(scene, options), Error);
}

}  // namespace
}  // namespace impinge::test
