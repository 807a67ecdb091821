// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Distances of one point to several boxes or faces at a time. Those in floats
// are bounds: a point of a face gives an upper one, a direction a lower one,
// whatever rounding did to the choice of either; so thin faces are bounded
// loosely and never wrongly. Those in doubles use no fused operations: they are
// the same with every instruction set.
#if defined(IMPINGE_ANSWER_POINTS_NEAREST_KERNELS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_ANSWER_POINTS_NEAREST_KERNELS_INL_H
#undef IMPINGE_ANSWER_POINTS_NEAREST_KERNELS_INL_H
#else
#define IMPINGE_ANSWER_POINTS_NEAREST_KERNELS_INL_H
#endif

#include <hwy/highway.h>

#include "answer/points/line_walk.h"
#include "shape/cluster_tree/cluster_tree.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using BoxTag = hn::CappedTag<float, ClusterNode::kWidth>;
using LeafTag = hn::CappedTag<float, FaceCluster::kFaces>;
using LeafLanes = hn::Vec<LeafTag>;
constexpr std::size_t kMeasured = 4;  // faces at a time
using MeasureTag = hn::CappedTag<double, kMeasured>;

template <typename V>
struct Lanes3 {
  V x, y, z;
};
template <typename V>
HWY_INLINE Lanes3<V> minus(const Lanes3<V>& a, const Lanes3<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <typename V>
HWY_INLINE V dot_fused(const Lanes3<V>& a, const Lanes3<V>& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}
template <typename V>
HWY_INLINE Lanes3<V> plus_fused(const Lanes3<V>& a, V s, const Lanes3<V>& b) {
  return {hn::MulAdd(s, b.x, a.x), hn::MulAdd(s, b.y, a.y), hn::MulAdd(s, b.z, a.z)};
}

/// A box around a segment; the widest half is negative where there is none.
struct SegmentBox {
  float middle[3], half[3];
};

/// Children of a node, a bit each.
struct NearChildren {
  std::uint32_t near = 0;     ///< not beyond the reach
  std::uint32_t between = 0;  ///< their boxes meet that of the segment
};

/// Squares of lower bounds on the distance of a point to the children of a node, by their boxes and slabs.
HWY_INLINE NearChildren bound_children(const ClusterNode& node, const float* p, float reach, const SegmentBox& segment,
                                       float* squared) {
  const BoxTag d;
  using V = hn::Vec<BoxTag>;
  NearChildren children;
  for (std::size_t i = 0; i < ClusterNode::kWidth; i += hn::Lanes(d)) {
    const auto at = [&](const float* row) { return hn::LoadU(d, row + i); };
    const Lanes3<V> centre = {at(node.centre[0]), at(node.centre[1]), at(node.centre[2])};
    const Lanes3<V> half = {at(node.half[0]), at(node.half[1]), at(node.half[2])};
    const Lanes3<V> way = minus({hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])}, centre);
    const auto gap = [&](V w, V h) { return hn::Max(hn::Sub(hn::Abs(w), h), hn::Zero(d)); };
    const Lanes3<V> gaps = {gap(way.x, half.x), gap(way.y, half.y), gap(way.z, half.z)};
    const Lanes3<V> normal = {at(node.normal[0]), at(node.normal[1]), at(node.normal[2])};
    const auto height = hn::Abs(hn::Sub(dot_fused(normal, way), at(node.mid)));
    const auto over = hn::Max(hn::Sub(height, at(node.thick)), hn::Zero(d));
    const auto bound = hn::Max(dot_fused(gaps, gaps), hn::Mul(over, over));
    hn::StoreU(bound, d, squared + i);
    const auto meets = [&](std::size_t x, V c, V h) {
      return hn::Le(hn::Abs(hn::Sub(hn::Set(d, segment.middle[x]), c)), hn::Add(h, hn::Set(d, segment.half[x])));
    };
    const auto between =
        hn::And(hn::And(meets(0, centre.x, half.x), meets(1, centre.y, half.y)), meets(2, centre.z, half.z));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Le(bound, hn::Set(d, reach)), bits);
    children.near |= static_cast<std::uint32_t>(bits[0]) << i;
    hn::StoreMaskBits(d, between, bits);
    children.between |= static_cast<std::uint32_t>(bits[0]) << i;
  }
  const std::uint32_t all = (1u << node.count) - 1;
  return {children.near & all, children.between & all};
}

HWY_INLINE LeafLanes steps_in(const FaceCluster& cluster, std::size_t row, std::size_t i) {
  const hn::Rebind<std::int32_t, LeafTag> d32;
  const hn::Rebind<std::int16_t, LeafTag> d16;
  return hn::ConvertTo(LeafTag(), hn::PromoteTo(d32, hn::Load(d16, cluster.corners[row] + i)));
}

