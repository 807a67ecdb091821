// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// How early the continuous tests are, against the time of contact in exact arithmetic: signs of the volume of four moving
// points at dyadic moments.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>

#include <base/exact_number.h>
#include <exact/face_pair_swept.h>
#include <support/case_count.h>
#include <support/dice.h>

namespace impinge::test {
namespace {

using Points = std::array<MovingPoint, 4>;  // two edges, or a vertex and a face
using Row = std::array<Exact, 3>;

Row exact_at(const MovingPoint& p, double t) {
  const auto coordinate = [&](int i) { return Exact(p.base[i]) + Exact(t) * Exact(p.line[i]); };
  return {coordinate(0), coordinate(1), coordinate(2)};
}

Row minus(const Row& a, const Row& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// Of the volume that the points span at a moment; no contact of features that meet inside is at any other than 0.
int side_at(const Points& points, double t) {
  const Row origin = exact_at(points[0], t), u = minus(exact_at(points[1], t), origin),
            v = minus(exact_at(points[2], t), origin), w = minus(exact_at(points[3], t), origin);
  const Exact volume =
      u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  return volume.sign();
}

// The moment at which the side changes for the only time, to the last digit: not after it. Negative if it changes more
// often.
double only_change(const Points& points) {
  int changes = 0;
  for (int i = 0; i < 32; ++i) changes += side_at(points, i / 32.0) != side_at(points, (i + 1) / 32.0);
  if (changes != 1) return -1;
  double before = 0, after = 1;
  const int first = side_at(points, 0);
  while (true) {
    const double middle = before / 2 + after / 2;
    if (middle == before || middle == after) return after;
    (side_at(points, middle) == first ? before : after) = middle;
  }
}

MovingPoint passing(const Vec3& at, const Vec3& velocity, double t) {
  return {at - t * velocity, velocity, Vec3::Zero(), Vec3::Zero()};
}

// Rounding is some 1e-13 of sizes around 1, and 1e-11 at the worst: a gap that closes slowly is a graze that much earlier.
double allowed(double closing) { return 2e-6 + 1e-11 / closing; }

struct Earliness {
  int cases = 0, late = 0, early = 0;
  double most = 0;

  void add(double truth, double t) {
    ++cases;
    late += t > truth;
    early += t < truth - 1e-6;
    most = std::max(most, truth - t);
  }
  void print(const char* kind) const {
    std::cout << cases << ' ' << kind << ": " << late << " late, " << early << " more than 1e-6 early, at most " << most
              << '\n';
  }
};

// Two edges that cross inside at a moment, nearly parallel and slow against each other, fast together.
TEST(SweptTime, SlowParallelEdgesWereThousandthsOfAStepEarly) {
  Dice dice(29);
  Earliness edges;
  const int cases = case_count(2000, 100000);
  for (int k = 0; k < cases; ++k) {
    const double slant = std::pow(10, dice.real(-9, 0)), slow = std::pow(10, dice.real(-5.5, 0)), t = dice.real(0.1, 0.9);
    const Vec3 along = dice.point(-1, 1), other = along * dice.real(0.3, 2) + slant * dice.point(-1, 1),
               where = dice.point(-1, 1);
    const double on_a = dice.real(0.1, 0.9), on_b = dice.real(0.1, 0.9);
    const Vec3 together = dice.chance(0.5) ? Vec3(Vec3::Zero()) : dice.point(-1, 1);
    const auto velocity = [&] { return Vec3(together + slow * dice.point(-1, 1)); };
    // Both ends of an edge alike, but for a slow turn.
    const Vec3 a = velocity(), b = velocity();
    const double turn = dice.chance(0.5) ? 0 : 0.1 * slant * slow;
    const Points points = {passing(where - on_a * along, a, t), passing(where + (1 - on_a) * along, a, t),
                           passing(where - on_b * other, b, t),
                           passing(where + (1 - on_b) * other, Vec3(b + turn * dice.point(-1, 1)), t)};
    const double truth = only_change(points);
    if (truth < 0 || std::fabs(truth - t) > 0.01) continue;  // rounding has moved it off the edges, maybe
    const auto contact = edge_edge_swept(points[0], points[1], 0, points[2], points[3], 0, 0, 1);
    ASSERT_TRUE(contact) << "case " << k;
    edges.add(truth, contact->t);
    const double closing = std::fabs(cross(along, other).normalized().dot(b - a));
    EXPECT_GT(contact->t, truth - allowed(closing)) << "case " << k << ", slant " << slant << ", closing " << closing;
  }
  edges.print("edge pairs");
  EXPECT_EQ(edges.late, 0);
  EXPECT_LE(edges.early, edges.cases / 500);
  EXPECT_GT(edges.cases, cases / 4);
}

// A vertex that comes slowly to a face, flat or long.
TEST(SweptTime, SlowVerticesOverThinFacesAreInTime) {
  Dice dice(30);
  Earliness vertices;
  const int cases = case_count(2000, 100000);
  for (int k = 0; k < cases; ++k) {
    const double thin = std::pow(10, dice.real(-5, 0)), slow = std::pow(10, dice.real(-5.5, 0)), t = dice.real(0.1, 0.9);
    const Vec3 where = dice.point(-1, 1), u = dice.point(-1, 1), v = u * dice.real(0.3, 2) + thin * dice.point(-1, 1);
    const double x = dice.real(0.1, 0.8), y = dice.real(0.1, 0.9 - x);
    const Vec3 together = dice.point(-1, 1), origin = where - x * u - y * v;
    MovingFace face;
    face.p[0] = passing(origin, together, t);
    face.p[1] = passing(origin + u, together, t);
    face.p[2] = passing(origin + v, together, t);
    const Points points = {passing(where, Vec3(together + slow * dice.point(-1, 1)), t), face.p[0], face.p[1], face.p[2]};
    const double truth = only_change(points);
    if (truth < 0 || std::fabs(truth - t) > 0.01) continue;
    const auto contact = vertex_face_swept(points[0], 0, face, 0, 1);
    ASSERT_TRUE(contact) << "case " << k;
    vertices.add(truth, contact->t);
    const double closing = std::fabs(cross(u, v).normalized().dot(points[0].line - together));
    EXPECT_GT(contact->t, truth - allowed(closing)) << "case " << k << ", width " << thin << ", closing " << closing;
  }
  vertices.print("vertices");
  EXPECT_EQ(vertices.late, 0);
  EXPECT_LE(vertices.early, vertices.cases / 500);
  EXPECT_GT(vertices.cases, cases / 4);
}

}  // namespace
}  // namespace impinge::test
