// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// CSG along lines against the membership of points, for every pair of kinds.
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/scene.h>

#include "shape/line/line_judge.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

struct Part {
  LineShapePtr shape;
  Membership inside;
};

long double square(long double x) { return x * x; }

// One of each kind, about as large, around the origin; memberships need only have the right sign.
std::vector<Part> parts() {
  const auto ball = [](const LongPoint& p) { return std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z) - 1; };
  const auto torus = [](const LongPoint& p) { return std::hypot(std::hypot(p.x, p.y) - 1, p.z) - 0.4L; };
  const auto box = [](const LongPoint& p) { return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) - 0.75L; };
  const auto diamond = [](const LongPoint& p) { return std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z) - 1; };
  const auto blob = [](const LongPoint& p) {
    const long double s = square(p.x) + square(p.y) + square(p.z);
    return 0.125L - (s < 1 ? (1 - s) * (1 - s) * (1 - s) : 0);
  };
  const auto egg = [](const LongPoint& p) { return std::sqrt(square(p.x) + square(p.y / 0.5L) + square(p.z / 1.5L)) - 1; };
  return {
      {make_implicit_sphere(1), ball},
      {make_nurbs({make_nurbs_sphere(1)}), ball},
      {make_signed_distance([](const Vec3& p) { return p.norm() - 1; }, {Vec3::Constant(-1.1), Vec3::Constant(1.1)}), ball},
      {make_implicit_torus(1, 0.4), torus},
      {make_nurbs({make_nurbs_torus(1, 0.4)}), torus},
      {make_line_mesh(make_box({1.5, 1.5, 1.5})), box},
      {make_rounded_box({1.5, 1.5, 1.5}, 0), box},
      {make_superquadric({1, 1, 1}, 2, 2), diamond},
      {make_metaballs({{{0, 0, 0}, 1, 1}}, 0.125), blob},
      {make_implicit_ellipsoid({1, 0.5, 1.5}), egg}};
}

LongPoint moved_back(const LongPoint& p, const Vec3& by) { return {p.x - by.x(), p.y - by.y(), p.z - by.z()}; }

TEST(LineCsg, EveryPairOfKindsObeysItsTruthTable) {
  const std::vector<Part> all = parts();
  const Vec3 by(0.5, 0.25, -0.125);
  Dice dice(11);
  const int lines = case_count(12, 600);
  for (const Part& a : all) {
    for (const Part& b : all) {
      const LineShapePtr moved = make_placed(b.shape, {.position = by});
      const auto in_b = [&](const LongPoint& p) { return b.inside(moved_back(p, by)); };
      const auto both = make_intersection({a.shape, moved}), any = make_union({a.shape, moved}),
                 less = make_difference({a.shape, moved});
      for (int i = 0; i < lines && !HasFailure(); ++i) {
        const Line line = random_line(dice, 1.2);
        // Distances from functions and splines: two roots may be missed where they are closer than the resolution.
        const double doubt = 1e-5;
        judge_line(
            *any, [&](const LongPoint& p) { return std::min(a.inside(p), in_b(p)); }, line, 1.6, doubt, 60);
        judge_line(
            *both, [&](const LongPoint& p) { return std::max(a.inside(p), in_b(p)); }, line, 1.6, doubt, 60);
        judge_line(
            *less, [&](const LongPoint& p) { return std::max(a.inside(p), -in_b(p)); }, line, 1.6, doubt, 60);
      }
    }
  }
}

TEST(LineCsg, ThreePartsAndNesting) {
  const auto shape = make_difference({make_union({make_implicit_sphere(1), make_implicit_torus(1.2, 0.3)}),
                                      make_intersection({make_implicit_cylinder(0.4, 4), make_implicit_sphere(3)}),
                                      make_placed(make_line_mesh(make_box({1, 1, 1})), {.position = {1, 1, 0}})});
  const auto inside = [](const LongPoint& p) {
    const long double r = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z), flat = std::hypot(p.x, p.y);
    const long double body = std::min(r - 1, std::hypot(flat - 1.2L, p.z) - 0.3L);
    const long double hole = std::max({flat - 0.4L, std::fabs(p.z) - 2, r - 3});
    const long double cut = std::max({std::fabs(p.x - 1), std::fabs(p.y - 1), std::fabs(p.z)}) - 0.5L;
    return std::max({body, -hole, -cut});
  };
  Dice dice(12);
  for (int i = 0; i < case_count(300, 20000) && !HasFailure(); ++i)
    judge_line(*shape, inside, random_line(dice, 1.6), 1.6, 1e-5);
}

