// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Whatever finds the face pairs of a motion, the answer is that of the trees; over hulls every one reports at least what the
// exact test does.
#include <gtest/gtest.h>
#include <impinge/experiments.h>
#include <impinge/impinge.h>

#include "exact/swept_contact.h"
#include "localise/swept/swept_octree.h"
#include "pipeline/sweep/random_motion.h"
#include "pipeline/sweep/sweep_shapes.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

constexpr SweptPairs kOthers[] = {SweptPairs::face_octree, SweptPairs::moved_octree};

void expect_same(const SweepResult& found, const SweepResult& truth, const std::string& what) {
  ASSERT_EQ(found.pairs.size(), truth.pairs.size()) << what;
  for (std::size_t i = 0; i < truth.pairs.size(); ++i) {
    const SweptPair &x = found.pairs[i], &y = truth.pairs[i];
    ASSERT_EQ(x.first_contact.has_value(), y.first_contact.has_value()) << what;
    if (y.first_contact) {
      EXPECT_EQ(x.first_contact->t, y.first_contact->t) << what;
      EXPECT_EQ(x.first_contact->a_face, y.first_contact->a_face) << what;
      EXPECT_EQ(x.first_contact->b_face, y.first_contact->b_face) << what;
    }
    ASSERT_EQ(x.intervals.size(), y.intervals.size()) << what;
    for (std::size_t k = 0; k < y.intervals.size(); ++k) {
      EXPECT_EQ(x.intervals[k].begin, y.intervals[k].begin) << what;
      EXPECT_EQ(x.intervals[k].end, y.intervals[k].end) << what;
    }
  }
}

TEST(SweptFinders, AnswerAsTheTreesDo) {
  Dice dice(2211);
  int met = 0;
  for (int i = 0; i < case_count(60, 2000); ++i) {
    const RandomPair r = random_pair(dice);
    const SweepResult truth = Engine().sweep(r.scene);
    met += !truth.pairs.empty();
    for (const SweptPairs way : kOthers) {
      const std::string what = "case " + std::to_string(i) + ", " + to_string(way);
      const SweepResult found = Engine({}, {.swept_pairs = way}).sweep(r.scene);
      expect_same(found, truth, what);
      EXPECT_EQ(found.stats.methods.back(), to_string(way));
    }
  }
  EXPECT_GE(met, occurrences(11));
}

TEST(SweptFinders, OverHullsReportNoLessThanTheExactTest) {
  Dice dice(2212);
  for (int i = 0; i < case_count(30, 1000); ++i) {
    const RandomPair r = random_pair(dice);
    const SweepResult exact = Engine().sweep(r.scene);
    for (const SweptPairs way : kOthers) {
      const SweepResult hull = Engine({}, {.swept = Swept::hull, .swept_pairs = way}).sweep(r.scene);
      for (const SweptPair& p : exact.pairs) {
        if (!p.first_contact) continue;
        ASSERT_EQ(hull.pairs.size(), 1u) << "case " << i;
        ASSERT_TRUE(hull.pairs[0].first_contact.has_value()) << "case " << i;
        EXPECT_LE(hull.pairs[0].first_contact->t, p.first_contact->t) << "case " << i;
      }
    }
  }
}

TEST(SweptFinders, DeformingBodiesGoByTheirFaces) {
  Scene scene;
  const Mesh ball = make_icosphere(1, 3);
  const ObjectId a = scene.add("wall", make_box({0.05, 4, 4}, 3));
  const ObjectId b = scene.add("ball", ball, {.position = Vec3(3, 0, 0)});
  (void)a;
  Motion motion;
  std::vector<Vec3> narrow(ball.vertices().begin(), ball.vertices().end()), wide = narrow;
  for (Vec3& v : wide) v = 1.5 * v - Vec3(4, 0, 0);
  motion.vertex_keyframes = {narrow, wide};
  scene.set_motion(b, motion);
  scene.duration = 1;
  const SweepResult truth = Engine().sweep(scene);
  ASSERT_EQ(truth.pairs.size(), 1u);
  for (const SweptPairs way : kOthers) expect_same(Engine({}, {.swept_pairs = way}).sweep(scene), truth, to_string(way));
}

// The candidates themselves: each once, and every pair whose faces come together.
TEST(SweptFinders, NameEachPairThatMeetsOnce) {
  Dice dice(2213);
  std::uint64_t contacts = 0;
  for (int i = 0; i < case_count(200, 5000); ++i) {
    const RandomPair r = random_pair(dice);
    Control control({}, {});
    const PreparedShapes prepared;
    SweptShapes shapes;
    shapes.find(r.scene, prepared, SweptPairs::moved_octree, control);
    const Timeline timeline(r.scene);
    const ObjectStep steps[] = {timeline.step(0, 0), timeline.step(1, 0)};
    const SweptObject a{&steps[0], shapes.shapes[0].get(), shapes.meshes[0].faces()},
        b{&steps[1], shapes.shapes[1].get(), shapes.meshes[1].faces()};
    using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    const auto pairs_of = [&](const auto& find) {
      Pairs pairs;
      std::mutex mutex;
      find([&](std::size_t, std::vector<SweptCandidate>&& found) {
        const std::lock_guard lock(mutex);
        for (const SweptCandidate& c : found) pairs.emplace_back(c.a_face, c.b_face);
      });
      std::sort(pairs.begin(), pairs.end());
      EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
      return pairs;
    };
    const double until = 0.2;
    const Pairs trees = pairs_of([&](const CandidateSink& sink) { swept_pairs(a, b, 0, until, 64, control, sink); });
    const Pairs octree = pairs_of([&](const CandidateSink& sink) { swept_octree_pairs(a, b, 0, until, 64, control, sink); });
    const Pairs voxels = pairs_of([&](const CandidateSink& sink) {
      swept_voxel_pairs(a, *shapes.octrees[0], b, *shapes.octrees[1], 0, until, 64, control, sink);
    });
    // All pairs of faces, none left out: what comes into contact is among the candidates of each.
    const ContactQuery query{a, b, 0, until, nullptr, nullptr};
    const StepPart a_part = StepPart::of(steps[0].angle(), 0, until), b_part = StepPart::of(steps[1].angle(), 0, until);
    for (std::uint32_t f = 0; f < a.faces.size(); ++f)
      for (std::uint32_t g = 0; g < b.faces.size(); ++g) {
        if (!swept_contact(query, Swept::exact, {0, f, g}, a_part, b_part, until)) continue;
        ++contacts;
        for (const Pairs* pairs : {&trees, &octree, &voxels})
          EXPECT_TRUE(std::binary_search(pairs->begin(), pairs->end(), std::pair(f, g))) << "case " << i;
      }
  }
  EXPECT_GT(contacts, static_cast<std::uint64_t>(occurrences(20)));
}

}  // namespace
}  // namespace impinge::test
