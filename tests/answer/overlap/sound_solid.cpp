// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <gtest/gtest.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {

void expect_sound(const OverlapSolid& solid) {
  ASSERT_EQ(solid.mesh.has_value(), !solid.lumps.empty());
  double volume = 0, area = 0;
  std::uint32_t faces = 0;
  for (const Lump& lump : solid.lumps) {
    EXPECT_GT(lump.volume, 0);
    EXPECT_LE(lump.volume, solid.lumps[0].volume);
    EXPECT_EQ(lump.first_face, faces);
    EXPECT_FALSE(lump.a_faces.empty() && lump.b_faces.empty());
    const Vec3 slack = Vec3::Constant(1e-9 * (lump.box_high - lump.box_low).maxCoeff());
    EXPECT_TRUE(((lump.box_low - slack).array() <= lump.centroid.array()).all()) << lump.centroid.transpose();
    EXPECT_TRUE(((lump.box_high + slack).array() >= lump.centroid.array()).all()) << lump.centroid.transpose();
    volume += lump.volume;
    area += lump.area;
    faces += lump.face_count;
  }
  EXPECT_NEAR(volume, solid.volume, 1e-13 * volume);
  EXPECT_NEAR(area, solid.area, 1e-13 * area);
  if (!solid.mesh) return;
  EXPECT_TRUE(solid.mesh->report().closed);
  EXPECT_EQ(solid.mesh->faces().size(), faces);
}

bool is_solid(Combination how, int a, int b) {
  switch (how) {
    case Combination::intersection: return a != 0 && b != 0;
    case Combination::unite: return a != 0 || b != 0;
    case Combination::difference: return a != 0 && b == 0;
  }
  return false;
}

}  // namespace impinge::test
