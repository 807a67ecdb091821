// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Both trees descended at once: the children of a node of a, turned into the frame of b, against the children of a node of
// b. Boxes are turned as centre and half extents, M c + d and |M| h; what floats lose on numbers below (stretch + 1) 2^21 +
// |d| is a few roundings of it, and grows the boxes of a.
#if defined(IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_SEARCH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_SEARCH_INL_H
#undef IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_SEARCH_INL_H
#else
#define IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_SEARCH_INL_H
#endif

#include <hwy/highway.h>

#include "localise/cluster_tree/cluster_tree_frame.h"
#include "localise/cluster_tree/cluster_tree_nodes.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kNodeWidth = ClusterNode::kWidth;
using NodeTag = hn::CappedTag<float, kNodeWidth>;

using NodeLanes = hn::Vec<NodeTag>;

HWY_INLINE NodeLanes weighted(NodeLanes ax, NodeLanes ay, NodeLanes az, NodeLanes x, NodeLanes y, NodeLanes z) {
  return hn::Add(hn::Add(hn::Mul(ax, x), hn::Mul(ay, y)), hn::Mul(az, z));
}

/// Children of a node as boxes in the frame of b.
struct TurnedBoxes {
  alignas(32) float centre[3][kNodeWidth];
  alignas(32) float half[3][kNodeWidth];
};

/// The slabs of the same: |normal . x - level| <= thick.
struct TurnedSlabs {
  alignas(32) float normal[3][kNodeWidth];
  alignas(32) float level[kNodeWidth], thick[kNodeWidth];
  alignas(32) float per_square[kNodeWidth];  ///< 1 over the square of the normal, or 0
};

/// A map of tree coordinates in floats.
class NodeFrame {
 public:
  explicit NodeFrame(const ClusterFrame& frame) {
    double farthest = 0;
    for (int r = 0; r < 3; ++r) {
      offset_[r] = static_cast<float>(frame.offset[r]);
      farthest = std::max(farthest, std::fabs(frame.offset[r]));
      for (int c = 0; c < 3; ++c) matrix_[r][c] = static_cast<float>(frame.matrix(r, c));
    }
    margin_ = static_cast<float>(frame.margin + ((frame.stretch + 1) * 0x1p22 + farthest) * 0x1p-21);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) normals_[r][c] = static_cast<float>(frame.normals(r, c));
  }

  HWY_INLINE void turn(const ClusterNode& node, TurnedBoxes& boxes) const {
    const NodeTag d;
    for (std::size_t i = 0; i < kNodeWidth; i += hn::Lanes(d)) {
      const auto at = [&](const float* row) { return hn::LoadU(d, row + i); };
      const auto nx = at(node.normal[0]), ny = at(node.normal[1]), nz = at(node.normal[2]), mid = at(node.mid),
                 thick = at(node.thick);
      const auto hx = at(node.half[0]), hy = at(node.half[1]), hz = at(node.half[2]);
      for (std::size_t r = 0; r < 3; ++r) {
        const auto mx = hn::Set(d, matrix_[r][0]), my = hn::Set(d, matrix_[r][1]), mz = hn::Set(d, matrix_[r][2]);
        const auto by_box = weighted(hn::Abs(mx), hn::Abs(my), hn::Abs(mz), hx, hy, hz);
        // The part of the row along the normal is bounded by the slab, the rest by the box.
        const auto share = weighted(mx, my, mz, nx, ny, nz);
        const auto rest = [&](auto m, auto n) { return hn::Abs(hn::Sub(m, hn::Mul(share, n))); };
        const auto by_slab =
            hn::Add(weighted(rest(mx, nx), rest(my, ny), rest(mz, nz), hx, hy, hz), hn::Mul(hn::Abs(share), thick));
        const auto middle = hn::Add(weighted(mx, my, mz, at(node.centre[0]), at(node.centre[1]), at(node.centre[2])),
                                    hn::Set(d, offset_[r]));
        const auto thin = hn::Lt(by_slab, by_box);
        hn::Store(hn::Add(middle, hn::IfThenElseZero(thin, hn::Mul(share, mid))), d, boxes.centre[r] + i);
        hn::Store(hn::Add(hn::Min(by_slab, by_box), hn::Set(d, margin_)), d, boxes.half[r] + i);
      }
    }
  }

  // Numbers along a normal v are off by |v| times 4 margins at most: one of the frame, one of the centre, one of v . centre,
  // and one of v itself, whose floats are off by 2^-20 (the condition of the frame is 8), times the size of a box.
  HWY_INLINE void turn(const ClusterNode& node, TurnedSlabs& slabs) const {
    const NodeTag d;
    for (std::size_t i = 0; i < kNodeWidth; i += hn::Lanes(d)) {
      const auto at = [&](const float* row) { return hn::LoadU(d, row + i); };
      const auto row = [&](const float* m, const float(&x)[3][kNodeWidth]) {
        return weighted(hn::Set(d, m[0]), hn::Set(d, m[1]), hn::Set(d, m[2]), at(x[0]), at(x[1]), at(x[2]));
      };
      const auto wx = row(normals_[0], node.normal), wy = row(normals_[1], node.normal), wz = row(normals_[2], node.normal);
      const auto square = weighted(wx, wy, wz, wx, wy, wz), one = hn::Set(d, 1);
      // Without a normal, or where numbers would leave their range, all is zero, and nothing is parted.
      const auto some = hn::And(hn::Gt(square, hn::Set(d, 0x1p-100f)), hn::Lt(square, hn::Set(d, 0x1p100f)));
      const auto vx = hn::IfThenElseZero(some, wx), vy = hn::IfThenElseZero(some, wy), vz = hn::IfThenElseZero(some, wz);
      hn::Store(vx, d, slabs.normal[0] + i);
      hn::Store(vy, d, slabs.normal[1] + i);
      hn::Store(vz, d, slabs.normal[2] + i);
      const auto place = [&](std::size_t r) { return hn::Add(row(matrix_[r], node.centre), hn::Set(d, offset_[r])); };
      const auto level = hn::Add(weighted(vx, vy, vz, place(0), place(1), place(2)), at(node.mid));
      hn::Store(hn::IfThenElseZero(some, level), d, slabs.level + i);
      const auto size = hn::Add(hn::Add(hn::Abs(vx), hn::Abs(vy)), hn::Abs(vz));
      hn::Store(hn::Add(at(node.thick), hn::Mul(size, hn::Set(d, 4 * margin_))), d, slabs.thick + i);
      hn::Store(hn::IfThenElseZero(some, hn::Div(one, hn::IfThenElse(some, square, one))), d, slabs.per_square + i);
    }
  }

  float margin() const { return margin_; }

 private:
  float matrix_[3][3], normals_[3][3], offset_[3], margin_;
};

