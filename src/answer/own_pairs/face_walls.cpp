// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// With edges up to s and points up to r away on each axis, n = e x h is at most 3 s^2 long and m = e x n 5.2 s^3. Corners
// that move by d on each axis change n by 12 s d, m by 32 s^2 d, and so n.(v - p) by 32 s r d and m.(v - p) by 72 s^2 r d;
// rounding adds some units of the largest term.
#include "answer/own_pairs/face_walls.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace impinge {

FaceWalls::FaceWalls(const Vec3& p, const Vec3& q, const Vec3& r, const Face& corners) : p_{p, q, r}, corners_(corners) {
  const Vec3 u = q - p, v = r - q, w = p - r;
  normal_ = w.cross(u);
  out_[0] = u.cross(normal_);
  out_[1] = v.cross(normal_);
  out_[2] = w.cross(normal_);
  size_ = std::max({u.cwiseAbs().maxCoeff(), v.cwiseAbs().maxCoeff(), w.cwiseAbs().maxCoeff()});
}

bool FaceWalls::holds_off(const FaceWalls& other, double slack) const {
  // Which corner of this face each corner of the other one is; 3 for none.
  int same[3];
  for (std::size_t j = 0; j < 3; ++j) {
    same[j] = 3;
    for (int k = 0; k < 3; ++k)
      if (other.corners_[j] == corners_[static_cast<std::size_t>(k)]) same[j] = k;
  }
  Vec3 way[3];
  double reach = size_;
  for (int j = 0; j < 3; ++j) {
    way[j] = other.p_[j] - p_[0];
    if (same[j] == 3) reach = std::max(reach, way[j].cwiseAbs().maxCoeff());
  }
  if (same[0] != 3 && same[1] != 3 && same[2] != 3) return false;
  const double rounding = 0x1p-43 * size_, edge_bound = reach * size_ * size_ * (80 * slack + rounding);
  if (!(edge_bound > 0x1p-900)) return false;  // what underflows proves nothing
  for (int k = 0; k < 3; ++k) {
    const double level = out_[k].dot(p_[k] - p_[0]);
    bool beyond = true;
    for (int j = 0; j < 3 && beyond; ++j)
      beyond = same[j] == 3 ? out_[k].dot(way[j]) - level > edge_bound : same[j] != (k + 2) % 3;
    if (beyond) return true;
  }
  const double plane_bound = reach * size_ * (40 * slack + rounding);
  bool above = true, below = true;
  for (int j = 0; j < 3; ++j) {
    if (same[j] != 3) continue;
    const double height = normal_.dot(way[j]);
    above = above && height > plane_bound;
    below = below && height < -plane_bound;
  }
  return above || below;
}

}  // namespace impinge
