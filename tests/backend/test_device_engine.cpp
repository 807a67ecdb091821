// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Engines that draw on a card: the answers are the processor's, and the statistics say what the card did.
#include <impinge/impinge.h>

#include "backend/device_case.h"

namespace impinge::test {
namespace {

using GlEngine = GlCase;

TEST_F(GlEngine, AnswersOfAnEngineAreTheProcessors) {
  Scene scene;
  scene.add("a", make_torus(1, 0.4, 40, 30));
  Pose pose;
  pose.position = {0.9, 0.1, 0.05};
  scene.add("b", make_icosphere(0.5, 3), pose);
  const Engine cpu;
  for (const Drawing drawing : {Drawing::compute, Drawing::raster}) {
    const Engine card({.backend = Backend::gl, .drawing = drawing});
    for (const Method method : {Method::zlist, Method::depth_count}) {
      CheckOptions options;
      options.method = method, options.resolution = 100;
      const CheckResult x = cpu.check(scene, options), y = card.check(scene, options);
      EXPECT_EQ(y.stats.backend, "gl");
      EXPECT_EQ(y.stats.not_as_asked, "");
      ASSERT_EQ(x.pairs.size(), y.pairs.size());
      EXPECT_EQ(x.pairs[0].verdict, y.pairs[0].verdict);
      EXPECT_EQ(x.pairs[0].face_pairs, y.pairs[0].face_pairs);
    }
    CheckOptions certified;
    certified.method = Method::zlist, certified.certified = true, certified.volume = true;
    const CheckResult x = cpu.check(scene, certified), y = card.check(scene, certified);
    EXPECT_GT(x.pairs[0].face_pairs.size(), 0u);
    EXPECT_EQ(x.pairs[0].face_pairs, y.pairs[0].face_pairs);
    EXPECT_DOUBLE_EQ(x.pairs[0].overlap_volume->value, y.pairs[0].overlap_volume->value);
  }
}

TEST_F(GlEngine, StatisticsSayWhatTheCardDidNotDo) {
  const Scene scene = torus_and_ball();
  std::string log;
  const Engine cpu, card({.backend = Backend::gl, .on_log = [&](std::string_view line) { log += line; }});
  CheckOptions options;
  options.resolution = 64;
  for (const Method method : {Method::zlist, Method::depth_count}) {
    options.method = method;
    const CheckResult x = cpu.check(scene, options), y = card.check(scene, options);
    EXPECT_EQ(x.stats.backend, "cpu");
    ASSERT_EQ(x.pairs.size(), y.pairs.size());
    EXPECT_EQ(x.pairs[0].verdict, y.pairs[0].verdict);
    if (method == Method::zlist) {
      EXPECT_EQ(y.stats.backend, "gl");  // crossings of the ball join those of the mesh on the card
      EXPECT_EQ(y.stats.not_as_asked, "");
    } else {
      EXPECT_NE(y.stats.not_as_asked.find("shapes without faces"), std::string::npos);
      EXPECT_NE(log.find("not done as asked: "), std::string::npos);
    }
  }
}

TEST_F(GlEngine, SweepsCullTheSameFaces) {
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
  const Engine cpu, card({.backend = Backend::gl});
  const SweepResult x = cpu.sweep(scene, options), y = card.sweep(scene, options);
  EXPECT_EQ(y.stats.backend, "gl");
  EXPECT_GT(x.cull->faces_dropped, 0u);
  EXPECT_EQ(x.cull->faces_dropped, y.cull->faces_dropped);
  ASSERT_EQ(x.pairs.size(), y.pairs.size());
  EXPECT_EQ(x.pairs[0].first_contact->t, y.pairs[0].first_contact->t);
}

}  // namespace
}  // namespace impinge::test
