// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The nearest face that still reaches into the polytope is cut off by a plane, until none does. No face reaches into what
// remains, so all of it is on the same side of the surface as the centre.
// Based on: R. Deits and R. Tedrake, Computing large convex regions of obstacle-free space through semidefinite programming,
// 2015, with balls in place of ellipsoids.
#include "answer/parting/convex_part.h"

#include <algorithm>
#include <cmath>

#include "exact/feature_gap.h"
#include "shape/convex/convex_hull.h"

namespace impinge {

namespace {

constexpr std::size_t kMostPlanes = 200;
constexpr double kInset = 0x1p-7;  // planes are drawn in by this share, so that one serves for many faces of a curved wall

// normal . (x - centre) <= height, with a normal of unit length.
struct Plane {
  Vec3 normal;
  double height;
};

struct NearFace {
  double distance;
  Vec3 way;  // from the centre to its nearest point
  Triangle triangle;
};

std::vector<NearFace> faces_near(const Body& body, const Vec3& centre, double reach) {
  const Box room{centre - Vec3::Constant(reach), centre + Vec3::Constant(reach)};
  std::vector<NearFace> faces;
  const WorldObject& object = body.clustered();
  walk_clusters(
      object, [&](const Box& box) { return boxes_meet(box, room); },
      [&](std::uint32_t f) {
        const Triangle t = object.triangle(f);
        if (!boxes_meet(box_of(t), room)) return;
        const Vec3 way = -point_to_triangle(centre, t.p[0], t.p[1], t.p[2]).apart;
        faces.push_back({way.norm(), way, t});
      });
  std::sort(faces.begin(), faces.end(), [](const NearFace& x, const NearFace& y) {
    return std::tuple(x.distance, x.way.x(), x.way.y(), x.way.z()) < std::tuple(y.distance, y.way.x(), y.way.y(), y.way.z());
  });
  return faces;
}

bool cuts_off(const Plane& plane, const NearFace& face, const Vec3& centre) {
  for (const Vec3& p : face.triangle.p)
    if (!(plane.normal.dot(p - centre) >= plane.height)) return false;
  return true;
}

// All of the face lies beyond it.
Plane plane_at(const Vec3& normal, const NearFace& face, const Vec3& centre) {
  double height = HUGE_VAL;
  for (const Vec3& p : face.triangle.p) height = std::min(height, normal.dot(p - centre));
  return {normal, height * (1 - kInset)};
}

Plane plane_against(const NearFace& face, const Vec3& centre, double slope) {
  const Plane tangent = plane_at(face.way / face.distance, face, centre);
  const Triangle& t = face.triangle;
  Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
  if (!(n.squaredNorm() > 0)) return tangent;
  n.normalize();
  const Plane own = plane_at(n.dot(face.way) < 0 ? Vec3(-n) : n, face, centre);
  return own.height > slope * tangent.height ? own : tangent;
}

// Corners of the polytope by duality: each plane is a point, each face of their hull a corner.
ConvexPart corners_of(const std::vector<Plane>& planes, const Vec3& centre, double reach) {
  std::vector<Vec3> dual;
  for (const Plane& plane : planes) dual.push_back(plane.normal * (reach / plane.height));
  const ConvexSurface hull = convex_hull(dual);
  ConvexPart part;
  double farthest = 0, excess = 0;
  for (const Face& f : hull.faces) {
    const Vec3 &p = hull.vertices[f[0]], n = cross(hull.vertices[f[1]] - p, hull.vertices[f[2]] - p);
    const double height = n.dot(p);
    if (!(height > 0)) return {};
    const Vec3 corner = n * (reach / height);
    part.corners.push_back(centre + corner);
    farthest = std::max(farthest, corner.norm());
    for (const Plane& plane : planes) excess = std::max(excess, (plane.normal.dot(corner) - plane.height) / plane.height);
  }
  part.shrink = (excess + 0x1p-40) * farthest + 0x1p-44 * (centre.cwiseAbs().maxCoeff() + farthest);
  return part;
}

}  // namespace

ConvexPart convex_part(const Body& body, const Vec3& centre, double reach, double slope) {
  std::vector<Plane> planes;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {1.0, -1.0}) planes.push_back({side * Vec3::Unit(axis), reach});
  for (const NearFace& face : faces_near(body, centre, reach)) {
    if (std::any_of(planes.begin(), planes.end(), [&](const Plane& p) { return cuts_off(p, face, centre); })) continue;
    if (planes.size() == kMostPlanes || !(face.distance > 0)) return {};
    planes.push_back(plane_against(face, centre, slope));
    if (!(planes.back().height > 0)) return {};
  }
  return corners_of(planes, centre, reach);
}

}  // namespace impinge
