// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Angles are measured around the line, right-handed, from a ray in general position: the winding numbers along it are those
// of the first wedge, and each half-plane that is passed changes them by one.
#include "answer/verdict/contact_line.h"

#include <algorithm>
#include <utility>

#include "base/predicates.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

constexpr int kMostRays = 64;  // directions are random: two in a row that meet edges are already rare

std::optional<int> winding_of(const Body& body, const RayStart& start, const Vec3& r) {
  return body.object().closed() ? body.winding_along(start, r) : std::optional<int>(0);
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

ContactLine::ContactLine(const RayStart& first, const RayStart& last, const Body& a, const Body& b)
    : first_(first),
      last_(last),
      at_vertices_(first.error == 0 && last.error == 0),
      a_(a),
      b_(b),
      cuts_{first.exact, last.exact} {
  const ExactPoint &p = first.exact, &q = last.exact;
  along_ = {q.x * p.w - p.x * q.w, q.y * p.w - p.y * q.w, q.z * p.w - p.z * q.w};
  add_faces(a, true);
  add_faces(b, false);
  std::sort(cuts_.begin(), cuts_.end(),
            [](const ExactPoint& x, const ExactPoint& y) { return compare_lexicographic(x, y) < 0; });
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
  return (axis == 0 ? n.x : axis == 1 ? n.y : n.z).sign();
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
  body.walk([&](const Box& box) { return boxes_meet(box, near); },
            [&](std::uint32_t face) {
              const Triangle t = body.object().triangle(face);
              if (!boxes_meet(box_of(t), near) || degenerate(t)) return;
              const int from = side_of(t, first_), to = side_of(t, last_);
              if (from == 0 && to == 0) return add_face(t, is_a);
              // Faces that the line passes beside cut nothing.
              if (at_vertices_ && !segment_meets_triangle(first_.approximate, last_.approximate, t)) return;
              if (from * to < 0) add_cut(plane_of(t));
            });
}

void ContactLine::add_face(const Triangle& t, bool is_a) {
  const int axis = shadow_axis(t);
  const int way = orient2d(t.p[0], t.p[1], t.p[2], axis);
  FaceAlong face;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &p = t.p[i], &q = t.p[(i + 1) % 3];
    if (!(way > 0 ? add_border(p, q, axis, face) : add_border(q, p, axis, face))) return;
  }
  bool has_left = false, has_right = false;
  for (const Vec3& corner : t.p) {
    const int side = side_in_shadow(corner, axis);
    bool& known = side > 0 ? has_left : has_right;
    // A face that turns as the line and this corner do has its front towards growing angles.
    if (side != 0 && !std::exchange(known, true)) face.half_planes.push_back({corner, is_a, side == way ? -1 : 1});
  }
  faces_.push_back(std::move(face));
}

// An edge of a face, whose inside is to its left; false if all of the line is to its right.
bool ContactLine::add_border(const Vec3& p, const Vec3& q, int axis, FaceAlong& face) {
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
  if (!form) form = line_of(p, q, axis);
  add_cut(*form);
  face.borders.push_back(std::move(*form));
  return true;
}

void ContactLine::add_cut(const Form& form) {
  const ExactPoint &p = first_.exact, &q = last_.exact;
  Exact from = form.at(p), to = form.at(q);
  if (from.sign() * to.sign() >= 0) return;
  Exact& negative = from.sign() < 0 ? from : to;
  negative = -negative;
  ExactPoint c;
  c.x = p.x * to + q.x * from;
  c.y = p.y * to + q.y * from;
  c.z = p.z * to + q.z * from;
  c.w = p.w * to + q.w * from;
  cuts_.push_back(std::move(c));
}

std::vector<ExactPoint> ContactLine::middles() const {
  std::vector<ExactPoint> middles;
  for (std::size_t i = 0; i + 1 < cuts_.size(); ++i)
    if (compare_lexicographic(cuts_[i], cuts_[i + 1]) != 0) middles.push_back(midpoint(cuts_[i], cuts_[i + 1]));
  return middles;
}

// The half-planes of the faces that hold the middle, by their angles from the ray, equal ones together. None if one of them
// lies along the ray.
ContactLine::HalfPlanes ContactLine::half_planes_from(const Vec3& ray, const ExactPoint& middle) const {
  std::vector<const HalfPlane*> halves[2];  // in the first and in the second half turn
  for (const FaceAlong& face : faces_) {
    const bool holds = std::all_of(face.borders.begin(), face.borders.end(),
                                   [&](const Form& border) { return border.at(middle).sign() > 0; });
    if (!holds) continue;
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
    const std::optional<int> a = winding_of(a_, start, ray);
    const std::optional<int> b = a ? winding_of(b_, start, ray) : std::nullopt;
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
