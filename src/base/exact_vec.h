// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include "base/exact_number.h"

namespace impinge {

/// A point or direction of exact numbers.
struct ExactVec {
  Exact x, y, z;
  ExactVec() = default;
  ExactVec(Exact px, Exact py, Exact pz) : x(std::move(px)), y(std::move(py)), z(std::move(pz)) {}
  explicit ExactVec(const Vec3& p) : x(p.x()), y(p.y()), z(p.z()) {}

  bool is_zero() const { return x.sign() == 0 && y.sign() == 0 && z.sign() == 0; }
  ExactVec operator-() const { return {-x, -y, -z}; }
  friend ExactVec operator+(const ExactVec& a, const ExactVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend ExactVec operator-(const ExactVec& a, const ExactVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend ExactVec operator*(const Exact& s, const ExactVec& a) { return {s * a.x, s * a.y, s * a.z}; }
};

inline Exact dot(const ExactVec& a, const ExactVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline ExactVec cross(const ExactVec& a, const ExactVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Each coordinate within 2^-50 of itself.
inline Vec3 roughly(const ExactVec& v) {
  const Exact one(1.0);
  return {rough_quotient(v.x, one), rough_quotient(v.y, one), rough_quotient(v.z, one)};
}

/// matrix * v and its transpose's, in real numbers.
/// @{
inline ExactVec exact_turned(const Eigen::Matrix3d& m, const ExactVec& v) {
  const auto row = [&](int i) { return Exact(m(i, 0)) * v.x + Exact(m(i, 1)) * v.y + Exact(m(i, 2)) * v.z; };
  return {row(0), row(1), row(2)};
}
inline ExactVec exact_turned_back(const Eigen::Matrix3d& m, const ExactVec& v) {
  const auto column = [&](int i) { return Exact(m(0, i)) * v.x + Exact(m(1, i)) * v.y + Exact(m(2, i)) * v.z; };
  return {column(0), column(1), column(2)};
}
/// @}

}  // namespace impinge
