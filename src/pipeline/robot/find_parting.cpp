// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Gilbert, Johnson & Keerthi 1988 on two sets of points, only as far as a direction parts them. What it proposes is proved
// by the points themselves, so that nothing here needs to be exact.
#include <Eigen/Geometry>

#include <array>
#include <cmath>

#include "pipeline/robot/body_cover.h"

namespace impinge {

namespace {

constexpr int kMostSteps = 24;

// Corners of the difference b - a, in the frame of a.
struct Simplex {
  std::array<Vec3, 4> points{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  int size = 0;

  void keep(std::initializer_list<int> which) {
    std::array<Vec3, 4> kept = points;
    int n = 0;
    for (const int i : which) kept[static_cast<std::size_t>(n++)] = points[static_cast<std::size_t>(i)];
    points = kept;
    size = n;
  }
  const Vec3& operator[](int i) const { return points[static_cast<std::size_t>(i)]; }
};

Vec3 nearest_on_segment(Simplex& s) {
  const Vec3 a = s[0], b = s[1], ab = b - a;
  const double t = -a.dot(ab), length = ab.squaredNorm();
  if (t <= 0 || !(length > 0)) {
    s.keep({0});
    return a;
  }
  if (t >= length) {
    s.keep({1});
    return b;
  }
  return a + t / length * ab;
}

// The point, and only these corners stay.
Vec3 kept_by(Simplex& s, std::initializer_list<int> corners, const Vec3& nearest) {
  s.keep(corners);
  return nearest;
}

// Ericson, Real-Time Collision Detection, 5.1.5.
Vec3 nearest_on_triangle(Simplex& s) {
  const Vec3 a = s[0], b = s[1], c = s[2], ab = b - a, ac = c - a;
  const double d1 = -ab.dot(a), d2 = -ac.dot(a);
  if (d1 <= 0 && d2 <= 0) return kept_by(s, {0}, a);
  const double d3 = -ab.dot(b), d4 = -ac.dot(b);
  if (d3 >= 0 && d4 <= d3) return kept_by(s, {1}, b);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return kept_by(s, {0, 1}, a + d1 / (d1 - d3) * ab);
  const double d5 = -ab.dot(c), d6 = -ac.dot(c);
  if (d6 >= 0 && d5 <= d6) return kept_by(s, {2}, c);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return kept_by(s, {0, 2}, a + d2 / (d2 - d6) * ac);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return kept_by(s, {1, 2}, b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b));
  const double sum = va + vb + vc;
  if (!(sum > 0)) {
    s.keep({0, 1});
    return nearest_on_segment(s);
  }
  return a + vb / sum * ab + vc / sum * ac;
}

Vec3 nearest_on_tetrahedron(Simplex& s, bool& inside) {
  constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  Vec3 best = Vec3::Zero();
  double least = std::numeric_limits<double>::infinity();
  Simplex kept;
  inside = true;
  for (const auto& f : kFaces) {
    const Vec3 normal = (s[f[1]] - s[f[0]]).cross(s[f[2]] - s[f[0]]);
    const double own = normal.dot(s[f[3]] - s[f[0]]), origin = -normal.dot(s[f[0]]);
    if (own * origin > 0) continue;  // the origin is on the inner side
    inside = false;
    Simplex face;
    face.points = {s[f[0]], s[f[1]], s[f[2]], Vec3::Zero()};
    face.size = 3;
    const Vec3 p = nearest_on_triangle(face);
    if (p.squaredNorm() >= least) continue;
    least = p.squaredNorm();
    best = p;
    kept = face;
  }
  if (!inside) s = kept;
  return best;
}

}  // namespace

double parted_along(const PlacedCover& a, const PlacedCover& b, const Vec3& direction) {
  const Vec3 world = a.pose->rotation * direction;
  std::uint32_t at = 0;
  const double a_end = a.pose->position.dot(world) - a.cover->least(-direction, at) + a.cover->radius();
  return b.pose->position.dot(world) + b.cover->least(b.pose->rotation.transpose() * world, at) - b.cover->radius() - a_end;
}

double find_parting(const PlacedCover& a, const PlacedCover& b, double margin, Vec3& direction) {
  // Everything in the frame of a: b = turn * own + shift.
  const Eigen::Matrix3d turn = a.pose->rotation.transpose() * b.pose->rotation;
  const Vec3 shift = a.pose->rotation.transpose() * (b.pose->position - a.pose->position);
  const double radii = a.cover->radius() + b.cover->radius();
  Simplex simplex;
  Vec3 best = direction;
  double parted = -std::numeric_limits<double>::infinity();
  for (int step = 0; step < kMostSteps; ++step) {
    const double length = direction.norm();
    if (!(length > 0)) break;
    direction /= length;
    std::uint32_t a_at = 0, b_at = 0;
    const double a_end = -a.cover->least(-direction, a_at);
    const double b_begin = b.cover->least(turn.transpose() * direction, b_at) + shift.dot(direction);
    const double gap = b_begin - a_end - radii;
    if (gap > parted) {
      parted = gap;
      best = direction;
    }
    if (gap > margin) break;
    const Vec3 corner = turn * b.cover->point(b_at) + shift - a.cover->point(a_at);
    // No nearer than before: the nearest point is found, and it is within the radii.
    if (simplex.size > 0 && length - direction.dot(corner) <= 1e-9 * length) break;
    simplex.points[static_cast<std::size_t>(simplex.size++)] = corner;
    bool inside = false;
    Vec3 nearest = corner;
    if (simplex.size == 2) nearest = nearest_on_segment(simplex);
    if (simplex.size == 3) nearest = nearest_on_triangle(simplex);
    if (simplex.size == 4) nearest = nearest_on_tetrahedron(simplex, inside);
    if (inside) break;
    direction = nearest;
  }
  direction = best;
  return parted;
}

}  // namespace impinge
