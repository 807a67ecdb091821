// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <string>

namespace impinge {
namespace {

TEST(PublicHeaders, VersionOfTheLibraryIsThatOfTheHeaders) {
  const std::string expected = std::to_string(IMPINGE_VERSION_MAJOR) + "." + std::to_string(IMPINGE_VERSION_MINOR) + "." +
                               std::to_string(IMPINGE_VERSION_PATCH);
  EXPECT_EQ(version(), expected);
}

TEST(PublicHeaders, VectorsNeedNoAlignment) {
  // Users pass plain arrays of doubles; alignment must not change with the instruction set.
  EXPECT_EQ(alignof(Vec3), alignof(double));
  EXPECT_EQ(sizeof(Vec3), 3 * sizeof(double));
  EXPECT_EQ(alignof(Pose), alignof(double));
}

TEST(PublicHeaders, MirroringTwiceChangesNothing) {
  for (const Verdict v : {Verdict::disjoint, Verdict::near, Verdict::touching, Verdict::crossing, Verdict::a_in_b,
                          Verdict::b_in_a, Verdict::same})
    EXPECT_EQ(mirrored(mirrored(v)), v);
  EXPECT_EQ(mirrored(Verdict::a_in_b), Verdict::b_in_a);
}

TEST(PublicHeaders, EveryMethodIsListedWithItsStage) {
  ASSERT_FALSE(methods().empty());
  for (const MethodInfo& m : methods()) {
    EXPECT_FALSE(m.name.empty());
    EXPECT_TRUE(m.stage == "broad" || m.stage == "cull" || m.stage == "localise" || m.stage == "exact") << m.name;
  }
}

}  // namespace
}  // namespace impinge
