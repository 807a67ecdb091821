// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Contact: a cube and a voxel meet unless one of 15 axes separates them (S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996):
// three of the voxel, which the range of rows and columns has, three of the cube, and nine products. Each is a pair of
// planes around the cube; solved for x, a stretch of the row. Products of the x axis have no x: they are checked row by row.
// Near-parallel products are left out, which only adds voxels. Centre: only the three axes of the cube.
#include "scene/octree/octree_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/octree/octree_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void bits_of_rows(const RowPlanes& planes, const RowPatch& patch, std::uint64_t* bits) {
  const hn::CappedTag<double, 8> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const RowPlanes::Offsets& offsets = RowPlanes::offsets();
  const auto magic = hn::Set(d, 0x1p52);  // adding it leaves a whole number in the low bits
  for (int i = 0; i < patch.rows; i += static_cast<int>(hn::Lanes(d))) {
    const auto y = hn::Add(hn::Set(d, patch.y), hn::LoadU(d, offsets.y[patch.ny] + i));
    const auto z = hn::Add(hn::Set(d, patch.z), hn::LoadU(d, offsets.z[patch.ny] + i));
    auto low = hn::Set(d, -planes.box_reach[0]), high = hn::Set(d, planes.box_reach[0]);
    for (int k = 0; k < planes.axes; ++k) {
      const auto middle = hn::Add(hn::Mul(hn::Set(d, planes.along_y[k]), y), hn::Mul(hn::Set(d, planes.along_z[k]), z));
      const auto width = hn::Set(d, planes.width[k]);
      low = hn::Max(low, hn::Sub(middle, width));
      high = hn::Min(high, hn::Add(middle, width));
    }
    const auto x = hn::Set(d, patch.x);
    low = hn::Max(hn::Ceil(hn::Add(low, x)), hn::Zero(d));
    high = hn::Min(hn::Floor(hn::Add(high, x)), hn::Set(d, patch.edge - 1));
    auto met = hn::Le(low, high);
    for (int k = 0; k < planes.checks; ++k) {
      const auto off = hn::Add(hn::Mul(hn::Set(d, planes.check_y[k]), y), hn::Mul(hn::Set(d, planes.check_z[k]), z));
      met = hn::And(met, hn::Le(hn::Abs(off), hn::Set(d, planes.reach[k])));
    }
    // From here on only stretches that were met count; the others may be out of range.
    const auto from = hn::And(hn::BitCast(du, hn::Add(low, magic)), hn::Set(du, 63));
    const auto to = hn::And(hn::BitCast(du, hn::Add(high, magic)), hn::Set(du, 63));
    const auto ones = hn::Set(du, ~std::uint64_t{0});
    const auto row = hn::And(hn::Shl(ones, from), hn::Shr(ones, hn::Sub(hn::Set(du, 63), to)));
    hn::StoreU(hn::IfThenElseZero(hn::RebindMask(du, met), row), du, bits + i);
  }
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cmath>

#include "base/triangle.h"

namespace impinge {

namespace {

constexpr double kParallel = 1e-7;  // products of axes nearer than this are left out

HWY_EXPORT(bits_of_rows);

}  // namespace

void row_bits(const RowPlanes& planes, const RowPatch& patch, std::uint64_t* bits) {
  HWY_DYNAMIC_DISPATCH(bits_of_rows)(planes, patch, bits);
}

RowPlanes::RowPlanes(const VoxelMotion& motion, VoxelRule rule, double grow) {
  const Eigen::Matrix3d& turn = motion.turn;
  const bool contact = rule == VoxelRule::contact;
  const double voxel = contact ? contact_half(motion, grow) : 0;
  for (int k = 0; k < 3; ++k) box_[k] = {voxel, turn.row(k).cwiseAbs().sum()};
  for (int j = 0; j < 3; ++j) add_axis(turn.col(j), {voxel * turn.col(j).cwiseAbs().sum(), 1});
  for (int i = 0; contact && i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 n = cross(Vec3::Unit(i), turn.col(j));
      if (n.cwiseAbs().maxCoeff() < kParallel) continue;
      add_axis(n, {voxel * n.cwiseAbs().sum(), std::fabs(turn(i, (j + 1) % 3)) + std::fabs(turn(i, (j + 2) % 3))});
    }
}

RowPlanes::Offsets::Offsets() {
  for (int ny = 0; ny <= kPatch; ++ny)
    for (int r = 0; r < kRows; ++r) {
      y[ny][r] = ny == 0 ? 0 : r % ny;
      z[ny][r] = ny == 0 ? 0 : r / ny;
    }
}

const RowPlanes::Offsets& RowPlanes::offsets() {
  static const Offsets offsets;
  return offsets;
}

void RowPlanes::add_axis(const Vec3& n, const Part& part) {
  if (std::fabs(n.x()) < 1e-100) {  // what it adds along x is far below the margin
    check_y[checks] = n.y();
    check_z[checks] = n.z();
    reach_[checks++] = part;
    return;
  }
  along_y[axes] = -n.y() / n.x();
  along_z[axes] = -n.z() / n.x();
  width_[axes++] = {part.own / std::fabs(n.x()), part.per_half / std::fabs(n.x())};
}

void RowPlanes::set_half(double half) {
  const auto at = [&](const Part& part) { return part.own + half * part.per_half; };
  for (int k = 0; k < axes; ++k) width[k] = at(width_[k]);
  for (int k = 0; k < checks; ++k) reach[k] = at(reach_[k]);
  for (int k = 0; k < 3; ++k) box_reach[k] = at(box_[k]);
}

}  // namespace impinge
#endif
