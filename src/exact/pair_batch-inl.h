// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Face pairs decided in floats, several at a time, where an error bound makes the answer a proof: apart if one plane has the
// other face on one side, or if the two stretches on the common line are apart; crossing if all eight signs are sure. The
// tests are those of face_pair_static; under an affine map, and seen with corners off by d, they answer for the world.
//
// The bound: let corners of the plane's face be off by d (on each axis), all differences between the two faces by s. With
// edges u, v, normal n = u x v and w from the face to the other one,
//   |error of n| <= 2 d (|u| + |v| + 4 d) on each axis,  |error of n.w| <= s |n| + (|w| + 3 s) 2 d (|u| + |v| + 4 d),
// sums of sizes for |.|; floats add 8 roundings of |u| |v| |w|.
#if defined(IMPINGE_EXACT_PAIR_BATCH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_EXACT_PAIR_BATCH_INL_H
#undef IMPINGE_EXACT_PAIR_BATCH_INL_H
#else
#define IMPINGE_EXACT_PAIR_BATCH_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Up to 16 face pairs, coordinate by coordinate.
struct PairBatch {
  static constexpr std::size_t kPairs = 16;

  alignas(64) float a[9][kPairs];  ///< corner k on axis x in row 3 k + x
  alignas(64) float b[9][kPairs];
  alignas(64) float a_off[kPairs], b_off[kPairs];  ///< how far corners of each face may be off on each axis
  std::uint32_t a_face[kPairs], b_face[kPairs];
  std::size_t count = 0;
};

/// What is proved, one bit a pair.
struct PairProof {
  std::uint32_t apart = 0, crossing = 0;
};

using BatchTag = hn::CappedTag<float, PairBatch::kPairs>;
using Floats = hn::Vec<BatchTag>;
using Flags = hn::Mask<BatchTag>;

struct Point3 {
  Floats x, y, z;
};

HWY_INLINE Point3 operator-(const Point3& p, const Point3& q) {
  return {hn::Sub(p.x, q.x), hn::Sub(p.y, q.y), hn::Sub(p.z, q.z)};
}
HWY_INLINE Point3 cross_of(const Point3& u, const Point3& v) {
  return {hn::Sub(hn::Mul(u.y, v.z), hn::Mul(u.z, v.y)), hn::Sub(hn::Mul(u.z, v.x), hn::Mul(u.x, v.z)),
          hn::Sub(hn::Mul(u.x, v.y), hn::Mul(u.y, v.x))};
}
HWY_INLINE Floats dot_of(const Point3& u, const Point3& v) {
  return hn::Add(hn::Add(hn::Mul(u.x, v.x), hn::Mul(u.y, v.y)), hn::Mul(u.z, v.z));
}
HWY_INLINE Floats sum_of(const Point3& u) { return hn::Add(hn::Add(hn::Abs(u.x), hn::Abs(u.y)), hn::Abs(u.z)); }
HWY_INLINE Point3 choose(Flags yes, const Point3& p, const Point3& q) {
  return {hn::IfThenElse(yes, p.x, q.x), hn::IfThenElse(yes, p.y, q.y), hn::IfThenElse(yes, p.z, q.z)};
}

constexpr float kFloatRounding = 0x1p-21f;  // eight roundings
constexpr float kRoom = 1 + 0x1p-8f;        // for the bound's own rounding
constexpr float kUnderflow = 0x1p-100f;

// Bound on the error of n.w, n = u x v: u, v off by `uv_off`, w by `w_off`.
HWY_INLINE Floats bound_of(const Point3& n, Floats u, Floats v, Floats w, Floats uv_off, Floats w_off) {
  const BatchTag d;
  const Floats n_off = hn::Mul(uv_off, hn::Add(hn::Add(u, v), hn::Add(uv_off, uv_off)));
  const Floats inner = hn::Add(n_off, hn::Mul(hn::Set(d, kFloatRounding), hn::Mul(u, v)));
  const Floats outer = hn::Add(w, hn::Mul(hn::Set(d, 3), w_off));
  const Floats sum = hn::Add(hn::Mul(w_off, sum_of(n)), hn::Mul(outer, inner));
  return hn::Add(hn::Mul(sum, hn::Set(d, kRoom)), hn::Set(d, kUnderflow));
}

// On which sides of a plane the corners of a face surely lie.
struct CornerSides {
  Flags above[3], below[3];

  HWY_INLINE Flags one_side() const {
    return hn::Or(hn::And(hn::And(above[0], above[1]), above[2]), hn::And(hn::And(below[0], below[1]), below[2]));
  }
  HWY_INLINE Flags sure() const {
    return hn::And(hn::And(hn::Or(above[0], below[0]), hn::Or(above[1], below[1])), hn::Or(above[2], below[2]));
  }
};

