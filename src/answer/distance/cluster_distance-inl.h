// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Lower bounds on distances, several at a time: of boxes in a frame whose first axis is the direction of the best pair so
// far. Along it nearly all others are farther apart, and across it most are. The boxes are grown by all rounding there is,
// so the bounds are never too large but for the few roundings of the bound itself, relative to the distance; the reach that
// they are compared with has room for those.
#if defined(IMPINGE_ANSWER_DISTANCE_CLUSTER_DISTANCE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_ANSWER_DISTANCE_CLUSTER_DISTANCE_INL_H
#undef IMPINGE_ANSWER_DISTANCE_CLUSTER_DISTANCE_INL_H
#else
#define IMPINGE_ANSWER_DISTANCE_CLUSTER_DISTANCE_INL_H
#endif

#include <hwy/highway.h>

#include "localise/cluster_tree/cluster_tree_faces-inl.h"
#include "localise/cluster_tree/cluster_tree_search-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

// Boxes that overlap are no distance apart; those that overlap more hold the nearer faces, mostly, and get a lower number.
template <typename V>
HWY_INLINE V deeper_first(V squared, V widest) {
  const hn::DFromV<V> d;
  return hn::IfThenElse(hn::Gt(widest, hn::Zero(d)), squared, hn::Neg(hn::Mul(widest, widest)));
}

/// Squares of lower bounds on the distance of box i of a to each box of b.
HWY_INLINE void bound_boxes(const TurnedBoxes& a, std::size_t i, const TurnedBoxes& b, float* out) {
  const NodeTag d;
  for (std::size_t j = 0; j < kNodeWidth; j += hn::Lanes(d)) {
    auto squared = hn::Zero(d), widest = hn::Set(d, -0x1p60f);
    for (std::size_t x = 0; x < 3; ++x) {
      const auto way = hn::Abs(hn::Sub(hn::Load(d, b.centre[x] + j), hn::Set(d, a.centre[x][i])));
      const auto gap = hn::Sub(way, hn::Add(hn::Load(d, b.half[x] + j), hn::Set(d, a.half[x][i])));
      const auto least = hn::Max(gap, hn::Zero(d));
      squared = hn::Add(squared, hn::Mul(least, least));
      widest = hn::Max(widest, gap);
    }
    hn::StoreU(deeper_first(squared, widest), d, out + j);
  }
}

/// Squares of lower bounds on the distance of face i of a to each face of b, whose middle is `way` from that of a.
HWY_INLINE void bound_faces(const ClusterFaces& a, std::size_t i, const ClusterFaces& b, const float* way, float* out) {
  const FaceTag d;
  for (std::size_t j = 0; j < kClusterFaces; j += hn::Lanes(d)) {
    auto squared = hn::Zero(d), widest = hn::Set(d, -0x1p60f);
    for (std::size_t x = 0; x < 3; ++x) {
      const auto before = hn::Sub(hn::Load(d, b.low[x] + j), hn::Set(d, a.high[x][i] - way[x]));
      const auto behind = hn::Sub(hn::Set(d, a.low[x][i] - way[x]), hn::Load(d, b.high[x] + j));
      const auto gap = hn::Max(before, behind), least = hn::Max(gap, hn::Zero(d));
      squared = hn::Add(squared, hn::Mul(least, least));
      widest = hn::Max(widest, gap);
    }
    hn::StoreU(deeper_first(squared, widest), d, out + j);
  }
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
