// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/convex.h>
#include <impinge/error.h>
#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>

#include <cmath>

#include "base/predicates.h"
#include "scenes/bodies.h"
#include "shape/convex/convex_body.h"

namespace impinge::test {
namespace {

int side(const ConvexBody& b, std::uint32_t f, const Vec3& p) {
  const Face& c = b.faces()[f];
  return orient3d(b.vertices()[c[0]], b.vertices()[c[1]], b.vertices()[c[2]], p);
}

bool contains_slowly(const ConvexBody& b, const Vec3& p) {
  for (std::uint32_t f = 0; f < b.faces().size(); ++f)
    if (side(b, f, p) < 0) return false;
  return true;
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

TEST(ConvexBody, HullsHoldTheirPoints) {
  Dice dice(11);
  for (int i = 0; i < case_count(200, 20000); ++i) {
    std::vector<Vec3> points = random_body_points(dice, 80);
    if (dice.chance(0.3)) points.insert(points.end(), points.begin(), points.begin() + 3);
    std::optional<ConvexBody> body;
    const std::string trouble = message_of([&] { body = ConvexBody::from_points(points); });
    if (!body) {
      EXPECT_NE(trouble.find("plane"), std::string::npos) << trouble;
      continue;
    }
    EXPECT_EQ(body->faces().size(), 2 * body->vertices().size() - 4);
    for (const Vec3& p : points) ASSERT_TRUE(contains_slowly(*body, p));
    for (const Vec3& v : body->vertices()) ASSERT_NE(std::find(points.begin(), points.end(), v), points.end());
    ASSERT_TRUE(contains_slowly(*body, body->inner_point()));
    for (const auto& n : Internals::data(*body).surface.neighbours)
      for (const std::uint32_t f : n) ASSERT_LT(f, body->faces().size());
  }
}

TEST(ConvexBody, PointsOnAnEllipsoidAreAllVertices) {
  Dice dice(12);
  for (const bool by_angles : {false, true}) {
    const int n = case_count(20000, 1000000);
    const ConvexBody body = ConvexBody::from_points(ellipsoid_points(dice, n, Vec3(1, 0.66, 0.33), by_angles));
    // Rounding puts a few points of a dense cloud below the plane of their neighbours.
    EXPECT_GE(static_cast<double>(body.vertices().size()), 0.995 * n);
    std::cout << n << " points, " << body.vertices().size() << " vertices, hull " << body.maps().hull_ms << " ms, maps "
              << body.maps().build_ms << " ms, "
              << static_cast<double>(body.maps().bytes()) / static_cast<double>(body.faces().size()) << " bytes a face\n";
  }
}

TEST(ConvexBody, PointLocationAndSupportsAgreeWithAllFaces) {
  Dice dice(13);
  for (int i = 0; i < case_count(60, 2000); ++i) {
    std::optional<ConvexBody> body;
    ConvexOptions options;
    options.map_levels = dice.integer(1, 4);
    options.faces_per_cell = dice.chance(0.5) ? 1 : 4;
    if (!message_of([&] { body = ConvexBody::from_points(random_body_points(dice), options); }).empty()) continue;
    for (int k = 0; k < 100; ++k) {
      const Vec3 p =
          dice.chance(0.3) ? Vec3(dice.grid_point(-2, 2) * 0.5) : Vec3(dice.point(-1, 1).cwiseProduct(dice.point(0, 1)));
      ASSERT_EQ(body->contains(p), contains_slowly(*body, p));
      if (p.isZero(0)) continue;
      const Vec3 v = body->vertices()[body->extreme_vertex(p)];
      for (const Vec3& w : body->vertices()) ASSERT_LE(p.dot(w - v), 1e-15);
    }
    for (const Vec3& v : body->vertices()) ASSERT_TRUE(body->contains(v));
  }
}

// A cylinder as programs export it: each cap a fan around its middle.
Mesh fan_cylinder(int n) {
  std::vector<Vec3> vertices = {{0, 0, -0.5}, {0, 0, 0.5}};
  std::vector<Face> faces;
  for (int i = 0; i < n; ++i) {
    const double t = 2 * M_PI * i / n;
    vertices.emplace_back(std::cos(t), std::sin(t), -0.5);
    vertices.emplace_back(std::cos(t), std::sin(t), 0.5);
    const auto a = static_cast<std::uint32_t>(2 + 2 * i), b = static_cast<std::uint32_t>(2 + 2 * ((i + 1) % n));
    faces.insert(faces.end(), {{0, b, a}, {1, a + 1, b + 1}, {a, b, b + 1}, {a, b + 1, a + 1}});
  }
  return Mesh(vertices, faces);
}

void expect_exact_lookups(const ConvexBody& body, const Vec3& p) {
  ASSERT_EQ(body.contains(p), contains_slowly(body, p));
  const Face& f = body.faces()[body.face_towards(p)];
  for (unsigned i = 0; i < 3 && p != body.inner_point(); ++i)
    ASSERT_LE(orient3d(body.inner_point(), body.vertices()[f[i]], body.vertices()[f[(i + 1) % 3]], p), 0);
  const ExactVec direction(p), top(body.vertices()[body.extreme_vertex(p)]);
  for (const Vec3& v : body.vertices()) ASSERT_LE(dot(direction, ExactVec(v) - top).sign(), 0);
}

// Faces of many corners and vertices of many edges go by the one-dimensional maps.
TEST(ConvexBody, ManyCornersAndManyEdges) {
  Dice dice(17);
  for (const int n : {33, 50, 64, full_counts() && kSlowness == 1 ? 4001 : 201}) {
    std::vector<Vec3> both = prism_points(n, 1, 0.5, true), thin = prism_points(n, 1, 1e-6, false);
    both.emplace_back(0.1, 0.2, -1);
    for (const ConvexBody& body :
         {ConvexBody::from_points(prism_points(n, 1, 0.5, false)), ConvexBody::from_points(prism_points(n, 1, 0.5, true)),
          ConvexBody::from_points(both), ConvexBody::from_points(thin), ConvexBody::from_mesh(fan_cylinder(n))}) {
      EXPECT_EQ(Internals::data(body).surface.edge_rings.empty(), n == 33 && body.vertices().size() == 35)
          << "a ring of triangles is shorter";
      EXPECT_LE(static_cast<double>(body.maps().bytes()), 60.0 * static_cast<double>(body.faces().size()) + 1000);
      for (int k = 0; k < 60; ++k) {
        Vec3 p = k < 27 ? Vec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1) : dice.point(-1, 1);
        if (k >= 40) p = Vec3(p.x() * 1e-3, p.y() * 1e-3, p.z());  // near the axis
        if (k >= 50) p.z() = p.z() < 0 ? -0.5 : 0.5;
        expect_exact_lookups(body, p);
        if (HasFatalFailure()) return;
      }
      for (std::size_t v = 0; v < body.vertices().size(); v += 17) expect_exact_lookups(body, body.vertices()[v]);
    }
  }
}

TEST(ConvexBody, FromMeshes) {
  const Mesh ball = make_icosphere(1, 3);
  const ConvexBody body = ConvexBody::from_mesh(ball);
  EXPECT_EQ(body.faces().size(), ball.faces().size());
  // Soup: every triangle for itself, some inside out.
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  for (const Face& f : ball.faces()) {
    const auto n = static_cast<std::uint32_t>(vertices.size());
    for (const std::uint32_t v : f) vertices.push_back(ball.vertices()[v]);
    faces.push_back(n % 2 == 0 ? Face{n, n + 1, n + 2} : Face{n, n + 2, n + 1});
  }
  EXPECT_EQ(ConvexBody::from_mesh(Mesh(vertices, faces)).vertices().size(), ball.vertices().size());
  // A cube whose one side is divided, so that vertices of one face lie on edges of the next.
  const Mesh box = make_box(Vec3(1, 1, 1)), fine = make_box(Vec3(1, 1, 1), 2);
  vertices.assign(box.vertices().begin(), box.vertices().end());
  faces.clear();
  const auto on_top = [](const Mesh& m, const Face& f) {
    return m.vertices()[f[0]].z() + m.vertices()[f[1]].z() + m.vertices()[f[2]].z() == 1.5;
  };
  for (const Face& f : box.faces())
    if (!on_top(box, f)) faces.push_back(f);
  for (const Face& f : fine.faces()) {
    if (!on_top(fine, f)) continue;
    const auto n = static_cast<std::uint32_t>(vertices.size());
    for (const std::uint32_t v : f) vertices.push_back(fine.vertices()[v]);
    faces.push_back({n, n + 1, n + 2});
  }
  EXPECT_NO_THROW(ConvexBody::from_mesh(Mesh(vertices, faces)));
  faces.pop_back();
  EXPECT_NE(message_of([&] { ConvexBody::from_mesh(Mesh(vertices, faces)); }).find("cover"), std::string::npos);
}

TEST(ConvexBody, RefusesWhatIsNotConvex) {
  EXPECT_NE(message_of([] { ConvexBody::from_mesh(make_torus(2, 0.5, 12, 8)); }).find("not convex at the edge from ("),
            std::string::npos);
  EXPECT_NE(message_of([] { ConvexBody::from_mesh(scenes::make_chair(1)); }).find("not convex at the edge"),
            std::string::npos);
  // One vertex of a ball pressed in by very little.
  const Mesh ball = make_icosphere(1, 2);
  std::vector<Vec3> v(ball.vertices().begin(), ball.vertices().end());
  v[5] *= 0.9;
  EXPECT_NE(message_of([&] {
              ConvexBody::from_mesh(Mesh(v, {ball.faces().begin(), ball.faces().end()}));
            }).find("edge"),
            std::string::npos);
  const auto hull = [](std::vector<Vec3> points) { return message_of([&] { ConvexBody::from_points(points); }); };
  EXPECT_NE(hull({}).find("no points"), std::string::npos);
  EXPECT_NE(hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).find("four"), std::string::npos);
  EXPECT_NE(hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {3, 5, 0}}).find("one plane"), std::string::npos);
  EXPECT_NE(hull({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}).find("one line"), std::string::npos);
  EXPECT_NE(hull({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}).find("coincide"), std::string::npos);
  EXPECT_NE(hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, NAN}}).find("finite"), std::string::npos);
  EXPECT_NE(
      message_of([] { ConvexBody::from_points(std::vector<Vec3>(5, Vec3::Zero()), {.map_levels = 9}); }).find("map_levels"),
      std::string::npos);
  EXPECT_THROW(ConvexBody::cylinder(-1, 2), Error);
  EXPECT_THROW(ConvexBody::lens(1, 3), Error);
}

