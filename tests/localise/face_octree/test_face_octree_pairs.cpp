// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Random concave pairs at random poses: the set of face pairs, with relations, must be the judge's, whatever the level and
// the broad phase.

#include <gtest/gtest.h>

#include <impinge/shapes.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/judge.h>
#include <support/lattice_recipe.h>

namespace impinge::test {
namespace {

Mesh random_shape(Dice& dice) {
  const std::uint64_t seed = dice.bits() % 1000;
  switch (dice.integer(0, 5)) {
    case 0: return make_displaced_sphere(dice.real(0.5, 2), 0.4, dice.integer(3, 10), dice.integer(3, 14), seed);
    case 1: return make_random_mesh(dice.real(0.5, 2), 0.5, dice.integer(3, 9), dice.integer(3, 12), seed);
    case 2: return make_torus(dice.real(1, 2), dice.real(0.2, 0.8), dice.integer(3, 16), dice.integer(3, 9));
    case 3: return make_box((dice.grid_point(1, 8) / 2).eval(), dice.integer(1, 2));
    case 4:
      return build({random_voxels(dice)}, Split::at_random, 0.1, dice).soup().shifted({-6, -6, -6}).scaled(0.25).mesh();
    default: return make_icosphere(dice.real(0.5, 2), dice.integer(0, 2));
  }
}

// Half of the questions have exact turns and shifts by quarters, where walls meet walls.
Question random_question(Dice& dice) {
  const bool exact = dice.chance(0.5);
  const auto pose = [&] {
    if (!exact) return Pose::from_quaternion(dice.point(-1.5, 1.5), dice.quaternion());
    return Pose::from_quaternion(dice.grid_point(-4, 4) / 4, {0, 0, dice.chance(0.5) ? 1.0 : 0.0, 1});
  };
  Question question;
  question.a_pose = pose();
  question.b_pose = pose();
  return question;
}

TEST(FaceOctreePairs, EqualTheJudge) {
  Dice dice(111);
  std::uint64_t crossing = 0, touching = 0;
  for (int i = 0; i < case_count(300, 10000); ++i) {
    const Mesh a = random_shape(dice), b = random_shape(dice);
    Question question = random_question(dice);
    const auto truth =
        judge_face_pairs(world_vertices(a, question.a_pose), a.faces(), world_vertices(b, question.b_pose), b.faces());
    question.level = i % 9;
    const PairAnswer forced = ask(a, b, question);
    ASSERT_EQ(forced.face_pairs, truth) << "case " << i << " level " << i % 9;
    question.level.reset();
    ASSERT_EQ(ask(a, b, question).face_pairs, truth) << "case " << i;
    crossing += forced.crossing_count;
    touching += forced.touching_count;
  }
  std::cout << "crossing " << crossing << ", touching " << touching << ", mismatches 0\n";
  EXPECT_GT(crossing, 1000u);
  EXPECT_GT(touching, 100u);
}

TEST(FaceOctreePairs, EveryLevelAndBroadPhase) {
  Dice dice(112);
  for (int i = 0; i < case_count(20, 400); ++i) {
    const Mesh a = random_shape(dice), b = random_shape(dice);
    Question question = random_question(dice);
    const PairAnswer first = ask(a, b, question);
    for (int level = 0; level <= 8; ++level) {
      for (const Broad broad : {Broad::sweep_boxes, Broad::brute_boxes, Broad::none}) {
        question.level = level;
        question.broad = broad;
        const PairAnswer answer = ask(a, b, question);
        ASSERT_EQ(answer.face_pairs, first.face_pairs) << "case " << i << " level " << level << " " << to_string(broad);
        ASSERT_EQ(answer.verdict, first.verdict) << "case " << i << " level " << level << " " << to_string(broad);
      }
    }
  }
}

TEST(FaceOctreePairs, SelfPairsEqualTheJudge) {
  Dice dice(113);
  std::size_t found = 0;
  for (int i = 0; i < case_count(150, 3000); ++i) {
    const Mesh mesh = dice.chance(0.5)
                          ? build(random_recipe(dice), Split::at_random, 0, dice).soup().welded().mesh()
                          : make_random_mesh(1, 0.9, dice.integer(3, 8), dice.integer(3, 10), dice.bits() % 1000);
    const auto truth = judge_self_pairs(mesh.vertices(), mesh.faces());
    ASSERT_EQ(ask_self(mesh), truth) << "case " << i;
    ASSERT_EQ(ask_self(mesh, i % 7), truth) << "case " << i << " level " << i % 7;
    found += truth.size();
  }
  EXPECT_GT(found, 100u);
}

TEST(FaceOctreePairs, SubdividedSurfacesMeetThemselvesNowhere) {
  for (const Mesh& mesh :
       {make_icosphere(1, 3), make_torus(2, 0.5, 24, 12), make_box({1, 2, 3}, 5), make_sphere(1, 12, 18)}) {
    EXPECT_TRUE(ask_self(mesh).empty()) << mesh.origin();
    EXPECT_TRUE(ask_self(soup_of(mesh).refined().mesh()).empty()) << mesh.origin() << " refined";
  }
}

}  // namespace
}  // namespace impinge::test
