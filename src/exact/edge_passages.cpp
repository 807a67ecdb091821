// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The operations of base/double_double.h and wide_plane.h in their order, several edges at a time.
#include "exact/edge_passages.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/edge_passages.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using PassageTag = hn::CappedTag<double, EdgePassages::kCount>;
using Lanes = hn::Vec<PassageTag>;

struct WideLanes {
  Lanes high, low;
};

HWY_INLINE Lanes all(double x) { return hn::Set(PassageTag(), x); }

HWY_INLINE WideLanes exact_sum(Lanes a, Lanes b) {
  const Lanes sum = hn::Add(a, b), b_part = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, b_part)), hn::Sub(b, b_part))};
}

HWY_INLINE WideLanes exact_ordered_sum(Lanes a, Lanes b) {
  const Lanes sum = hn::Add(a, b);
  return {sum, hn::Sub(b, hn::Sub(sum, a))};
}

// Both ways are exact, so that the bits are the same.
HWY_INLINE WideLanes exact_product(Lanes a, Lanes b) {
  const Lanes product = hn::Mul(a, b);
#if HWY_NATIVE_FMA
  return {product, hn::MulSub(a, b, product)};
#else
  const Lanes splitter = all(0x1p27 + 1), a_split = hn::Mul(a, splitter), b_split = hn::Mul(b, splitter);
  const Lanes a_high = hn::Sub(a_split, hn::Sub(a_split, a)), a_low = hn::Sub(a, a_high);
  const Lanes b_high = hn::Sub(b_split, hn::Sub(b_split, b)), b_low = hn::Sub(b, b_high);
  const Lanes rest =
      hn::Add(hn::Add(hn::Sub(hn::Mul(a_high, b_high), product), hn::Mul(a_high, b_low)), hn::Mul(a_low, b_high));
  return {product, hn::Add(rest, hn::Mul(a_low, b_low))};
#endif
}

HWY_INLINE WideLanes sum(WideLanes x, WideLanes y) {
  const WideLanes high = exact_sum(x.high, y.high), low = exact_sum(x.low, y.low);
  const WideLanes first = exact_ordered_sum(high.high, hn::Add(high.low, low.high));
  return exact_ordered_sum(first.high, hn::Add(low.low, first.low));
}

HWY_INLINE WideLanes difference(WideLanes x, WideLanes y) { return sum(x, {hn::Neg(y.high), hn::Neg(y.low)}); }

HWY_INLINE WideLanes product(WideLanes x, WideLanes y) {
  const WideLanes first = exact_product(x.high, y.high);
  return exact_ordered_sum(first.high, hn::Add(first.low, hn::Add(hn::Mul(x.high, y.low), hn::Mul(x.low, y.high))));
}

HWY_INLINE WideLanes quotient(WideLanes x, WideLanes y) {
  const Lanes first = hn::Div(x.high, y.high);
  const WideLanes rest = difference(x, product(y, {first, all(0)}));
  return exact_ordered_sum(first, hn::Div(rest.high, y.high));
}

struct WideVecLanes {
  WideLanes x, y, z;
  Lanes size() const { return hn::Add(hn::Add(hn::Abs(x.high), hn::Abs(y.high)), hn::Abs(z.high)); }
  Lanes largest() const { return hn::Max(hn::Max(hn::Abs(x.high), hn::Abs(y.high)), hn::Abs(z.high)); }
};

struct PointLanes {
  Lanes x, y, z;
  explicit PointLanes(const double (*rows)[EdgePassages::kCount], std::size_t i)
      : x(hn::Load(PassageTag(), rows[0] + i)),
        y(hn::Load(PassageTag(), rows[1] + i)),
        z(hn::Load(PassageTag(), rows[2] + i)) {}
  Lanes largest() const { return hn::Max(hn::Max(hn::Abs(x), hn::Abs(y)), hn::Abs(z)); }
};

HWY_INLINE WideVecLanes way_between(const PointLanes& to, const PointLanes& from) {
  return {exact_sum(to.x, hn::Neg(from.x)), exact_sum(to.y, hn::Neg(from.y)), exact_sum(to.z, hn::Neg(from.z))};
}

struct PlaneLanes {
  WideVecLanes normal;
  Lanes size;
};

HWY_INLINE PlaneLanes plane_of(const WideVecLanes& u, const WideVecLanes& v) {
  return {{difference(product(u.y, v.z), product(u.z, v.y)), difference(product(u.z, v.x), product(u.x, v.z)),
           difference(product(u.x, v.y), product(u.y, v.x))},
          hn::Mul(hn::Mul(all(2), u.size()), v.size())};
}

struct HeightLanes {
  WideLanes value;
  Lanes off;
  hn::Mask<PassageTag> sure;
};

HWY_INLINE HeightLanes height_of(const PlaneLanes& plane, const WideVecLanes& w) {
  const WideLanes value = sum(sum(product(plane.normal.x, w.x), product(plane.normal.y, w.y)), product(plane.normal.z, w.z));
  const Lanes size = hn::Mul(plane.size, w.size()), off = hn::Mul(all(0x1p-97), size);
  const auto in_range = hn::And(hn::Gt(size, all(0x1p-250)), hn::Lt(size, all(0x1p250)));
  return {value, off, hn::And(in_range, hn::Gt(hn::Abs(value.high), hn::Mul(all(2), off)))};
}

HWY_INLINE void store(WideLanes place, double* high, double* low) {
  hn::Store(place.high, PassageTag(), high);
  hn::Store(place.low, PassageTag(), low);
}

HWY_INLINE void place_lanes(EdgePassages& e, std::size_t i) {
  const PassageTag d;
  const PointLanes p(e.p, i), q(e.q, i), o(e.t, i), u(e.t + 3, i), v(e.t + 6, i);
  const PlaneLanes plane = plane_of(way_between(u, o), way_between(v, o));
  const HeightLanes h = height_of(plane, way_between(p, o)), k = height_of(plane, way_between(q, o));
  const WideLanes share = quotient(h.value, difference(h.value, k.value));
  const Lanes h_size = hn::Abs(h.value.high), k_size = hn::Abs(k.value.high);
  const Lanes share_off =
      hn::Add(all(0x1p-98),
              hn::Mul(all(2), hn::Add(hn::Div(h.off, h_size), hn::Div(hn::Add(h.off, k.off), hn::Add(h_size, k_size)))));
  const WideVecLanes way = way_between(q, p);
  store(sum({p.x, all(0)}, product(share, way.x)), e.high[0] + i, e.low[0] + i);
  store(sum({p.y, all(0)}, product(share, way.y)), e.high[1] + i, e.low[1] + i);
  store(sum({p.z, all(0)}, product(share, way.z)), e.high[2] + i, e.low[2] + i);
  const Lanes size = hn::Max(p.largest(), q.largest());
  const Lanes error = hn::Add(hn::Mul(hn::Mul(share_off, way.largest()), all(1 + 0x1p-40)), hn::Mul(all(0x1p-98), size));
  // What left the range of doubles is told by its exact form alone.
  const auto sure = hn::And(hn::And(h.sure, k.sure), hn::Le(size, all(0x1p250)));
  hn::Store(hn::IfThenElse(sure, error, all(INFINITY)), d, e.error + i);
}

void place_passages(EdgePassages& e) {
  for (std::size_t i = 0; i < EdgePassages::kCount; i += hn::Lanes(PassageTag())) place_lanes(e, i);
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {
namespace {
HWY_EXPORT(place_passages);
}
void EdgePassages::place() { HWY_DYNAMIC_DISPATCH(place_passages)(*this); }
}  // namespace impinge
#endif
