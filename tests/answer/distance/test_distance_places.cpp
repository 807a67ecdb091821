// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Distances far from the origin and at scales whose squares leave the range of doubles: verdict, figure, witness and what
// swapping does, against the judge's exact arithmetic on the same corners.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <impinge/shapes.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/judge.h>
#include <Eigen/Geometry>

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Turned, shifted and multiplied; what is rounded here is the input, for the judge as well.
Soup placed(const Soup& soup, const Eigen::Matrix3d& turn, const Vec3& at, double scale) {
  Soup result = soup;
  for (Vec3& p : result.vertices) p = (at + turn * p) * scale;
  return result;
}

Eigen::Matrix3d any_turn(Dice& dice) {
  const auto q = dice.quaternion();
  return Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix();
}

// Two bodies side by side, sometimes corner to face, edge to edge or wall to wall.
std::pair<Soup, Soup> neighbours(int i, Dice& dice) {
  const Soup box = box_soup({0, 0, 0}, {2, 3, 4});
  const double gap = dice.real(0.3, 3);
  switch (i % 4) {
    case 0: return {box, box_soup({2 + gap, 1, 1}, {5, 6, 7})};  // wall to wall
    case 1: return {box, box_soup({3, 3 + gap, 5}, {5, 6, 7})};  // corner to corner
    case 2: return {box, placed(box, any_turn(dice), Vec3(7 + gap, 1, 2), 1)};
    default: return {box, placed(soup_of(make_icosphere(1, 1)), any_turn(dice), Vec3(3 + gap, 1.5, 2), 1)};
  }
}

// The bodies times a power of two, so that the judge's last rounding and root stay in range; nothing else is rounded.
struct Judged {
  Soup a, b;
  double unit;  // one of the judge's lengths is so long outside

  Judged(const Soup& x, const Soup& y, double unit_length) : a(x), b(y), unit(unit_length) {
    for (Soup* soup : {&a, &b})
      for (Vec3& p : soup->vertices) p /= unit;
  }
  double distance() const { return judge_distance(a.vertices, a.faces, b.vertices, b.faces); }
  bool within(double limit) const {
    const auto corners = [](const Soup& s, const Face& f) {
      return Corners{s.vertices[f[0]], s.vertices[f[1]], s.vertices[f[2]]};
    };
    for (const Face& f : a.faces)
      for (const Face& g : b.faces)
        if (judge_within(corners(a, f), corners(b, g), limit / unit)) return true;
    return false;
  }
};

double size_of(const Soup& soup) {
  Vec3 low = soup.vertices.front(), high = low;
  for (const Vec3& p : soup.vertices) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return (high / 2 - low / 2).maxCoeff() * 2;
}

// The witness in coordinates relative to a corner, where the origin's distance no longer hides mistakes.
void expect_witness(const PairAnswer& answer, const Judged& judged) {
  const Witness& w = *answer.witness;
  const double largest = (w.a_point / judged.unit).cwiseAbs().maxCoeff();
  const double grid = 0x1p-50 * (largest + size_of(judged.a) + size_of(judged.b));
  const auto off = [&](const Vec3& point, const Soup& s, const Face& f) {
    const Vec3 o = s.vertices[f[0]];
    return point_distance(point / judged.unit - o, Vec3::Zero(), s.vertices[f[1]] - o, s.vertices[f[2]] - o);
  };
  EXPECT_LE(off(w.a_point, judged.a, judged.a.faces[*w.a_face]), grid);
  EXPECT_LE(off(w.b_point, judged.b, judged.b.faces[*w.b_face]), grid);
  EXPECT_NEAR((w.a_point / judged.unit - w.b_point / judged.unit).norm(), *answer.distance / judged.unit, 4 * grid);
}

void expect_judged(const Soup& a, const Soup& b, double unit) {
  const Judged judged(a, b, unit);
  const Mesh ma = a.mesh(), mb = b.mesh();
  const double distance = judged.distance() * unit;
  for (const double limit :
       {distance / 2, std::nextafter(distance, 0), distance, std::nextafter(distance, kInfinity), distance * 1.25}) {
    Question question;
    question.clearance = limit;
    const bool near = judged.within(limit);
    const PairAnswer answer = ask(ma, mb, question), swapped = ask(mb, ma, question);
    ASSERT_EQ(answer.verdict, near ? Verdict::near : Verdict::disjoint) << limit << " of " << distance;
    ASSERT_EQ(swapped.verdict, answer.verdict);
    if (!near) continue;
    EXPECT_NEAR(*answer.distance / unit, distance / unit, 0x1p-48 * (size_of(judged.a) + size_of(judged.b)));
    EXPECT_EQ(*swapped.distance, *answer.distance);
    EXPECT_EQ(swapped.witness->a_point, answer.witness->b_point);
    EXPECT_EQ(swapped.witness->b_point, answer.witness->a_point);
    EXPECT_EQ(swapped.witness->a_face, answer.witness->b_face);
    EXPECT_EQ(swapped.witness->b_face, answer.witness->a_face);
    expect_witness(answer, judged);
  }
}

TEST(DistancePlaces, FarFromTheOrigin) {
  Dice dice(61);
  for (const double far : {1e9, 1e12})
    for (int i = 0; i < case_count(12, 200); ++i) {
      const auto [a, b] = neighbours(i, dice);
      const Eigen::Matrix3d turn = i < 4 ? Eigen::Matrix3d::Identity().eval() : any_turn(dice);
      const Vec3 at = dice.point(-far, far);
      SCOPED_TRACE(testing::Message() << "far " << far << " case " << i);
      expect_judged(placed(a, turn, at, 1), placed(b, turn, at, 1), 1);
    }
}

TEST(DistancePlaces, HugeAndTiny) {
  Dice dice(62);
  for (const double scale : {1e160, 1e300, 1e-170, 1e-300})
    for (int i = 0; i < case_count(5, 100); ++i) {
      const auto [a, b] = neighbours(i, dice);
      const Eigen::Matrix3d turn = i < 4 ? Eigen::Matrix3d::Identity().eval() : any_turn(dice);
      SCOPED_TRACE(testing::Message() << "scale " << scale << " case " << i);
      const double unit = std::ldexp(1.0, std::ilogb(scale));
      expect_judged(placed(a, turn, Vec3::Zero(), scale), placed(b, turn, Vec3::Zero(), scale), unit);
    }
}

// A millimetre beside a light year: the scale of the bodies and that of the clearance have nothing in common.
TEST(DistancePlaces, ClearanceOfAnotherScale) {
  for (const double scale : {1.0, 1e160, 1e300, 1e-170, 1e-300}) {
    const Soup a = box_soup({0, 0, 0}, {1, 1, 1}).scaled(scale), b = box_soup({1.5, 0, 0}, {2, 1, 1}).scaled(scale);
    Question question;
    for (const double tiny : {0.0, std::numeric_limits<double>::denorm_min(), 1e-9 * scale}) {
      question.clearance = tiny;
      EXPECT_EQ(ask(a.mesh(), b.mesh(), question).verdict, Verdict::disjoint) << scale << " " << tiny;
    }
    question.clearance = std::numeric_limits<double>::max();
    const PairAnswer answer = ask(a.mesh(), b.mesh(), question);
    ASSERT_EQ(answer.verdict, Verdict::near) << scale;
    EXPECT_EQ(*answer.distance, 1.5 * scale - scale) << scale;
  }
}

}  // namespace
}  // namespace impinge::test
