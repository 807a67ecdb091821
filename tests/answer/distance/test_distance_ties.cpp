// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Parallel plates whose gap equals the clearance, or differs from it in the last digits: every face pair is a tie. Truth by
// exact arithmetic over all face pairs, or from the construction.

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include <support/ask.h>
#include <support/case_count.h>
#include <support/judge.h>
#include <Eigen/Geometry>

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Place = std::function<Vec3(double, double)>;  // where a point of the unit square goes

// n by m squares, each cut in two.
Soup plate(int n, int m, const Place& place) {
  Soup soup;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= m; ++j) soup.vertices.push_back(place(1.0 * i / n, 1.0 * j / m));
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * (m + 1) + j); };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      soup.faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      soup.faces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return soup;
}

struct Plates {
  Soup a, b;

  PairAnswer ask_within(double clearance, bool swapped = false) const {
    Question question;
    question.clearance = clearance;
    return swapped ? ask(b.mesh(), a.mesh(), question) : ask(a.mesh(), b.mesh(), question);
  }
  double distance() const { return judge_distance(a.vertices, a.faces, b.vertices, b.faces); }
  // All pairs, exactly.
  bool within(double clearance) const {
    const auto corners = [](const Soup& s, const Face& f) {
      return Corners{s.vertices[f[0]], s.vertices[f[1]], s.vertices[f[2]]};
    };
    for (const Face& f : a.faces)
      for (const Face& g : b.faces)
        if (judge_within(corners(a, f), corners(b, g), clearance)) return true;
    return false;
  }
};

// Squares of different size on the two sides, so that all kinds of features are nearest somewhere.
Plates plates(int n, const Place& a, const Place& b) { return {plate(n, n, a), plate(n - 1, n + 1, b)}; }

Plates flat_plates(int n, double a_height, double b_height, const Vec3& at = Vec3::Zero()) {
  return plates(
      n, [=](double x, double y) { return Vec3(at + Vec3(x, y, a_height)); },
      [=](double x, double y) { return Vec3(at + Vec3(x, y, b_height)); });
}

// Slanted and still exactly flat: edges (1, 2, 2) and (2, 1, -2), normal (2, -2, 1), in units of 2^-10. The gap is 3 units.
Plates lattice_plates(int n, const Vec3& at) {
  const auto place = [=](double level, int rows, int columns) {
    return [=](double x, double y) {
      const Vec3 p =
          std::round(x * rows) * Vec3(1, 2, 2) + std::round(y * columns) * Vec3(2, 1, -2) + level * Vec3(2, -2, 1);
      return Vec3(at + p * 0x1p-10);
    };
  };
  return {plate(n, n, place(0, n, n)), plate(n - 1, n + 1, place(1, n - 1, n + 1))};
}

// Slanted at random: the corners are rounded, so the plates are rough in the last digit.
Plates rough_plates(int n, double gap, const Vec3& at, Dice& dice) {
  const auto q = dice.quaternion();
  const Eigen::Matrix3d turn = Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix();
  return plates(
      n, [=](double x, double y) { return Vec3(at + turn * Vec3(x, y, 0)); },
      [=](double x, double y) { return Vec3(at + turn * Vec3(x, y, gap)); });
}

void expect_judged(const Plates& p) {
  const double distance = p.distance();
  double limit = std::nextafter(std::nextafter(distance, 0), 0);
  for (int step = -2; step <= 2; ++step, limit = std::nextafter(limit, kInfinity)) {
    const bool near = p.within(limit);
    const PairAnswer answer = p.ask_within(limit), swapped = p.ask_within(limit, true);
    ASSERT_EQ(answer.verdict, near ? Verdict::near : Verdict::disjoint) << "step " << step;
    ASSERT_EQ(swapped.verdict, answer.verdict) << "step " << step;
    if (!near) continue;
    EXPECT_EQ(*answer.distance, *swapped.distance);
    EXPECT_EQ(answer.witness->a_point, swapped.witness->b_point);
    EXPECT_EQ(answer.witness->a_face, swapped.witness->b_face);
    EXPECT_NEAR(*answer.distance, distance, 1e-15);
  }
}

TEST(DistanceTies, FlatPlates) {
  for (const double gap : {0.2, 1.0 / 3, 0.01, 3.0}) expect_judged(flat_plates(4, 0, gap));
  for (const double at : {1e9, 1e12}) expect_judged(flat_plates(3, 0, 0.2, {at, -at, 0}));
}

TEST(DistanceTies, ExactlyFlatAndSlanted) {
  for (const double at : {0.0, 1e9}) {
    const Plates p = lattice_plates(6, Vec3(at, -at, 2 * at));
    EXPECT_EQ(p.distance(), 3 * 0x1p-10);
    expect_judged(p);
  }
}

TEST(DistanceTies, RoughInTheLastDigit) {
  Dice dice(51);
  for (int i = 0; i < case_count(4, 60); ++i)
    expect_judged(rough_plates(4, dice.chance(0.5) ? 0.2 : 0.02, Vec3::Zero(), dice));
}

// The gap differs from the clearance by less than a double of its size can say.
TEST(DistanceTies, GapsBetweenTheDoubles) {
  const double gap = 0.2;
  for (const int bits : {54, 60, 90, 110, 200}) {
    const double little = std::ldexp(gap, -bits);
    EXPECT_EQ(flat_plates(8, -little, gap).ask_within(gap).verdict, Verdict::disjoint) << bits;
    EXPECT_EQ(flat_plates(8, little, gap).ask_within(gap).verdict, Verdict::near) << bits;
    EXPECT_EQ(flat_plates(8, 0, gap).ask_within(gap).verdict, Verdict::near) << bits;
  }
}

// As many faces as would take minutes if each pair needed numbers of any size.
TEST(DistanceTies, ManyFaces) {
  const double gap = 0.2, less = std::nextafter(gap, 0);
  const Plates flat = flat_plates(220, 0, gap);
  EXPECT_EQ(*flat.ask_within(gap).distance, gap);
  EXPECT_EQ(flat.ask_within(less).verdict, Verdict::disjoint);
  EXPECT_EQ(flat_plates(220, -0x1p-63, gap, {1e9, 1e9, 0}).ask_within(gap).verdict, Verdict::disjoint);
  const double slanted_gap = 3 * 0x1p-10;
  const Plates slanted = lattice_plates(150, Vec3::Zero());
  EXPECT_EQ(*slanted.ask_within(slanted_gap).distance, slanted_gap);
  EXPECT_EQ(slanted.ask_within(std::nextafter(slanted_gap, 0)).verdict, Verdict::disjoint);
}

// Boxes along the axes say nothing about slanted plates that are far apart for their faces.
TEST(DistanceTies, ManySlantedFacesFarApart) {
  Dice dice(52);
  const Plates rough = rough_plates(100, 0.5, Vec3::Zero(), dice);
  const PairAnswer answer = rough.ask_within(1);
  ASSERT_EQ(answer.verdict, Verdict::near);
  EXPECT_NEAR(*answer.distance, 0.5, 1e-15);
  EXPECT_EQ(rough.ask_within(*answer.distance - 1e-15).verdict, Verdict::disjoint);
  EXPECT_EQ(rough.ask_within(*answer.distance + 1e-15).verdict, Verdict::near);
}

}  // namespace
}  // namespace impinge::test
