// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The continuous tests against queries with exact ground truth, against motions built around a known contact, and against
// dense sampling.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <sstream>

#include <base/stopwatch.h>
#include <exact/face_pair_swept.h>
#include <exact/feature_gap.h>
#include <support/case_count.h>
#include <support/data_folder.h>
#include <support/dice.h>

namespace impinge::test {
namespace {

MovingPoint straight(const Vec3& from, const Vec3& to) { return {from, to - from, Vec3::Zero(), Vec3::Zero()}; }

// Around an axis through a centre, while the centre moves.
MovingPoint turning(const Vec3& at, const Vec3& centre, const Vec3& axis, const Vec3& line) {
  const Vec3 lever = at - centre, along = axis * axis.dot(lever), swing = lever - along;
  return {centre + along, line, swing, cross(axis, swing)};
}

std::optional<SweptContact> vertex_face(const Vec3 (&p)[8]) {
  const MovingFace face{{straight(p[1], p[5]), straight(p[2], p[6]), straight(p[3], p[7])}, 0};
  return vertex_face_swept(straight(p[0], p[4]), 0, face, 0, 1);
}

std::optional<SweptContact> edge_edge(const Vec3 (&p)[8]) {
  return edge_edge_swept(straight(p[0], p[4]), straight(p[1], p[5]), 0, straight(p[2], p[6]), straight(p[3], p[7]), 0, 0, 1);
}

struct Tally {
  int queries = 0, hits = 0, missed = 0, invented = 0;
  double ns = 0;

