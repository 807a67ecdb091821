// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// libFuzzer target: two triangles from bytes. The relation must be symmetric and equal to the slow one by Minkowski
// difference. Bytes: mode, then 18 coordinates; mode 0 raw doubles, 1 small integers, 2 a mantissa and an exponent of one
// byte each.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "../tests/support/minkowski_relation.h"
#include "base/exact_number.h"
#include "exact/face_pair_static.h"

namespace {

using impinge::Exact;
using impinge::Relation;
using impinge::Triangle;
using Corner = impinge::test::Vector3<Exact>;

constexpr std::size_t kCoordinates = 18;

double read_coordinate(std::uint8_t mode, const std::uint8_t* bytes) {
  if (mode == 1) return bytes[0] % 5;
  if (mode == 2) return std::ldexp(static_cast<std::int8_t>(bytes[0]), static_cast<std::int8_t>(bytes[1]));
  double value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

bool read_triangles(const std::uint8_t* data, std::size_t size, std::array<Triangle, 2>& triangles) {
  if (size == 0) return false;
  const std::uint8_t mode = data[0] % 3;
  const std::size_t width = mode == 0 ? 8 : mode;
  if (size < 1 + kCoordinates * width) return false;
  for (std::size_t i = 0; i < kCoordinates; ++i) {
    const double value = read_coordinate(mode, data + 1 + i * width);
    if (!std::isfinite(value)) return false;
    triangles[i / 9].p[i % 9 / 3][static_cast<Eigen::Index>(i % 3)] = value;
  }
  return true;
}

Relation slow_relation(const Triangle& a, const Triangle& b) {
  std::array<Corner, 3> ea, eb;
  for (std::size_t i = 0; i < 3; ++i) {
    ea[i] = {a.p[i].x(), a.p[i].y(), a.p[i].z()};
    eb[i] = {b.p[i].x(), b.p[i].y(), b.p[i].z()};
  }
  return impinge::test::minkowski_relation<Exact>(ea, eb);
}

void require(bool truth) {
  if (!truth) std::abort();
}

void require_symmetry(const Triangle& a, const Triangle& b, Relation relation) {
  std::array<int, 3> order = {0, 1, 2};
  do {
    const Triangle turned = {{a.p[order[0]], a.p[order[1]], a.p[order[2]]}};
    require(face_pair_static(turned, b) == relation);
    require(face_pair_static(b, turned) == relation);
  } while (std::next_permutation(order.begin(), order.end()));
}

// No corner is shared by id or by place, so the self test must say the same as the plain one.
void require_self_agrees(const Triangle& a, const Triangle& b, Relation relation) {
  for (const auto& p : a.p) {
    for (const auto& q : b.p) {
      if (p == q) return;
    }
  }
  require(self_pair_static(a, {0, 1, 2}, b, {3, 4, 5}) == relation);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::array<Triangle, 2> triangles;
  if (!read_triangles(data, size, triangles)) return 0;
  const auto& [a, b] = triangles;
  const Relation relation = face_pair_static(a, b);
  require(relation == slow_relation(a, b));
  require_symmetry(a, b, relation);
  require_symmetry(b, a, relation);
  require_self_agrees(a, b, relation);
  return 0;
}
