// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A part placed twice at the same place, walls that coincide in part, and fans whose tips meet: right, and without looking
// at every pair of faces. Work is counted, not timed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <impinge/impinge.h>
#include <support/ask.h>
#include <support/soup.h>

namespace impinge::test {
namespace {

struct Asked {
  std::string verdict;
  std::uint64_t most_items;  ///< the most that any stage handed on
};

Asked ask_verdict(const Mesh& a, const Mesh& b, bool face_pairs, bool prepared) {
  Engine engine;
  if (prepared) {
    engine.prepare(a);
    engine.prepare(b);
  }
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  CheckOptions options;
  options.face_pairs = face_pairs;
  const CheckResult result = engine.check(scene, options);
  Asked asked{result.pairs.empty() ? "disjoint" : to_string(result.pairs.front().verdict), 0};
  for (const StageStats& stage : result.stats.stages) asked.most_items = std::max(asked.most_items, stage.out);
  return asked;
}

void expect_verdict(const Mesh& a, const Mesh& b, Verdict truth) {
  for (const bool face_pairs : {true, false})
    for (const bool prepared : {true, false}) {
      EXPECT_EQ(ask_verdict(a, b, face_pairs, prepared).verdict, to_string(truth)) << face_pairs << prepared;
      EXPECT_EQ(ask_verdict(b, a, face_pairs, prepared).verdict, to_string(mirrored(truth))) << face_pairs << prepared;
    }
}

// The same faces in another order, from another corner on.
Soup shuffled(Soup soup, Dice& dice) {
  for (std::size_t i = soup.faces.size(); i > 1; --i)
    std::swap(soup.faces[i - 1], soup.faces[static_cast<std::size_t>(dice.integer(0, static_cast<int>(i) - 1))]);
  for (Face& f : soup.faces) std::rotate(f.begin(), f.begin() + dice.integer(0, 2), f.end());
  return soup;
}

Soup twice(const Soup& soup) {
  Soup result = soup;
  result.append(soup);
  return result;
}

TEST(CoincidentVerdicts, PartPlacedTwice) {
  Dice dice(31);
  const Soup part = soup_of(make_sphere(1, 20, 40));
  expect_verdict(part.mesh(), part.mesh(), Verdict::same);
  expect_verdict(part.mesh(), shuffled(part, dice).mesh(), Verdict::same);
  expect_verdict(part.mesh(), shuffled(part.inverted(), dice).mesh(), Verdict::same);
  expect_verdict(part.mesh(), shuffled(twice(part), dice).mesh(), Verdict::same);
}

// Two spheres in one body, through each other: its faces cross those of a copy.
TEST(CoincidentVerdicts, DirtyPartPlacedTwice) {
  Dice dice(32);
  Soup part = soup_of(make_sphere(1, 10, 20));
  part.append(soup_of(make_sphere(1, 10, 20)).shifted({0.7, 0.1, 0.2}));
  expect_verdict(part.mesh(), part.mesh(), Verdict::same);
  expect_verdict(part.mesh(), shuffled(part, dice).mesh(), Verdict::same);
  Soup more = part;
  more.append(soup_of(make_sphere(0.1, 8, 16)).shifted({5, 5, 5}));
  expect_verdict(part.mesh(), more.mesh(), Verdict::a_in_b);
}

// A sphere that was exported with two sides is a body all the same; a sheet with two sides is none.
TEST(CoincidentVerdicts, ShellWithoutVolumePlacedTwice) {
  Soup shell = soup_of(make_sphere(1, 6, 12));
  shell.append(shell.inverted());
  expect_verdict(shell.mesh(), shell.mesh(), Verdict::same);
  Soup sheet;
  Dice dice(34);
  sheet.add_quad({0, 0, 0}, {4, 0, 0}, {4, 4, 1}, {0, 4, 1}, Split::falling, dice);
  sheet.append(sheet.inverted());
  expect_verdict(sheet.mesh(), sheet.mesh(), Verdict::touching);
}

// One vertex moved: the rest of the surfaces is common.
TEST(CoincidentVerdicts, OneVertexOutwards) {
  const Soup part = soup_of(make_sphere(1, 16, 32));
  Soup larger = part, other = part;
  larger.vertices.front() *= 1.01;
  other.vertices.back() *= 1.01;
  expect_verdict(part.mesh(), larger.mesh(), Verdict::a_in_b);
  expect_verdict(larger.mesh(), other.mesh(), Verdict::crossing);
}

// Nine faces of ten are common, and what is moved lies all over the place: own contacts of the whole surface are asked for.
TEST(CoincidentVerdicts, ScatteredVerticesMoved) {
  Dice dice(33);
  const Soup part = soup_of(make_sphere(1, 30, 40));
  Soup larger = part, other = part;
  for (std::size_t i = 0; i < part.vertices.size(); ++i)
    if (dice.chance(0.017)) {
      larger.vertices[i] *= 1.01;
      other.vertices[i] *= dice.chance(0.5) ? 1.01 : 0.99;
    }
  other.vertices.front() *= 1.01;
  other.vertices.back() *= 0.99;
  expect_verdict(part.mesh(), larger.mesh(), Verdict::a_in_b);
  expect_verdict(part.mesh(), shuffled(larger, dice).mesh(), Verdict::a_in_b);
  expect_verdict(part.mesh(), other.mesh(), Verdict::crossing);
  expect_verdict(part.inverted().mesh(), larger.mesh(), Verdict::a_in_b);
}

// A plate of n by n squares, split along one diagonal or the other.
Mesh plate(int n, double low, double high, bool rising) {
  Soup soup;
  Dice dice(1);
  const Split split = rising ? Split::rising : Split::falling;
  const auto quads = [&](int axis, double at, bool upwards) {
    const bool side = axis != 2;
    for (int u = 0; u < n; ++u)
      for (int v = 0; v < (side ? 1 : n); ++v) {
        const auto corner = [&](int du, int dv) {
          const double along = u + du;
          if (axis == 0) return Vec3(at, along, dv == 0 ? low : high);
          if (axis == 1) return Vec3(along, at, dv == 0 ? low : high);
          return Vec3(along, v + dv, at);
        };
        if (upwards)
          soup.add_quad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), split, dice);
        else
          soup.add_quad(corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0), split, dice);
      }
  };
  quads(2, high, true);
  quads(2, low, false);
  quads(0, n, true);
  quads(0, 0, false);
  quads(1, 0, true);
  quads(1, n, false);
  return soup.welded().mesh();
}

