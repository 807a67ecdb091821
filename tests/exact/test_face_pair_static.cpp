// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include <support/case_count.h>
#include <support/random_triangles.h>
#include "exact/contact_point.h"
#include "exact/face_pair_static.h"
#include "exact/triangle_intersection.h"

namespace impinge::test {
namespace {

Triangle triangle(const Corners& c) { return {{c[0], c[1], c[2]}}; }

std::string written(const TrianglePair& pair) {
  std::ostringstream text;
  text << std::hexfloat;
  for (const Corners* corners : {&pair.first, &pair.second}) {
    for (const Vec3& p : *corners) text << "{" << p.x() << ", " << p.y() << ", " << p.z() << "} ";
  }
  return text.str();
}

void agree(TrianglePair (*make)(Dice&), int count, std::uint64_t seed) {
  Dice dice(seed);
  std::array<int, 3> seen = {};
  for (int i = 0; i < count; ++i) {
    const TrianglePair pair = make(dice);
    const Relation relation = face_pair_static(triangle(pair.first), triangle(pair.second));
    ++seen[static_cast<std::size_t>(relation)];
    ASSERT_EQ(relation, judge_relation(pair.first, pair.second)) << "case " << i << ": " << written(pair);
  }
  for (const int n : seen) EXPECT_GT(n, 0) << "a relation that never occurs proves nothing";
}

TEST(FacePairStatic, AgreesOnGrid) { agree(grid_pair, case_count(50000, 1000000), 31); }
TEST(FacePairStatic, AgreesNearDegeneracy) { agree(nearly_degenerate_pair, case_count(20000, 300000), 32); }
TEST(FacePairStatic, AgreesOnWideRange) { agree(wide_range_pair, case_count(10000, 200000), 33); }

// The quick points of triangles that cross against the exact one.
TEST(FacePairStatic, QuickPointsAreTheExactOne) {
  Dice dice(35);
  int crossing = 0, quick = 0, rough = 0;
  for (int i = 0; i < case_count(6000, 100000); ++i) {
    const TrianglePair pair = i % 3 == 0   ? grid_pair(dice)
                              : i % 3 == 1 ? nearly_degenerate_pair(dice)
                                           : wide_range_pair(dice);
    const Triangle a = triangle(pair.first), b = triangle(pair.second);
    if (face_pair_static(a, b) != Relation::crossing) continue;
    ++crossing;
    const Vec3 point = rounded(intersection_point(a, b));
    if (const auto found = quick_meeting_point(a, b)) {
      ++quick;
      ASSERT_EQ(*found, point) << written(pair);
    }
    if (const auto found = rough_meeting_point(a, b)) {
      ++rough;
      ASSERT_LE((found->point - point).cwiseAbs().maxCoeff(), found->error) << written(pair);
    }
  }
  EXPECT_GT(quick, crossing / 5);
  EXPECT_GT(rough, crossing / 10);
}

Corners moved(const Corners& c, double scale, const Vec3& shift) {
  return {Vec3(c[0] * scale + shift), Vec3(c[1] * scale + shift), Vec3(c[2] * scale + shift)};
}

TEST(FacePairStatic, ScaleAndShiftDoNotMatter) {
  Dice dice(34);
  for (int i = 0; i < case_count(5000, 100000); ++i) {
    const TrianglePair pair = grid_pair(dice);
    const Relation relation = face_pair_static(triangle(pair.first), triangle(pair.second));
    const auto same = [&](double scale, const Vec3& shift) {
      const Triangle a = triangle(moved(pair.first, scale, shift)), b = triangle(moved(pair.second, scale, shift));
      ASSERT_EQ(face_pair_static(a, b), relation) << written(pair) << " times " << scale << " plus " << shift.transpose();
    };
    for (const double scale : {0x1p-1074, 0x1p-1000, 0x1p-400, 0x1p-60, 0x1p60, 0x1p400, 0x1p500, 0x1p1020}) {
      same(scale, Vec3::Zero());
    }
    for (const double far : {0x1p40, -0x1p50}) same(1, {far, far, -far});
    same(0x1p-10, {0x1p40, 1, -0x1p30});
    same(1.5, {0.25, -0x1p20, 0x1p45});
  }
}

// Far points make differences that a double cannot hold.
TEST(FacePairStatic, DifferencesThatOverflow) {
  const double huge = 0x1.fffffffffffffp1023, tiny = 0x1p-1074;
  const Triangle floor = {{{-huge, -huge, 0}, {huge, -huge, 0}, {0, huge, 0}}};
  const auto relation = [&](double z) { return face_pair_static(floor, {{{0, 0, z}, {1, 0, huge}, {0, 1, huge}}}); };
  EXPECT_EQ(relation(tiny), Relation::disjoint);
  EXPECT_EQ(relation(0), Relation::touching);
  EXPECT_EQ(relation(-tiny), Relation::crossing);
}

TEST(FacePairStatic, OrderOfCornersDoesNotMatter) {
  Dice dice(35);
  for (int i = 0; i < case_count(2000, 50000); ++i) {
    const TrianglePair pair = i % 2 ? grid_pair(dice) : nearly_degenerate_pair(dice);
    const Relation relation = face_pair_static(triangle(pair.first), triangle(pair.second));
    std::array<std::size_t, 3> p = {0, 1, 2};
    do {
      std::array<std::size_t, 3> q = {0, 1, 2};
      do {
        const Triangle a = {{pair.first[p[0]], pair.first[p[1]], pair.first[p[2]]}};
        const Triangle b = {{pair.second[q[0]], pair.second[q[1]], pair.second[q[2]]}};
        ASSERT_EQ(face_pair_static(a, b), relation) << written(pair);
        ASSERT_EQ(face_pair_static(b, a), relation) << written(pair);
      } while (std::next_permutation(q.begin(), q.end()));
    } while (std::next_permutation(p.begin(), p.end()));
  }
}

struct NamedPair {
  const char* name;
  Corners other;
  Relation relation;
};

TEST(FacePairStatic, NamedCases) {
  const Corners base = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  const NamedPair cases[] = {
      {"equal", base, Relation::touching},
      {"turned over", {base[0], base[2], base[1]}, Relation::touching},
      {"coplanar inside", {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 2, 0)}, Relation::touching},
      {"coplanar around", {Vec3(-9, -9, 0), Vec3(20, -9, 0), Vec3(-9, 20, 0)}, Relation::touching},
      {"coplanar star", {Vec3(3, 3, 0), Vec3(-1, 3, 0), Vec3(3, -1, 0)}, Relation::touching},
      {"coplanar corner on edge", {Vec3(2, 0, 0), Vec3(1, -2, 0), Vec3(3, -2, 0)}, Relation::touching},
      {"coplanar corner on corner", {Vec3(4, 0, 0), Vec3(6, 1, 0), Vec3(6, -1, 0)}, Relation::touching},
      {"coplanar edge on edge", {Vec3(1, 0, 0), Vec3(3, 0, 0), Vec3(2, -3, 0)}, Relation::touching},
      {"coplanar apart", {Vec3(3, 3, 0), Vec3(5, 3, 0), Vec3(3, 5, 0)}, Relation::disjoint},
      {"parallel", {Vec3(0, 0, 1), Vec3(4, 0, 1), Vec3(0, 4, 1)}, Relation::disjoint},
      {"corner on face", {Vec3(1, 1, 0), Vec3(1, 1, 2), Vec3(2, 1, 2)}, Relation::touching},
      {"edge on face", {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 1, 2)}, Relation::touching},
      {"edge through the inside lies in the face", {Vec3(-1, 1, 0), Vec3(9, 1, 0), Vec3(1, 1, 2)}, Relation::touching},
      {"edge across edge", {Vec3(2, 0, -1), Vec3(2, 0, 1), Vec3(2, -3, 0)}, Relation::touching},
      {"edge across edge with the inside over it", {Vec3(2, 0, -1), Vec3(2, 0, 1), Vec3(2, 3, 0)}, Relation::crossing},
      {"pierced by a corner", {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(2, 1, 1)}, Relation::crossing},
      {"an edge each", {Vec3(1, 1, -1), Vec3(9, 9, -1), Vec3(5, 5, 9)}, Relation::crossing},
      {"shared edge, folded", {base[0], base[1], Vec3(1, 1, 1)}, Relation::touching},
      {"shared corner, piercing", {base[0], Vec3(3, 3, 1), Vec3(3, 3, -1)}, Relation::crossing},
      {"shared corner, apart", {base[0], Vec3(-3, -3, 1), Vec3(-3, -3, -1)}, Relation::touching},
      {"needle through", {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(1, 1, 0)}, Relation::touching},
      {"needle beside", {Vec3(3, 3, -1), Vec3(3, 3, 1), Vec3(3, 3, 0)}, Relation::disjoint},
      {"point inside", {Vec3(1, 1, 0), Vec3(1, 1, 0), Vec3(1, 1, 0)}, Relation::touching},
      {"point on the slope", {Vec3(2, 2, 0), Vec3(2, 2, 0), Vec3(2, 2, 0)}, Relation::touching},
      {"point outside", {Vec3(3, 2, 0), Vec3(3, 2, 0), Vec3(3, 2, 0)}, Relation::disjoint},
  };
  for (const NamedPair& c : cases) {
    EXPECT_EQ(face_pair_static(triangle(base), triangle(c.other)), c.relation) << c.name;
    EXPECT_EQ(judge_relation(base, c.other), c.relation) << c.name;
  }
}

}  // namespace
}  // namespace impinge::test
