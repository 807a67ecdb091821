// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The relation of two triangles by their Minkowski difference, for any exact number type with + - *. Slow, short, and
// unlike the code under test: the triangles meet if the origin lies in { a - b }, their insides if it lies strictly inside.
// Based on: Gottschalk, Lin & Manocha, OBBTree, 1996 (separating axes); Rockafellar, Convex Analysis, 1970, section 11.

#include <array>
#include <span>
#include <vector>

#include <impinge/answer.h>

namespace impinge::test {

template <class Number>
struct Vector3 {
  Number x, y, z;
};

template <class Number>
Vector3<Number> operator-(const Vector3<Number>& p, const Vector3<Number>& q) {
  return {Number(p.x - q.x), Number(p.y - q.y), Number(p.z - q.z)};
}

template <class Number>
Vector3<Number> cross(const Vector3<Number>& p, const Vector3<Number>& q) {
  return {Number(p.y * q.z - p.z * q.y), Number(p.z * q.x - p.x * q.z), Number(p.x * q.y - p.y * q.x)};
}

/// -1, 0 or 1: a member for our own numbers, GMP's function for its rationals.
template <class Number>
int sign_of(const Number& number) {
  if constexpr (requires { number.sign(); }) {
    return number.sign();
  } else {
    return sgn(number);
  }
}

template <class Number>
Number dot(const Vector3<Number>& p, const Vector3<Number>& q) {
  return Number(p.x * q.x + p.y * q.y + p.z * q.z);
}

template <class Number>
int dot_sign(const Vector3<Number>& p, const Vector3<Number>& q) {
  return sign_of(dot(p, q));
}

template <class Number>
bool is_zero(const Vector3<Number>& v) {
  return sign_of(v.x) == 0 && sign_of(v.y) == 0 && sign_of(v.z) == 0;
}

/// Where the origin lies with respect to a convex set, seen along some directions.
struct OriginSide {
  bool in_closure = true;
  bool in_inside = true;
};

/// Tests the origin against { a_i - b_j } along each direction. Exact if the directions hold the normal of every facet.
template <class Number>
OriginSide origin_side(std::span<const Vector3<Number>> a, std::span<const Vector3<Number>> b,
                       std::span<const Vector3<Number>> directions) {
  OriginSide side;
  for (const auto& direction : directions) {
    if (is_zero(direction)) continue;
    std::vector<Number> heights;
    for (const auto& q : b) heights.push_back(dot(direction, q));
    bool some_positive = false, some_negative = false, some_zero = false;
    for (const auto& p : a) {
      const Number height = dot(direction, p);
      for (const Number& other : heights) {
        const int s = sign_of(Number(height - other));
        (s > 0 ? some_positive : s < 0 ? some_negative : some_zero) = true;
      }
    }
    if (!(some_positive && some_negative)) {
      side.in_inside = false;
      if (!some_zero) return {false, false};
    }
  }
  return side;
}

/// The normals of every facet of { a - b } for two triangles of any degeneracy, and the dimension of that set.
template <class Number>
int difference_directions(std::span<const Vector3<Number>, 3> a, std::span<const Vector3<Number>, 3> b,
                          std::vector<Vector3<Number>>& directions) {
  std::array<Vector3<Number>, 6> edges;
  for (std::size_t i = 0; i < 3; ++i) {
    edges[i] = a[(i + 1) % 3] - a[i];
    edges[i + 3] = b[(i + 1) % 3] - b[i];
  }
  Vector3<Number> line = edges[0];
  for (const auto& edge : edges) {
    if (is_zero(line)) line = edge;
  }
  const Vector3<Number> offset = a[0] - b[0];
  if (is_zero(line)) {
    directions = {offset};
    return 0;
  }
  Vector3<Number> normal = cross(line, line);
  for (const auto& edge : edges) {
    if (is_zero(normal)) normal = cross(line, edge);
  }
  if (is_zero(normal)) {
    directions = {line, cross(cross(line, offset), line)};
    return 1;
  }
  bool flat = true;
  for (const auto& edge : edges) flat = flat && dot_sign(normal, edge) == 0;
  directions = {normal};
  if (flat) {
    for (const auto& edge : edges) directions.push_back(cross(normal, edge));
    return 2;
  }
  directions = {cross(edges[0], edges[1]), cross(edges[3], edges[4])};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 3; j < 6; ++j) directions.push_back(cross(edges[i], edges[j]));
  }
  return 3;
}

/// How two triangles of any degeneracy meet.
template <class Number>
Relation minkowski_relation(std::span<const Vector3<Number>, 3> a, std::span<const Vector3<Number>, 3> b) {
  std::vector<Vector3<Number>> directions;
  const int dimension = difference_directions(a, b, directions);
  const OriginSide side = origin_side<Number>(a, b, directions);
  if (!side.in_closure) return Relation::disjoint;
  const bool degenerate = is_zero(cross(a[1] - a[0], a[2] - a[0])) || is_zero(cross(b[1] - b[0], b[2] - b[0]));
  return dimension == 3 && !degenerate && side.in_inside ? Relation::crossing : Relation::touching;
}

}  // namespace impinge::test
