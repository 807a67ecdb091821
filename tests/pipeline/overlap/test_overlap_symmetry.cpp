// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Bodies that are swapped, turned about the axes or mirrored, on one thread or two: what they have in common is swapped,
// turned or mirrored likewise, bit by bit, in the same order.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/lattice_soup.h>

namespace impinge::test {
namespace {

// One of the 48 ways to order the axes and choose their signs.
struct AxisTurn {
  std::array<int, 3> axis{0, 1, 2};
  std::array<double, 3> sign{1, 1, 1};

  explicit AxisTurn(int code) {
    for (int i = 0; i < code % 6; ++i) std::next_permutation(axis.begin(), axis.end());
    for (std::size_t k = 0; k < 3; ++k)
      if ((code / 6 >> k & 1) != 0) sign[k] = -1;
  }
  Vec3 operator()(const Vec3& p) const { return {sign[0] * p[axis[0]], sign[1] * p[axis[1]], sign[2] * p[axis[2]]}; }
  Eigen::Matrix3d matrix() const {
    Eigen::Matrix3d m;
    for (int k = 0; k < 3; ++k) m.col(k) = (*this)(Vec3::Unit(k));
    return m;
  }
  bool mirrors() const { return matrix().determinant() < 0; }
  Face operator()(const Face& f) const { return mirrors() ? Face{f[0], f[2], f[1]} : f; }
  Mesh operator()(const Mesh& mesh) const {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const Vec3& v : mesh.vertices()) vertices.push_back((*this)(v));
    for (const Face& f : mesh.faces()) faces.push_back((*this)(f));
    return Mesh(std::move(vertices), std::move(faces));
  }
};

CheckOptions everything() {
  CheckOptions options;
  options.curves = options.patches = options.overlap = true;
  return options;
}

Overlap overlap_of(const Mesh& a, const Mesh& b, const CheckOptions& asked, int threads) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  const CheckResult result = Engine({.threads = threads}).check(scene, asked);
  return result.pairs.empty() || !result.pairs[0].overlap ? Overlap{} : *result.pairs[0].overlap;
}

void expect_same_solid(const OverlapSolid& x, const OverlapSolid& y, const AxisTurn& turn, bool swapped) {
  EXPECT_EQ(x.volume, y.volume);
  EXPECT_EQ(x.area, y.area);
  EXPECT_EQ(x.embedded, y.embedded);
  ASSERT_EQ(x.lumps.size(), y.lumps.size());
  for (std::size_t i = 0; i < x.lumps.size(); ++i) {
    const Lump &l = x.lumps[i], &m = y.lumps[i];
    EXPECT_EQ(l.volume, m.volume);
    EXPECT_EQ(l.area, m.area);
    EXPECT_EQ(turn(l.centroid), m.centroid);
    const Vec3 low = turn(l.box_low), high = turn(l.box_high);
    EXPECT_EQ(low.cwiseMin(high), m.box_low);
    EXPECT_EQ(low.cwiseMax(high), m.box_high);
    EXPECT_EQ(l.a_faces, swapped ? m.b_faces : m.a_faces);
    EXPECT_EQ(l.b_faces, swapped ? m.a_faces : m.b_faces);
    EXPECT_EQ(l.face_count, m.face_count);
  }
  ASSERT_EQ(x.mesh.has_value(), y.mesh.has_value());
  if (!x.mesh) return;
  const auto p = x.mesh->vertices(), q = y.mesh->vertices();
  EXPECT_TRUE(
      std::equal(p.begin(), p.end(), q.begin(), q.end(), [&](const Vec3& v, const Vec3& w) { return turn(v) == w; }));
  const auto f = x.mesh->faces(), g = y.mesh->faces();
  EXPECT_TRUE(
      std::equal(f.begin(), f.end(), g.begin(), g.end(), [&](const Face& v, const Face& w) { return turn(v) == w; }));
}

std::vector<Vec3> turned(const std::vector<Vec3>& points, const AxisTurn& turn) {
  std::vector<Vec3> result;
  for (const Vec3& p : points) result.push_back(turn(p));
  return result;
}

void expect_same_lines(const Overlap& x, const Overlap& y, const AxisTurn& turn, bool swapped) {
  ASSERT_EQ(x.curves.size(), y.curves.size());
  for (std::size_t i = 0; i < x.curves.size(); ++i) {
    EXPECT_EQ(x.curves[i].closed, y.curves[i].closed);
    EXPECT_EQ(x.curves[i].length, y.curves[i].length);
    EXPECT_EQ(turned(x.curves[i].points, turn), y.curves[i].points);
  }
  ASSERT_EQ(x.patches.size(), y.patches.size());
  for (std::size_t i = 0; i < x.patches.size(); ++i) {
    const ContactPatch &p = x.patches[i], &q = y.patches[i];
    EXPECT_EQ(p.area, q.area);
    EXPECT_EQ(turn(p.middle), q.middle);
    EXPECT_EQ(p.a_faces, swapped ? q.b_faces : q.a_faces);
    // The way around it is told by the normal of a, which a mirror and a swap turn over.
    const bool opposite = q.normal != turn(p.normal);
    EXPECT_EQ(q.normal, opposite ? Vec3(-turn(p.normal)) : turn(p.normal));
    ASSERT_EQ(p.outline.size(), q.outline.size());
    for (std::size_t k = 0; k < p.outline.size(); ++k) {
      std::vector<Vec3> loop = turned(p.outline[k], turn);
      if (turn.mirrors() != opposite) std::reverse(loop.begin(), loop.end());
      EXPECT_EQ(loop, q.outline[k]);
    }
  }
}

