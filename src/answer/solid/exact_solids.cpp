// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/solid/exact_solids.h"

#include <algorithm>
#include <cmath>

#include "base/exact_vec.h"

namespace impinge {

namespace {

int sign_of(int value) { return value < 0 ? -1 : value > 0 ? 1 : 0; }

// Sign of x - sqrt(y), y >= 0.
int compare_root(const Exact& x, const Exact& y) { return x.sign() < 0 ? -1 : sign_of(compare(x * x, y)); }

// A half-space as all x with normal . (x - position) <= offset, in the world.
struct Wall {
  ExactVec normal, position;
  Exact offset;
  explicit Wall(const PlacedSolid& s)
      : normal(exact_turned(s.rotation, ExactVec(s.data->normal))), position(s.position), offset(s.data->offset) {}
  Exact over(const Vec3& p) const { return dot(normal, ExactVec(p) - position) - offset; }
  Exact squared() const { return dot(normal, normal); }
};

// Half extents of a box along the axes of the world.
Vec3 half_in_world(const PlacedSolid& s) { return s.rotation.cwiseAbs() * s.data->half; }

bool is_ball(const PlacedSolid& s) { return s.data->kind == SolidKind::sphere; }
bool is_wall(const PlacedSolid& s) { return s.data->kind == SolidKind::half_space; }
bool is_box(const PlacedSolid& s) { return s.data->kind == SolidKind::box && s.aligned(); }

// How far along each axis a box lies over (sum of extents) the other.
Exact beyond(const Vec3& a, const Vec3& b, int axis, const Exact& reach) {
  const Exact way = Exact(b[axis]) - Exact(a[axis]);
  return (way.sign() < 0 ? -way : way) - reach;
}

int box_and_box(const PlacedSolid& a, const PlacedSolid& b) {
  const Vec3 p = half_in_world(a), q = half_in_world(b);
  int most = -1;
  for (int i = 0; i < 3; ++i) most = std::max(most, beyond(a.position, b.position, i, Exact(p[i]) + Exact(q[i])).sign());
  return most;
}

int box_and_point(const PlacedSolid& box, const Vec3& c, double radius) {
  const Vec3 half = half_in_world(box);
  Exact squared(0.0);
  int most = -1;
  for (int i = 0; i < 3; ++i) {
    const Exact over = beyond(box.position, c, i, Exact(half[i]));
    most = std::max(most, over.sign());
    if (over.sign() > 0) squared = squared + over * over;
  }
  if (most < 0 || (most == 0 && radius > 0)) return -1;
  return sign_of(compare(squared, Exact(radius) * Exact(radius)));
}

int wall_and_point(const PlacedSolid& wall, const Vec3& c, double radius) {
  const Wall w(wall);
  const Exact r(radius);
  return compare_root(w.over(c), r * r * w.squared());
}

// The corner of a box that is lowest, or highest, over a wall.
Exact extreme_over(const Wall& w, const PlacedSolid& box, bool lowest) {
  const Vec3 half = half_in_world(box);
  Exact sum = w.over(box.position);
  const Exact* const n[3] = {&w.normal.x, &w.normal.y, &w.normal.z};
  for (int i = 0; i < 3; ++i) {
    const Exact part = (n[i]->sign() < 0 ? -*n[i] : *n[i]) * Exact(half[i]);
    sum = lowest ? sum - part : sum + part;
  }
  return sum;
}

// Sign of the distance of a point and a triangle less the radius: by each corner, each edge, the plane, as far as the foot
// of the point lies on it.
int point_and_face(const ExactVec& c, double radius, const Triangle& t) {
  const Exact squared = Exact(radius) * Exact(radius);
  const ExactVec p[3] = {ExactVec(t.p[0]), ExactVec(t.p[1]), ExactVec(t.p[2])};
  int least = 1;
  for (int i = 0; i < 3; ++i) {
    const ExactVec way = c - p[i], edge = p[(i + 1) % 3] - p[i];
    const Exact way2 = dot(way, way), edge2 = dot(edge, edge), along = dot(way, edge);
    least = std::min(least, sign_of(compare(way2, squared)));
    if (along.sign() > 0 && compare(along, edge2) < 0)
      least = std::min(least, sign_of(compare(way2 * edge2 - along * along, squared * edge2)));
  }
  const ExactVec normal = cross(p[1] - p[0], p[2] - p[0]);
  if (normal.is_zero()) return least;
  for (int i = 0; i < 3; ++i)
    if (dot(cross(p[(i + 1) % 3] - p[i], c - p[i]), normal).sign() < 0) return least;
  const Exact height = dot(normal, c - p[0]);
  return std::min(least, sign_of(compare(height * height, squared * dot(normal, normal))));
}

}  // namespace

int exact_compare_distance(const Vec3& a, const Vec3& b, double a_radius, double b_radius) {
  const ExactVec way = ExactVec(b) - ExactVec(a);
  const Exact reach = Exact(a_radius) + Exact(b_radius);
  return sign_of(compare(dot(way, way), reach * reach));
}

std::optional<int> exact_point_gap(const PlacedSolid& solid, const Vec3& point, double radius) {
  if (is_ball(solid)) return exact_compare_distance(solid.position, point, solid.data->radius, radius);
  if (is_wall(solid)) return wall_and_point(solid, point, radius);
  if (is_box(solid)) return box_and_point(solid, point, radius);
  return {};
}

std::optional<int> exact_gap(const PlacedSolid& a, const PlacedSolid& b) {
  if (is_ball(a)) return exact_point_gap(b, a.position, a.data->radius);
  if (is_ball(b)) return exact_point_gap(a, b.position, b.data->radius);
  if (is_box(a) && is_box(b)) return box_and_box(a, b);
  if (is_wall(a) && is_box(b)) return extreme_over(Wall(a), b, true).sign();
  if (is_box(a) && is_wall(b)) return extreme_over(Wall(b), a, true).sign();
  return {};
}

std::optional<int> exact_excess(const PlacedSolid& a, const PlacedSolid& b) {
  if (is_ball(a) && is_ball(b)) {
    const Exact room = Exact(b.data->radius) - Exact(a.data->radius);
    const ExactVec way = ExactVec(b.position) - ExactVec(a.position);
    return room.sign() < 0 ? 1 : sign_of(compare(dot(way, way), room * room));
  }
  if (is_ball(a) && is_wall(b)) {
    // over + radius * length <= 0
    const Wall w(b);
    const Exact r(a.data->radius);
    return -compare_root(-w.over(a.position), r * r * w.squared());
  }
  if (is_box(b) && (is_ball(a) || is_box(a))) {
    const Vec3 half = half_in_world(b), own = is_ball(a) ? Vec3(Vec3::Constant(a.data->radius)) : half_in_world(a);
    int most = -1;
    for (int i = 0; i < 3; ++i)
      most = std::max(most, beyond(a.position, b.position, i, Exact(half[i]) - Exact(own[i])).sign());
    return most;
  }
  if (is_box(a) && is_wall(b)) return extreme_over(Wall(b), a, false).sign();
  if (is_box(a) && is_ball(b)) {
    const Vec3 half = half_in_world(a);
    Exact squared(0.0);
    for (int i = 0; i < 3; ++i) {
      const Exact far = beyond(a.position, b.position, i, -Exact(half[i]));
      squared = squared + far * far;
    }
    return sign_of(compare(squared, Exact(b.data->radius) * Exact(b.data->radius)));
  }
  return {};
}

std::optional<int> exact_face_gap(const PlacedSolid& solid, const Triangle& face) {
  if (is_ball(solid)) return point_and_face(ExactVec(solid.position), solid.data->radius, face);
  if (!is_wall(solid)) return {};
  const Wall w(solid);
  return std::min({w.over(face.p[0]).sign(), w.over(face.p[1]).sign(), w.over(face.p[2]).sign()});
}

bool equal_solids(const PlacedSolid& a, const PlacedSolid& b) {
  const SolidData &p = *a.data, &q = *b.data;
  if (p.kind != q.kind || p.half != q.half || p.radius != q.radius || a.position != b.position) return false;
  if (p.kind == SolidKind::sphere) return true;
  if (p.kind == SolidKind::half_space) return a.rotation == b.rotation && p.normal == q.normal && p.offset == q.offset;
  if (p.kind == SolidKind::box && a.aligned() && b.aligned()) return half_in_world(a) == half_in_world(b);
  const bool axis = p.kind == SolidKind::capsule || p.kind == SolidKind::cylinder || p.kind == SolidKind::cone;
  if (axis && a.rotation.col(2) == b.rotation.col(2)) return true;
  return a.rotation == b.rotation;
}

}  // namespace impinge
