// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/experiments.h>
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
                          Verdict::b_in_a, Verdict::same, Verdict::undecided})
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

// Every enumerator from the first to the last has a word of its own, and no word is read that is none.
template <typename Enum>
void expect_words(Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto value = static_cast<Enum>(i);
    Enum read = static_cast<Enum>(i == 0 ? 1 : 0);
    EXPECT_STRNE(to_string(value), "unknown") << i;
    EXPECT_TRUE(from_string(to_string(value), read)) << to_string(value);
    EXPECT_EQ(read, value) << to_string(value);
  }
  Enum kept = last;
  for (const char* const word : {"", "unknown", "Auto", to_string(static_cast<Enum>(static_cast<int>(last) + 1))})
    EXPECT_FALSE(from_string(word, kept)) << word;
  EXPECT_EQ(kept, last);
}

TEST(PublicHeaders, WordsAreReadAsTheyAreWritten) {
  expect_words(ErrorCode::no_device);
  expect_words(Verdict::undecided);
  expect_words(Certainty::undecided);
  expect_words(Relation::crossing);
  expect_words(FaceFeature::face);
  expect_words(Combination::difference);
  expect_words(Guarantee::direct);
  expect_words(OpenBodies::surface);
  expect_words(PointSide::undecided);
  expect_words(DirectionRule::local_boxes);
  expect_words(ZlistForm::minmax);
  expect_words(MapCell::undecided);
  expect_words(Broad::none);
  expect_words(Backend::automatic);
  expect_words(RasterScope::scene);
  expect_words(DepthCountForm::simplified);
  expect_words(DepthPasses::two);
  expect_words(Drawing::raster);
  expect_words(Swept::hull);
  expect_words(SweptPairs::moved_octree);
  expect_words(Parallel::producer);
  expect_words(Path::screw);
  expect_words(Group::b);
  expect_words(Severity::critical);
  expect_words(ConvexStop::warm);
  expect_words(ConvexCertificate::Kind::simplex_plane);
  expect_words(OctreeKind::face);
  expect_words(VoxelRule::centre);
  expect_words(OctreeMotion::translation);
}

}  // namespace
}  // namespace impinge