TEST(CoincidentVerdicts, PlatesWithACommonWall) {
  for (const bool rising : {false, true}) {
    expect_verdict(plate(12, 0, 1, false), plate(12, 1, 2, rising), Verdict::touching);
    expect_verdict(plate(12, 0, 1, false), plate(12, 0, 2, rising), Verdict::a_in_b);
    expect_verdict(plate(12, 0, 1, false), plate(12, 0, 1, rising), Verdict::same);
  }
}

// A double cone of n strips with a tip at the origin.
Mesh double_cone(int n, double height, double radius, double turned) {
  Soup soup;
  const auto rim = [&](int i) {
    const double angle = turned + 2 * std::numbers::pi * (i % n) / n;
    return Vec3(radius * std::cos(angle), radius * std::sin(angle), height);
  };
  for (int i = 0; i < n; ++i) {
    const Vec3 p = rim(height > 0 ? i : i + 1), q = rim(height > 0 ? i + 1 : i);
    soup.add_triangle({0, 0, 0}, q, p);
    soup.add_triangle({0, 0, 2 * height}, p, q);
  }
  return soup.welded().mesh();
}

// All pairs of faces at the tips were listed: 2.9 s for 4,000 faces, never done for 40,000.
TEST(CoincidentVerdicts, FansThatTouchAtTheirTips) {
  expect_verdict(double_cone(200, 1, 1, 0), double_cone(200, -1, 1, 0.1), Verdict::touching);
  expect_verdict(double_cone(200, 1, 1, 0), double_cone(200, 1.5, 0.7, 0.1), Verdict::crossing);
  const int n = 4000;
  const Mesh up = double_cone(n, 1, 1, 0), down = double_cone(n, -1, 1, 0.1);
  for (const bool prepared : {true, false}) {
    const Asked asked = ask_verdict(up, down, false, prepared);
    EXPECT_EQ(asked.verdict, "touching");
    EXPECT_LE(asked.most_items, 10u * n) << "of " << n << " * " << n << " pairs that meet";
  }
}

