// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Whole motions against closed forms, against all pairs of features without trees or culls, and against bodies that are
// posed at many moments by other means.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <numbers>

#include <answer/first_contact.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/shapes.h>
#include <scene/timeline.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <Eigen/Geometry>

namespace impinge::test {
namespace {

Motion keyed(std::vector<Keyframe> keys, Path path = Path::straight) {
  Motion m;
  m.keyframes = std::move(keys);
  m.path = path;
  return m;
}

Motion moving(const Vec3& velocity, const Vec3& spin = Vec3::Zero()) {
  Motion m;
  m.velocity = velocity;
  m.angular_velocity = spin;
  return m;
}

// A scene whose two objects do not meet at either end, by the static test.
void expect_static_misses(Scene scene, const Pose& end) {
  const Engine engine;
  EXPECT_FALSE(engine.meet(scene, {0}, {1}));
  scene.set_pose({1}, end);
  EXPECT_FALSE(engine.meet(scene, {0}, {1}));
}

TEST(Sweep, FindsABulletThatCrossesAThinPlateWithinAStep) {
  Scene scene;
  scene.add("plate", make_box({0.01, 4, 4}));
  scene.add("bullet", make_box({0.1, 0.1, 0.1}), {.position = Vec3(-10, 0.3, 0.2)});
  scene.set_motion({1}, moving({20, 0, 0}));
  scene.duration = 1;
  expect_static_misses(scene, {.position = Vec3(10, 0.3, 0.2)});
  for (const Parallel parallel : {Parallel::spmd, Parallel::spmd_even, Parallel::producer}) {
    const SweepResult result = Engine().sweep(scene, {.parallel = parallel});
    ASSERT_EQ(result.pairs.size(), 1u);
    const SweptPair& pair = result.pairs[0];
    const double truth = (10 - 0.055) / 20, left = (10 + 0.055) / 20;
    EXPECT_LE(pair.first_contact->t, truth + 1e-12);
    EXPECT_GE(pair.first_contact->t, truth - 1e-6);
    EXPECT_NEAR(pair.first_contact->point.x(), -0.005, 1e-4);
    ASSERT_EQ(pair.intervals.size(), 1u);
    EXPECT_NEAR(pair.intervals[0].end, left, 2e-6);
    EXPECT_GT(pair.worst_crossing_count, 0u);
    EXPECT_GT(pair.worst_t, truth);
    EXPECT_LT(pair.worst_t, left);
  }
}

TEST(Sweep, FindsABladeThatSpinsThroughAPost) {
  Scene scene;
  scene.add("post", make_box({0.1, 0.1, 3}), {.position = Vec3(0, 0.8, 0)});
  scene.add("blade", make_box({2, 0.1, 0.05}));
  const double turn = 2.9;
  scene.set_motion({1},
                   keyed({{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {0, 0, 0}, {0, 0, std::sin(turn / 2), std::cos(turn / 2)}}}));
  expect_static_misses(scene, Pose::from_quaternion({0, 0, 0}, {0, 0, std::sin(turn / 2), std::cos(turn / 2)}));
  // The leading side of the blade meets a corner of the post.
  double truth = 1;
  for (const double y : {0.75, 0.85})
    truth = std::min(truth, (std::acos(0.05 / std::hypot(0.05, y)) - std::atan2(0.05, y)) / turn);
  const SweepResult result = Engine().sweep(scene);
  ASSERT_EQ(result.pairs.size(), 1u);
  EXPECT_LE(result.pairs[0].first_contact->t, truth + 1e-12);
  EXPECT_GE(result.pairs[0].first_contact->t, truth - 1e-6);
  ASSERT_EQ(result.pairs[0].intervals.size(), 1u);
}

TEST(Sweep, TellsAScrewFromAStraightLine) {
  const double turn = 2 * std::numbers::pi / 3;
  for (const Path path : {Path::screw, Path::straight}) {
    Scene scene;
    scene.add("plate", make_box({0.2, 0.2, 0.01}), {.position = Vec3(std::cos(turn / 2), std::sin(turn / 2), 0.5)});
    scene.add("pin", make_box({0.02, 0.02, 0.02}), {.position = Vec3(1, 0, 0)});
    const Keyframe end{1, {std::cos(turn), std::sin(turn), 1}, {0, 0, std::sin(turn / 2), std::cos(turn / 2)}};
    scene.set_motion({1}, keyed({{0, {1, 0, 0}, {0, 0, 0, 1}}, end}, path));
    expect_static_misses(scene, Pose::from_quaternion(end.position, end.rotation));
    const SweepResult result = Engine().sweep(scene);
    ASSERT_EQ(result.pairs.size(), path == Path::screw ? 1u : 0u);
    if (path == Path::straight) continue;
    EXPECT_LE(result.pairs[0].first_contact->t, 0.485 + 1e-12);
    EXPECT_GE(result.pairs[0].first_contact->t, 0.485 - 1e-6);
    EXPECT_NEAR(result.pairs[0].intervals.at(0).end, 0.515, 2e-6);
  }
}

// Turns of any number are cut into steps; contacts come back with every turn.
TEST(Sweep, FollowsManyTurns) {
  Scene scene;
  scene.add("post", make_box({0.1, 0.1, 3}), {.position = Vec3(0, 0.8, 0)});
  scene.add("blade", make_box({1.8, 0.1, 0.05}));
  scene.set_motion({1}, moving({0, 0, 0}, {0, 0, 2 * std::numbers::pi}));
  scene.duration = 3;
  const SweepResult result = Engine().sweep(scene);
  EXPECT_EQ(result.steps, 6u);
  ASSERT_EQ(result.pairs.size(), 1u);
  EXPECT_EQ(result.pairs[0].intervals.size(), 6u);  // the blade has two ends
  for (std::size_t i = 1; i < 6; ++i)
    EXPECT_NEAR(result.pairs[0].intervals[i].begin - result.pairs[0].intervals[i - 1].begin, 0.5, 1e-6);
}

TEST(Sweep, RefusesBadMotions) {
  Scene scene;
  const ObjectId box = scene.add("box", make_box({1, 1, 1}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(scene.set_motion(box, moving({nan, 0, 0})), Error);
  EXPECT_THROW(scene.set_motion(box, keyed({{0, {0, 0, 0}, {0, 0, 0, 1}}, {0, {1, 0, 0}, {0, 0, 0, 1}}})), Error);
  EXPECT_THROW(scene.set_motion(box, keyed({{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {nan, 0, 0}, {0, 0, 0, 1}}})), Error);
  EXPECT_THROW(scene.set_motion(box, keyed({{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {0, 0, 0}, {0, 0, 1, 0}}})), Error);
  EXPECT_THROW(scene.set_motion(box, keyed({{nan, {0, 0, 0}, {0, 0, 0, 1}}})), Error);
  Motion frames;
  frames.frames = {std::vector<Vec3>(8, Vec3::Zero()), std::vector<Vec3>(7, Vec3::Zero())};
  EXPECT_THROW(scene.set_motion(box, frames), Error);
  scene.set_motion(box, moving({1, 0, 0}));
  EXPECT_THROW(Engine().sweep(scene), Error);
  for (const double duration : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    scene.duration = duration;
    EXPECT_THROW(Engine().sweep(scene), Error) << duration;
  }
}

struct RandomPair {
  Scene scene;
  Vec3 velocity[2], spin[2];
  Pose start[2];
};

RandomPair random_pair(Dice& dice) {
  RandomPair r;
  const auto shape = [&]() -> Mesh {
    switch (dice.integer(0, 3)) {
      case 0: return make_box({dice.real(0.2, 2), dice.real(0.2, 2), dice.real(0.05, 1)});
      case 1: return make_sphere_of_faces(dice.real(0.3, 1), 24);
      case 2: return make_torus(0.8, 0.25, 6, 4);
      default: return make_displaced_sphere(dice.real(0.4, 1), 0.4, 4, 6, dice.bits());
    }
  };
  for (int i = 0; i < 2; ++i) {
    r.start[i] = Pose::from_quaternion(dice.point(-2.5, 2.5), dice.quaternion());
    // Mostly towards the middle, so that many meet.
    r.velocity[i] = dice.chance(0.2) ? Vec3::Zero() : Vec3(dice.point(-1, 1) - dice.real(0, 2) * r.start[i].position);
    r.spin[i] = dice.chance(0.4) ? Vec3::Zero() : Vec3(dice.point(-1, 1) * (dice.chance(0.5) ? 0.3 : 1.7));
    const ObjectId id = r.scene.add(i == 0 ? "a" : "b", shape(), r.start[i]);
    r.scene.set_motion(id, moving(r.velocity[i], r.spin[i]));
  }
  r.scene.duration = 1;
  return r;
}

Pose posed(const RandomPair& r, int i, double t) {
  const double angle = std::sqrt(r.spin[i].squaredNorm());
  Pose pose = r.start[i];
  pose.position += t * r.velocity[i];
  if (angle > 0) pose.rotation = Eigen::AngleAxisd(angle * t, r.spin[i] / angle).toRotationMatrix() * pose.rotation;
  return pose;
}

bool meet_at(RandomPair& r, double t) {
  for (int i = 0; i < 2; ++i) r.scene.set_pose({static_cast<std::uint32_t>(i)}, posed(r, i, t));
  const bool meet = Engine({.threads = 1}).meet(r.scene, {0}, {1});
  for (int i = 0; i < 2; ++i) r.scene.set_pose({static_cast<std::uint32_t>(i)}, r.start[i]);
  return meet;
}

// All pairs of faces with all their features, without boxes in front.
double brute_first(const RandomPair& r) {
  const Timeline timeline(r.scene);
  const ObjectStep a = timeline.step(0, 0), b = timeline.step(1, 0);
  double first = std::numeric_limits<double>::infinity();
  for (const Face& f : r.scene.objects()[0].mesh.faces())
    for (const Face& g : r.scene.objects()[1].mesh.faces())
      if (const auto c = face_pair_swept({a.face(f), kAllFeatures, {}}, {b.face(g), kAllFeatures, {}}, false, 0, 1))
        first = std::min(first, c->t);
  return first;
}

TEST(Sweep, TreesAndOwnersLoseNothing) {
  Dice dice(21);
  const Engine engine({.threads = 1});
  int contacts = 0;
  const int cases = case_count(120, 3000);
  for (int k = 0; k < cases; ++k) {
    const RandomPair r = random_pair(dice);
    const SweepResult result = engine.sweep(r.scene, {.first_only = true, .begins_apart = true});
    const double truth = brute_first(r);
    if (std::isinf(truth)) {
      EXPECT_TRUE(result.pairs.empty()) << "case " << k;
    } else {
      ++contacts;
      ASSERT_EQ(result.pairs.size(), 1u) << "case " << k;
      EXPECT_NEAR(result.pairs[0].first_contact->t, truth, 1e-6) << "case " << k;
    }
  }
  EXPECT_GT(contacts, cases / 10);
}

// Posed by other means: apart before the first contact, in contact soon after it or hardly grazing.
TEST(Sweep, AgreesWithBodiesPosedAtManyMoments) {
  Dice dice(22);
  const Engine engine({.threads = 1});
  int contacts = 0, grazes = 0;
  const int cases = case_count(150, 5000);
  for (int k = 0; k < cases; ++k) {
    RandomPair r = random_pair(dice);
    if (meet_at(r, 0)) continue;
    const SweepResult result = engine.sweep(r.scene, {.first_only = true});
    const double t = result.pairs.empty() ? 2 : result.pairs[0].first_contact->t;
    for (int s = 0; s <= 50; ++s)
      if (s / 50.0 < t) {
        ASSERT_FALSE(meet_at(r, s / 50.0)) << "case " << k << " at " << s / 50.0 << ", first at " << t;
      }
    if (t > 1) continue;
    ++contacts;
    if (t > 1e-5) {
      EXPECT_FALSE(meet_at(r, t - 1e-6)) << "case " << k;
    }
    grazes += t < 1 - 1e-4 && !meet_at(r, t + 2e-6);
  }
  EXPECT_GT(contacts, cases / 10);
  EXPECT_LE(grazes, contacts / 20);
  std::cout << contacts << " contacts, " << grazes << " of them not yet deep 2e-6 later\n";
}

// Sweeps with and without the cull; returns what it dropped.
CullStats expect_cull_changes_nothing(const Engine& engine, const Scene& scene, int number, int& contacts) {
  const SweepResult plain = engine.sweep(scene, {.first_only = true, .begins_apart = true});
  const SweepResult culled = engine.sweep(scene, {.velocity_backface = true, .first_only = true, .begins_apart = true});
  EXPECT_EQ(plain.pairs.size(), culled.pairs.size()) << "case " << number;
  if (!plain.pairs.empty() && !culled.pairs.empty()) {
    ++contacts;
    EXPECT_NEAR(plain.pairs[0].first_contact->t, culled.pairs[0].first_contact->t, 1e-6) << "case " << number;
  }
  return *culled.cull;
}

void add_to(CullStats& all, const CullStats& more) {
  all.faces += more.faces, all.faces_dropped += more.faces_dropped, all.by_plane += more.by_plane;
  all.face_pairs += more.face_pairs, all.face_pairs_saved += more.face_pairs_saved;
}

TEST(Sweep, BackfaceCullingChangesNoFirstContact) {
  Dice dice(23);
  const Engine engine({.threads = 1});
  CullStats all;
  int contacts = 0;
  const int cases = case_count(2000, 100000);
  for (int k = 0; k < cases; ++k) {
    RandomPair r = random_pair(dice);
    if (meet_at(r, 0)) continue;
    add_to(all, expect_cull_changes_nothing(engine, r.scene, k, contacts));
    if (HasFailure()) return;
  }
  std::cout << contacts << " contacts; dropped " << 100 * all.faces_dropped / all.faces << " % of the faces ("
            << all.by_plane << " by plane), " << 100 * all.face_pairs_saved / std::max<std::uint64_t>(all.face_pairs, 1)
            << " % of the face pairs\n";
  EXPECT_GT(contacts, cases / 10);
  EXPECT_GT(all.faces_dropped, all.faces * 3 / 8);
}

// Half of the faces of a closed body look away from where it goes; walls of many faces go as one.
TEST(Sweep, BackfaceCullingDropsHalfOfWhatTranslates) {
  Dice dice(24);
  const Engine engine({.threads = 1});
  CullStats all;
  int contacts = 0;
  for (int k = 0; k < case_count(60, 2000); ++k) {
    RandomPair r = random_pair(dice);
    Scene scene;
    for (int i = 0; i < 2; ++i) {
      const Mesh mesh = dice.chance(0.5) ? make_box({1, 0.7, 0.4}, 5) : make_sphere_of_faces(0.7, 528);
      scene.set_motion(scene.add("body", mesh, r.start[i]), moving(r.velocity[i]));
    }
    scene.duration = 1;
    if (engine.meet(scene, {0}, {1}) || (r.velocity[0] - r.velocity[1]).squaredNorm() < 1e-6) continue;
    add_to(all, expect_cull_changes_nothing(engine, scene, k, contacts));
  }
  EXPECT_GT(contacts, 5);
  EXPECT_GE(all.faces_dropped, all.faces / 2);
}

// Normals turn while the corners move straight.
TEST(Sweep, BackfaceCullingOfBodiesThatDeform) {
  Dice dice(25);
  const Engine engine({.threads = 1});
  CullStats all;
  int contacts = 0;
  for (int k = 0; k < case_count(100, 5000); ++k) {
    RandomPair r = random_pair(dice);
    if (meet_at(r, 0)) continue;
    const bool both = dice.chance(0.5);
    for (std::uint32_t i = 0; i < (both ? 2u : 1u); ++i) {
      const Mesh& mesh = r.scene.objects()[i].mesh;
      Motion motion;
      motion.frames = {{mesh.vertices().begin(), mesh.vertices().end()}, {}};
      const Vec3 way = r.start[i].rotation.transpose() * r.velocity[i];
      for (const Vec3& p : mesh.vertices())
        motion.frames[1].push_back(p * dice.real(0.95, 1.05) + way + dice.point(-0.02, 0.02));
      r.scene.set_motion({i}, motion);
    }
    add_to(all, expect_cull_changes_nothing(engine, r.scene, k, contacts));
  }
  EXPECT_GT(contacts, 5);
  EXPECT_GT(all.faces_dropped, all.faces / 8);
}

}  // namespace
}  // namespace impinge::test
