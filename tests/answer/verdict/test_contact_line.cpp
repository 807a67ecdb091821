// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Faces around a contact are ordered exactly, however small the angles between them are.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/soup.h>

#include <algorithm>

#include "answer/verdict/contact_line.h"

namespace impinge::test {
namespace {

constexpr double kFar = 0x1p52;

// A direction across the z axis, 2^-105 of a turn after the one before.
Vec3 off(int step) { return {kFar - step, kFar + 1 - step, 0}; }

// The tetrahedron between two half-planes at the z axis.
Mesh wedge(const Vec3& from, const Vec3& to) { return tetrahedron_soup({0, 0, 0}, {0, 0, kFar}, from, to).mesh(); }

struct Placed {
  Mesh mesh;
  WorldObject world;
  Control control{{}, {}};
  Body body;

  explicit Placed(Mesh m) : mesh(std::move(m)), world(place(SceneObject{.name = {}, .mesh = mesh})), body(world, control) {}
};

std::vector<std::pair<int, int>> wedges_of(const Mesh& a, const Mesh& b) {
  const Placed pa(a), pb(b);
  const ContactLine line(RayStart(Vec3(0, 0, 0)), RayStart(Vec3(0, 0, kFar)), pa.body, pb.body);
  const std::vector<ExactPoint> middles = line.middles();
  EXPECT_EQ(middles.size(), 1u);
  const std::optional<LineFan> fan = line.fan_at(middles.front());
  if (!fan) return {};
  std::vector<std::pair<int, int>> wedges;
  for (const LineFan::Wedge& w : fan->wedges) wedges.emplace_back(w.a, w.b);
  EXPECT_EQ(wedges.front(), wedges.back()) << "once around";
  std::sort(wedges.begin(), wedges.end());
  wedges.erase(std::unique(wedges.begin(), wedges.end()), wedges.end());
  return wedges;
}

using Wedges = std::vector<std::pair<int, int>>;

// Rounded angles took the half-planes for one and saw neither the overlap nor the gap.
TEST(ContactLine, OrdersAnglesThatRoundingMakesEqual) {
  const Vec3 x(kFar, 0, 0), y(0, kFar, 0);
  EXPECT_EQ(wedges_of(wedge(x, off(0)), wedge(off(1), y)), (Wedges{{0, 0}, {0, 1}, {1, 0}})) << "a gap";
  EXPECT_EQ(wedges_of(wedge(x, off(0)), wedge(off(0), y)), (Wedges{{0, 0}, {0, 1}, {1, 0}})) << "a common wall";
  EXPECT_EQ(wedges_of(wedge(x, off(1)), wedge(off(0), y)), (Wedges{{0, 0}, {0, 1}, {1, 0}, {1, 1}})) << "an overlap";
  EXPECT_EQ(wedges_of(wedge(off(1), off(3)), wedge(off(0), off(4))), (Wedges{{0, 0}, {0, 1}, {1, 1}})) << "a in b";
}

TEST(ContactLine, TellsWhichWallsAreBare) {
  const Vec3 x(kFar, 0, 0), y(0, kFar, 0);
  const Placed a(wedge(x, off(0))), b(wedge(off(0), y));
  const ContactLine line(RayStart(Vec3(0, 0, 0)), RayStart(Vec3(0, 0, kFar)), a.body, b.body);
  const std::optional<LineFan> fan = line.fan_at(line.middles().front());
  ASSERT_TRUE(fan.has_value());
  ASSERT_EQ(fan->walls.size(), 2u) << "the common wall is bare on neither side";
  for (const LineFan::Wall& wall : fan->walls) EXPECT_EQ(wall.other, 0);
}

// The line is cut where a face of either body begins.
TEST(ContactLine, IsCutWhereFacesBegin) {
  const Placed a(tetrahedron_soup({0, 0, 0}, {0, 0, 8}, {8, 0, 0}, {8, 8, 0}).mesh());
  const Placed b(tetrahedron_soup({0, 0, 2}, {0, 0, 6}, {-8, 0, 2}, {-8, 8, 2}).mesh());
  const ContactLine line(RayStart(Vec3(0, 0, 0)), RayStart(Vec3(0, 0, 8)), a.body, b.body);
  EXPECT_EQ(line.middles().size(), 3u);
}

}  // namespace
}  // namespace impinge::test
