// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bodies that a user describes by gauge and support, star-shaped ones by the gauge alone; mesh maps of many levels.
#include <gtest/gtest.h>
#include <impinge/convex.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/impinge.h>

#include <cmath>

#include "support/case_count.h"
#include "support/dice.h"

namespace impinge::test {
namespace {

// |x|^p + |y|^p + |z|^p <= r^p.
class PowerBall : public CurvedSurface {
 public:
  PowerBall(double power, double radius) : power_(power), radius_(radius) {}
  SurfaceSlope gauge(const Vec3& x) const override {
    const double norm = norm_of(x, power_);
    Vec3 slope;
    for (int k = 0; k < 3; ++k) slope[k] = std::copysign(std::pow(std::fabs(x[k]) / norm, power_ - 1), x[k]) / radius_;
    return {norm / radius_, slope};
  }
  Vec3 support(const Vec3& n) const override {
    const double dual = power_ / (power_ - 1), norm = norm_of(n, dual);
    Vec3 far;
    for (int k = 0; k < 3; ++k) far[k] = std::copysign(radius_ * std::pow(std::fabs(n[k]) / norm, dual - 1), n[k]);
    return far;
  }

 private:
  static double norm_of(const Vec3& x, double p) {
    const double most = x.cwiseAbs().maxCoeff();
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += std::pow(std::fabs(x[k]) / most, p);
    return most * std::pow(sum, 1 / p);
  }
  double power_, radius_;
};

// As the library's own, but told from outside.
class OwnEllipsoid : public CurvedSurface {
 public:
  explicit OwnEllipsoid(const Vec3& radii) : radii_(radii) {}
  SurfaceSlope gauge(const Vec3& x) const override {
    const Vec3 y = x.cwiseQuotient(radii_);
    return {y.norm(), y.cwiseQuotient(radii_) / y.norm()};
  }
  Vec3 support(const Vec3& n) const override {
    const Vec3 m = n.cwiseProduct(radii_);
    return m.cwiseProduct(radii_) / m.norm();
  }

 private:
  Vec3 radii_;
};

// All points within a radius of a box: flat walls, and a smooth way from each to the next.
class RoundedBox : public CurvedSurface {
 public:
  RoundedBox(const Vec3& core, double radius) : core_(core), radius_(radius) {}
  SurfaceSlope gauge(const Vec3& x) const override {
    double inside = 0, outside = x.norm() / radius_;
    for (int i = 0; i < 200 && outside - inside > 1e-16 * outside; ++i) {
      const double share = (inside + outside) / 2;
      (beyond(x, share).norm() > share * radius_ ? inside : outside) = share;
    }
    const Vec3 normal = beyond(x, outside);
    return {outside, normal * (outside / normal.dot(x))};
  }
  Vec3 support(const Vec3& n) const override { return n.cwiseSign().cwiseProduct(core_) + radius_ * n.normalized(); }
  double distance(const Vec3& x) const { return (x.cwiseAbs() - core_).cwiseMax(0).norm() - radius_; }

 private:
  Vec3 beyond(const Vec3& x, double share) const {
    return (x.cwiseAbs() - share * core_).cwiseMax(0).cwiseProduct(x.cwiseSign());
  }
  Vec3 core_;
  double radius_;
};

// A ball whose middle is not the origin, which is nearer to one side of it.
class AsideBall : public CurvedSurface {
 public:
  AsideBall(const Vec3& middle, double radius) : middle_(middle), radius_(radius) {}
  SurfaceSlope gauge(const Vec3& x) const override {
    const double along = middle_.dot(x), a = radius_ * radius_ - middle_.squaredNorm();
    const double root = std::sqrt(along * along + a * x.squaredNorm());
    const double share = along > 0 ? x.squaredNorm() / (root + along) : (root - along) / a;
    const Vec3 normal = x - share * middle_;
    return {share, normal * (share / normal.dot(x))};
  }
  Vec3 support(const Vec3& n) const override { return middle_ + radius_ * n.normalized(); }
  const Vec3& middle() const { return middle_; }
  double size() const { return radius_; }

