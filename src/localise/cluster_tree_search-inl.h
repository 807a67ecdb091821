// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Both trees descended at once: the children of a node of a, turned into the frame of b, against the children of a node of
// b. Boxes are turned as centre and half extents, M c + d and |M| h; what floats lose on numbers below (stretch + 1) 2^21 +
// |d| is a few roundings of it, and grows the boxes of a.
#if defined(IMPINGE_LOCALISE_CLUSTER_TREE_SEARCH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_LOCALISE_CLUSTER_TREE_SEARCH_INL_H
#undef IMPINGE_LOCALISE_CLUSTER_TREE_SEARCH_INL_H
#else
#define IMPINGE_LOCALISE_CLUSTER_TREE_SEARCH_INL_H
#endif

#include <hwy/highway.h>

#include "localise/cluster_tree_frame.h"
#include "localise/cluster_tree_nodes.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kNodeWidth = ClusterNode::kWidth;
using NodeTag = hn::CappedTag<float, kNodeWidth>;

/// Children of a node as boxes in the frame of b.
struct TurnedBoxes {
  alignas(32) float centre[3][kNodeWidth];
  alignas(32) float half[3][kNodeWidth];
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

  float margin() const { return margin_; }

 private:
  using Lanes = hn::Vec<NodeTag>;
  static HWY_INLINE Lanes weighted(Lanes ax, Lanes ay, Lanes az, Lanes x, Lanes y, Lanes z) {
    return hn::Add(hn::Add(hn::Mul(ax, x), hn::Mul(ay, y)), hn::Mul(az, z));
  }

  float matrix_[3][3], offset_[3], margin_;
};

/// Which children of a node of b meet box i.
HWY_INLINE std::uint32_t meeting_children(const TurnedBoxes& boxes, std::size_t i, const ClusterNode& node) {
  const NodeTag d;
  std::uint32_t bits = 0;
  for (std::size_t j = 0; j < kNodeWidth; j += hn::Lanes(d)) {
    const auto meets_on = [&](std::size_t x) {
      const auto way = hn::Abs(hn::Sub(hn::LoadU(d, node.centre[x] + j), hn::Set(d, boxes.centre[x][i])));
      return hn::Le(way, hn::Add(hn::LoadU(d, node.half[x] + j), hn::Set(d, boxes.half[x][i])));
    };
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::And(hn::And(meets_on(0), meets_on(1)), meets_on(2)), bytes);
    bits |= static_cast<std::uint32_t>(bytes[0]) << j;
  }
  return bits & ((1u << node.count) - 1);
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
