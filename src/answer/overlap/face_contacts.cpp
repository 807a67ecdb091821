// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/overlap/face_contacts.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "answer/overlap/cut_points.h"
#include "answer/overlap/face_contact.h"
#include "base/predicates.h"
#include "exact/flat_pair.h"
#include "exact/triangle_intersection.h"

namespace impinge {

namespace {

Vec3 unit_normal(const Triangle& t) {
  const Vec3 normal = (t.p[1] - t.p[0]).cross(t.p[2] - t.p[0]);
  const double length = normal.norm();
  return length > 0 ? Vec3(normal / length) : Vec3::Zero();
}

// On what of the face a point of it lies; the face may be degenerate.
FaceSpot feature_at(const ExactPoint& p, const Triangle& t) {
  for (std::uint8_t i = 0; i < 3; ++i)
    if (p == ExactPoint(t.p[i])) return {FaceFeature::vertex, i};
  for (std::uint8_t i = 0; i < 3; ++i)
    if (on_segment(p, t.p[i], t.p[(i + 1) % 3])) return {FaceFeature::edge, i};
  return {FaceFeature::face, 0};
}

ContactPoint contact_point(const Vec3& point, const FaceSpot& a, const FaceSpot& b) {
  return {point, a.kind, b.kind, a.index, b.index};
}

// A degenerate face is a segment or a point, and so is what it shares with another.
void add_points_of_degenerate(const Triangle& a, const Triangle& b, Contact& contact) {
  const auto [first, last] = intersection_ends(a, b);
  contact.points.push_back(contact_point(rounded(first), feature_at(first, a), feature_at(first, b)));
  if (!(first == last)) contact.points.push_back(contact_point(rounded(last), feature_at(last, a), feature_at(last, b)));
}

class Contacts {
 public:
  Contacts(const WorldObject& a, const WorldObject& b) : bodies_{&a, &b}, points_(bodies_) {}

  Contact contact(const FacePair& pair) {
    const std::uint32_t f = pair.a_face, g = pair.b_face + bodies_.first_b_face();
    const Triangle a = bodies_.triangle(f), b = bodies_.triangle(g);
    Contact contact{pair.a_face, pair.b_face, pair.relation, false, unit_normal(a), unit_normal(b), {}};
    if (degenerate(a) || degenerate(b)) {
      add_points_of_degenerate(a, b, contact);
      return contact;
    }
    FaceContact shared = face_contact(a, b);
    contact.coplanar = shared.coplanar;
    std::vector<std::pair<std::uint32_t, SharedPoint>> corners;
    for (int i = 0; i < shared.count; ++i) {
      const SharedPoint& p = shared.points[static_cast<std::size_t>(i)];
      corners.emplace_back(points_.shared(p, f, g), p);
    }
    if (corners.size() > 2) put_in_order(corners, a);
    for (const auto& [point, p] : corners) contact.points.push_back(contact_point(points_.rounded(point), p.a, p.b));
    return contact;
  }

 private:
  // The corners of a convex polygon, counter-clockwise about the normal of the face.
  void put_in_order(std::vector<std::pair<std::uint32_t, SharedPoint>>& corners, const Triangle& face) const {
    const int axis = shadow_axis(face), turn = orient2d(face.p[0], face.p[1], face.p[2], axis);
    const std::uint32_t pivot = corners.front().first;
    std::sort(corners.begin() + 1, corners.end(),
              [&](const auto& x, const auto& y) { return points_.orient2d(pivot, x.first, y.first, axis) * turn > 0; });
  }

  TwoBodies bodies_;
  CutPoints points_;
};

}  // namespace

std::vector<Contact> face_contacts(const WorldObject& a, const WorldObject& b, std::span<const FacePair> pairs) {
  Contacts contacts(a, b);
  std::vector<Contact> result;
  result.reserve(pairs.size());
  for (const FacePair& p : pairs) result.push_back(contacts.contact(p));
  return result;
}

}  // namespace impinge
