// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Engines that draw on a device: the answers are the processor's, and the statistics say what the card did.
#include <impinge/impinge.h>

#include "backend/device_case.h"

namespace impinge::test {
namespace {

class DeviceEngine : public DeviceCase {};

TEST_P(DeviceEngine, AnswersOfAnEngineAreTheProcessors) {
  Scene scene;
  scene.add("a", make_torus(1, 0.4, 40, 30));
  Pose pose;
  pose.position = {0.9, 0.1, 0.05};
  scene.add("b", make_icosphere(0.5, 3), pose);
  const Engine cpu;
  for (const Drawing drawing : drawings()) {
    const Engine card({.backend = backend()}, {.drawing = drawing});
    for (const Method method : {Method::zlist, Method::depth_count}) {
      CheckOptions options;
      options.method = method;
      options.view.resolution = 100;
      const CheckResult x = cpu.check(scene, options), y = card.check(scene, options);
      EXPECT_EQ(y.stats.backend, name());
      EXPECT_EQ(y.stats.not_as_asked, "");
      ASSERT_EQ(x.pairs.size(), y.pairs.size());
      EXPECT_EQ(x.pairs[0].verdict, y.pairs[0].verdict);
      EXPECT_EQ(x.pairs[0].face_pairs, y.pairs[0].face_pairs);
    }
    CheckOptions certified;
    certified.method = Method::zlist;
    certified.certified = true;
    certified.volume = true;
    const CheckResult x = cpu.check(scene, certified), y = card.check(scene, certified);
    EXPECT_GT(x.pairs[0].face_pairs.size(), 0u);
    EXPECT_EQ(x.pairs[0].face_pairs, y.pairs[0].face_pairs);
    EXPECT_DOUBLE_EQ(x.pairs[0].overlap_volume->value, y.pairs[0].overlap_volume->value);
  }
}

TEST_P(DeviceEngine, StatisticsSayWhatTheCardDidNotDo) {
  const Scene scene = torus_and_ball();
  std::string log;
  const Engine cpu, card({.backend = backend(), .on_log = [&](std::string_view line) { log += line; }});
  CheckOptions options;
  options.view.resolution = 64;
  for (const Method method : {Method::zlist, Method::depth_count}) {
    options.method = method;
    const CheckResult x = cpu.check(scene, options), y = card.check(scene, options);
    EXPECT_EQ(x.stats.backend, "cpu");
    ASSERT_EQ(x.pairs.size(), y.pairs.size());
    EXPECT_EQ(x.pairs[0].verdict, y.pairs[0].verdict);
    if (method == Method::zlist) {
      EXPECT_EQ(y.stats.backend, name());  // crossings of the ball join those of the mesh on the card
      EXPECT_EQ(y.stats.not_as_asked, "");
    } else {
      EXPECT_NE(y.stats.not_as_asked.find("shapes without faces"), std::string::npos);
      EXPECT_NE(log.find("not done as asked: "), std::string::npos);
    }
  }
}

TEST_P(DeviceEngine, SweepsCullTheSameFaces) {
  Scene scene;
  const ObjectId a = scene.add("a", make_displaced_sphere(1, 0.2, 30, 40, 3));
  const ObjectId b = scene.add("b", make_torus(1, 0.4, 40, 30));
  Motion falls;
  falls.keyframes = {{0, {0, 0, 4}, {0, 0, 0, 1}}, {1, {0.3, 0, 0.5}, {0.2, 0.1, 0, 1}}};
  scene.set_motion(a, falls);
  Motion turns;
  turns.keyframes = {{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {0, 0.1, 0}, {0, 0, 0.3, 1}}};
  scene.set_motion(b, turns);
  SweepOptions options;
  options.velocity_backface = true;
  const Engine cpu, card({.backend = backend()});
  const SweepResult x = cpu.sweep(scene, options), y = card.sweep(scene, options);
  EXPECT_EQ(y.stats.backend, name());
  EXPECT_GT(x.cull->faces_dropped, 0u);
  EXPECT_EQ(x.cull->faces_dropped, y.cull->faces_dropped);
  ASSERT_EQ(x.pairs.size(), y.pairs.size());
  EXPECT_EQ(x.pairs[0].first_contact->t, y.pairs[0].first_contact->t);
}

// Scans are closed for one query: the device draws bodies that it does not know yet.
TEST_P(DeviceEngine, ScansThatWereClosedAreDrawnToo) {
  Scene scene;
  const Mesh ball = make_icosphere(1, 3);
  std::vector<Face> lower;
  for (const Face& f : ball.faces())
    if (ball.vertices()[f[0]].z() + ball.vertices()[f[1]].z() + ball.vertices()[f[2]].z() < 0) lower.push_back(f);
  scene.add("bowl", Mesh({ball.vertices().begin(), ball.vertices().end()}, lower), {.position = {0, 0, 1}});
  scene.add("box", make_box({1, 1, 1}));
  MapOptions options;
  options.view.resolution = 60;
  options.view.direction = Vec3(0, 0, 1);
  options.close_scans = true;
  const Engine cpu, card({.backend = backend()});
  const InterferenceMap x = cpu.map(scene, {0}, {1}, options), y = card.map(scene, {0}, {1}, options);
  EXPECT_EQ(y.stats.backend, name());
  EXPECT_EQ(y.stats.not_as_asked, "");
  EXPECT_EQ(x.cells, y.cells);
  EXPECT_GT(x.overlap_volume.value, 0);
  EXPECT_NEAR(x.overlap_volume.value, y.overlap_volume.value, 1e-6);
}

IMPINGE_FOR_EACH_DEVICE(DeviceEngine);

}  // namespace
}  // namespace impinge::test
