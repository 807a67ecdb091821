// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Faces of one object: most pairs whose boxes meet share a corner or an edge and nothing else. A plane through one of them
// that has the other's remaining corners on one side proves it, in lanes and with the bound of face_pair_static: products of
// three differences, each of them rounded, are off by 48 half units in the last place at most.
#if defined(IMPINGE_LOCALISE_FACE_OCTREE_NEIGHBOURS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_LOCALISE_FACE_OCTREE_NEIGHBOURS_INL_H
#undef IMPINGE_LOCALISE_FACE_OCTREE_NEIGHBOURS_INL_H
#else
#define IMPINGE_LOCALISE_FACE_OCTREE_NEIGHBOURS_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "localise/face_octree_voxel.h"

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
  // Not where products may overflow or underflow; what is no number fails the comparisons.
  const Reals least = hn::Set(d, 0x1p-900), most = hn::Set(d, 0x1p900);
  const Yes in_range =
      hn::And(hn::And(hn::Gt(bound, least), hn::Lt(bound, most)), hn::And(hn::Gt(area, least), hn::Lt(area, most)));
  const Yes one_side = hn::Or(hn::And(hn::Gt(low, bound), hn::Lt(low, infinity)),
                              hn::And(hn::Lt(high, hn::Neg(bound)), hn::Gt(high, hn::Neg(infinity))));
  return hn::And(in_range, one_side);
}

/// Keeps those of `count` partners of face i that may meet it beyond shared corners; returns how many. May read and write so
/// far beyond the end as there are lanes.
HWY_INLINE size_t drop_neighbours(const VoxelFaces& v, size_t i, std::uint32_t* partners, size_t count) {
  const CornerTag d;
  const hn::Rebind<std::int32_t, CornerTag> d_index;
  const hn::RebindToSigned<CornerTag> d_long;
  Corner a[3], b[3];
  for (size_t k = 0; k < 3; ++k)
    a[k] = {hn::Set(d, v.corners[4 * k][i]), hn::Set(d, v.corners[4 * k + 1][i]), hn::Set(d, v.corners[4 * k + 2][i]),
            hn::Set(d, v.corners[4 * k + 3][i])};
  size_t kept = 0;
  for (size_t n = 0, lanes = hn::Lanes(d); n < count; n += lanes) {
    for (size_t k = count; k < n + lanes; ++k) partners[k] = 0;
    const auto index = hn::PromoteTo(d_long, hn::LoadU(d_index, reinterpret_cast<const std::int32_t*>(partners + n)));
    const auto gather = [&](size_t row) HWY_ATTR { return hn::GatherIndex(d, v.corners[row].data(), index); };
    for (size_t k = 0; k < 3; ++k) b[k] = {gather(4 * k), gather(4 * k + 1), gather(4 * k + 2), gather(4 * k + 3)};
    Yes dropped = beside(a, b);
    if (!hn::AllTrue(d, dropped)) dropped = hn::Or(dropped, beside(b, a));
    std::uint8_t bits[8] = {};  // Highway may write eight
    hn::StoreMaskBits(d, dropped, bits);
    for (size_t k = 0; k < lanes && n + k < count; ++k) {
      partners[kept] = partners[n + k];
      kept += (bits[k / 8] >> k % 8 & 1) == 0 ? 1 : 0;
    }
  }
  return kept;
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