/// Squares of lower bounds on the distances of a point, given relative to the
/// centre, to the faces of a cluster as they are in steps; gives the least
/// square of an upper one. `low` is aligned.
HWY_INLINE float bound_faces_of(const FaceCluster& cluster, const float* p, float* low) {
  const LeafTag d;
  using V3 = Lanes3<LeafLanes>;
  const auto zero = hn::Zero(d), one = hn::Set(d, 1), tiny = hn::Set(d, 0x1p-120f);
  const auto scale = hn::Set(d, cluster.scale);
  auto least = hn::Set(d, 0x1p125f);
  for (std::size_t i = 0; i < FaceCluster::kFaces; i += hn::Lanes(d)) {
    // From the point to the corners.
    const auto corner = [&](std::size_t k) -> V3 {
      return {hn::MulSub(scale, steps_in(cluster, 3 * k, i), hn::Set(d, p[0])),
              hn::MulSub(scale, steps_in(cluster, 3 * k + 1, i), hn::Set(d, p[1])),
              hn::MulSub(scale, steps_in(cluster, 3 * k + 2, i), hn::Set(d, p[2]))};
    };
    const V3 a = corner(0), b = corner(1), c = corner(2), u = minus(b, a), v = minus(c, a), e = minus(c, b);
    const auto uu = dot_fused(u, u), uv = dot_fused(u, v), vv = dot_fused(v, v), au = dot_fused(a, u), av = dot_fused(a, v);
    // The foot in the plane, if it is in the face.
    const auto whole = hn::Sub(hn::Mul(uu, vv), hn::Mul(uv, uv));
    const auto s = hn::Sub(hn::Mul(uv, av), hn::Mul(vv, au)), t = hn::Sub(hn::Mul(uv, au), hn::Mul(uu, av));
    const auto inside =
        hn::And(hn::And(hn::Ge(s, zero), hn::Ge(t, zero)), hn::And(hn::Le(hn::Add(s, t), whole), hn::Gt(whole, tiny)));
    const auto per_whole = hn::Div(one, hn::Max(whole, tiny));
    V3 way = plus_fused(plus_fused(a, hn::Mul(s, per_whole), u), hn::Mul(t, per_whole), v);
    auto best = hn::IfThenElse(inside, dot_fused(way, way), hn::Set(d, 0x1p125f));
    const auto offer = [&](const V3& w) {
      const auto square = dot_fused(w, w);
      const auto nearer = hn::Lt(square, best);
      best = hn::Min(square, best);
      way = {hn::IfThenElse(nearer, w.x, way.x), hn::IfThenElse(nearer, w.y, way.y), hn::IfThenElse(nearer, w.z, way.z)};
    };
    const auto share = [&](LeafLanes along, LeafLanes square) {
      return hn::Min(hn::Max(hn::Div(along, hn::Max(square, tiny)), zero), one);
    };
    offer(plus_fused(a, share(hn::Neg(au), uu), u));
    offer(plus_fused(a, share(hn::Neg(av), vv), v));
    offer(plus_fused(b, share(hn::Neg(dot_fused(b, e)), dot_fused(e, e)), e));
    // All of the face lies beyond the plane through its lowest corner along the
    // way.
    const auto floor = hn::Max(hn::Min(hn::Min(dot_fused(way, a), dot_fused(way, b)), dot_fused(way, c)), zero);
    // Far away its square would leave the range of floats.
    hn::Store(hn::Mul(floor, hn::Div(floor, hn::Max(best, tiny))), d, low + i);
    least = hn::Min(least, best);
  }
  return hn::GetLane(hn::MinOfLanes(d, least));
}

/// Which of such bounds are at most the limit, a bit for each face.
HWY_INLINE std::uint32_t faces_within(const float* low, float limit) {
  const LeafTag d;
  std::uint32_t within = 0;
  for (std::size_t i = 0; i < FaceCluster::kFaces; i += hn::Lanes(d)) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Le(hn::Load(d, low + i), hn::Set(d, limit)), bits);
    within |= (static_cast<std::uint32_t>(bits[0]) | static_cast<std::uint32_t>(bits[1]) << 8) << i;
  }
  return within;
}