// The cones over one rim: faces from either tip to the rim have boxes that nearly all meet.
TEST(CoincidentVerdicts, FansWithACommonTipAndNearlyTheSameRim) {
  const int n = 300;
  const Mesh cone = double_cone(n, 1, 1, 0);
  Soup larger = soup_of(cone);
  larger.vertices[static_cast<std::size_t>(
      std::find_if(larger.vertices.begin(), larger.vertices.end(), [](const Vec3& v) { return v.z() == 1; }) -
      larger.vertices.begin())] += Vec3(0.1, 0, 0);
  expect_verdict(cone, larger.mesh(), Verdict::a_in_b);
  expect_verdict(cone, double_cone(n, 1, 1, 1e-4), Verdict::crossing);
  expect_verdict(cone, double_cone(n, -1, 1, 0), Verdict::touching);
}

// A cone of n strips over a disc of n strips, its tip at the origin.
Mesh flat_cone(int n, double radius, double turned) {
  Soup soup;
  const auto rim = [&](int i) {
    const double angle = turned + 2 * std::numbers::pi * (i % n) / n;
    return Vec3(radius * std::cos(angle), radius * std::sin(angle), 1);
  };
  for (int i = 0; i < n; ++i) {
    soup.add_triangle({0, 0, 0}, rim(i + 1), rim(i));
    soup.add_triangle({0, 0, 1}, rim(i), rim(i + 1));
  }
  return soup.welded().mesh();
}

// The rim of one against the disc of the other: the boxes of its strips nearly all meet each other, which was minutes for
// 40,000.
TEST(CoincidentVerdicts, FansOverADiscAndNearlyTheSameRim) {
  const int n = 300;
  const Mesh cone = flat_cone(n, 1, 0);
  expect_verdict(cone, flat_cone(n, 1, 1e-4), Verdict::crossing);
  expect_verdict(cone, flat_cone(n, 1.001, 0), Verdict::a_in_b);
  EXPECT_EQ(ask_verdict(flat_cone(20000, 1, 0), flat_cone(20000, 1, 2e-5), false, false).verdict, "crossing");
}

// The limit was noticed when memory was full.
TEST(CoincidentVerdicts, TooManyPairsAreRefusedBeforeTheyAreListed) {
  const int n = 30000;
  const Mesh up = double_cone(n, 1, 1, 0), down = double_cone(n, -1, 1, 0.1);
  try {
    ask_verdict(up, down, true, true);
    FAIL() << "900,000,000 pairs were listed";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::too_large);
  }
}

TEST(CoincidentVerdicts, ManyBoxesAtOnePlace) {
  const Mesh box = make_box({1, 2, 3}), other = make_box({1, 2, 4});
  Scene scene;
  const int n = 60;
  for (int i = 0; i < n; ++i) scene.add("box " + std::to_string(i), i % 20 == 0 ? other : box);
  CheckOptions options;
  options.face_pairs = false;
  const CheckResult result = Engine().check(scene, options);
  ASSERT_EQ(result.pairs.size(), static_cast<std::size_t>(n * (n - 1) / 2));
  for (const PairAnswer& pair : result.pairs) {
    const bool a_large = pair.a.value % 20 == 0, b_large = pair.b.value % 20 == 0;
    const Verdict truth = a_large == b_large ? Verdict::same : a_large ? Verdict::b_in_a : Verdict::a_in_b;
    EXPECT_EQ(pair.verdict, truth) << pair.a.value << " " << pair.b.value;
    EXPECT_TRUE(pair.witness.has_value());
  }
}

}  // namespace
}  // namespace impinge::test
