// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include <support/case_count.h>
#include <support/random_triangles.h>
#include "exact/face_pair_static.h"

namespace impinge::test {
namespace {

// Ids as after welding: equal positions have equal ids.
struct Welded {
  Face a, b;
};

Welded weld(const Corners& a, const Corners& b) {
  std::map<std::tuple<double, double, double>, std::uint32_t> ids;
  const auto id = [&](const Vec3& p) {
    return ids.try_emplace({p.x(), p.y(), p.z()}, static_cast<std::uint32_t>(ids.size())).first->second;
  };
  Welded result{};
  for (std::size_t i = 0; i < 3; ++i) result.a[i] = id(a[i]);
  for (std::size_t i = 0; i < 3; ++i) result.b[i] = id(b[i]);
  return result;
}

Relation self_relation(const Corners& a, const Corners& b) {
  const Welded ids = weld(a, b);
  return self_pair_static({{a[0], a[1], a[2]}}, ids.a, {{b[0], b[1], b[2]}}, ids.b);
}

struct NamedPair {
  const char* name;
  Corners other;
  Relation relation;
};

TEST(SelfPairStatic, NamedCases) {
  const Corners base = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  const NamedPair cases[] = {
      {"flat neighbour", {base[1], base[0], Vec3(0, -4, 0)}, Relation::disjoint},
      {"roof", {base[1], base[0], Vec3(1, 1, 3)}, Relation::disjoint},
      {"folded onto itself", {base[1], base[0], Vec3(1, 1, 0)}, Relation::touching},
      {"folded beyond", {base[1], base[0], Vec3(9, 9, 0)}, Relation::touching},
      {"duplicate", {base[0], base[1], base[2]}, Relation::touching},
      {"duplicate turned over", {base[0], base[2], base[1]}, Relation::touching},
      {"corner to corner", {base[0], Vec3(-4, 0, 1), Vec3(0, -4, 1)}, Relation::disjoint},
      {"corner shared and pierced", {base[0], Vec3(3, 3, 1), Vec3(3, 3, -1)}, Relation::crossing},
      {"corner shared, edge in the face", {base[0], Vec3(1, 1, 0), Vec3(1, 1, 3)}, Relation::touching},
      {"corner shared, edge along the edge", {base[0], Vec3(2, 0, 0), Vec3(2, 0, 3)}, Relation::touching},
      {"corner shared, flat overlap", {base[0], Vec3(3, 1, 0), Vec3(1, 3, 0)}, Relation::touching},
      {"corner shared, flat and apart", {base[0], Vec3(-3, -1, 0), Vec3(-1, -3, 0)}, Relation::disjoint},
      {"corner shared, the far edge meets the face", {base[1], Vec3(1, 1, 1), Vec3(1, 1, -1)}, Relation::crossing},
      {"nothing shared, corner on face", {Vec3(1, 1, 0), Vec3(1, 1, 2), Vec3(2, 1, 2)}, Relation::touching},
      {"nothing shared, crossing", {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(2, 1, 1)}, Relation::crossing},
      {"needle along the shared edge", {base[0], base[1], Vec3(2, 0, 0)}, Relation::disjoint},
      {"needle beyond the shared edge", {base[0], base[1], Vec3(6, 0, 0)}, Relation::disjoint},
      {"needle from a corner into the face", {base[0], Vec3(1, 1, 0), Vec3(2, 2, 0)}, Relation::touching},
      {"needle from a corner away", {base[0], Vec3(-1, -1, 0), Vec3(-2, -2, 0)}, Relation::disjoint},
      {"collapsed onto a corner", {base[0], base[0], base[0]}, Relation::disjoint},
      {"collapsed onto an edge", {base[0], base[0], base[1]}, Relation::disjoint},
  };
  for (const NamedPair& c : cases) {
    const Relation truth = judge_self_relation(base, c.other);
    EXPECT_EQ(truth, c.relation) << c.name;
    EXPECT_EQ(self_relation(base, c.other), truth) << c.name;
    EXPECT_EQ(self_relation(c.other, base), truth) << c.name << ", swapped";
  }
}

// Corners of the second triangle are often taken from the first.
TrianglePair neighbours(Dice& dice) {
  TrianglePair pair = grid_pair(dice);
  const int shared = dice.integer(0, 2);
  for (int i = 0; i < shared; ++i) {
    pair.second[static_cast<std::size_t>(dice.integer(0, 2))] = pair.first[static_cast<std::size_t>(dice.integer(0, 2))];
  }
  return pair;
}

TEST(SelfPairStatic, AgreesOnGrid) {
  Dice dice(41);
  for (int i = 0; i < case_count(30000, 500000); ++i) {
    const auto [a, b] = neighbours(dice);
    const Relation truth = judge_self_relation(a, b);
    ASSERT_EQ(self_relation(a, b), truth) << "case " << i << ": " << a[0].transpose() << ", " << a[1].transpose() << ", "
                                          << a[2].transpose() << "; " << b[0].transpose() << ", " << b[1].transpose() << ", "
                                          << b[2].transpose();
    ASSERT_EQ(self_relation(b, a), truth) << "case " << i << " swapped";
  }
}

TEST(SelfPairStatic, AgreesNearDegeneracy) {
  Dice dice(42);
  for (int i = 0; i < case_count(10000, 200000); ++i) {
    TrianglePair pair = nearly_degenerate_pair(dice);
    pair.second[static_cast<std::size_t>(dice.integer(0, 2))] = pair.first[static_cast<std::size_t>(dice.integer(0, 2))];
    if (dice.chance(0.5)) pair.second[0] = pair.first[1];
    ASSERT_EQ(self_relation(pair.first, pair.second), judge_self_relation(pair.first, pair.second)) << "case " << i;
  }
}

}  // namespace
}  // namespace impinge::test
