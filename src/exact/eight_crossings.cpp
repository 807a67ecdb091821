// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Determinants are expanded along p - o, with the error bound of J. R. Shewchuk, 1997 (his stage A, see
// base/predicates.cpp), which holds for each whatever they share.
#include "exact/eight_crossings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/eight_crossings.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using SignTag = hn::CappedTag<double, EightCrossings::kCount>;
using SignLanes = hn::Vec<SignTag>;
using SignFlags = hn::Mask<SignTag>;

struct SeenPoint {
  SignLanes x, y, z;
};

HWY_INLINE SeenPoint load_corner(const double (*rows)[EightCrossings::kCount], std::size_t corner, std::size_t i) {
  const SignTag d;
  return {hn::Load(d, rows[3 * corner] + i), hn::Load(d, rows[3 * corner + 1] + i), hn::Load(d, rows[3 * corner + 2] + i)};
}

HWY_INLINE SeenPoint operator-(const SeenPoint& p, const SeenPoint& q) {
  return {hn::Sub(p.x, q.x), hn::Sub(p.y, q.y), hn::Sub(p.z, q.z)};
}

HWY_INLINE SeenPoint choose(SignFlags yes, const SeenPoint& p, const SeenPoint& q) {
  return {hn::IfThenElse(yes, p.x, q.x), hn::IfThenElse(yes, p.y, q.y), hn::IfThenElse(yes, p.z, q.z)};
}

// A minor of two differences, and the sizes of its products.
struct Minor {
  SignLanes value, size;
};

HWY_INLINE Minor minor_of(SignLanes a, SignLanes b, SignLanes c, SignLanes d) {
  const SignLanes first = hn::Mul(a, b), second = hn::Mul(c, d);
  return {hn::Sub(second, first), hn::Add(hn::Abs(first), hn::Abs(second))};
}

// The plane through o, o + u and o + v.
struct SeenPlane {
  SeenPoint o;
  Minor x, y, z;

  HWY_INLINE SeenPlane(const SeenPoint& origin, const SeenPoint& u, const SeenPoint& v)
      : o(origin), x(minor_of(u.y, v.z, u.z, v.y)), y(minor_of(u.z, v.x, u.x, v.z)), z(minor_of(u.x, v.y, u.y, v.x)) {}
};

struct SureSign {
  SignFlags positive, sure;
};

HWY_INLINE SureSign sign_of(const SeenPlane& plane, const SeenPoint& point) {
  const SignTag d;
  const SeenPoint p = point - plane.o;
  const auto ax = hn::Abs(p.x), ay = hn::Abs(p.y), az = hn::Abs(p.z);
  const auto det = hn::MulAdd(plane.x.value, p.x, hn::MulAdd(plane.y.value, p.y, hn::Mul(plane.z.value, p.z)));
  const auto size = hn::MulAdd(plane.x.size, ax, hn::MulAdd(plane.y.size, ay, hn::Mul(plane.z.size, az)));
  const auto underflow = hn::Mul(hn::Set(d, 0x1p-1020), hn::Add(hn::Add(ax, ay), hn::Add(az, hn::Set(d, 1.0))));
  const auto bound = hn::Add(hn::Mul(hn::Set(d, 8 * 0x1p-53), size), underflow);
  return {hn::Gt(det, hn::Zero(d)), hn::And(hn::Gt(hn::Abs(det), bound), hn::Lt(size, hn::Set(d, 0x1p1000)))};
}

// Collects flags as bits of integer lanes.
struct SignBits {
  SignLanes bits;
  SignFlags sure;

  HWY_INLINE SignBits() : bits(hn::Zero(SignTag())), sure(hn::Eq(bits, bits)) {}
  HWY_INLINE void set(SignFlags flags, std::uint64_t bit) {
    const SignTag d;
    const hn::RebindToUnsigned<SignTag> du;
    bits = hn::Or(bits, hn::IfThenElseZero(flags, hn::BitCast(d, hn::Set(du, bit))));
  }
  HWY_INLINE void add(const SureSign& sign, int bit) {
    set(sign.positive, std::uint64_t{1} << bit);
    sure = hn::And(sure, sign.sure);
  }
};

// The corner that is alone on its side first, the others in their cyclic order; what comes of faces on one side is unused.
struct LoneCorner {
  SeenPoint alone, next, last;

  HWY_INLINE LoneCorner(const SeenPoint (&p)[3], const SureSign (&s)[3]) {
    const SignFlags same01 = hn::Not(hn::Xor(s[0].positive, s[1].positive)),
                    same12 = hn::Not(hn::Xor(s[1].positive, s[2].positive));
    alone = choose(same12, p[0], choose(same01, p[2], p[1]));
    next = choose(same12, p[1], choose(same01, p[0], p[2]));
    last = choose(same12, p[2], choose(same01, p[1], p[0]));
  }
};

HWY_INLINE void crossing_lanes(EightCrossings& e, std::size_t i) {
  const SeenPoint a[3] = {load_corner(e.a, 0, i), load_corner(e.a, 1, i), load_corner(e.a, 2, i)};
  const SeenPoint b[3] = {load_corner(e.b, 0, i), load_corner(e.b, 1, i), load_corner(e.b, 2, i)};
  const SeenPlane a_plane(a[0], a[1] - a[0], a[2] - a[0]), b_plane(b[0], b[1] - b[0], b[2] - b[0]);
  const SureSign a_sides[3] = {sign_of(b_plane, a[0]), sign_of(b_plane, a[1]), sign_of(b_plane, a[2])};
  const SureSign b_sides[3] = {sign_of(a_plane, b[0]), sign_of(a_plane, b[1]), sign_of(a_plane, b[2])};
  SignBits bits;
  for (int k = 0; k < 3; ++k) {
    bits.add(a_sides[k], k);
    bits.add(b_sides[k], 3 + k);
  }
  const LoneCorner l(a, a_sides), m(b, b_sides);
  const SeenPoint way = m.alone - l.alone;
  const SeenPlane first(l.alone, l.next - l.alone, way), second(l.alone, l.last - l.alone, way);
  bits.add(sign_of(first, m.next), 6);
  bits.add(sign_of(first, m.last), 7);
  bits.add(sign_of(second, m.next), 8);
  bits.add(sign_of(second, m.last), 9);
  bits.set(hn::Not(bits.sure), EightCrossings::kSigns);
  const hn::RebindToUnsigned<SignTag> du;
  hn::Store(hn::BitCast(du, bits.bits), du, e.signs + i);
}

void eight_crossings(EightCrossings& e) {
  for (std::size_t i = 0; i < EightCrossings::kCount; i += hn::Lanes(SignTag())) crossing_lanes(e, i);
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {
namespace {
HWY_EXPORT(eight_crossings);
}
void EightCrossings::run() { HWY_DYNAMIC_DISPATCH(eight_crossings)(*this); }
}  // namespace impinge
#endif
