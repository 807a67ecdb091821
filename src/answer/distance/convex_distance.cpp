// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Distance by GJK, penetration depth by a polytope inside the difference of the bodies that grows towards its boundary
// where that is nearest to the origin. Both ask only the vertex maps, so the cost does not grow with the face count.
// Based on: G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001.
#include <impinge/convex.h>
#include <impinge/error.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "answer/distance/polytope_walls.h"
#include "base/internals.h"
#include "localise/polar_newton/convex_gjk.h"

namespace impinge {

namespace {

constexpr int kMostSupports = 512;
constexpr double kAgreed = 1e-9;  // depth and its lower bound, as a share of the size

// The polytope in b - a; it holds the origin.
class Expansion {
 public:
  explicit Expansion(const ConvexFrame& frame) : frame_(frame), a_(frame.a, frame.a_pose), b_(frame.b, frame.b_pose) {}

  bool begin() {
    const auto point = [&](const Vec3& d) { return add_point(d); };
    return add_octahedron(point, [&](const auto& corners) { return add_wall(corners); }) && polytope_.wall_count() >= 4;
  }

  ConvexDistance run(const Vec3& origin) {
    ConvexDistance best;
    best.distance = -HUGE_VAL;
    for (int step = 0; step < kMostSupports; ++step) {
      const PolytopeWall wall = polytope_.take_lowest();
      const int apex = add_point(wall.normal);
      const double reach = wall.normal.dot(polytope_.at(apex));
      if (-reach > best.distance) note(best, wall, reach, origin);
      best.iterations = static_cast<std::uint16_t>(polytope_.point_count());
      if (reach - wall.height <= kAgreed * (frame_.a_radius + frame_.b_radius) || !grow(wall, apex)) break;
    }
    best.lower = best.distance;
    return best;
  }

 private:
  int add_point(const Vec3& d) {
    const Vec3 a_point = a_.support_point(-d), b_point = frame_.b_centre + b_.support_point(d);
    return polytope_.add_point(b_point - a_point, a_point);
  }

  bool add_wall(const std::array<int, 3>& c) {
    const Vec3& p = polytope_.at(c[0]);
    const Vec3 n = (polytope_.at(c[1]) - p).cross(polytope_.at(c[2]) - p);
    const double size = n.norm();
    if (!(size > 0)) return false;
    polytope_.add_wall({c, n / size, n.dot(p) / size});
    return true;
  }

  // Walls that the apex sees give way to a cone over their rim.
  bool grow(const PolytopeWall& wall, int apex) {
    const double slack = 1e-13 * (frame_.a_radius + frame_.b_radius);
    for (const auto& edge : polytope_.drop_seen(wall, polytope_.at(apex), slack))
      if (!add_wall({edge[0], edge[1], apex})) return false;
    return polytope_.wall_count() > 0;
  }

  // Moving b by -normal * reach parts the bodies.
  void note(ConvexDistance& best, const PolytopeWall& wall, double reach, const Vec3& origin) const {
    best.distance = -reach;
    best.direction = -wall.normal;
    best.a_point = origin + polytope_.a_foot(wall);
    best.b_point = best.a_point + wall.normal * reach;
  }

  const ConvexFrame& frame_;
  FullSide a_, b_;
  GrowingPolytope polytope_;
};

}  // namespace

ConvexDistance convex_distance(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose,
                               bool depth) {
  const ConvexFrame frame(Internals::data(a), a_pose, Internals::data(b), b_pose);
  if (!(frame.stray < 1e-6 && frame.distance2 < 0x1p1000))
    throw Error(ErrorCode::bad_argument, "convex_distance: the matrix of a pose is not a rotation to within 1e-6");
  const ConvexAnswer answer = polar_newton(a, a_pose, b, b_pose);
  const Vec3 origin = a_pose.position + frame.a_centre;
  ConvexDistance result;
  if (answer.meet()) {
    if (!depth || answer.relation == Relation::touching) return result;
    Expansion expansion(frame);
    return expansion.begin() ? expansion.run(origin) : result;
  }
  Vec3 normal = answer.certificate.kind == ConvexCertificate::Kind::plane ? answer.certificate.vector : frame.b_centre;
  if (normal.isZero(0)) normal = Vec3::UnitX();
  const GjkResult found = gjk(frame, normal, HUGE_VAL);
  result.distance = found.distance;
  result.lower = std::fmax(0.0, found.lower);
  result.a_point = origin + found.simplex.nearest_of_a();
  result.b_point = result.a_point + found.simplex.nearest();
  result.direction = found.simplex.nearest().normalized();
  result.iterations = static_cast<std::uint16_t>(found.iterations + 1);
  return result;
}

}  // namespace impinge