  void add(const Vec3 (&p)[8], bool edges, bool truth) {
    const Stopwatch watch;
    const auto contact = edges ? edge_edge(p) : vertex_face(p);
    ns += 1e6 * watch.ms();
    ++queries;
    hits += truth;
    missed += truth && !contact;
    invented += !truth && contact;
  }
  void print(const std::string& name) const {
    std::cout << name << ": " << queries << " queries, " << hits << " collide, " << missed << " missed, " << invented
              << " invented, " << ns / std::max(queries, 1) << " ns each\n";
  }
};

// Eight rows a query; columns are numerator and denominator of x, y, z, then the truth where the file has it.
void read_queries(const std::filesystem::path& file, bool edges, const std::vector<bool>& truths, Tally& tally) {
  std::ifstream in(file);
  std::string line;
  Vec3 p[8];
  for (std::size_t row = 0; std::getline(in, line); ++row) {
    std::istringstream cells(line);
    double v[7] = {};
    char comma;
    const int columns = truths.empty() ? 7 : 6;
    for (int i = 0; i < columns; ++i) {
      if (i > 0) cells >> comma;
      cells >> v[i];
    }
    ASSERT_FALSE(cells.fail()) << file << " row " << row;
    p[row % 8] = {v[0] / v[1], v[2] / v[3], v[4] / v[5]};
    if (row % 8 == 7) tally.add(p, edges, truths.empty() ? v[6] != 0 : truths.at(row / 8));
  }
}

std::vector<bool> read_truths(const std::filesystem::path& file) {
  std::ifstream in(file);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  std::vector<bool> truths;
  for (const char c : text)
    if (c == 't' || c == 'f') truths.push_back(c == 't');
  // "false" has no t and "true" no f, so each word counts once.
  return truths;
}

TEST(FacePairSwept, MissesNoQueryOfTheRecordedOnes) {
  const auto folder = data_folder() / "03-ccd";
  if (!std::filesystem::exists(folder))
    GTEST_SKIP() << "no recorded queries: " << folder << " is absent; name it in IMPINGE_DATA";
  Tally all;
  for (const auto& scene : std::filesystem::directory_iterator(folder / "Sample-Queries"))
    for (const char* kind : {"edge-edge", "vertex-face"})
      if (const auto file = scene.path() / kind / "data_0_0.csv"; std::filesystem::exists(file)) {
        Tally one;
        read_queries(file, std::string(kind) == "edge-edge", {}, one);
        EXPECT_EQ(one.missed, 0) << file;
        if (one.invented > 0) one.print(scene.path().filename().string() + " " + kind);
        all.queries += one.queries;
        all.hits += one.hits;
        all.missed += one.missed;
        all.invented += one.invented;
        all.ns += one.ns;
      }
  all.print("Sample-Queries");
  EXPECT_EQ(all.queries, 4884);
  EXPECT_EQ(all.hits, 225);
  const auto funnel = folder / "Sample-Scalable-CCD-Data" / "cloth-funnel";
  for (const char* kind : {"227ee", "227vf"}) {
    Tally one;
    read_queries(funnel / "queries" / (std::string(kind) + ".csv"), std::string(kind) == "227ee",
                 read_truths(funnel / "mma_bool" / (std::string(kind) + "_mma_bool.json")), one);
    one.print(kind);
    EXPECT_EQ(one.missed, 0);
  }
}

double distance_now(const MovingPoint& v, double angle, const MovingFace& f, double t) {
  const Turn a = Turn::of(angle * t), b = Turn::of(f.angle * t);
  return std::sqrt(point_to_triangle(v.at(t, a), f.p[0].at(t, b), f.p[1].at(t, b), f.p[2].at(t, b)).apart.squaredNorm());
}

// A vertex that passes through a known point of a turning face at a known time.
TEST(FacePairSwept, FindsAKnownContactInTimeAndNoneBefore) {
  Dice dice(11);
  const int cases = case_count(20000, 1000000);
  int early = 0, found = 0;
  for (int k = 0; k < cases; ++k) {
    const double angle = dice.chance(0.5) ? 0 : dice.real(-3, 3), scale = std::pow(10.0, dice.integer(-6, 6));
    Vec3 axis = dice.point(-1, 1);
    axis /= std::sqrt(axis.squaredNorm());
    const Vec3 centre = dice.point(-1, 1), line = dice.point(-2, 2),
               far = dice.chance(0.3) ? dice.point(-1e3, 1e3) : Vec3::Zero();
    MovingFace face;
    face.angle = angle;
    for (MovingPoint& p : face.p) {
      const Vec3 at = dice.point(-1, 1) + centre;
      p = angle == 0 ? straight(at, at + line) : turning(at, centre, axis, line);
    }
    const double t = dice.real(0, 1), u = dice.real(0, 1), v = dice.real(0, 1 - u);
    const Turn turn = Turn::of(angle * t);
    const Vec3 meet = face.p[0].at(t, turn) * (1 - u - v) + face.p[1].at(t, turn) * u + face.p[2].at(t, turn) * v;
    const Vec3 speed = dice.point(-3, 3);
    MovingPoint vertex = {meet - t * speed, speed, Vec3::Zero(), Vec3::Zero()};
    for (MovingPoint* p : {&vertex, &face.p[0], &face.p[1], &face.p[2]})
      *p = {(p->base + far) * scale, p->line * scale, p->swing * scale, p->side * scale};
    const auto contact = vertex_face_swept(vertex, 0, face, 0, 1);
    ASSERT_TRUE(contact) << "case " << k;
    // Rounding of the far origin may place the true contact a little off.
    ASSERT_LE(contact->t, t + 1e-9) << "case " << k;
    ++found;
    early += contact->t < t - 1e-6;
    // Whatever it reports, something is there: the distance is tiny compared with the bodies.
    EXPECT_LT(distance_now(vertex, 0, face, contact->t), 1e-5 * scale) << "case " << k;
  }
  std::cout << found << " contacts, " << early << " of them with an earlier one of the same motion\n";
}

// On which side of edge b edge a passes, where their shadows cross well inside both; else 0.
double side_passed(const Vec3 (&e)[4]) {
  const Vec3 d1 = e[1] - e[0], d2 = e[3] - e[2], r = e[0] - e[2];
  const double a = d1.squaredNorm(), b = d1.dot(d2), c = d1.dot(r), d = d2.squaredNorm(), f = d2.dot(r);
  const double denominator = a * d - b * b, s = (b * f - c * d) / denominator, t = (a * f - b * c) / denominator;
  return s > 0.05 && s < 0.95 && t > 0.05 && t < 0.95 ? r.dot(cross(d1, d2)) : 0;
}

// Edges that change sides between two samples, their shadows crossing in both, have met: that must be reported, and no
// later.
TEST(FacePairSwept, AgreesWithDenseSamples) {
  Dice dice(12);
  int met = 0;
  const int cases = case_count(3000, 100000);
  for (int k = 0; k < cases; ++k) {
    const double angle[2] = {dice.real(-3, 3), dice.real(-3, 3)};
    Vec3 axis[2] = {dice.point(-1, 1), dice.point(-1, 1)};
    const Vec3 line[2] = {dice.point(-1, 1), dice.point(-1, 1)};
    for (Vec3& a : axis) a /= std::sqrt(a.squaredNorm());
    MovingPoint p[4];
    for (int i = 0; i < 4; ++i) p[i] = turning(dice.point(-1, 1), Vec3::Zero(), axis[i / 2], line[i / 2]);
    const auto contact = edge_edge_swept(p[0], p[1], angle[0], p[2], p[3], angle[1], 0, 1);
    double before = 0;
    for (int s = 0; s <= 400; ++s) {
      const double t = s / 400.0;
      Vec3 e[4];
      for (int i = 0; i < 4; ++i) e[i] = p[i].at(t, Turn::of(angle[i / 2] * t));
      const double now = side_passed(e);
      if (now * before < 0) {
        ++met;
        ASSERT_TRUE(contact) << "case " << k;
        ASSERT_LE(contact->t, t) << "case " << k;
        break;
      }
      before = now;
    }
  }
  EXPECT_GT(met, cases / 20);
}

// Straight motion in the plane of the face, resting contact, a face without area, a step without motion.
TEST(FacePairSwept, DecidesDegenerateMotions) {
  const MovingFace face{{straight({0, 0, 0}, {0, 0, 0}), straight({1, 0, 0}, {1, 0, 0}), straight({0, 1, 0}, {0, 1, 0})}, 0};
  const auto hit = [&](const Vec3& from, const Vec3& to) { return vertex_face_swept(straight(from, to), 0, face, 0, 1); };
  ASSERT_TRUE(hit({-1, 0.25, 0}, {1, 0.25, 0}));
  EXPECT_NEAR(hit({-1, 0.25, 0}, {1, 0.25, 0})->t, 0.5, 1e-6);
  EXPECT_FALSE(hit({-1, -0.25, 0}, {2, -0.25, 0}));
  EXPECT_EQ(hit({0.2, 0.2, 0}, {0.2, 0.2, 5})->t, 0);
  EXPECT_FALSE(hit({0.2, 0.2, 1e-9}, {0.5, 0.2, 1e-9}));
  EXPECT_FALSE(hit({0.2, 0.2, 1e-9}, {0.2, 0.2, 1e-9}));
  EXPECT_NEAR(hit({0.2, 0.2, 1}, {0.2, 0.2, -1e9})->t, 1e-9, 1e-13);
  const MovingFace needle{{straight({0, 0, 0}, {0, 0, 0}), straight({1, 0, 0}, {1, 0, 0}), straight({2, 0, 0}, {2, 0, 0})},
                          0};
  EXPECT_NEAR(vertex_face_swept(straight({1.5, 0, 1}, {1.5, 0, -1}), 0, needle, 0, 1)->t, 0.5, 1e-6);
  EXPECT_FALSE(vertex_face_swept(straight({1.5, 1e-6, 1}, {1.5, 1e-6, -1}), 0, needle, 0, 1));
}

}  // namespace
}  // namespace impinge::test
