// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/verdict/contact_line.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/predicates.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

constexpr int kMoreDirections = 4;  // in general position, against wedges that rounding hides

// A linear form on homogeneous points: x, y, z, w.
struct Form {
  Exact x, y, z, w;
  Exact at(const ExactPoint& p) const { return x * p.x + y * p.y + z * p.z + w * p.w; }
};

Form plane_of(const Triangle& t) {
  const Vec3 &a = t.p[0], &b = t.p[1], &c = t.p[2];
  const auto minor = [&](int u, int v) {
    return (Exact(b[u]) - a[u]) * (Exact(c[v]) - a[v]) - (Exact(b[v]) - a[v]) * (Exact(c[u]) - a[u]);
  };
  Form f{minor(1, 2), minor(2, 0), minor(0, 1), {}};
  f.w = -(f.x * a.x() + f.y * a.y() + f.z * a.z());
  return f;
}

// Zero on the shadow of the line through a and b along an axis.
Form line_of(const Vec3& a, const Vec3& b, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  Exact n[3];
  n[u] = Exact(a[v]) - b[v];
  n[v] = Exact(b[u]) - a[u];
  Form f{n[0], n[1], n[2], {}};
  f.w = -(n[u] * a[u] + n[v] * a[v]);
  return f;
}

void add_cut(const Form& form, const ExactPoint& p, const ExactPoint& q, std::vector<ExactPoint>& cuts) {
  const Exact fp = form.at(p), fq = form.at(q);
  if (fp.sign() * fq.sign() >= 0) return;
  ExactPoint c;
  c.x = p.x * fq - q.x * fp;
  c.y = p.y * fq - q.y * fp;
  c.z = p.z * fq - q.z * fp;
  c.w = p.w * fq - q.w * fp;
  if (c.w.sign() < 0) {
    c.x = -c.x;
    c.y = -c.y;
    c.z = -c.z;
    c.w = -c.w;
  }
  cuts.push_back(std::move(c));
}

void add_cuts(const Body& body, const Box& near, const ExactPoint& p, const ExactPoint& q, std::vector<ExactPoint>& cuts) {
  body.walk([&](const Box& box) { return boxes_meet(box, near); },
            [&](std::uint32_t face) {
              const Triangle t = body.object().triangle(face);
              if (!boxes_meet(box_of(t), near) || collinear(t.p[0], t.p[1], t.p[2])) return;
              const Form plane = plane_of(t);
              if (plane.at(p).sign() != 0 || plane.at(q).sign() != 0) return add_cut(plane, p, q, cuts);
              const int axis = shadow_axis(t);
              for (int i = 0; i < 3; ++i) add_cut(line_of(t.p[i], t.p[(i + 1) % 3], axis), p, q, cuts);
            });
}

// In-plane directions away from the axis, for each face of the body that holds p.
void add_half_planes(const Body& body, const RayStart& p, const Vec3& axis, std::vector<Vec3>& halves) {
  Box near;
  near.add(p.approximate);
  near = grown(near, 4 * p.error);
  body.walk([&](const Box& box) { return boxes_meet(box, near); },
            [&](std::uint32_t face) {
              const Triangle t = body.object().triangle(face);
              if (!boxes_meet(box_of(t), near) || side_of(t, p.exact) != 0) return;
              const Vec3 half = cross(axis, rough_normal(t));
              if (!(half.squaredNorm() > 0)) return;
              halves.push_back(half.normalized());
              halves.push_back(-half.normalized());
            });
}

}  // namespace

std::vector<ExactPoint> piece_middles(const ExactPoint& p, const ExactPoint& q, const Body& a, const Body& b) {
  Box near;
  for (const RayStart& end : {RayStart(p), RayStart(q)}) {
    Box box;
    box.add(end.approximate);
    near.add(grown(box, end.error));
  }
  std::vector<ExactPoint> cuts{p, q};
  add_cuts(a, near, p, q, cuts);
  add_cuts(b, near, p, q, cuts);
  std::sort(cuts.begin(), cuts.end(),
            [](const ExactPoint& x, const ExactPoint& y) { return compare_lexicographic(x, y) < 0; });
  std::vector<ExactPoint> middles;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
    if (compare_lexicographic(cuts[i], cuts[i + 1]) != 0) middles.push_back(midpoint(cuts[i], cuts[i + 1]));
  return middles;
}

std::vector<Vec3> wedge_directions(const RayStart& p, const Vec3& axis, const Body& a, const Body& b) {
  std::vector<Vec3> halves;
  add_half_planes(a, p, axis, halves);
  add_half_planes(b, p, axis, halves);
  std::vector<Vec3> directions;
  for (int i = 0; i < kMoreDirections; ++i) {
    directions.push_back(ray_direction(i));
    directions.push_back(-ray_direction(i));
  }
  if (halves.empty()) return directions;
  const Vec3 u = halves.front(), v = cross(axis, u).normalized();
  std::vector<double> angles;
  for (const Vec3& h : halves) angles.push_back(std::atan2(h.dot(v), h.dot(u)));
  std::sort(angles.begin(), angles.end());
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double next = i + 1 < angles.size() ? angles[i + 1] : angles[0] + 2 * std::numbers::pi;
    const double middle = (angles[i] + next) / 2;
    // A little along the axis, so that the ray does not run in the plane across it, where other edges may be.
    if (next > angles[i]) directions.push_back(u * std::cos(middle) + v * std::sin(middle) + axis.normalized() * 0.0078125);
  }
  return directions;
}

}  // namespace impinge