void expect_same(const Mesh& a, const Mesh& b, int code, bool swapped, int threads) {
  const AxisTurn turn(code);
  const Mesh c = turn(swapped ? b : a), d = turn(swapped ? a : b);
  for (const bool plain : {true, false}) {  // curves alone go another way than curves and patches
    CheckOptions asked = everything();
    asked.patches = !plain;
    const Overlap x = overlap_of(a, b, asked, 1), y = overlap_of(c, d, asked, threads);
    ASSERT_EQ(x.solid.has_value(), y.solid.has_value());
    if (x.solid) expect_same_solid(*x.solid, *y.solid, turn, swapped);
    expect_same_lines(x, y, turn, swapped);
  }
}

Mesh random_shape(Dice& dice) {
  const auto seed = static_cast<std::uint64_t>(dice.integer(1, 1000000));
  switch (dice.integer(0, 4)) {
    case 0: return make_torus(0.7, dice.real(0.1, 0.6), dice.integer(4, 14), dice.integer(3, 9));
    case 1: return make_displaced_sphere(1, dice.real(0.1, 0.6), dice.integer(5, 10), dice.integer(6, 16), seed);
    case 2: return make_random_mesh(1, dice.real(0.1, 0.7), dice.integer(4, 9), dice.integer(5, 12), seed);
    case 3: return make_box(dice.point(0.5, 2));
    default: return make_comb(1.5, dice.integer(2, 4), 60);
  }
}

Mesh moved(const Mesh& mesh, const Eigen::Matrix3d& turn, const Vec3& by) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(turn * v + by);
  return Mesh(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()});
}

TEST(OverlapSymmetry, ConcaveBodies) {
  Dice dice(4801);
  for (int i = 0; i < case_count(40, 3000); ++i) {
    const bool straight = dice.chance(0.3);
    const auto placed = [&] {
      return moved(random_shape(dice), straight ? AxisTurn(dice.integer(0, 47)).matrix() : random_rotation(dice),
                   straight ? dice.grid_point(-1, 1) / 2 : dice.point(-0.7, 0.7));
    };
    const Mesh a = placed(), b = placed();
    expect_same(a, b, dice.integer(0, 47), dice.chance(0.5), dice.integer(1, 2));
    ASSERT_FALSE(HasFailure()) << "case " << i;
  }
}

TEST(OverlapSymmetry, LatticeBodies) {
  Dice dice(4802);
  for (int i = 0; i < case_count(60, 20000); ++i) {
    const Soup a = random_lattice_soup(dice), b = random_lattice_soup(dice);
    const Vec3 by(0.5, 1.5, -0.25);  // off the lattice planes through the origin, which mirror them into themselves
    const auto mesh = [&](const Soup& soup) { return moved(soup.mesh(), Eigen::Matrix3d::Identity(), by); };
    expect_same(mesh(a), mesh(b), dice.integer(0, 47), dice.chance(0.5), dice.integer(1, 2));
    ASSERT_FALSE(HasFailure()) << "case " << i << "\n a " << written(a) << "\n b " << written(b);
  }
}

TEST(OverlapSymmetry, Partings) {
  Dice dice(4803);
  int parted = 0;
  const int count = case_count(12, 400);
  for (int i = 0; i < count; ++i) {
    // Straight ones have walls that may be flush.
    const bool straight = dice.chance(0.3);
    const auto placed = [&] {
      return straight ? moved(random_lattice_soup(dice).mesh(), Eigen::Matrix3d::Identity(), Vec3(0.5, 1.5, -0.25))
                      : moved(random_shape(dice), random_rotation(dice), dice.point(-0.5, 0.5));
    };
    const Mesh a = placed(), b = placed();
    const AxisTurn turn(dice.integer(0, 47));
    const bool swapped = dice.chance(0.5);
    CheckOptions asked;
    asked.parting = true;
    const Overlap x = overlap_of(a, b, asked, 1), y = overlap_of(turn(swapped ? b : a), turn(swapped ? a : b), asked, 2);
    ASSERT_EQ(x.parting.has_value(), y.parting.has_value()) << "case " << i;
    if (!x.parting) continue;
    ++parted;
    EXPECT_EQ(x.parting->length, y.parting->length) << "case " << i;
    EXPECT_EQ(x.parting->at_least, y.parting->at_least) << "case " << i;
    EXPECT_EQ(x.parting->reason, y.parting->reason) << "case " << i;
    EXPECT_EQ(turn(x.parting->direction), swapped ? Vec3(-y.parting->direction) : y.parting->direction) << "case " << i;
  }
  EXPECT_GT(parted, count / 2);
}

TEST(OverlapSymmetry, AllTurnsOfTwoBoxes) {
  const Mesh a = make_box(Vec3(2, 3, 4)), b = moved(make_box(Vec3(2, 2, 2)), Eigen::Matrix3d::Identity(), Vec3(1, 1, 1));
  for (int code = 0; code < 48; ++code) expect_same(a, b, code, code % 2 != 0, 1 + code % 2);
}

}  // namespace
}  // namespace impinge::test