TEST(LineCsg, PartsThatShareAFaceBecomeOne) {
  const auto left = make_line_mesh(make_box({2, 2, 2})), right = make_placed(left, {.position = {2, 0, 0}});
  const auto both = make_union({left, right});
  EXPECT_EQ(sorted_crossings(*both, {{-5, 0.25, 0.5}, {1, 0, 0}}).size(), 2u);
  EXPECT_EQ(sorted_crossings(*make_intersection({left, right}), {{-5, 0.25, 0.5}, {1, 0, 0}}).size(), 0u);
  EXPECT_EQ(sorted_crossings(*make_difference({left, right}), {{-5, 0.25, 0.5}, {1, 0, 0}}).size(), 2u);
  // A thing less itself is nothing, whatever the kind.
  const auto ball = make_implicit_sphere(1), spline = make_nurbs({make_nurbs_sphere(1)});
  EXPECT_EQ(sorted_crossings(*make_difference({ball, ball}), {{-5, 0.25, 0.5}, {1, 0, 0}}).size(), 0u);
  EXPECT_EQ(sorted_crossings(*make_difference({spline, ball}), {{-5, 0.25, 0.5}, {1, 0, 0}}).size(), 0u);
}

TEST(LineCsg, BadPartsAreRefused) {
  const auto refused = [](const std::function<void()>& action, const std::string& part) {
    try {
      action();
      ADD_FAILURE() << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_argument);
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  const auto ball = make_implicit_sphere(1);
  refused([] { make_union({}); }, "union: is empty");
  refused([] { make_intersection({}); }, "intersection: is empty");
  refused([] { make_difference({}); }, "difference: is empty");
  refused([&] { make_union({ball, nullptr}); }, "part 1 is null");
  refused([&] { make_intersection({ball, make_placed(ball, {.position = {5, 0, 0}})}); }, "nothing in common");
  refused([&] { make_union({ball, make_line_mesh(make_teapot(1, 4))}); }, "open");
  Pose stretched;
  stretched.rotation *= 2;
  refused([&] { make_placed(ball, stretched); }, "rotation");
}

TEST(LineCsg, PlacedShapesAreWhereTheyWerePut) {
  Dice dice(13);
  for (int i = 0; i < case_count(300, 10000) && !HasFailure(); ++i) {
    const Pose pose = Pose::from_quaternion(dice.point(-3, 3), dice.quaternion());
    const auto inside = [&](const LongPoint& p) {
      const Vec3 local =
          pose.rotation.transpose() *
          (Vec3(static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)) - pose.position);
      return static_cast<long double>(std::hypot(std::hypot(local.x(), local.y()) - 1, local.z()) - 0.4);
    };
    judge_line(*make_placed(make_implicit_torus(1, 0.4), pose), inside, random_line(dice, 4), 5, 1e-13, 100);
  }
}

// The lens of two unit spheres a unit apart, whatever they are made of: volume 5 pi / 12, one unit deep.
TEST(LineCsg, MapsOfEveryKindOfSphereAgree) {
  const std::vector<LineShapePtr> balls = {make_implicit_sphere(1), make_nurbs({make_nurbs_sphere(1)}),
                                           make_capsule(Vec3::Zero(), Vec3::Zero(), 1)};
  const double volume = 5 * std::acos(-1.0) / 12;
  const auto judge = [&](const Scene& scene, double slack) {
    const InterferenceMap map = Engine().map(scene, {0}, {1}, {.view = {.resolution = 64}});
    EXPECT_EQ(map.undecided_cells, 0u);
    EXPECT_LE(map.overlap_volume.low, volume + slack);
    EXPECT_GE(map.overlap_volume.high, volume - slack);
    EXPECT_NEAR(map.overlap_volume.value, volume, 0.02 * volume);
    EXPECT_NEAR(map.max_depth.value, 1, 0.01);
  };
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (std::size_t k = i; k < balls.size(); ++k) {
      Scene scene;
      scene.add("a", balls[i]);
      scene.add("b", balls[k], {.position = {0, 0, 1}});
      judge(scene, 0);
    }
    Scene scene;
    scene.add("a", balls[i]);
    scene.add("b", make_icosphere(1, 5), {.position = {0, 0, 1}});
    judge(scene, 0.01 * volume);
  }
}

TEST(LineCsg, ScenesTakeShapes) {
  Scene scene;
  const ObjectId id = scene.add("ball", make_implicit_sphere(2), {.position = {1, 0, 0}});
  EXPECT_EQ(scene.object(id).mesh.faces().size(), 12u);
  EXPECT_TRUE(scene.object(id).mesh.closed());
  EXPECT_TRUE(scene.object(id).shape);
  EXPECT_FALSE(scene.object(scene.add("box", make_box({1, 1, 1}))).shape);
  EXPECT_THROW(scene.add("none", LineShapePtr()), Error);
  EXPECT_THROW(scene.set_vertices(id, {}), Error);
  // Methods by faces say what they cannot take.
  for (const auto& ask : {std::function<void()>([&] { Engine().check(scene, {.method = Method::slice_map}); }),
                          std::function<void()>([&] { Engine().meet(scene, id, {1}); })}) {
    try {
      ask();
      ADD_FAILURE() << "a shape without faces was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      EXPECT_NE(std::string(error.what()).find("'ball'"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("zlist"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace impinge::test