 private:
  Vec3 middle_;
  double radius_;
};

// A ball with six bumps, seen from its middle but not convex: r(u) = 1 + height * sum of u^4.
class BumpyBall : public StarSurface {
 public:
  explicit BumpyBall(double height) : height_(height) {}
  SurfaceSlope gauge(const Vec3& x) const override {
    // |x| / r(x / |x|), with r = 1 + h q / |x|^4.
    const double d2 = x.squaredNorm(), d = std::sqrt(d2), q = x.cwiseProduct(x).squaredNorm();
    const double r = 1 + height_ * q / (d2 * d2);
    const Vec3 dq = 4 * x.cwiseProduct(x).cwiseProduct(x);
    const Vec3 dr = height_ * (dq / (d2 * d2) - 4 * q / (d2 * d2 * d2) * x);
    return {d / r, x / (d * r) - d / (r * r) * dr};
  }
  double radius() const override { return 1 + std::max(height_, 0.0); }

 private:
  double height_;
};

Pose random_pose(Dice& dice, double reach) { return Pose::from_quaternion(dice.point(-reach, reach), dice.quaternion()); }

TEST(OwnSurface, AnswersAsTheLibrarysEllipsoid) {
  Dice dice(2221);
  int met = 0;
  for (int i = 0; i < case_count(2000, 100000); ++i) {
    static const Vec3 a_radii(1, 0.6, 0.3), b_radii(0.5, 0.9, 0.7);
    static const ConvexBody a = ConvexBody::ellipsoid(a_radii), b = ConvexBody::ellipsoid(b_radii);
    static const ConvexBody own_a = ConvexBody::from_surface(std::make_shared<OwnEllipsoid>(a_radii));
    static const ConvexBody own_b = ConvexBody::from_surface(std::make_shared<OwnEllipsoid>(b_radii));
    const Pose p = random_pose(dice, 0.9), q = random_pose(dice, 0.9);
    const ConvexAnswer known = polar_newton(a, p, b, q), own = polar_newton(own_a, p, own_b, q);
    if (!known.decided || !own.decided) continue;
    ASSERT_EQ(own.relation, known.relation) << i;
    EXPECT_TRUE(verify(own_a, p, own_b, q, own.relation, own.certificate)) << i;
    met += own.meet();
  }
  EXPECT_GT(met, 100);
}

// Against hulls of points on the boundary: what they share the bodies share, and hulls a little larger hold the bodies.
TEST(OwnSurface, LiesBetweenItsHulls) {
  Dice dice(2222);
  constexpr double kOut = 1.02;
  std::vector<Vec3> points;
  const auto surface = std::make_shared<PowerBall>(4, 1);
  for (int k = 0; k < 4000; ++k) {
    const Vec3 u = dice.point(-1, 1);
    points.emplace_back(u / surface->gauge(u).value);
  }
  std::vector<Vec3> wider = points;
  for (Vec3& p : wider) p *= kOut;
  const ConvexBody own = ConvexBody::from_surface(surface), inner = ConvexBody::from_points(points),
                   outer = ConvexBody::from_points(wider);
  EXPECT_TRUE(own.curved());
  EXPECT_GE(own.radius(), std::pow(3.0, 0.25));  // its corners
  int met = 0, apart = 0;
  for (int i = 0; i < case_count(1000, 30000); ++i) {
    const Pose p = random_pose(dice, 1.2), q = random_pose(dice, 1.2);
    const ConvexAnswer answer = polar_newton(own, p, own, q);
    if (polar_newton(inner, p, inner, q).meet()) {
      EXPECT_TRUE(answer.meet()) << i;
      ++met;
    }
    if (!polar_newton(outer, p, outer, q).meet()) {
      EXPECT_FALSE(answer.meet()) << i;
      ++apart;
    }
    if (answer.decided) {
      EXPECT_TRUE(verify(own, p, own, q, answer.relation, answer.certificate)) << i;
    }
  }
  EXPECT_GT(met, occurrences(50));
  EXPECT_GT(apart, occurrences(50));
}

// Distances of a point from a rounded box and between points are known to the last digits.
TEST(OwnSurface, MeetsBallsWhereTheDistanceSaysSo) {
  Dice dice(2227);
  const auto box = std::make_shared<RoundedBox>(Vec3(1, 0.6, 0.02), 0.05);
  const auto near = std::make_shared<AsideBall>(Vec3(0.3, -0.1, 0.2), 0.5),
             far = std::make_shared<AsideBall>(Vec3(0, 0.7, 0), 0.8);
  const ConvexBody bodies[] = {ConvexBody::from_surface(box), ConvexBody::from_surface(near), ConvexBody::from_surface(far)};
  int met = 0, close = 0, open = 0;
  for (int i = 0; i < case_count(3000, 100000); ++i) {
    const AsideBall& ball = i % 2 == 0 ? *near : *far;
    const int other = i % 3 == 0 ? 1 : 0;
    const Pose p = random_pose(dice, 1);
    Pose q = random_pose(dice, 1);
    const auto gap = [&] {
      const Vec3 middle = q.rotation * ball.middle() + q.position;
      if (other == 1) return (middle - (p.rotation * near->middle() + p.position)).norm() - near->size() - ball.size();
      return box->distance(p.rotation.transpose() * (middle - p.position)) - ball.size();
    };
    // Half of them nearly touch: a step back by the gap, along the shortest way where that is known.
    if (i % 4 < 2 && other == 1) {
      const Vec3 way = (q.rotation * ball.middle() + q.position) - (p.rotation * near->middle() + p.position);
      q.position -= way.normalized() * (gap() - dice.real(-1e-6, 1e-6));
      ++close;
    }
    const double apart = gap();
    if (std::fabs(apart) < 1e-11) continue;
    const ConvexAnswer answer = polar_newton(bodies[other], p, bodies[i % 2 == 0 ? 1 : 2], q);
    open += !answer.decided;
    if (!answer.decided) continue;
    ASSERT_EQ(answer.meet(), apart < 0) << i << ", " << apart;
    EXPECT_TRUE(verify(bodies[other], p, bodies[i % 2 == 0 ? 1 : 2], q, answer.relation, answer.certificate)) << i;
    const ConvexDistance found = convex_distance(bodies[other], p, bodies[i % 2 == 0 ? 1 : 2], q);
    if (apart > 0) {
      // Simplices on smooth walls get flat; the bound below holds all the same.
      EXPECT_NEAR(found.distance, apart, 1e-7) << i;
      EXPECT_GE(found.distance, apart - 1e-12) << i;
      EXPECT_LE(found.lower, apart + 1e-12) << i;
    }
    met += answer.meet();
  }
  EXPECT_EQ(open, 0);
  EXPECT_GT(met, occurrences(200));
  EXPECT_GT(close, occurrences(100));
}

TEST(OwnSurface, WhatIsNoConvexBodyIsRefused) {
  class Wrong : public PowerBall {
   public:
    explicit Wrong(int kind) : PowerBall(4, 1), kind_(kind) {}
    SurfaceSlope gauge(const Vec3& x) const override {
      SurfaceSlope s = PowerBall::gauge(x);
      if (kind_ == 0) s.value *= s.value;      // does not grow in proportion
      if (kind_ == 1) s.gradient *= 2;         // of another function
      if (kind_ == 2) s.value = std::nan("");  // nothing
      return s;
    }
    Vec3 support(const Vec3& n) const override {
      const Vec3 far = PowerBall::support(n);
      return kind_ == 3 ? Vec3(0.5 * far) : kind_ == 4 ? Vec3(-far) : far;
    }
    double radius() const override { return kind_ == 5 ? 0.9 : 1.4; }

   private:
    int kind_;
  };
  for (int kind = 0; kind < 6; ++kind) EXPECT_THROW(ConvexBody::from_surface(std::make_shared<Wrong>(kind)), Error) << kind;
  EXPECT_NO_THROW(ConvexBody::from_surface(std::make_shared<Wrong>(6)));
  EXPECT_THROW(ConvexBody::from_surface(nullptr), Error);
  EXPECT_THROW(StarBody(std::shared_ptr<const StarSurface>()), Error);
  EXPECT_THROW(ConvexBody::from_surface(std::make_shared<PowerBall>(0.8, 1)), Error) << "not convex";
}

TEST(StarBody, CurvedOnesLocatePoints) {
  Dice dice(2223);
  const auto surface = std::make_shared<BumpyBall>(0.5);
  const StarBody body{std::shared_ptr<const StarSurface>(surface)};
  EXPECT_TRUE(body.curved());
  EXPECT_TRUE(body.contains({0, 0, 0}));
  for (int i = 0; i < case_count(2000, 100000); ++i) {
    const Vec3 p = dice.point(-1.6, 1.6);
    const Vec3 wall = body.boundary_towards(p);
    EXPECT_NEAR(surface->gauge(wall).value, 1, 1e-12);
    EXPECT_NEAR(wall.normalized().dot(p.normalized()), 1, 1e-12);
    if (std::fabs(p.norm() - wall.norm()) > 1e-9) {
      EXPECT_EQ(body.contains(p), p.norm() < wall.norm());
    }
  }
  EXPECT_THROW(body.face_towards({1, 0, 0}), Error);
}

// Where the screening says yes there is a point in both, on the way between the kernels.
TEST(StarBody, ScreeningOfCurvedOnesIsAProof) {
  Dice dice(2224);
  const auto bumpy = std::make_shared<BumpyBall>(0.6);
  const StarBody a{std::shared_ptr<const StarSurface>(bumpy)}, b(ConvexBody::ellipsoid({0.4, 0.8, 1.2})),
      c(ConvexBody::from_mesh(make_icosphere(0.7, 2)));
  int said = 0;
  for (int i = 0; i < case_count(2000, 100000); ++i) {
    const StarBody& other = i % 2 == 0 ? b : c;
    const Pose p = random_pose(dice, 1), q = random_pose(dice, 1);
    const bool screened = StarBody::screened(a, p, other, q);
    EXPECT_EQ(StarBody::screened(other, q, a, p), screened);
    const Vec3 from = p.position, way = (q.rotation * other.kernel() + q.position) - from;
    bool common = false;
    for (int k = 0; k <= 400 && !common; ++k) {
      const Vec3 x = from + way * (k / 400.0);
      common =
          a.contains(p.rotation.transpose() * (x - p.position)) && other.contains(q.rotation.transpose() * (x - q.position));
    }
    if (common) {
      EXPECT_TRUE(screened) << i;
    }
    if (screened && !common) {
      // Narrower than the steps: the two stretches just meet.
      const double reach = (a.boundary_towards(p.rotation.transpose() * way) - a.kernel()).norm() +
                           (other.boundary_towards(other.kernel() - q.rotation.transpose() * way) - other.kernel()).norm();
      EXPECT_GE(reach, way.norm() * (1 - 1e-9)) << i;
    }
    said += screened;
  }
  EXPECT_GT(said, 100);
}

// Star bodies from convex ones say what the convex ones say.
TEST(StarBody, OfAPolytopeNamesItsFaces) {
  Dice dice(2225);
  const ConvexBody ball = ConvexBody::from_mesh(make_icosphere(1, 3));
  const StarBody star(ball);
  EXPECT_FALSE(star.curved());
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p = dice.point(-1.2, 1.2);
    EXPECT_EQ(star.face_towards(p), ball.face_towards(p));
    EXPECT_EQ(star.contains(p), ball.contains(p));
  }
}

TEST(ConvexMaps, LevelsChangeNoAnswer) {
  Dice dice(2226);
  // Faces crowd at one end, so that cells are divided again and again.
  std::vector<Vec3> points;
  for (int k = 0; k < 6000; ++k) {
    const Vec3 u = dice.point(-1, 1);
    points.emplace_back(u.normalized());
    if (k % 2 == 0) points.emplace_back((Vec3(0.01 * u.x(), 0.01 * u.y(), 1)).normalized());
  }
  const ConvexBody two = ConvexBody::from_points(points);
  for (const int levels : {1, 3, 4, 8}) {
    const ConvexBody other = ConvexBody::from_points(points, {.map_levels = levels});
    for (int i = 0; i < case_count(500, 20000); ++i) {
      const Vec3 p = i % 2 == 0 ? dice.point(-1, 1) : Vec3(0.02 * dice.point(-1, 1) + Vec3(0, 0, 1));
      ASSERT_EQ(other.face_towards(p), two.face_towards(p)) << levels;
      ASSERT_EQ(other.extreme_vertex(p), two.extreme_vertex(p)) << levels;
    }
    // Crowded cells are divided again: more memory, in proportion to the faces all the same.
    EXPECT_LE(other.maps().face_map_bytes, 16 * other.faces().size()) << levels;
    if (levels == 1) {
      EXPECT_GT(other.maps().face_map_bytes, 0u);
    }
  }
  EXPECT_THROW(ConvexBody::from_points(points, {.map_levels = 0}), Error);
  EXPECT_THROW(ConvexBody::from_points(points, {.map_levels = 9}), Error);
}

}  // namespace
}  // namespace impinge::test
