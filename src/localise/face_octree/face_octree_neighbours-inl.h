// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Faces of one object: most pairs whose boxes meet share a corner or an edge and nothing else. A plane through one of them
// that has the other's remaining corners on one side proves it, in lanes and with the bound of face_pair_static: products of
// three differences, each of them rounded, are off by 48 half units in the last place at most.
#if defined(IMPINGE_LOCALISE_FACE_OCTREE_FACE_OCTREE_NEIGHBOURS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_LOCALISE_FACE_OCTREE_FACE_OCTREE_NEIGHBOURS_INL_H
#undef IMPINGE_LOCALISE_FACE_OCTREE_FACE_OCTREE_NEIGHBOURS_INL_H
#else
#define IMPINGE_LOCALISE_FACE_OCTREE_FACE_OCTREE_NEIGHBOURS_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "localise/face_octree/face_octree_voxel.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using CornerTag = hn::ScalableTag<double>;
using Reals = hn::Vec<CornerTag>;
using Yes = hn::Mask<CornerTag>;

struct Corner {
  Reals x, y, z, id;
};

HWY_INLINE Corner operator-(const Corner& p, const Corner& q) {
  return {hn::Sub(p.x, q.x), hn::Sub(p.y, q.y), hn::Sub(p.z, q.z), p.id};
}
HWY_INLINE Reals size_of(const Corner& p) { return hn::Max(hn::Max(hn::Abs(p.x), hn::Abs(p.y)), hn::Abs(p.z)); }

// All corners of t that the plane's face does not share lie strictly on one side of it, and there is one.
HWY_INLINE Yes beside(const Corner (&plane)[3], const Corner (&t)[3]) {
  const CornerTag d;
  const Corner u = plane[1] - plane[0], v = plane[2] - plane[0];
  const Reals nx = hn::Sub(hn::Mul(u.y, v.z), hn::Mul(u.z, v.y)), ny = hn::Sub(hn::Mul(u.z, v.x), hn::Mul(u.x, v.z)),
              nz = hn::Sub(hn::Mul(u.x, v.y), hn::Mul(u.y, v.x));
  const Reals infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  Reals low = infinity, high = hn::Neg(infinity), reach = hn::Zero(d);
  for (const Corner& corner : t) {
    const Corner w = corner - plane[0];
    const Yes shared = hn::Or(hn::Or(hn::Eq(w.id, plane[0].id), hn::Eq(w.id, plane[1].id)), hn::Eq(w.id, plane[2].id));
    const Reals side = hn::Add(hn::Add(hn::Mul(nx, w.x), hn::Mul(ny, w.y)), hn::Mul(nz, w.z));
    low = hn::Min(low, hn::IfThenElse(shared, infinity, side));
    high = hn::Max(high, hn::IfThenElse(shared, hn::Neg(infinity), side));
    reach = hn::Max(reach, size_of(w));
  }
  const Reals area = hn::Mul(size_of(u), size_of(v)), bound = hn::Mul(hn::Mul(hn::Set(d, 0x1p-47), reach), area);
  // Not where products may overflow or underflow; NaN fails the comparisons.
  const Reals least = hn::Set(d, 0x1p-900), most = hn::Set(d, 0x1p900);
  const Yes in_range =
      hn::And(hn::And(hn::Gt(bound, least), hn::Lt(bound, most)), hn::And(hn::Gt(area, least), hn::Lt(area, most)));
  const Yes one_side = hn::Or(hn::And(hn::Gt(low, bound), hn::Lt(low, infinity)),
                              hn::And(hn::Lt(high, hn::Neg(bound)), hn::Gt(high, hn::Neg(infinity))));
  return hn::And(in_range, one_side);
}

HWY_INLINE Corner corner_at(const VoxelFaces& v, size_t corner, size_t i) {
  const CornerTag d;
  const std::vector<double>* const rows = v.corners + 4 * corner;
  return {hn::LoadU(d, &rows[0][i]), hn::LoadU(d, &rows[1][i]), hn::LoadU(d, &rows[2][i]), hn::LoadU(d, &rows[3][i])};
}

/// Face i against those from j on that have a bit: clears the bits of those that surely meet it in shared corners only.
class Neighbours {
 public:
  HWY_INLINE Neighbours(const VoxelFaces& v, size_t i) : v_(v) {
    const CornerTag d;
    for (size_t k = 0; k < 3; ++k) {
      const std::vector<double>* const rows = v.corners + 4 * k;
      face_[k] = {hn::Set(d, rows[0][i]), hn::Set(d, rows[1][i]), hn::Set(d, rows[2][i]), hn::Set(d, rows[3][i])};
    }
  }

  HWY_INLINE std::uint64_t drop(size_t j, std::uint64_t bits) const {
    const CornerTag d;
    const size_t lanes = hn::Lanes(d);
    std::uint64_t kept = 0;
    for (size_t shift = 0; bits >> shift != 0; shift += lanes) {
      const std::uint64_t some = bits >> shift & ((std::uint64_t{1} << lanes) - 1);
      if (some == 0) continue;
      const Corner other[3] = {corner_at(v_, 0, j + shift), corner_at(v_, 1, j + shift), corner_at(v_, 2, j + shift)};
      std::uint64_t left = some & ~bits_of(beside(face_, other));
      if (left != 0) left &= ~bits_of(beside(other, face_));
      kept |= left << shift;
      if (shift + lanes >= 64) break;
    }
    return kept;
  }

 private:
  static HWY_INLINE std::uint64_t bits_of(Yes yes) {
    std::uint8_t bytes[8] = {};  // Highway may write eight
    hn::StoreMaskBits(CornerTag(), yes, bytes);
    return bytes[0] | std::uint64_t{bytes[1]} << 8 | std::uint64_t{bytes[2]} << 16 | std::uint64_t{bytes[3]} << 24;
  }

  const VoxelFaces& v_;
  Corner face_[3];
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
