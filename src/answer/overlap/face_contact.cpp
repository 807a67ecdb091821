// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Each corner of the common part is a corner of one face, or an edge of one that passes through the other; signs of
// determinants of input points tell on what of the other face it lies.
#include "answer/overlap/face_contact.h"

#include <optional>

#include "base/predicates.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

constexpr std::uint8_t next(int i) { return static_cast<std::uint8_t>((i + 1) % 3); }

// From the sides on which a point lies of the three edges, 0 on its line: where it is, if not outside.
std::optional<FaceSpot> located(const int (&sides)[3]) {
  bool left = false, right = false;
  int zeros = 0;
  std::uint8_t zero = 0;
  for (std::uint8_t k = 0; k < 3; ++k) {
    left |= sides[k] > 0;
    right |= sides[k] < 0;
    if (sides[k] == 0) {
      ++zeros;
      zero = k;
    }
  }
  if (left && right) return std::nullopt;
  if (zeros == 0) return FaceSpot{FaceFeature::face, 0};
  if (zeros == 1) return FaceSpot{FaceFeature::edge, zero};
  // Edges k and k + 1 share corner k + 1.
  for (std::uint8_t k = 0; k < 3; ++k)
    if (sides[k] == 0 && sides[next(k)] == 0) return FaceSpot{FaceFeature::vertex, next(k)};
  return std::nullopt;
}

// A point in the plane of t.
std::optional<FaceSpot> locate(const Vec3& p, const Triangle& t, int axis) {
  int sides[3];
  for (int k = 0; k < 3; ++k) sides[k] = orient2d(t.p[k], t.p[next(k)], p, axis);
  return located(sides);
}

// Where the segment from p to q passes the plane of t, which parts them.
std::optional<FaceSpot> locate(const Vec3& p, const Vec3& q, const Triangle& t) {
  int sides[3];
  for (int k = 0; k < 3; ++k) sides[k] = orient3d(p, q, t.p[k], t.p[next(k)]);
  return located(sides);
}

// Corners and edges of t that lie in the other face or pass through it; `add` takes the feature of t, then the other's.
template <typename Add>
void pass_through(const Triangle& t, const int (&sides)[3], const Triangle& other, int axis, const Add& add) {
  for (std::uint8_t i = 0; i < 3; ++i) {
    if (sides[i] == 0) {
      if (const auto where = locate(t.p[i], other, axis)) add(FaceSpot{FaceFeature::vertex, i}, *where);
    } else if (sides[i] * sides[next(i)] < 0) {
      if (const auto where = locate(t.p[i], t.p[next(i)], other)) add(FaceSpot{FaceFeature::edge, i}, *where);
    }
  }
}

FaceContact coplanar_contact(const Triangle& a, const Triangle& b) {
  FaceContact contact;
  contact.coplanar = true;
  const int axis = shadow_axis(a);
  for (std::uint8_t i = 0; i < 3; ++i) {
    if (const auto where = locate(a.p[i], b, axis)) contact.add({{FaceFeature::vertex, i}, *where});
    if (const auto where = locate(b.p[i], a, axis)) contact.add({*where, {FaceFeature::vertex, i}});
    for (std::uint8_t k = 0; k < 3; ++k) {
      const Vec3 &p = a.p[i], &q = a.p[next(i)], &r = b.p[k], &s = b.p[next(k)];
      if (orient2d(r, s, p, axis) * orient2d(r, s, q, axis) < 0 && orient2d(p, q, r, axis) * orient2d(p, q, s, axis) < 0)
        contact.add({{FaceFeature::edge, i}, {FaceFeature::edge, k}});
    }
  }
  return contact;
}

}  // namespace

FaceContact face_contact(const Triangle& a, const Triangle& b) {
  int a_sides[3], b_sides[3];
  bool flat = true;
  for (int i = 0; i < 3; ++i) {
    a_sides[i] = orient3d(b.p[0], b.p[1], b.p[2], a.p[i]);
    flat = flat && a_sides[i] == 0;
  }
  if (flat) return coplanar_contact(a, b);
  for (int i = 0; i < 3; ++i) b_sides[i] = orient3d(a.p[0], a.p[1], a.p[2], b.p[i]);
  FaceContact contact;
  pass_through(a, a_sides, b, shadow_axis(b), [&](const FaceSpot& own, const FaceSpot& other) {
    contact.add({own, other});
  });
  pass_through(b, b_sides, a, shadow_axis(a), [&](const FaceSpot& own, const FaceSpot& other) {
    contact.add({other, own});
  });
  return contact;
}

}  // namespace impinge
