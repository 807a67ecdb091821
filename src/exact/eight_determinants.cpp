// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Expanded along p - o, with the error bound of J. R. Shewchuk, 1997 (his stage A, see base/predicates.cpp), which holds for
// each whatever they share.
#include "exact/eight_determinants.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/eight_determinants.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using DeterminantTag = hn::CappedTag<double, EightDeterminants::kCount>;
using DeterminantLanes = hn::Vec<DeterminantTag>;

// A minor of two differences, and the sizes of its products.
struct Minor {
  DeterminantLanes value, size;
};

HWY_INLINE Minor minor_of(DeterminantLanes a, DeterminantLanes b, DeterminantLanes c, DeterminantLanes d) {
  const DeterminantLanes first = hn::Mul(a, b), second = hn::Mul(c, d);
  return {hn::Sub(second, first), hn::Add(hn::Abs(first), hn::Abs(second))};
}

HWY_INLINE std::uint32_t bits_of(hn::Mask<DeterminantTag> flags) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(DeterminantTag(), flags, bytes);
  return bytes[0];
}

HWY_INLINE void determinant_lanes(EightDeterminants& e, std::size_t count, std::size_t i) {
  const DeterminantTag d;
  DeterminantLanes o[3], u[3], v[3];
  for (int k = 0; k < 3; ++k) {
    o[k] = hn::Load(d, e.span[k] + i);
    u[k] = hn::Sub(hn::Load(d, e.span[3 + k] + i), o[k]);
    v[k] = hn::Sub(hn::Load(d, e.span[6 + k] + i), o[k]);
  }
  const Minor x = minor_of(u[1], v[2], u[2], v[1]), y = minor_of(u[2], v[0], u[0], v[2]),
              z = minor_of(u[0], v[1], u[1], v[0]);
  for (std::size_t n = 0; n < count; ++n) {
    const auto px = hn::Sub(hn::Load(d, e.points[n][0] + i), o[0]), py = hn::Sub(hn::Load(d, e.points[n][1] + i), o[1]),
               pz = hn::Sub(hn::Load(d, e.points[n][2] + i), o[2]);
    const auto ax = hn::Abs(px), ay = hn::Abs(py), az = hn::Abs(pz);
    const auto det = hn::Add(hn::Add(hn::Mul(x.value, px), hn::Mul(y.value, py)), hn::Mul(z.value, pz));
    const auto size = hn::Add(hn::Add(hn::Mul(x.size, ax), hn::Mul(y.size, ay)), hn::Mul(z.size, az));
    const auto underflow = hn::Mul(hn::Set(d, 0x1p-1020), hn::Add(hn::Add(ax, ay), hn::Add(az, hn::Set(d, 1.0))));
    const auto bound = hn::Add(hn::Mul(hn::Set(d, 8 * 0x1p-53), size), underflow);
    const auto sure = hn::And(hn::Gt(hn::Abs(det), bound), hn::Lt(size, hn::Set(d, 0x1p1000)));
    e.sure[n] = static_cast<std::uint8_t>(e.sure[n] | bits_of(sure) << i);
    e.positive[n] = static_cast<std::uint8_t>(e.positive[n] | bits_of(hn::Gt(det, hn::Zero(d))) << i);
  }
}

void eight_determinants(EightDeterminants& e, std::size_t count) {
  for (std::size_t n = 0; n < count; ++n) e.sure[n] = e.positive[n] = 0;
  for (std::size_t i = 0; i < EightDeterminants::kCount; i += hn::Lanes(DeterminantTag())) determinant_lanes(e, count, i);
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {
namespace {
HWY_EXPORT(eight_determinants);
}
void EightDeterminants::run(std::size_t count) { HWY_DYNAMIC_DISPATCH(eight_determinants)(*this, count); }
}  // namespace impinge
#endif