HWY_INLINE CornerSides sides_of(const Point3 (&face)[3], const Point3 (&plane)[3], Floats plane_off, Floats both_off) {
  const Point3 u = plane[1] - plane[0], v = plane[2] - plane[0], n = cross_of(u, v);
  const Point3 w0 = face[0] - plane[0], w1 = face[1] - plane[0], w2 = face[2] - plane[0];
  const Floats w = hn::Max(hn::Max(sum_of(w0), sum_of(w1)), sum_of(w2));
  const Floats bound = bound_of(n, sum_of(u), sum_of(v), w, hn::Add(plane_off, plane_off), both_off);
  const Floats below = hn::Neg(bound), d0 = dot_of(n, w0), d1 = dot_of(n, w1), d2 = dot_of(n, w2);
  return {{hn::Gt(d0, bound), hn::Gt(d1, bound), hn::Gt(d2, bound)},
          {hn::Lt(d0, below), hn::Lt(d1, below), hn::Lt(d2, below)}};
}

// The corner that is alone on its side first, the others in their cyclic order. For sides that are sure and not all equal.
struct LoneFirst {
  Point3 p0, p1, p2;
  Flags above;

  HWY_INLINE LoneFirst(const Point3 (&p)[3], const CornerSides& s) {
    const Flags same01 = hn::Not(hn::Xor(s.above[0], s.above[1])), same12 = hn::Not(hn::Xor(s.above[1], s.above[2]));
    // Corner 0 is alone where 1 and 2 agree, corner 2 where 0 and 1 do, else corner 1.
    p0 = choose(same12, p[0], choose(same01, p[2], p[1]));
    p1 = choose(same12, p[1], choose(same01, p[0], p[2]));
    p2 = choose(same12, p[2], choose(same01, p[1], p[0]));
    above = hn::Or(hn::And(same12, s.above[0]),
                   hn::AndNot(same12, hn::Or(hn::And(same01, s.above[2]), hn::AndNot(same01, s.above[1]))));
  }
};

// det(q1 - q0, r - q0, s - q0) with its bound: which way the edge q0 q1 passes the edge r s.
struct EdgeOrder {
  Flags before, behind;

  HWY_INLINE EdgeOrder(const Point3& q0, const Point3& q1, const Point3& r, const Point3& s, Floats edge_off,
                       Floats both_off) {
    const Point3 w = q1 - q0, u = r - q0, v = s - q0, n = cross_of(u, v);
    const Floats bound = bound_of(n, sum_of(u), sum_of(v), sum_of(w), both_off, hn::Add(edge_off, edge_off));
    const Floats det = dot_of(n, w);
    before = hn::Gt(det, bound);
    behind = hn::Lt(det, hn::Neg(bound));
  }
};

HWY_INLINE std::uint32_t bits_of(Flags flags) {
  const BatchTag d;
  std::uint8_t bytes[8] = {};  // Highway may write eight
  hn::StoreMaskBits(d, flags, bytes);
  return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8;
}

HWY_INLINE void prove_lanes(const PairBatch& batch, std::size_t i, PairProof& proof) {
  const BatchTag d;
  Point3 a[3], b[3];
  for (std::size_t k = 0; k < 3; ++k) {
    a[k] = {hn::Load(d, batch.a[3 * k] + i), hn::Load(d, batch.a[3 * k + 1] + i), hn::Load(d, batch.a[3 * k + 2] + i)};
    b[k] = {hn::Load(d, batch.b[3 * k] + i), hn::Load(d, batch.b[3 * k + 1] + i), hn::Load(d, batch.b[3 * k + 2] + i)};
  }
  const Floats a_off = hn::Load(d, batch.a_off + i), b_off = hn::Load(d, batch.b_off + i), both = hn::Add(a_off, b_off);
  const CornerSides sb = sides_of(b, a, a_off, both), sa = sides_of(a, b, b_off, both);
  const Flags apart = hn::Or(sa.one_side(), sb.one_side());
  const Flags sure = hn::AndNot(apart, hn::And(sa.sure(), sb.sure()));

  // As in face_pair_static: the faces are turned so that the ends of their stretches compare by two determinants.
  LoneFirst ta(a, sa), tb(b, sb);
  const Point3 b1 = choose(ta.above, tb.p2, tb.p1), b2 = choose(ta.above, tb.p1, tb.p2);
  const Point3 a1 = choose(tb.above, ta.p2, ta.p1), a2 = choose(tb.above, ta.p1, ta.p2);
  const EdgeOrder first(ta.p0, a1, tb.p0, b1, a_off, both), second(ta.p0, a2, b2, tb.p0, a_off, both);
  proof.apart |= bits_of(hn::Or(apart, hn::And(sure, hn::Or(first.behind, second.behind)))) << i;
  proof.crossing |= bits_of(hn::And(sure, hn::And(first.before, second.before))) << i;
}

/// What can be proved of the pairs of a batch; lanes beyond its count mean nothing.
HWY_INLINE PairProof prove(const PairBatch& batch) {
  PairProof proof;
  for (std::size_t i = 0; i < batch.count; i += hn::Lanes(BatchTag())) prove_lanes(batch, i, proof);
  return proof;
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
