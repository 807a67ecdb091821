// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>

#include <impinge/mesh.h>

namespace impinge::io {

/// A placement inside a file: linear * point + offset, in a fixed order of operations.
struct Affine {
  Eigen::Matrix3d linear = Eigen::Matrix3d::Identity();
  Vec3 offset = Vec3::Zero();

  Vec3 operator()(const Vec3& p) const {
    Vec3 placed;
    for (int i = 0; i < 3; ++i) {
      placed[i] = ((linear(i, 0) * p.x() + linear(i, 1) * p.y()) + linear(i, 2) * p.z()) + offset[i];
    }
    return placed;
  }

  /// This after the other.
  Affine after(const Affine& first) const {
    Affine both;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        both.linear(i, k) =
            (linear(i, 0) * first.linear(0, k) + linear(i, 1) * first.linear(1, k)) + linear(i, 2) * first.linear(2, k);
      }
    }
    both.offset = (*this)(first.offset);
    return both;
  }

  /// Turns shapes inside out, so that the corners of faces must be given in the other order.
  bool mirrors() const { return linear.determinant() < 0; }
};

}  // namespace impinge::io
