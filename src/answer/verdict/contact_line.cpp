// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Angles are measured around the line, right-handed, from a ray in general position: the winding numbers along it are those
// of the first wedge, and each half-plane that is passed changes them by one.
#include "answer/verdict/contact_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/predicates.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

constexpr double kRoughCut = 0x1p-40;  // far more than the way along a line is off
constexpr int kMostRays = 64;          // directions are random: two in a row that meet edges are already rare

std::optional<int> winding_of(const Body& body, const RayStart& start, const Vec3& r,
                              std::span<const std::uint32_t> faces_in_plane) {
  return body.object().closed() ? body.winding_along(start, r, faces_in_plane) : std::optional<int>(0);
}

}  // namespace

ContactLine::Form ContactLine::plane_of(const Triangle& t) {
  const Vec3 &a = t.p[0], &b = t.p[1], &c = t.p[2];
  const auto minor = [&](int u, int v) {
    return (Exact(b[u]) - a[u]) * (Exact(c[v]) - a[v]) - (Exact(b[v]) - a[v]) * (Exact(c[u]) - a[u]);
  };
  Form f{minor(1, 2), minor(2, 0), minor(0, 1), {}};
  f.w = -(f.x * a.x() + f.y * a.y() + f.z * a.z());
  return f;
}

// Zero on the shadow of the line through a and b along an axis, positive to its left.
ContactLine::Form ContactLine::line_of(const Vec3& a, const Vec3& b, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  Exact n[3];
  n[u] = Exact(a[v]) - b[v];
  n[v] = Exact(b[u]) - a[u];
  Form f{n[0], n[1], n[2], {}};
  f.w = -(n[u] * a[u] + n[v] * a[v]);
  return f;
}

ContactLine::ContactLine(const RayStart& first, const RayStart& last, const Body& a, const Body& b,
                         const PlaneNumbers& planes)
    : first_(first),
      last_(last),
      at_vertices_(first.error == 0 && last.error == 0),
      forward_(-compare_lexicographic(first.exact, last.exact)),
      a_(a),
      b_(b),
      planes_(planes),
      sides_(planes.count),
      cuts_{{first.exact, 0}, {last.exact, 1}} {
  const ExactPoint &p = first.exact, &q = last.exact;
  along_ = {q.x * p.w - p.x * q.w, q.y * p.w - p.y * q.w, q.z * p.w - p.z * q.w};
  (last.approximate - first.approximate).cwiseAbs().maxCoeff(&long_axis_);
  while (along_[long_axis_].sign() == 0) long_axis_ = (long_axis_ + 1) % 3;
  add_faces(a, true);
  add_faces(b, false);
  std::sort(a_in_plane_.begin(), a_in_plane_.end());
  std::sort(b_in_plane_.begin(), b_in_plane_.end());
  std::sort(cuts_.begin(), cuts_.end(), [&](const Cut& x, const Cut& y) { return compare_cuts(x, y) < 0; });
}

// From the line to a corner.
ContactLine::Direction ContactLine::off(const Vec3& corner) const {
  const ExactPoint& p = first_.exact;
  return {p.w * corner.x() - p.x, p.w * corner.y() - p.y, p.w * corner.z() - p.z};
}

ContactLine::Direction ContactLine::normal_of(const Direction& off) const {
  const Direction& d = along_;
  return {d.y * off.z - d.z * off.y, d.z * off.x - d.x * off.z, d.x * off.y - d.y * off.x};
}

// Positive left of the line, as seen along an axis.
int ContactLine::side_in_shadow(const Vec3& corner, int axis) const {
  if (at_vertices_) return orient2d(first_.approximate, last_.approximate, corner, axis);
  const Direction n = normal_of(off(corner));
  return n[axis].sign();
}

// Positive if `to` comes within half a turn after `from`, 0 if both lie in one plane with the line.
int ContactLine::turn(const Vec3& from, const Vec3& to) const {
  if (at_vertices_) return -orient3d(first_.approximate, last_.approximate, from, to);
  const Direction n = normal_of(off(from)), d = off(to);
  return (n.x * d.x + n.y * d.y + n.z * d.z).sign();
}

int ContactLine::turn_from_ray(const Vec3& ray, const Vec3& to) const {
  if (at_vertices_) return -passes(first_, ray, last_.approximate, to);
  const Direction n = normal_of({ray.x(), ray.y(), ray.z()}), d = off(to);
  return (n.x * d.x + n.y * d.y + n.z * d.z).sign();
}

