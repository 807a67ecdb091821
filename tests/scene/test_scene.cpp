// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/scene.h>
#include <impinge/shapes.h>

namespace impinge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename Action>
void expect_error(ErrorCode code, Action action) {
  try {
    action();
    ADD_FAILURE() << "no Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    EXPECT_NE(error.what(), std::string());
  }
}

TEST(Pose, QuaternionsOfTheAxesAreExact) {
  // All 24: units, pairs of roots, and halves, each a little off and of any length.
  const double root = std::sqrt(0.5);
  int n_seen = 0;
  for (int code = 0; code < 81; ++code) {
    std::array<double, 4> q{};
    int rest = code, n_set = 0;
    for (double& v : q) {
      v = rest % 3 - 1;
      rest /= 3;
      n_set += v != 0;
    }
    if (n_set == 0 || n_set == 3) continue;
    ++n_seen;
    const double unit = n_set == 1 ? 1 : n_set == 2 ? root : 0.5;
    for (double& v : q) v = 7 * unit * v + 1e-13;
    const Pose pose = Pose::from_quaternion({1, 2, 3}, q);
    for (int i = 0; i < 9; ++i) {
      const double entry = pose.rotation(i / 3, i % 3);
      EXPECT_TRUE(entry == 0 || entry == 1 || entry == -1) << entry;
    }
    EXPECT_EQ((pose.rotation * pose.rotation.transpose()), Eigen::Matrix3d::Identity());
  }
  EXPECT_EQ(n_seen, 48);  // each rotation twice, q and -q
}

TEST(Pose, OtherQuaternionsAreRotations) {
  const Pose pose = Pose::from_quaternion({0, 0, 0}, {1, 2, 3, 4});
  EXPECT_LT((pose.rotation * pose.rotation.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(), 1e-15);
  // A third of a turn about the diagonal sends x to y.
  const Pose third = Pose::from_quaternion({0, 0, 0}, {0.1, 0.1, 0.1, 0.1});
  EXPECT_EQ(world_point(third, {1, 0, 0}), Vec3(0, 1, 0));
  // Extreme lengths neither overflow nor vanish.
  EXPECT_EQ(Pose::from_quaternion({0, 0, 0}, {1e300, 2e300, 3e300, 4e300}).rotation, pose.rotation);
  EXPECT_TRUE(Pose::from_quaternion({0, 0, 0}, {1e-300, 2e-300, 3e-300, 4e-300}).rotation.isApprox(pose.rotation));
}

TEST(Pose, RefusesWhatIsNoRotation) {
  const std::array<std::array<double, 4>, 3> bad = {{{0, 0, 0, 0}, {NAN, 0, 0, 1}, {0, kInfinity, 0, 1}}};
  for (const auto& q : bad) expect_error(ErrorCode::bad_scene, [&] { Pose::from_quaternion({0, 0, 0}, q); });
  expect_error(ErrorCode::bad_scene, [] { Pose::from_quaternion({NAN, 0, 0}, {0, 0, 0, 1}); });
}

TEST(Scene, RepeatedNamesAreNumbered) {
  Scene scene;
  const Mesh box = make_box({1, 1, 1});
  for (int i = 0; i < 3; ++i) scene.add("part", box);
  EXPECT_EQ(scene.object({0}).name, "part");
  EXPECT_EQ(scene.object({1}).name, "part#2");
  EXPECT_EQ(scene.object({2}).name, "part#3");
  EXPECT_EQ(scene.find("part#2"), ObjectId{1});
  expect_error(ErrorCode::bad_scene, [&] { scene.find("part#4"); });
}

TEST(Scene, RefusesWrongIdsAndPoses) {
  Scene scene;
  const ObjectId box = scene.add("box", make_box({1, 1, 1}));
  expect_error(ErrorCode::bad_argument, [&] { scene.object({1}); });
  expect_error(ErrorCode::bad_argument, [&] { scene.set_pose({7}, {}); });
  expect_error(ErrorCode::bad_argument, [&] { scene.ignore(box, {1}, "none"); });
  Pose bad;
  bad.position.y() = NAN;
  expect_error(ErrorCode::bad_argument, [&] { scene.set_pose(box, bad); });
  const std::vector<Vec3> few(3, Vec3::Zero());
  expect_error(ErrorCode::bad_argument, [&] { scene.set_vertices(box, few); });
}

TEST(Scene, IgnoredPairsAreOrdered) {
  Scene scene;
  const ObjectId first = scene.add("first", make_box({1, 1, 1})), second = scene.add("second", make_box({1, 1, 1}));
  scene.ignore(second, first, "glued");
  ASSERT_EQ(scene.ignored().size(), 1U);
  EXPECT_EQ(scene.ignored()[0].a, first);
  EXPECT_EQ(scene.ignored()[0].b, second);
  CheckOptions options;
  options.ignored = true;
  const CheckResult result = Engine().check(scene, options);
  ASSERT_EQ(result.pairs.size(), 1U);
  EXPECT_TRUE(result.pairs[0].ignored);
  EXPECT_EQ(result.pairs[0].reason, "glued");
  EXPECT_EQ(result.pairs[0].verdict, Verdict::same);
}

TEST(Scene, GroupsLimitThePairs) {
  Scene scene;
  const Mesh box = make_box({1, 1, 1});
  scene.add("a1", box, {}, Group::a);
  scene.add("a2", box, {}, Group::a);
  scene.add("b1", box, {}, Group::b);
  scene.add("free", box);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const PairAnswer& pair : Engine().check(scene).pairs) pairs.emplace_back(pair.a.value, pair.b.value);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  EXPECT_EQ(pairs, expected);
}

