// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/overlap/face_contacts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "answer/arrangement/cut_points.h"
#include "answer/arrangement/face_contact.h"
#include "base/predicates.h"
#include "exact/flat_pair.h"
#include "exact/triangle_intersection.h"

namespace impinge {

namespace {

Vec3 unit_normal(const Triangle& t) {
  const Vec3 normal = rough_normal(t);
  // The squares in an order that turning the face does not change.
  std::array squares{normal.x() * normal.x(), normal.y() * normal.y(), normal.z() * normal.z()};
  std::sort(squares.begin(), squares.end());
  const double length = std::sqrt(squares[0] + squares[1] + squares[2]);
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
  Contacts(const WorldObject& a, const WorldObject& b, std::size_t pairs) : bodies_{&a, &b}, points_(bodies_) {
    points_.reserve(pairs + pairs / 8);
  }

  std::vector<Contact> all(std::span<const FacePair> pairs) {
    std::vector<Contact> result;
    result.reserve(pairs.size());
    plain_.reserve(pairs.size());
    for (std::size_t first = 0; first < pairs.size(); first += PlainContacts::kCount) {
      const std::size_t count = std::min(PlainContacts::kCount, pairs.size() - first);
      for (std::size_t i = 0; i < count; ++i)
        eight_.set(i, bodies_.triangle(pairs[first + i].a_face),
                   bodies_.triangle(pairs[first + i].b_face + bodies_.first_b_face()));
      eight_.find(count);
      for (std::size_t i = 0; i < count; ++i)
        result.push_back(contact(pairs[first + i], static_cast<std::uint32_t>(first + i), i));
    }
    points_.place_rest();
    for (const auto& [index, ends] : plain_)
      for (std::size_t i = 0; i < 2; ++i) result[index].points[i].point = points_.rounded(ends[i]);
    return result;
  }

 private:
  // `place` is where it stands among the eight.
  Contact contact(const FacePair& pair, std::uint32_t index, std::size_t place) {
    const std::uint32_t f = pair.a_face, g = pair.b_face + bodies_.first_b_face();
    const Triangle &a = eight_.a[place], &b = eight_.b[place];
    Contact contact{pair.a_face, pair.b_face, pair.relation, false, unit_normal(a), unit_normal(b), {}};
    if (const std::optional<PlainContact>& plain = eight_.contacts[place]) {
      contact.points.reserve(2);
      std::array<std::uint32_t, 2> ends{};
      for (std::size_t i = 0; i < 2; ++i) {
        const PlainContact::End& end = plain->ends[i];
        const FaceSpot edge{FaceFeature::edge, end.edge}, inside{FaceFeature::face, 0};
        const SharedPoint p = end.of_b ? SharedPoint{inside, edge} : SharedPoint{edge, inside};
        ends[i] = end.of_b ? points_.edge_through_face_later(bodies_.corners(g), b, end.edge, f, a)
                           : points_.edge_through_face_later(bodies_.corners(f), a, end.edge, g, b);
        contact.points.push_back(contact_point(Vec3::Zero(), p.a, p.b));
      }
      plain_.emplace_back(index, ends);
      return contact;
    }
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

  // The corners of a convex polygon, counter-clockwise about the normal of the face.
  void put_in_order(std::vector<std::pair<std::uint32_t, SharedPoint>>& corners, const Triangle& face) const {
    const int axis = shadow_axis(face), turn = orient2d(face.p[0], face.p[1], face.p[2], axis);
    const std::uint32_t pivot = corners.front().first;
    std::sort(corners.begin() + 1, corners.end(),
              [&](const auto& x, const auto& y) { return points_.orient2d(pivot, x.first, y.first, axis) * turn > 0; });
  }

  TwoBodies bodies_;
  CutPoints points_;
  PlainContacts eight_;
  std::vector<std::pair<std::uint32_t, std::array<std::uint32_t, 2>>> plain_;  // contacts and the ends of their segments
};

}  // namespace

std::vector<Contact> face_contacts(const WorldObject& a, const WorldObject& b, std::span<const FacePair> pairs) {
  return Contacts(a, b, pairs.size()).all(pairs);
}

}  // namespace impinge