void ContactLine::add_faces(const Body& body, bool is_a) {
  Box near;
  for (const RayStart* end : {&first_, &last_}) {
    Box box;
    box.add(end->approximate);
    near.add(grown(box, end->error));
  }
  const std::span<const std::uint32_t> numbers = is_a ? planes_.a : planes_.b;
  body.walk([&](const Box& box) { return boxes_meet(box, near); },
            [&](std::uint32_t face) {
              const Triangle t = body.object().triangle(face);
              if (!boxes_meet(box_of(t), near)) return;
              const std::uint32_t number = numbers.empty() ? PlaneNumbers::kNone : numbers[face];
              PlaneSides alone;
              if (number == PlaneNumbers::kNone && degenerate(t)) return;
              add_near_face(t, face, is_a, number == PlaneNumbers::kNone ? alone : sides_[number]);
            });
}

void ContactLine::add_near_face(const Triangle& t, std::uint32_t face, bool is_a, PlaneSides& plane) {
  if (!std::exchange(plane.known, true)) {
    plane.first = static_cast<signed char>(side_of(t, first_));
    plane.last = static_cast<signed char>(side_of(t, last_));
  }
  if (plane.first == 0 && plane.last == 0) {
    (is_a ? a_in_plane_ : b_in_plane_).push_back(face);
    return add_face(t, is_a);
  }
  if (plane.cut || plane.first * plane.last >= 0) return;
  if (at_vertices_) {
    const Vec3 &first = first_.approximate, &last = last_.approximate;
    // Faces that the line passes beside cut nothing.
    if (!segment_meets_triangle(first, last, t)) return;
    for (const Vec3& corner : t.p) {
      if (plane.cut || !point_on_segment(corner, first, last)) continue;
      add_cut(corner);
      plane.cut = true;
    }
  }
  if (!std::exchange(plane.cut, true)) add_cut(plane_of(t));
}

void ContactLine::add_face(const Triangle& t, bool is_a) {
  const int axis = shadow_axis(t);
  const int sides[3] = {side_in_shadow(t.p[0], axis), side_in_shadow(t.p[1], axis), side_in_shadow(t.p[2], axis)};
  if (sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2]) return;
  const int way = orient2d(t.p[0], t.p[1], t.p[2], axis);
  FaceAlong face;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, from = way > 0 ? i : j, to = way > 0 ? j : i;
    if (!add_border(t.p[from], t.p[to], {sides[from], sides[to]}, axis, face)) return;
  }
  bool has_left = false, has_right = false;
  for (int i = 0; i < 3; ++i) {
    bool& known = sides[i] > 0 ? has_left : has_right;
    // A face that turns as the line and this corner do has its front towards growing angles.
    if (sides[i] != 0 && !std::exchange(known, true)) face.half_planes.push_back({t.p[i], is_a, sides[i] == way ? -1 : 1});
  }
  faces_.push_back(std::move(face));
}

// An edge of a face, whose inside is to its left; false if all of the line is to its right. The sides are those of the line
// on which its ends lie.
bool ContactLine::add_border(const Vec3& p, const Vec3& q, const int (&sides)[2], int axis, FaceAlong& face) {
  if (sides[0] == 0 && sides[1] == 0) return true;
  int from = 0, to = 0;
  std::optional<Form> form;
  if (at_vertices_) {
    from = orient2d(p, q, first_.approximate, axis);
    to = orient2d(p, q, last_.approximate, axis);
  } else {
    form = line_of(p, q, axis);
    from = form->at(first_.exact).sign();
    to = form->at(last_.exact).sign();
  }
  if (from * to >= 0) return from + to >= 0;
  const bool at_corner = at_vertices_ && (sides[0] == 0 || sides[1] == 0);
  const double rough = at_corner ? add_cut(sides[0] == 0 ? p : q) : add_cut(form ? *form : line_of(p, q, axis));
  face.borders.push_back({p, q, axis, rough, to > 0});
  return true;
}

// Where a form changes its sign, which it does.
double ContactLine::add_cut(const Form& form) {
  const ExactPoint &p = first_.exact, &q = last_.exact;
  Exact from = form.at(p), to = form.at(q);
  Exact& negative = from.sign() < 0 ? from : to;
  negative = -negative;
  ExactPoint c;
  c.x = p.x * to + q.x * from;
  c.y = p.y * to + q.y * from;
  c.z = p.z * to + q.z * from;
  c.w = p.w * to + q.w * from;
  const double rough = rough_quotient(q.w * from, c.w);
  cuts_.push_back({std::move(c), rough});
  return rough;
}

// At a corner between two vertices: many faces have it.
double ContactLine::add_cut(const Vec3& corner) {
  const double from = first_.approximate[long_axis_];
  const double rough = (corner[long_axis_] - from) / (last_.approximate[long_axis_] - from);
  if (std::find(corner_cuts_.begin(), corner_cuts_.end(), corner) == corner_cuts_.end()) {
    corner_cuts_.push_back(corner);
    cuts_.push_back({ExactPoint(corner), rough});
  }
  return rough;
}

