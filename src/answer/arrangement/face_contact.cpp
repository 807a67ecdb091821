// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Each corner of the common part is a corner of one face, or an edge of one that passes through the other; signs of
// determinants of input points tell on what of the other face it lies.
#include "answer/arrangement/face_contact.h"

#include <array>
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

// The corner that lies alone on its side of a plane, which no corner lies on; 3 if all are on one side.
constexpr int lone_corner(const int (&sides)[3]) {
  for (int i = 0; i < 3; ++i)
    if (sides[i] != sides[next(i)] && sides[i] != sides[(i + 2) % 3]) return i;
  return 3;
}

// Signs of two faces that cross in general position.
struct PlainSigns {
  int a_sides[3] = {}, b_sides[3] = {};  // of the other plane: positive behind it
  int a_lone = 3, b_lone = 3;
  int order[2][2] = {};  // of the edges that the line passes, see plain_contact

  // False if the planes do not part both faces.
  constexpr bool find_lone() {
    a_lone = lone_corner(a_sides);
    b_lone = lone_corner(b_sides);
    return a_lone != 3 && b_lone != 3;
  }

  // False if they do not cross.
  constexpr bool find(PlainContact& contact) const {
    const int a_edges[2] = {a_lone, (a_lone + 2) % 3}, b_edges[2] = {b_lone, (b_lone + 2) % 3};
    int counts[2] = {0, 0};
    const auto put = [&](bool of_b, int edge, bool last) {
      contact.ends[last ? 1 : 0] = {of_b, static_cast<std::uint8_t>(edge)};
      ++counts[last ? 1 : 0];
    };
    for (int i = 0; i < 2; ++i) {
      if (order[i][0] == order[i][1]) put(false, a_edges[i], a_sides[a_edges[i]] < 0);
      if (order[0][i] == order[1][i]) put(true, b_edges[i], b_sides[b_edges[i]] > 0);
    }
    return counts[0] == 1 && counts[1] == 1;
  }
};

// What all signs of a pair together say, as EightCrossings has them.
struct Told {
  bool cross = false;
  PlainContact contact{};
};

constexpr std::array<Told, EightCrossings::kSigns> told_by_signs() {
  std::array<Told, EightCrossings::kSigns> told{};
  for (std::uint64_t bits = 0; bits < EightCrossings::kSigns; ++bits) {
    const auto sign = [&](int bit) { return (bits >> bit & 1) != 0 ? 1 : -1; };
    PlainSigns signs;
    for (int i = 0; i < 3; ++i) {
      signs.a_sides[i] = sign(i);
      signs.b_sides[i] = sign(3 + i);
    }
    // All four edges begin in the lone corners there; the second of each face runs towards its own.
    for (int x = 0; x < 2; ++x)
      for (int y = 0; y < 2; ++y) signs.order[x][y] = sign(6 + 2 * x + y) * (x == y ? 1 : -1);
    Told& here = told[bits];
    here.cross = signs.find_lone() && signs.find(here.contact);
  }
  return told;
}

constexpr std::array<Told, EightCrossings::kSigns> kTold = told_by_signs();

}  // namespace

// The line in which the planes meet passes the two edges at the lone corner of each face, and determinants of an edge of a
// and one of b tell in which order. An edge that passes the other plane from its front to its back, counter-clockwise about
// its own face, has the back on the right of the way into the face.
std::optional<PlainContact> plain_contact(const Triangle& a, const Triangle& b) {
  PlainSigns signs;
  for (int i = 0; i < 3; ++i) {
    signs.a_sides[i] = orient3d(b.p[0], b.p[1], b.p[2], a.p[i]);
    signs.b_sides[i] = orient3d(a.p[0], a.p[1], a.p[2], b.p[i]);
    if (signs.a_sides[i] == 0 || signs.b_sides[i] == 0) return std::nullopt;
  }
  if (!signs.find_lone()) return std::nullopt;
  const int a_edges[2] = {signs.a_lone, (signs.a_lone + 2) % 3}, b_edges[2] = {signs.b_lone, (signs.b_lone + 2) % 3};
  for (int x = 0; x < 2; ++x)
    for (int y = 0; y < 2; ++y) {
      signs.order[x][y] = orient3d(a.p[a_edges[x]], a.p[next(a_edges[x])], b.p[b_edges[y]], b.p[next(b_edges[y])]);
      if (signs.order[x][y] == 0) return std::nullopt;
    }
  PlainContact contact{};
  if (!signs.find(contact)) return std::nullopt;
  return contact;
}

void PlainContacts::find(std::size_t count) {
  signs_.run();
  for (std::size_t i = 0; i < count; ++i) {
    if (signs_.signs[i] >= EightCrossings::kSigns) {
      contacts[i] = plain_contact(a[i], b[i]);
      continue;
    }
    const Told& told = kTold[signs_.signs[i]];
    contacts[i] = told.cross ? std::optional(told.contact) : std::nullopt;
  }
}

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