// The closed forms against points that are known to be in and out, and against polytopes in them.
TEST(ConvexBody, CurvedBodies) {
  Dice dice(14);
  const struct {
    ConvexBody body;
    std::function<bool(const Vec3&)> holds;
  } cases[] = {
      {ConvexBody::ellipsoid(Vec3(1, 0.66, 0.33)),
       [](const Vec3& p) { return p.cwiseQuotient(Vec3(1, 0.66, 0.33)).norm() <= 1; }},
      {ConvexBody::cylinder(0.5, 2), [](const Vec3& p) { return std::hypot(p.x(), p.y()) <= 0.5 && std::fabs(p.z()) <= 1; }},
      {ConvexBody::cone(1, 2), [](const Vec3& p) { return p.z() >= -1 && std::hypot(p.x(), p.y()) <= (1 - p.z()) / 2; }},
      {ConvexBody::lens(1, 0.5), [](const Vec3& p) {
         const double ball = (1 + 0.0625) / 0.5, c = ball - 0.25;
         return (p - Vec3(0, 0, c)).norm() <= ball && (p + Vec3(0, 0, c)).norm() <= ball;
       }}};
  for (const auto& c : cases) {
    for (int i = 0; i < 2000; ++i) {
      const Vec3 p = dice.point(-1.1, 1.1);
      EXPECT_EQ(c.body.contains(p), c.holds(p));
      const Vec3 n = dice.point(-1, 1), s = Internals::data(c.body).curved->support(n);
      EXPECT_TRUE(c.holds(s * (1 - 1e-12)));
      EXPECT_TRUE(!c.holds(p) || n.dot(p) <= n.dot(s) + 1e-12);
    }
    int meeting = 0;
    for (int i = 0; i < 2000; ++i) {
      Pose ap, bp;
      ap.rotation = random_rotation(dice);
      bp.rotation = random_rotation(dice);
      bp.position = point_in_ball(dice, 2);
      const ConvexBody& other = cases[dice.integer(0, 3)].body;
      const ConvexAnswer answer = polar_newton(c.body, ap, other, bp);
      ASSERT_TRUE(answer.decided);
      ASSERT_TRUE(verify(c.body, ap, other, bp, answer.relation, answer.certificate)) << to_string(answer.stop);
      meeting += answer.meet() ? 1 : 0;
    }
    EXPECT_GT(meeting, 200);
  }
  const ConvexBody ball = ConvexBody::ellipsoid(Vec3(1, 1, 1));
  Pose bp;
  bp.position = Vec3(2, 0, 0);
  EXPECT_FALSE(polar_newton(ball, {}, ball, bp).decided);
  bp.position.x() = 2 + 1e-9;
  EXPECT_FALSE(polar_newton(ball, {}, ball, bp).meet());
}