TEST(Scene, DeformedVerticesTakePartAndGoAgain) {
  Scene scene;
  const Mesh box = make_box({1, 1, 1});
  const ObjectId soft = scene.add("soft", box);
  scene.add("hard", box, {.position = {3, 0, 0}});
  EXPECT_TRUE(Engine().check(scene).pairs.empty());
  std::vector<Vec3> stretched(box.vertices().begin(), box.vertices().end());
  for (Vec3& v : stretched) v.x() *= 6;
  scene.set_vertices(soft, stretched);
  ASSERT_EQ(Engine().check(scene).pairs.size(), 1U);
  EXPECT_EQ(Engine().check(scene).pairs[0].verdict, Verdict::crossing);
  scene.set_vertices(soft, {});
  EXPECT_TRUE(Engine().check(scene).pairs.empty());
  stretched[0].z() = NAN;
  expect_error(ErrorCode::bad_mesh, [&] { scene.set_vertices(soft, stretched); });
}

TEST(Scene, IdsStayWhateverIsRemoved) {
  Scene scene;
  const Mesh box = make_box({1, 1, 1});
  for (int i = 0; i < 3; ++i) scene.add("box", box, {.position = {2.0 * i, 0, 0}});
  scene.ignore({0}, {1}, "known");
  scene.remove({1});
  EXPECT_EQ(scene.objects().size(), 3U);
  EXPECT_TRUE(scene.objects()[1].removed);
  EXPECT_TRUE(scene.ignored().empty());
  EXPECT_EQ(scene.find("box#3"), ObjectId{2});
  EXPECT_EQ(scene.object({2}).pose.position.x(), 4);
  expect_error(ErrorCode::bad_argument, [&] { scene.object({1}); });
  expect_error(ErrorCode::bad_argument, [&] { scene.remove({1}); });
  expect_error(ErrorCode::bad_argument, [&] { scene.set_pose({1}, {}); });
  expect_error(ErrorCode::bad_argument, [&] { scene.remove({7}); });
  expect_error(ErrorCode::bad_scene, [&] { static_cast<void>(scene.find("box#2")); });
  EXPECT_EQ(scene.add("box#2", box), ObjectId{3});  // the name is free, the id is not
}