/// Those of the children of a node of b that no slab parts from child i of a: neither along the normal of a, where b spans
/// what its own slab and its box leave, nor the other way round.
HWY_INLINE std::uint32_t unparted_children(const TurnedBoxes& boxes, const TurnedSlabs& slabs, std::size_t i,
                                           const ClusterNode& node, float margin) {
  const NodeTag d;
  std::uint32_t bits = 0;
  const auto v = [&](std::size_t x) { return hn::Set(d, slabs.normal[x][i]); };
  const auto a_at = [&](std::size_t x) { return hn::Set(d, boxes.centre[x][i]); };
  const auto a_half = [&](std::size_t x) { return hn::Set(d, boxes.half[x][i]); };
  for (std::size_t j = 0; j < kNodeWidth; j += hn::Lanes(d)) {
    const auto n = [&](std::size_t x) { return hn::LoadU(d, node.normal[x] + j); };
    const auto at = [&](std::size_t x) { return hn::LoadU(d, node.centre[x] + j); };
    const auto half = [&](std::size_t x) { return hn::LoadU(d, node.half[x] + j); };
    const auto mid = hn::LoadU(d, node.mid + j), b_thick = hn::LoadU(d, node.thick + j);
    const auto level = hn::Set(d, slabs.level[i]), a_thick = hn::Set(d, slabs.thick[i]);
    const auto both = weighted(v(0), v(1), v(2), n(0), n(1), n(2));

    const auto rest = [&](std::size_t x) { return hn::Abs(hn::Sub(v(x), hn::Mul(both, n(x)))); };
    const auto along_a = hn::Add(weighted(v(0), v(1), v(2), at(0), at(1), at(2)), hn::Sub(hn::Mul(both, mid), level));
    const auto b_span =
        hn::Add(weighted(rest(0), rest(1), rest(2), half(0), half(1), half(2)), hn::Mul(hn::Abs(both), b_thick));

    const auto share = hn::Mul(both, hn::Set(d, slabs.per_square[i]));
    const auto left = [&](std::size_t x) { return hn::Sub(n(x), hn::Mul(share, v(x))); };
    const auto a_place = hn::Add(weighted(left(0), left(1), left(2), a_at(0), a_at(1), a_at(2)), hn::Mul(share, level));
    const auto along_b = hn::Sub(hn::Add(weighted(n(0), n(1), n(2), at(0), at(1), at(2)), mid), a_place);
    const auto a_span =
        hn::Add(weighted(hn::Abs(left(0)), hn::Abs(left(1)), hn::Abs(left(2)), a_half(0), a_half(1), a_half(2)),
                hn::Mul(hn::Abs(share), a_thick));
    const auto room = hn::Set(d, 8 * margin);
    const auto meets = hn::And(hn::Le(hn::Abs(along_a), hn::Add(a_thick, b_span)),
                               hn::Le(hn::Abs(along_b), hn::Add(hn::Add(b_thick, a_span), room)));
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, meets, bytes);
    bits |= static_cast<std::uint32_t>(bytes[0]) << j;
  }
  return bits;
}

/// Which of eight boxes, given by rows, meet a box.
HWY_INLINE std::uint32_t meeting_boxes(const float (&centres)[3][kNodeWidth], const float (&halves)[3][kNodeWidth],
                                       const float* centre, const float* half) {
  const NodeTag d;
  std::uint32_t bits = 0;
  for (std::size_t j = 0; j < kNodeWidth; j += hn::Lanes(d)) {
    const auto meets_on = [&](std::size_t x) {
      const auto way = hn::Abs(hn::Sub(hn::LoadU(d, centres[x] + j), hn::Set(d, centre[x])));
      return hn::Le(way, hn::Add(hn::LoadU(d, halves[x] + j), hn::Set(d, half[x])));
    };
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::And(hn::And(meets_on(0), meets_on(1)), meets_on(2)), bytes);
    bits |= static_cast<std::uint32_t>(bytes[0]) << j;
  }
  return bits;
}

/// Which children of a node of b meet box i.
HWY_INLINE std::uint32_t meeting_children(const TurnedBoxes& boxes, std::size_t i, const ClusterNode& node) {
  const float centre[3] = {boxes.centre[0][i], boxes.centre[1][i], boxes.centre[2][i]};
  const float half[3] = {boxes.half[0][i], boxes.half[1][i], boxes.half[2][i]};
  return meeting_boxes(node.centre, node.half, centre, half);
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