TEST(StarBody, SeesAllOfItself) {
  Dice dice(15);
  const Mesh mesh = make_displaced_sphere(1, 0.2, 24, 32, 3);
  const StarBody star(mesh, Vec3::Zero());
  EXPECT_EQ(star.face_towards(mesh.vertices()[mesh.faces()[7][0]] * 0.3 + mesh.vertices()[mesh.faces()[7][1]] * 0.3 +
                              mesh.vertices()[mesh.faces()[7][2]] * 0.3),
            7u);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = dice.point(-1.2, 1.2);
    bool inside = false;  // in the tetrahedron of some face with the kernel point
    for (const Face& f : mesh.faces()) {
      const Vec3 &a = mesh.vertices()[f[0]], &b = mesh.vertices()[f[1]], &c = mesh.vertices()[f[2]], o = Vec3::Zero();
      inside = inside || (orient3d(a, b, c, p) >= 0 && orient3d(o, a, b, p) <= 0 && orient3d(o, b, c, p) <= 0 &&
                          orient3d(o, c, a, p) <= 0);
    }
    ASSERT_EQ(star.contains(p), inside);
  }
  Pose near, far;
  near.position = Vec3(0.9, 0.2, 0);
  far.position = Vec3(3, 0, 0);
  EXPECT_TRUE(StarBody::screened(star, {}, star, near));
  EXPECT_TRUE(StarBody::screened(star, {}, star, {}));
  EXPECT_FALSE(StarBody::screened(star, {}, star, far));
  EXPECT_THROW(StarBody(make_torus(2, 0.5, 12, 8), Vec3::Zero()), Error);
  near.rotation *= 0.5;  // no rotation: nothing is claimed
  EXPECT_FALSE(StarBody::screened(star, {}, star, near));
  near.rotation(0, 0) = NAN;
  EXPECT_THROW(StarBody::screened(star, {}, star, near), Error);
}

