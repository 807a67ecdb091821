// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Motions into open and dirty bodies: what gets in through a hole touches no surface, and is found all the same.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include <impinge/engine.h>
#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/dirty_body.h>
#include <support/soup.h>

#include "random_motion.h"

namespace impinge::test {
namespace {

// A box from -5 to 5 that lacks its lid.
Mesh open_box() {
  Soup soup = soup_of(make_box({10, 10, 10}, 4));
  std::erase_if(soup.faces, [&](const Face& f) {
    return soup.vertices[f[0]].z() == 5 && soup.vertices[f[1]].z() == 5 && soup.vertices[f[2]].z() == 5;
  });
  return soup.mesh();
}

Scene into(const Mesh& container, const Mesh& part, const Vec3& from, const Motion& motion) {
  Scene scene;
  scene.add("container", container);
  scene.set_motion(scene.add("part", part, {.position = from}), motion);
  scene.duration = 1;
  return scene;
}

const Mesh& small_part() {
  static const Mesh part = make_box({1, 1, 1});
  return part;
}

TEST(SweepEnclosed, APartThatIsLoweredIntoAnOpenBoxWasClean) {
  const Scene scene = into(open_box(), small_part(), {0, 0, 30}, moving({0, 0, -32}));
  const SweepResult result = Engine().sweep(scene);
  ASSERT_EQ(result.pairs.size(), 1u);
  const SweptPair& pair = result.pairs[0];
  EXPECT_FALSE(pair.first_contact);
  ASSERT_TRUE(pair.enclosed);
  EXPECT_EQ(pair.enclosed->verdict, Verdict::b_in_a);
  EXPECT_EQ(pair.enclosed->certainty, Certainty::likely);
  EXPECT_GE(std::abs(pair.enclosed->winding.value_or(0)), 0.8);
  EXPECT_EQ(pair.enclosed->end, 1);
  EXPECT_GT(pair.enclosed->begin, 0.5) << "far above the box nothing is enclosed";
  EXPECT_LT(pair.enclosed->begin, 27.0 / 32) << "half way in";
  EXPECT_TRUE(Engine().sweep(scene, {.open = OpenBodies::surface}).pairs.empty());
}

TEST(SweepEnclosed, APartThatStaysInABoxWithOneFaceMissingOrTurnedWasClean) {
  Soup turned = soup_of(make_box({10, 10, 10}, 3));
  std::swap(turned.faces[3][1], turned.faces[3][2]);
  for (const Mesh& box : {soup_of(make_box({10, 10, 10}, 3)).without(5).mesh(), turned.mesh()}) {
    const SweepResult result = Engine().sweep(into(box, small_part(), {-2, 0, 0}, moving({4, 0, 0}, {0, 3, 0})));
    ASSERT_EQ(result.pairs.size(), 1u);
    ASSERT_TRUE(result.pairs[0].enclosed);
    EXPECT_EQ(result.pairs[0].enclosed->verdict, Verdict::b_in_a);
    EXPECT_EQ(result.pairs[0].enclosed->begin, 0);
    EXPECT_EQ(result.pairs[0].enclosed->end, 1);
  }
}

// A step of ten thousand lengths, of which the tube is ten.
TEST(SweepEnclosed, APartThatFliesThroughATubeBetweenTwoMoments) {
  Soup tube = soup_of(make_box({4, 4, 10}, 4));
  std::erase_if(tube.faces, [&](const Face& f) {
    const double z = tube.vertices[f[0]].z();
    return std::abs(z) == 5 && tube.vertices[f[1]].z() == z && tube.vertices[f[2]].z() == z;
  });
  const SweepResult result = Engine().sweep(into(tube.mesh(), small_part(), {0, 0, -3137}, moving({0, 0, 10000})));
  ASSERT_EQ(result.pairs.size(), 1u);
  ASSERT_TRUE(result.pairs[0].enclosed);
  EXPECT_EQ(result.pairs[0].enclosed->certainty, Certainty::likely);
  EXPECT_NEAR(result.pairs[0].enclosed->t, 0.3137, 5e-4);
}

// The enclosure ends where the contact begins, which is what counts.
TEST(SweepEnclosed, APartThatLeavesThroughTheWall) {
  const SweepResult result = Engine().sweep(into(open_box(), small_part(), {0, 0, -3}, moving({9, 0, 0})));
  ASSERT_EQ(result.pairs.size(), 1u);
  ASSERT_TRUE(result.pairs[0].first_contact);
  EXPECT_NEAR(result.pairs[0].first_contact->t, 0.5, 1e-6);
  ASSERT_TRUE(result.pairs[0].enclosed);
  EXPECT_LE(result.pairs[0].enclosed->end, result.pairs[0].first_contact->t);
}

TEST(SweepEnclosed, AFloorEnclosesNothing) {
  const Mesh hills = make_noise_field(10, 0.5, 16);
  EXPECT_TRUE(Engine().sweep(into(hills, small_part(), {-8, 0, 2.5}, moving({16, 0, 0}, {0, 0, 5}))).pairs.empty());
}

TEST(SweepEnclosed, SwappedBodiesRulesAndThreads) {
  Scene scene;
  scene.set_motion(scene.add("part", small_part(), {.position = Vec3(0, 0, 30)}), moving({0, 0, -32}, {0, 1, 0}));
  scene.add("container", open_box());
  scene.duration = 1;
  const SweepResult one = Engine(EngineOptions{.threads = 1}).sweep(scene), two = Engine({.threads = 2}).sweep(scene);
  ASSERT_EQ(one.pairs.size(), 1u);
  ASSERT_TRUE(one.pairs[0].enclosed && two.pairs.at(0).enclosed);
  EXPECT_EQ(one.pairs[0].enclosed->verdict, Verdict::a_in_b);
  EXPECT_EQ(one.pairs[0].enclosed->begin, two.pairs[0].enclosed->begin);
  EXPECT_EQ(one.pairs[0].enclosed->winding, two.pairs[0].enclosed->winding);
  scene.ignore({0}, {1}, "lies in its tray");
  EXPECT_TRUE(Engine().sweep(scene).pairs.empty());
  const SweepResult listed = Engine().sweep(scene, {.ignored = true});
  ASSERT_EQ(listed.pairs.size(), 1u);
  EXPECT_TRUE(listed.pairs[0].ignored);
}

// What a check finds at one of 200 moments, the sweep must have found.
TEST(SweepEnclosed, NoMomentOfACheckIsMissed) {
  Dice dice(1960);
  int enclosed = 0, contacts = 0, clean = 0;
  const Engine engine(EngineOptions{.threads = 1});
  const int count = case_count(25, 500);
  for (int i = 0; i < count; ++i) {
    const Mesh whole = random_closed_body(dice);
    const Mesh body = damaged(whole, dice.chance(0.7) ? Damage::lost_piece : kDamages[i % 5], dice.real(0.05, 0.4), dice);
    Vec3 low = body.vertices()[0], high = low;
    for (const Vec3& p : body.vertices()) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    const double size = (high - low).norm();
    const double way = dice.real(0.1, 0.6);
    const Vec3 from = low + (high - low).cwiseProduct(dice.point(-0.2, 1.2)),
               to = from + (high - low).cwiseProduct(dice.point(-way, way));
    const Scene scene = into(body, make_box(dice.point(0.005, 0.03) * size), from, moving(to - from, dice.point(-3, 3)));
    const SweepResult result = engine.sweep(scene);
    ASSERT_LE(result.pairs.size(), 1u);
    const SweptPair pair = result.pairs.empty() ? SweptPair{} : result.pairs[0];
    ++(pair.first_contact ? contacts : pair.enclosed ? enclosed : clean);
    if (pair.first_contact && !(pair.first_contact->t > 0)) continue;
    const double until = pair.first_contact ? pair.first_contact->t : 1;
    const Vec3 spin = scene.objects()[1].motion->angular_velocity;
    for (int k = 0; k < 200 && !pair.enclosed; ++k) {
      const double t = until * k / 200;
      Scene moment;
      moment.add("container", body);
      const Eigen::Matrix3d turn = Eigen::AngleAxisd(t * spin.norm(), spin.normalized()).toRotationMatrix();
      moment.add("part", scene.objects()[1].mesh, {turn, Vec3(from + t * (to - from))});
      const CheckResult check = engine.check(moment);
      ASSERT_TRUE(check.pairs.empty()) << "case " << i << ", moment " << k << ": " << to_string(check.pairs[0].verdict);
    }
  }
  std::cout << count << " motions: " << contacts << " in contact, " << enclosed << " enclosed, " << clean << " clean\n";
  EXPECT_GT(enclosed, count / 20);
  EXPECT_GT(clean, count / 20);
}

}  // namespace
}  // namespace impinge::test
