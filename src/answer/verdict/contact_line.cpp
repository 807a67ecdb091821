// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Angles are measured around the line, right-handed, from a ray in general position: the winding numbers along it are those
// of the first wedge, and each sheet that is passed changes them by one.
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

ContactLine::Direction ContactLine::cross(const Direction& a, const Direction& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

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

ContactLine::ContactLine(const ExactPoint& first, const ExactPoint& last, const Body& a, const Body& b)
    : first_(first), last_(last), first_start_(first), last_start_(last), a_(a), b_(b), cuts_{first, last} {
  along_ = {last.x * first.w - first.x * last.w, last.y * first.w - first.y * last.w, last.z * first.w - first.z * last.w};
  add_faces(a, true);
  add_faces(b, false);
  std::sort(cuts_.begin(), cuts_.end(),
            [](const ExactPoint& x, const ExactPoint& y) { return compare_lexicographic(x, y) < 0; });
}

void ContactLine::add_faces(const Body& body, bool is_a) {
  Box near;
  for (const RayStart* end : {&first_start_, &last_start_}) {
    Box box;
    box.add(end->approximate);
    near.add(grown(box, end->error));
  }
  body.walk([&](const Box& box) { return boxes_meet(box, near); },
            [&](std::uint32_t face) {
              const Triangle t = body.object().triangle(face);
              if (!boxes_meet(box_of(t), near) || degenerate(t)) return;
              const int from = side_of(t, first_start_), to = side_of(t, last_start_);
              if (from == 0 && to == 0) return add_face(t, is_a);
              if (from * to < 0) add_cut(plane_of(t));
            });
}

void ContactLine::add_face(const Triangle& t, bool is_a) {
  const int axis = shadow_axis(t);
  const int turn = orient2d(t.p[0], t.p[1], t.p[2], axis);
  FaceAlong face;
  bool has_left = false, has_right = false;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &p = t.p[i], &q = t.p[(i + 1) % 3];
    face.edges[i] = turn > 0 ? line_of(p, q, axis) : line_of(q, p, axis);
    add_cut(face.edges[i]);
    Sheet sheet{{first_.w * p.x() - first_.x, first_.w * p.y() - first_.y, first_.w * p.z() - first_.z}, {}, is_a, 0};
    sheet.normal = cross(along_, sheet.off);
    const int side = (axis == 0 ? sheet.normal.x : axis == 1 ? sheet.normal.y : sheet.normal.z).sign();
    bool& known = side > 0 ? has_left : has_right;
    if (side == 0 || std::exchange(known, true)) continue;
    // A face that turns as the line and this corner do has its front towards growing angles.
    sheet.step = side == turn ? -1 : 1;
    face.sheets.push_back(std::move(sheet));
  }
  faces_.push_back(std::move(face));
}

void ContactLine::add_cut(const Form& form) {
  Exact from = form.at(first_), to = form.at(last_);
  if (from.sign() * to.sign() >= 0) return;
  Exact& negative = from.sign() < 0 ? from : to;
  negative = -negative;
  ExactPoint c;
  c.x = first_.x * to + last_.x * from;
  c.y = first_.y * to + last_.y * from;
  c.z = first_.z * to + last_.z * from;
  c.w = first_.w * to + last_.w * from;
  cuts_.push_back(std::move(c));
}

std::vector<ExactPoint> ContactLine::middles() const {
  std::vector<ExactPoint> middles;
  for (std::size_t i = 0; i + 1 < cuts_.size(); ++i)
    if (compare_lexicographic(cuts_[i], cuts_[i + 1]) != 0) middles.push_back(midpoint(cuts_[i], cuts_[i + 1]));
  return middles;
}

// The sheets of the faces that hold the middle, by their angles from the ray; none if a sheet lies along the ray.
std::vector<const ContactLine::Sheet*> ContactLine::sheets_from(const Direction& ray, const ExactPoint& middle) const {
  const Direction ray_normal = cross(along_, ray);
  std::vector<const Sheet*> upper, lower;  // in the first and in the second half turn
  for (const FaceAlong& face : faces_) {
    const bool holds =
        std::all_of(std::begin(face.edges), std::end(face.edges), [&](const Form& e) { return e.at(middle).sign() >= 0; });
    if (!holds) continue;
    for (const Sheet& sheet : face.sheets) {
      const int side = dot(ray_normal, sheet.off).sign();
      if (side == 0) return {};
      (side > 0 ? upper : lower).push_back(&sheet);
    }
  }
  for (auto* half : {&upper, &lower})
    std::stable_sort(half->begin(), half->end(),
                     [](const Sheet* x, const Sheet* y) { return dot(x->normal, y->off).sign() > 0; });
  upper.insert(upper.end(), lower.begin(), lower.end());
  return upper;
}

std::optional<LineFan> ContactLine::fan_at(const ExactPoint& middle) const {
  const RayStart start(middle);
  for (int attempt = 0; attempt < kMostRays; ++attempt) {
    const Vec3 r = ray_direction(attempt);
    const std::vector<const Sheet*> sheets = sheets_from({r.x(), r.y(), r.z()}, middle);
    if (sheets.empty()) continue;
    const auto a = winding_of(a_, start, r), b = a ? winding_of(b_, start, r) : std::nullopt;
    if (!a || !b) continue;
    LineFan fan;
    LineFan::Wedge here{*a, *b};
    fan.wedges.push_back(here);
    for (std::size_t i = 0, next = 0; i < sheets.size(); i = next) {
      bool of_a = false, of_b = false;
      const LineFan::Wedge before = here;
      // Sheets of one half-plane are passed together.
      for (next = i; next < sheets.size() && dot(sheets[i]->normal, sheets[next]->off).sign() == 0; ++next) {
        if (next > i && dot(sheets[i]->normal, sheets[next]->normal).sign() < 0) break;
        (sheets[next]->of_a ? of_a : of_b) = true;
        if (sheets[next]->of_a && a_.object().closed()) here.a += sheets[next]->step;
        if (!sheets[next]->of_a && b_.object().closed()) here.b += sheets[next]->step;
      }
      if (of_a != of_b) fan.walls.push_back({of_a, of_a ? before.b : before.a});
      fan.wedges.push_back(here);
    }
    return fan;
  }
  return std::nullopt;
}

}  // namespace impinge