// A "yes" of the screening is never wrong: a point on the way between the kernel points lies in both.
TEST(StarBody, ScreeningProvesMeetings) {
  Dice dice(18);
  int yes = 0;
  for (int i = 0; i < case_count(30, 3000); ++i) {
    const Mesh mesh = make_random_mesh(1, 0.5, 6, 8, dice.bits() % 1000);
    const StarBody star(mesh, Vec3::Zero());
    for (int k = 0; k < 20; ++k) {
      Pose a, b;
      a.rotation = random_rotation(dice);
      b.rotation = random_rotation(dice);
      b.position = point_in_ball(dice, 2);
      if (!StarBody::screened(star, a, star, b)) continue;
      ++yes;
      // Of the way to the other kernel point, a holds a first part and b a last one: the end of the first is in both, if any
      // is.
      const auto on_way = [&](double t) { return Vec3(b.position * t); };
      const auto in_a = [&](double t) { return star.contains(a.rotation.transpose() * on_way(t)); };
      const auto in_b = [&](double t) { return star.contains(b.rotation.transpose() * (on_way(t) - b.position)); };
      double inside = 0, outside = 1;
      while (!in_a(1) && std::nextafter(inside, 1) < outside) {
        const double middle = (inside + outside) / 2;
        (in_a(middle) ? inside : outside) = middle;
      }
      const bool found = in_b(in_a(1) ? 1 : inside);
      EXPECT_TRUE(found) << i << ' ' << k;
    }
  }
  EXPECT_GT(yes, 20);
}

}  // namespace
}  // namespace impinge::test
