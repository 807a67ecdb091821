// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Wild surfaces on a small lattice under maps that keep every coordinate exact: sheared into slivers, stretched by powers of
// two, up to 2^41 from the origin. Volumes follow the determinant, and nothing else changes: lumps, curves, patches. Open
// ones have curves and patches, and a note instead of a solid.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/lattice_soup.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

struct AffineMap {
  Eigen::Matrix3d linear = Eigen::Matrix3d::Identity();
  Vec3 shift = Vec3::Zero();

  Mesh operator()(const Soup& soup) const {
    Soup result = soup;
    for (Vec3& v : result.vertices) v = Vec3(linear * v + shift);
    // A map that mirrors turns faces over, which must not matter.
    return result.mesh();
  }
};

// Entries are integers times powers of two, so that lattice points go to doubles without rounding.
AffineMap random_map(Dice& dice) {
  AffineMap map;
  switch (dice.integer(0, 3)) {
    case 0:  // far away
      map.shift = dice.grid_point(-1, 1) * 0x1p41 + dice.grid_point(-1000, 1000);
      break;
    case 1:  // slivers by shears
      map.linear(0, 1) = std::exp2(dice.integer(0, 30));
      map.linear(2, 0) = std::exp2(dice.integer(0, 20));
      break;
    case 2:  // flat, and away in proportion
      map.linear(2, 2) = std::exp2(-dice.integer(1, 40));
      map.linear(0, 0) = std::exp2(dice.integer(0, 40));
      break;
    default:  // anything
      do map.linear = Eigen::Matrix3d::NullaryExpr([&] { return static_cast<double>(dice.integer(-3000, 3000)); });
      while (map.linear.determinant() == 0);
      map.shift = dice.grid_point(-1000, 1000) * 0x1p20;
      break;
  }
  return map;
}

CheckOptions everything() {
  CheckOptions options;
  options.contacts = options.curves = options.patches = options.overlap = true;
  return options;
}

Overlap overlap_of(const Mesh& a, const Mesh& b) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  const CheckResult result = Engine().check(scene, everything());
  return result.pairs.empty() || !result.pairs[0].overlap ? Overlap{} : *result.pairs[0].overlap;
}

void expect_same_kind(const Overlap& x, const Overlap& y, const AffineMap& map) {
  EXPECT_EQ(x.contacts.size(), y.contacts.size());
  for (std::size_t i = 0; i < std::min(x.contacts.size(), y.contacts.size()); ++i) {
    EXPECT_EQ(x.contacts[i].points.size(), y.contacts[i].points.size());
    EXPECT_EQ(x.contacts[i].relation, y.contacts[i].relation);
  }
  const auto segments = [](const Overlap& o) {
    std::size_t count = 0, closed = 0;
    for (const ContactCurve& c : o.curves) {
      count += c.faces.size();
      closed += c.closed ? 1 : 0;
    }
    return std::array{o.curves.size(), count, closed};
  };
  // The cuts of planes depend on the axis they are seen along, the curves do not.
  EXPECT_EQ(segments(x)[0], segments(y)[0]);
  EXPECT_EQ(segments(x)[2], segments(y)[2]);
  EXPECT_EQ(x.patches.size(), y.patches.size());
  // Whether an open body may hold another is told by how much of its winding numbers is there, which a map changes.
  if (x.contacts.empty() && !(x.statement.empty() && y.statement.empty())) return;
  EXPECT_EQ(x.statement, y.statement);
  ASSERT_EQ(x.solid.has_value(), y.solid.has_value());
  if (!x.solid) return;
  expect_sound(*y.solid);
  EXPECT_EQ(x.solid->lumps.size(), y.solid->lumps.size());
  const double volume = x.solid->volume * std::abs(map.linear.determinant());
  EXPECT_NEAR(y.solid->volume, volume, 1e-9 * volume);
}

TEST(OverlapAffine, MappedBodiesOverlapAlike) {
  Dice dice(4101);
  int solids = 0;
  const int count = case_count(120, 20000);
  for (int i = 0; i < count; ++i) {
    const Soup a = random_lattice_soup(dice);
    const Soup b = dice.chance(0.3) ? derived_lattice_soup(a, dice) : random_lattice_soup(dice);
    const AffineMap map = random_map(dice);
    const Overlap plain = overlap_of(a.mesh(), b.mesh()), mapped = overlap_of(map(a), map(b));
    solids += plain.solid && plain.solid->mesh ? 1 : 0;
    expect_same_kind(plain, mapped, map);
    ASSERT_FALSE(HasFailure()) << "case " << i << " of\n"
                               << map.linear << "\n"
                               << map.shift.transpose() << "\n a " << written(a) << "\n b " << written(b);
  }
  EXPECT_GT(solids, count / 4);
}

TEST(OverlapAffine, OpenBodiesHaveCurvesAndPatchesAndANote) {
  Dice dice(4102);
  int curves = 0, notes = 0;
  const int count = case_count(120, 20000);
  for (int i = 0; i < count; ++i) {
    const Soup whole = random_lattice_soup(dice), b = random_lattice_soup(dice);
    const Soup a = whole.without(static_cast<std::size_t>(dice.integer(0, static_cast<int>(whole.faces.size()) - 1)));
    const AffineMap map = random_map(dice);
    const Overlap plain = overlap_of(a.mesh(), b.mesh()), mapped = overlap_of(map(a), map(b));
    if (!a.mesh().closed() && !plain.contacts.empty()) {
      EXPECT_FALSE(plain.solid);
      EXPECT_NE(plain.statement, "");
      ++notes;
    }
    curves += plain.curves.empty() ? 0 : 1;
    expect_same_kind(plain, mapped, map);
    ASSERT_FALSE(HasFailure()) << "case " << i << " of\n"
                               << map.linear << "\n"
                               << map.shift.transpose() << "\n a " << written(a) << "\n b " << written(b);
  }
  EXPECT_GT(curves, count / 4);
  EXPECT_GT(notes, count / 4);
}

}  // namespace
}  // namespace impinge::test