double ContactLine::rough_place(const ExactPoint& m) const {
  const ExactPoint& p = first_.exact;
  const Exact from_first = m[long_axis_] * p.w - p[long_axis_] * m.w;
  return rough_quotient(from_first * last_.exact.w, along_[long_axis_] * m.w);
}

// -1, 0, 1 by the order along the line.
int ContactLine::compare_cuts(const Cut& x, const Cut& y) const {
  if (std::fabs(x.rough - y.rough) > kRoughCut) return x.rough < y.rough ? -1 : 1;
  return forward_ * compare_lexicographic(x.point, y.point);
}

std::vector<ExactPoint> ContactLine::middles() const {
  std::vector<ExactPoint> middles;
  for (std::size_t i = 0; i + 1 < cuts_.size(); ++i)
    if (compare_cuts(cuts_[i], cuts_[i + 1]) != 0) middles.push_back(midpoint(cuts_[i].point, cuts_[i + 1].point));
  return middles;
}

bool ContactLine::holds(const FaceAlong& face, const ExactPoint& middle, double rough) const {
  return std::all_of(face.borders.begin(), face.borders.end(), [&](const Border& border) {
    if (std::fabs(rough - border.rough) > kRoughCut) return (rough > border.rough) == border.after;
    return line_of(border.p, border.q, border.axis).at(middle).sign() > 0;
  });
}

// The half-planes of the faces that hold the middle, by their angles from the ray, equal ones together. None if one of them
// lies along the ray.
ContactLine::HalfPlanes ContactLine::half_planes_from(const Vec3& ray, const ExactPoint& middle) const {
  std::vector<const HalfPlane*> halves[2];  // in the first and in the second half turn
  const double rough = rough_place(middle);
  for (const FaceAlong& face : faces_) {
    if (!holds(face, middle, rough)) continue;
    for (const HalfPlane& half_plane : face.half_planes) {
      const int side = turn_from_ray(ray, half_plane.corner);
      if (side == 0) return {};
      halves[side > 0 ? 0 : 1].push_back(&half_plane);
    }
  }
  HalfPlanes half_planes;
  for (std::vector<const HalfPlane*>& half : halves) {
    std::stable_sort(half.begin(), half.end(),
                     [&](const HalfPlane* x, const HalfPlane* y) { return turn(x->corner, y->corner) > 0; });
    for (std::size_t i = 0; i < half.size(); ++i) {
      if (i == 0 || turn(half[i - 1]->corner, half[i]->corner) != 0) half_planes.emplace_back();
      half_planes.back().push_back(half[i]);
    }
  }
  return half_planes;
}

std::optional<LineFan> ContactLine::fan_at(const ExactPoint& middle) const {
  const RayStart start(middle);
  for (int attempt = 0; attempt < kMostRays; ++attempt) {
    const Vec3 ray = ray_direction(attempt);
    const HalfPlanes half_planes = half_planes_from(ray, middle);
    if (half_planes.empty()) continue;
    const std::optional<int> a = winding_of(a_, start, ray, a_in_plane_);
    const std::optional<int> b = a ? winding_of(b_, start, ray, b_in_plane_) : std::nullopt;
    if (a && b) return walk_around(half_planes, {*a, *b});
  }
  return std::nullopt;
}

LineFan ContactLine::walk_around(const HalfPlanes& half_planes, LineFan::Wedge here) const {
  const bool a_closed = a_.object().closed(), b_closed = b_.object().closed();
  LineFan fan;
  fan.wedges.push_back(here);
  for (const std::vector<const HalfPlane*>& together : half_planes) {
    bool of_a = false, of_b = false;
    const LineFan::Wedge before = here;
    for (const HalfPlane* half_plane : together) {
      (half_plane->of_a ? of_a : of_b) = true;
      if (half_plane->of_a && a_closed) here.a += half_plane->step;
      if (!half_plane->of_a && b_closed) here.b += half_plane->step;
    }
    if (of_a != of_b) fan.walls.push_back({of_a, of_a ? before.b : before.a});
    fan.wedges.push_back(here);
  }
  return fan;
}

bool SeenPieces::add(const ContactLine& line, const ExactPoint& middle) {
  const Vec3 at = rounded(middle);
  std::vector<Piece>& near = pieces_[{at.x(), at.y(), at.z()}];
  for (const Piece& piece : near) {
    const ContactLine::Direction n = line.normal_of(piece.along);
    if (n.x.sign() == 0 && n.y.sign() == 0 && n.z.sign() == 0 && piece.middle == middle) return false;
  }
  near.push_back({middle, line.along_});
  return true;
}

}  // namespace impinge
