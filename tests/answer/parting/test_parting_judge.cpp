// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Partings of convex pairs against the expanding polytopes of FCL.

#include <gtest/gtest.h>

#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <support/judges/judge_depth.h>

#include "answer/parting/overlapping_pair.h"

namespace impinge::test {
namespace {

// FCL climbs along edges to a support, and stays where all neighbours lie in one plane: no spheres with flat quads.
Mesh convex_body(Dice& dice) {
  return dice.integer(0, 1) == 0 ? make_icosphere(dice.real(0.4, 1), dice.integer(0, 2)) : make_box(dice.point(0.3, 2));
}

// FCL's polytopes reach the nearest wall of shallow pairs; of deep ones they often stop at a farther one. Never are they
// right with a shorter way.
TEST(PartingJudge, ConvexPairsAsDeepAsFclFinds) {
  Dice dice(20);
  int shallow = 0, same = 0, judged = 0;
  const int count = case_count(100, 1000);
  for (int i = 0; i < count; ++i) {
    const Mesh a = convex_body(dice), b = convex_body(dice);
    const OverlappingPair pair(a, b, Pose::from_quaternion(Vec3::Zero(), dice.quaternion()),
                               Pose::from_quaternion(dice.point(-1.2, 1.2), dice.quaternion()));
    if (!pair.parting() || pair.parting()->reason != "convex") continue;
    const std::optional<double> depth = judge_depth(pair.vertices(0), a.faces(), pair.vertices(1), b.faces());
    if (!depth) continue;
    ++judged;
    EXPECT_LE(pair.parting()->length, *depth + 1e-6) << i;
    EXPECT_NEAR(pair.parting()->at_least, pair.parting()->length, 1e-6) << i;
    if (pair.parting()->length > 0.15) continue;
    ++shallow;
    same += std::abs(pair.parting()->length - *depth) <= 1e-6 ? 1 : 0;
  }
  EXPECT_GE(judged, count / 4);
  EXPECT_GE(shallow, count / 20);
  EXPECT_GE(4 * same, 3 * shallow);
}

}  // namespace
}  // namespace impinge::test