TEST(Scene, NamesThatChange) {
  Scene scene;
  const Mesh box = make_box({1, 1, 1});
  scene.add("left", box);
  scene.add("right", box, {.position = {0.5, 0, 0}});
  scene.set_rules({{.a = {"bolt*"}, .b = {"*"}, .accept = {Verdict::crossing}}});
  const Engine engine;
  EXPECT_EQ(engine.check(scene).asked, 0U);
  scene.rename({0}, "bolt");
  EXPECT_EQ(scene.find("bolt"), ObjectId{0});
  EXPECT_TRUE(engine.check(scene).pairs.at(0).accepted);
  scene.rename({0}, "bolt");
  expect_error(ErrorCode::bad_argument, [&] { scene.rename({0}, "right"); });
  expect_error(ErrorCode::bad_scene, [&] { static_cast<void>(scene.find("left")); });
  scene.rename({1}, "left");
  EXPECT_EQ(scene.find("left"), ObjectId{1});
}

TEST(Scene, ShapesThatAreReplaced) {
  Scene scene;
  scene.add("part", make_box({1, 1, 1}), {.position = {0, 0, 3}});
  scene.add("wall", make_box({9, 9, 1}));
  const Engine engine;
  EXPECT_TRUE(engine.check(scene).pairs.empty());
  scene.replace({0}, make_box({1, 1, 6}));
  EXPECT_EQ(scene.object({0}).pose.position.z(), 3);
  EXPECT_EQ(engine.check(scene).pairs.at(0).verdict, Verdict::crossing);
  scene.replace({0}, make_implicit_sphere(1));
  EXPECT_TRUE(scene.object({0}).shape);
  expect_error(ErrorCode::bad_argument, [&] { scene.replace({0}, LineShapePtr()); });
  scene.replace({0}, make_box({1, 1, 1}));
  EXPECT_FALSE(scene.object({0}).shape);
  Motion motion;
  motion.vertex_keyframes.assign(2, {scene.object({0}).mesh.vertices().begin(), scene.object({0}).mesh.vertices().end()});
  scene.set_motion({0}, motion);
  scene.replace({0}, make_box({2, 1, 1}));
  expect_error(ErrorCode::bad_argument, [&] { scene.replace({0}, make_icosphere(1, 1)); });
  expect_error(ErrorCode::bad_argument, [&] { scene.replace({0}, make_implicit_sphere(1)); });
}

TEST(Scene, MirrorsAndScalesAreTakenAsTheyAre) {
  Scene scene;
  const Mesh box = make_box({2, 2, 2});
  Pose mirrored, doubled;
  mirrored.rotation.diagonal() = Vec3(-1, 1, 1);
  doubled.rotation.diagonal() = Vec3(2, 2, 2);
  doubled.position = {4, 0, 0};
  scene.add("mirrored", box, mirrored);
  scene.add("doubled", box, doubled);
  for (const bool prepared : {false, true}) {
    Engine engine;
    if (prepared) engine.prepare(box);
    scene.set_pose({1}, doubled);
    ASSERT_TRUE(engine.check(scene).pairs.empty());
    doubled.position.x() = 2.5;
    scene.set_pose({1}, doubled);
    EXPECT_EQ(engine.check(scene).pairs.at(0).verdict, Verdict::crossing) << prepared;
    doubled.position.x() = 0;
    scene.set_pose({1}, doubled);
    EXPECT_EQ(engine.check(scene).pairs.at(0).verdict, Verdict::a_in_b) << prepared;
    doubled.position.x() = 4;
  }
  Pose flawed;
  flawed.rotation(1, 2) = NAN;
  expect_error(ErrorCode::bad_argument, [&] { scene.set_pose({0}, flawed); });
}

TEST(Scene, CoordinatesThatOverflowAreAnError) {
  Scene scene;
  scene.add("far", make_box({1e308, 1, 1}), {.position = {1.7e308, 0, 0}});
  scene.add("near", make_box({1, 1, 1}));
  expect_error(ErrorCode::bad_scene, [&] { Engine().check(scene); });
}

}  // namespace
}  // namespace impinge
