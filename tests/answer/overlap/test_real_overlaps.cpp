// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Overlaps of scanned and designed parts against CGAL's corefinement with exact numbers.

#include <gtest/gtest.h>

#include <impinge/io.h>
#include <support/case_count.h>
#include <support/data_folder.h>
#include <support/judges/judge_overlap.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

struct RealPair {
  const char *folder, *a, *b;
};

// The first of them in quick runs.
constexpr RealPair kPairs[] = {
    {"01-classic/libigl-tutorial-data", "xcylinder.obj", "ycylinder.obj"},
    {"10-defects/trimesh", "ballA.off", "ballB.off"},
    {"08-dental-anatomy/BodyParts3D/stl", "FMA55680.stl", "FMA55681.stl"},
    {"01-classic/libigl-tutorial-data", "xcylinder.obj", "zcylinder.obj"},
    {"10-defects/manifold/test/models", "Offset3.obj", "Offset4.obj"},
    {"10-defects/manifold/test/models", "Cray_left.obj", "Cray_right.obj"},
    {"10-defects/manifold/test/models", "Havocglass8_left.obj", "Havocglass8_right.obj"},
    {"10-defects/manifold/test/models", "Generic_Twin_7863.1.t0_left.obj", "Generic_Twin_7863.1.t0_right.obj"},
    {"08-dental-anatomy/BodyParts3D/stl", "FMA53649.stl", "FMA55697.stl"},
    {"08-dental-anatomy/BodyParts3D/stl", "FMA53649.stl", "FMA55681.stl"},
    {"08-dental-anatomy/BodyParts3D/stl", "FMA52748.stl", "FMA55686.stl"},
    {"08-dental-anatomy/BodyParts3D/stl", "FMA55686.stl", "FMA55694.stl"},
    {"08-dental-anatomy/BodyParts3D/stl", "FMA55705.stl", "FMA55706.stl"},
};

TEST(RealOverlaps, LikeCorefinement) {
  if (!std::filesystem::exists(data_folder() / kPairs[0].folder))
    GTEST_SKIP() << "no real parts: " << data_folder() << " is absent; name the folder in IMPINGE_DATA";
  int judged = 0;
  const auto count = static_cast<std::size_t>(case_count(3, static_cast<int>(std::size(kPairs))));
  for (const RealPair& pair : std::span(kPairs).first(count)) {
    const std::filesystem::path folder = data_folder() / pair.folder;
    const Mesh a = load_mesh(folder / pair.a), b = load_mesh(folder / pair.b);
    if (!a.closed() || !b.closed()) continue;
    const OverlapSolid solid = combine(a, b);
    expect_sound(solid);
    const std::optional<JudgedSolid> truth = judge_combination(a, b, Combination::intersection);
    if (!truth) continue;
    ++judged;
    EXPECT_NEAR(solid.volume, truth->volume, 1e-9 * truth->volume) << pair.a << " " << pair.b;
    EXPECT_NEAR(solid.area, truth->area, 1e-9 * truth->area) << pair.a << " " << pair.b;
    EXPECT_EQ(static_cast<int>(solid.lumps.size()), truth->lumps) << pair.a << " " << pair.b;
  }
  EXPECT_GE(judged, static_cast<int>(count) / 2) << "CGAL refuses most of them";
}

}  // namespace
}  // namespace impinge::test
