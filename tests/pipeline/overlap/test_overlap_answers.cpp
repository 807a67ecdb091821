// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a check says about overlaps, against closed forms.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <Eigen/Geometry>
#include <cmath>

#include "pipeline/check/pair_overlap.h"

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

void expect_turned(const Overlap& x, const Overlap& y) {
  ASSERT_TRUE(x.parting && y.parting);
  EXPECT_EQ(x.parting->length, y.parting->length);
  EXPECT_EQ(x.parting->at_least, y.parting->at_least);
  EXPECT_EQ(x.parting->reason, y.parting->reason);
  EXPECT_EQ(x.parting->direction, -y.parting->direction);
  ASSERT_EQ(x.pushes.size(), y.pushes.size());
  for (std::size_t i = 0; i < x.pushes.size(); ++i) {
    EXPECT_EQ(x.pushes[i].point, y.pushes[i].point);
    EXPECT_EQ(x.pushes[i].normal, -y.pushes[i].normal);
    EXPECT_EQ(x.pushes[i].depth, y.pushes[i].depth);
    EXPECT_EQ(x.pushes[i].lump, y.pushes[i].lump);
  }
}

TEST(OverlapAnswers, SwappedBodiesPartTheOtherWay) {
  Dice dice(7);
  const Mesh shapes[] = {make_box(Vec3(2, 1, 1.5)), make_icosphere(1, 2), make_torus(1, 0.4, 24, 12)};
  int compared = 0;
  for (int i = 0; i < case_count(12, 300); ++i) {
    const Mesh &a = shapes[i % 3], &b = shapes[i / 3 % 3];
    const Pose pose = Pose::from_quaternion(dice.point(-0.7, 0.7), dice.quaternion());
    Scene first, second;
    first.add("a", a);
    first.add("b", b, pose);
    second.add("b", b, pose);
    second.add("a", a);
    const CheckResult one = Engine({.threads = 1}).check(first, everything()),
                      two = Engine({.threads = 2}).check(second, everything());
    if (one.pairs.empty() || one.pairs[0].verdict != Verdict::crossing) continue;
    ++compared;
    expect_turned(only(one), only(two));
    // Whichever of the two is moved, it parts them.
    const LeastParting& way = *only(one).parting;
    first.set_pose({1}, {pose.rotation, pose.position + way.direction * way.length});
    second.set_pose({1}, {Eigen::Matrix3d::Identity(), -way.direction * way.length});
    for (const Scene* moved : {&first, &second})
      for (const PairAnswer& pair : Engine().check(*moved).pairs) EXPECT_EQ(pair.verdict, Verdict::touching) << i;
  }
  EXPECT_GE(compared, case_count(12, 300) / 2);
}

// A simulator keeps what it knows of a point from step to step: the same corners, in the same order.
TEST(OverlapAnswers, ABoxThatSlidesOverAPlateKeepsItsFourPoints) {
  const Vec3 size(2, 1, 1);
  const double sunk = 0x1p-9;
  CheckOptions options;
  options.parting = true;
  for (const double turn : {0.0, 0.2, 0.7, 1.3}) {
    std::vector<Vec3> corners;  // of the box, in its own frame, when the first step was looked at
    for (int step = 0; step < 100; ++step) {
      Scene scene;
      scene.add("plate", make_box(Vec3(20, 20, 1)));
      const Pose pose{Eigen::AngleAxisd(turn, Vec3::UnitZ()).toRotationMatrix(),
                      Vec3(0.013 * step - 0.7, 0.3 + 0.0071 * step, 1 - sunk + 1e-7 * std::sin(step))};
      scene.add("box", make_box(size), pose);
      const CheckResult result = Engine().check(scene, options);
      const Overlap& overlap = only(result);
      ASSERT_EQ(overlap.pushes.size(), 4u) << turn << " " << step;
      for (std::size_t i = 0; i < 4; ++i) {
        const PushPoint& push = overlap.pushes[i];
        EXPECT_EQ(push.lump, 0u);
        EXPECT_NEAR((push.normal - Vec3(0, 0, 1)).norm(), 0, 1e-9);
        EXPECT_NEAR(push.depth, sunk, 2e-7);
        const Vec3 local = pose.rotation.transpose() * (push.point - pose.position);
        EXPECT_NEAR(std::abs(local.x()), size.x() / 2, 1e-9);
        EXPECT_NEAR(std::abs(local.y()), size.y() / 2, 1e-9);
        if (step == 0) corners.push_back(local);
        EXPECT_NEAR((local - corners[i]).norm(), 0, 1e-6) << turn << " " << step << " " << i;
      }
    }
  }
}

// A body that crosses itself, placed anywhere, asked by one thread or two, for the first time or again.
TEST(OverlapAnswers, EarlierQuestionsChangeNothing) {
  const Mesh part = make_displaced_sphere(1, 0.3, 30, 40, 5);
  std::vector<Vec3> vertices(part.vertices().begin(), part.vertices().end());
  std::vector<Face> faces(part.faces().begin(), part.faces().end());
  for (const Vec3& v : part.vertices()) vertices.push_back(v + Vec3(0.5, 0.3, 0.2));
  for (const Face& f : part.faces())
    faces.push_back({f[0] + static_cast<std::uint32_t>(part.vertices().size()),
                     f[1] + static_cast<std::uint32_t>(part.vertices().size()),
                     f[2] + static_cast<std::uint32_t>(part.vertices().size())});
  const Mesh b = make_torus(1, 0.4, 36, 20);
  const auto solid_at = [&](const Mesh& a, int threads, double x) {
    Scene scene;
    scene.add("a", a);
    scene.add("b", b, Pose::from_quaternion(Vec3(x, 0.2, 0.1), {0.1, 0.2, 0.3, 0.9}));
    Engine engine({.threads = threads});
    engine.prepare(a);
    engine.prepare(b);
    return *only(engine.check(scene, everything())).solid;
  };
  const Mesh asked(vertices, faces);
  for (const double x : {0.9, 0.3, 0.6}) {
    const OverlapSolid first = solid_at(Mesh(vertices, faces), 1, x), again = solid_at(asked, 2, x);
    ASSERT_TRUE(first.mesh && again.mesh);
    const auto same = [](const auto& p, const auto& q) { return std::equal(p.begin(), p.end(), q.begin(), q.end()); };
    EXPECT_TRUE(same(first.mesh->vertices(), again.mesh->vertices()));
    EXPECT_TRUE(same(first.mesh->faces(), again.mesh->faces()));
    EXPECT_EQ(first.volume, again.volume);
  }
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

TEST(OverlapAnswers, TooManyFacePairsAreRefusedByName) {
  EXPECT_NO_THROW(require_overlap_pairs(kMostOverlapPairs, "plate", "pin"));
  try {
    require_overlap_pairs(kMostOverlapPairs + 1, "plate", "pin");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::too_large);
    for (const char* word : {"'plate'", "'pin'", "16777217"})
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(OverlapAnswers, VerticesThatAreNoNumbersAreRefused) {
  EXPECT_THROW(combine(make_box(Vec3(1, 1, 1)), Mesh({{0, 0, std::nan("")}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})), Error);
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