/// The faces of a cluster whose edges the line may pass all on one side; the
/// line is given relative to the centre.
HWY_INLINE std::uint32_t faces_on_line(const LineSteps& line, const FaceCluster& cluster) {
  const LeafTag d;
  using V3 = Lanes3<LeafLanes>;
  const auto scale = hn::Set(d, cluster.scale);
  const V3 way = {hn::Set(d, line.way[0]), hn::Set(d, line.way[1]), hn::Set(d, line.way[2])};
  const auto way_size = hn::Add(hn::Add(hn::Abs(way.x), hn::Abs(way.y)), hn::Abs(way.z));
  const auto off = hn::Set(d, line.margin);
  std::uint32_t met = 0;
  for (std::size_t i = 0; i < FaceCluster::kFaces; i += hn::Lanes(d)) {
    const auto corner = [&](std::size_t k) -> V3 {
      return {hn::MulSub(scale, steps_in(cluster, 3 * k, i), hn::Set(d, line.at[0])),
              hn::MulSub(scale, steps_in(cluster, 3 * k + 1, i), hn::Set(d, line.at[1])),
              hn::MulSub(scale, steps_in(cluster, 3 * k + 2, i), hn::Set(d, line.at[2]))};
    };
    const auto size = [](const V3& a) { return hn::Max(hn::Max(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z)); };
    const V3 a = corner(0), b = corner(1), c = corner(2);
    const auto sa = size(a), sb = size(b), sc = size(c);
    auto above = hn::FirstN(d, 0), below = above;
    const auto look = [&](const V3& p, const V3& q, LeafLanes p_size, LeafLanes q_size) {
      const V3 n = {hn::MulSub(p.y, q.z, hn::Mul(p.z, q.y)), hn::MulSub(p.z, q.x, hn::Mul(p.x, q.z)),
                    hn::MulSub(p.x, q.y, hn::Mul(p.y, q.x))};
      const auto side = dot_fused(n, way);
      // Corners are off by the margin on each axis, products by some roundings.
      const auto product = hn::Mul(p_size, q_size), sum = hn::Add(hn::Add(p_size, q_size), off);
      const auto doubt =
          hn::Mul(way_size, hn::MulAdd(product, hn::Set(d, 0x1p-19f), hn::Mul(hn::Mul(off, sum), hn::Set(d, 2.1f))));
      above = hn::Or(above, hn::Gt(side, doubt));
      below = hn::Or(below, hn::Lt(side, hn::Neg(doubt)));
    };
    look(a, b, sa, sb);
    look(b, c, sb, sc);
    look(c, a, sc, sa);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Not(hn::And(above, below)), bits);
    met |= (static_cast<std::uint32_t>(bits[0]) | static_cast<std::uint32_t>(bits[1]) << 8) << i;
  }
  return met & ((1u << cluster.count) - 1);
}

/// Faces to be measured: corner k on axis x of face i, from the point, in row 3
/// k + x.
struct MeasuredFaces {
  alignas(64) double corners[9][kMeasured];
  alignas(64) double way[3][kMeasured];  ///< from the point to the nearest point
                                         ///< of the face
  alignas(64) double squared[kMeasured];

  HWY_INLINE void measure() {
    const MeasureTag d;
    for (std::size_t i = 0; i < kMeasured; i += hn::Lanes(d)) measure(i);
  }

 private:
  using V = hn::Vec<MeasureTag>;
  using V3 = Lanes3<V>;
  static HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
  }
  static HWY_INLINE V3 cross(const V3& a, const V3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
  }
  static HWY_INLINE V3 plus(const V3& a, V s, const V3& b) {
    return {hn::Add(a.x, hn::Mul(s, b.x)), hn::Add(a.y, hn::Mul(s, b.y)), hn::Add(a.z, hn::Mul(s, b.z))};
  }
  template <typename M>
  static HWY_INLINE V3 choose(M flags, const V3& yes, const V3& no) {
    return {hn::IfThenElse(flags, yes.x, no.x), hn::IfThenElse(flags, yes.y, no.y), hn::IfThenElse(flags, yes.z, no.z)};
  }

  HWY_INLINE void measure(std::size_t i) {
    const MeasureTag d;
    const auto corner = [&](std::size_t k) -> V3 {
      return {hn::Load(d, corners[3 * k] + i), hn::Load(d, corners[3 * k + 1] + i), hn::Load(d, corners[3 * k + 2] + i)};
    };
    const V3 a = corner(0), b = corner(1), c = corner(2), u = minus(b, a), v = minus(c, a), n = cross(u, v);
    const V zero = hn::Zero(d), one = hn::Set(d, 1);
    const V whole = dot(n, n), s = dot(n, cross(v, a)), t = dot(n, cross(a, u));
    const auto inside =
        hn::And(hn::And(hn::Ge(s, zero), hn::Ge(t, zero)), hn::And(hn::Le(hn::Add(s, t), whole), hn::Gt(whole, zero)));
    const V divisor = hn::IfThenElse(inside, whole, one);
    V3 nearest = plus(plus(a, hn::Div(s, divisor), u), hn::Div(t, divisor), v);
    V best = hn::IfThenElse(inside, dot(nearest, nearest), hn::Set(d, 1e308));
    const auto offer = [&](const V3& from, const V3& to) {
      const V3 edge = minus(to, from);
      const V along = hn::Neg(dot(from, edge)), square = dot(edge, edge);
      const auto within = hn::And(hn::Gt(along, zero), hn::Lt(along, square));
      const V3 foot = plus(from, hn::Div(along, hn::IfThenElse(within, square, one)), edge);
      const V3 w = choose(within, foot, choose(hn::Gt(along, zero), to, from));
      const V distance = dot(w, w);
      const auto nearer = hn::Lt(distance, best);
      best = hn::IfThenElse(nearer, distance, best);
      nearest = choose(nearer, w, nearest);
    };
    offer(a, b);
    offer(b, c);
    offer(c, a);
    hn::Store(best, d, squared + i);
    hn::Store(nearest.x, d, way[0] + i);
    hn::Store(nearest.y, d, way[1] + i);
    hn::Store(nearest.z, d, way[2] + i);
  }
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
