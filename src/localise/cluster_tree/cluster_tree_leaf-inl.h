// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The faces of two clusters against each other: by their boxes, then by the planes of both, one face of a against all faces
// of b at once. The bound on n.(p - q) is that of the batch, where |p - q| is at most the sum of the edges of two boxes that
// meet, and n.p - n.q is computed instead: eight more roundings of |n| |p|, here up to |n| times the reach of the corners.
#if defined(IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_LEAF_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_LEAF_INL_H
#undef IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_LEAF_INL_H
#else
#define IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_LEAF_INL_H
#endif

#include <hwy/highway.h>

#include <bit>

#include "exact/pair_batch-inl.h"
#include "localise/cluster_tree/cluster_tree_faces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

/// Which faces have boxes that meet the box from low to high, given for each axis `stride` apart.
HWY_INLINE std::uint32_t meeting_faces(const ClusterFaces& faces, const float* low, const float* high, std::size_t stride) {
  const FaceTag d;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kClusterFaces; i += hn::Lanes(d)) {
    const auto meets_on = [&](std::size_t x) {
      return hn::And(hn::Le(hn::Set(d, low[x * stride]), hn::Load(d, faces.high[x] + i)),
                     hn::Le(hn::Load(d, faces.low[x] + i), hn::Set(d, high[x * stride])));
    };
    bits |= bits_of_faces(hn::And(hn::And(meets_on(0), meets_on(1)), meets_on(2))) << i;
  }
  return bits;
}

/// Faces of b against each face of a, by bits.
struct FaceRows {
  std::uint32_t face[kClusterFaces], bits[kClusterFaces];
  std::size_t count = 0;

  // Without a branch, since whether a row is empty cannot be foretold.
  HWY_INLINE void add(std::uint32_t a_face, std::uint32_t b_bits) {
    face[count] = a_face;
    bits[count] = b_bits;
    count += b_bits != 0;
  }
};

/// Two clusters whose faces are compared.
class LeafPair {
 public:
  LeafPair(const TurnedCluster& a, ClusterFaces& b) : a_(a), b_(b) {}

  /// The faces whose boxes meet.
  HWY_INLINE FaceRows meeting_boxes(std::uint32_t b_count) const {
    FaceRows rows;
    const std::uint32_t near_b = meeting_faces(b_, a_.box_low, a_.box_high, 1) & ((1u << b_count) - 1);
    std::uint32_t near_a = meeting_faces(a_, b_.box_low, b_.box_high, 1) & ((1u << a_.cluster().count) - 1);
    if (near_b == 0) return rows;
    for (; near_a != 0; near_a &= near_a - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(near_a));
      rows.add(i, meeting_faces(b_, a_.low[0] + i, a_.high[0] + i, kClusterFaces) & near_b);
    }
    return rows;
  }

  /// Those of them that no plane parts.
  HWY_INLINE FaceRows unparted(const FaceRows& rows) {
    FaceRows kept;
    if (rows.count == 0) return kept;
    b_.set_planes();
    float reach = 0;
    for (std::size_t x = 0; x < 3; ++x)
      reach = std::max({reach, -a_.box_low[x], a_.box_high[x], -b_.box_low[x], b_.box_high[x]});
    both_off_ = a_.off + b_.off;
    dot_off_ = both_off_ + reach * kFloatRounding;
    for (std::size_t r = 0; r < rows.count; ++r) kept.add(rows.face[r], keep_unparted(rows.face[r], rows.bits[r]));
    return kept;
  }

 private:
  // Those of the faces of b that no plane of the pair parts from face i of a.
  HWY_INLINE std::uint32_t keep_unparted(std::uint32_t i, std::uint32_t bits) const {
    const FaceTag d;
    std::uint32_t kept = 0;
    for (std::size_t j = 0; j < kClusterFaces; j += hn::Lanes(d)) {
      const auto edges = hn::Add(hn::Load(d, b_.edges + j), hn::Set(d, a_.edges[i] + 3 * both_off_));
      const auto a_row = [&](std::size_t row) { return hn::Set(d, a_.corners[row][i]); };
      const auto b_row = [&](std::size_t row) { return hn::Load(d, b_.corners[row] + j); };
      const auto by_a =
          parted({hn::Set(d, a_.normal[0][i]), hn::Set(d, a_.normal[1][i]), hn::Set(d, a_.normal[2][i])},
                 hn::Set(d, a_.level[i]), hn::Set(d, a_.normal_size[i]), hn::Set(d, a_.normal_off[i]), edges, b_row);
      const auto by_b =
          parted({hn::Load(d, b_.normal[0] + j), hn::Load(d, b_.normal[1] + j), hn::Load(d, b_.normal[2] + j)},
                 hn::Load(d, b_.level + j), hn::Load(d, b_.normal_size + j), hn::Load(d, b_.normal_off + j), edges, a_row);
      kept |= bits_of_faces(hn::Not(hn::Or(by_a, by_b))) << j;
    }
    return kept & bits;
  }

  struct Normal {
    FaceLanes x, y, z;
  };

  // All corners surely on one side of the plane.
  template <typename Row>
  HWY_INLINE FaceFlags parted(const Normal& n, FaceLanes level, FaceLanes size, FaceLanes off, FaceLanes edges,
                              const Row& row) const {
    const FaceTag d;
    const auto sum = hn::Add(hn::Mul(hn::Set(d, dot_off_), size), hn::Mul(edges, off));
    const auto bound = hn::Add(hn::Mul(sum, hn::Set(d, kRoom)), hn::Set(d, kUnderflow));
    const auto height = [&](std::size_t k) {
      return hn::Sub(hn::MulAdd(n.x, row(3 * k), hn::MulAdd(n.y, row(3 * k + 1), hn::Mul(n.z, row(3 * k + 2)))), level);
    };
    const auto h0 = height(0), h1 = height(1), h2 = height(2);
    const auto lowest = hn::Min(hn::Min(h0, h1), h2), highest = hn::Max(hn::Max(h0, h1), h2);
    return hn::Or(hn::Gt(lowest, bound), hn::Lt(highest, hn::Neg(bound)));
  }

  const TurnedCluster& a_;
  ClusterFaces& b_;
  float both_off_ = 0, dot_off_ = 0;
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
