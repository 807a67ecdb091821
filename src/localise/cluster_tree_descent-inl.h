// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Down both trees at once to the faces, and what becomes of them.
#if defined(IMPINGE_LOCALISE_CLUSTER_TREE_DESCENT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_LOCALISE_CLUSTER_TREE_DESCENT_INL_H
#undef IMPINGE_LOCALISE_CLUSTER_TREE_DESCENT_INL_H
#else
#define IMPINGE_LOCALISE_CLUSTER_TREE_DESCENT_INL_H
#endif

#include <hwy/cache_control.h>

#include "exact/face_pair_static.h"
#include "localise/cluster_tree_leaf-inl.h"
#include "localise/cluster_tree_pairs.h"
#include "localise/cluster_tree_search-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

/// Searches pairs of nodes; pairs of their children that are nodes go on the stack, those that are clusters are done at
/// once.
class PairDescent {
 public:
  PairDescent(const ClusterPair& pair, std::vector<NodePair>& stack, ClusterPairs& found)
      : pair_(pair), frame_(pair.frame()), stack_(stack), found_(found) {}

  void expand(const NodePair& nodes) {
    const ClusterNode &a = pair_.a_tree().nodes()[nodes.a.node()], &b = pair_.b_tree().nodes()[nodes.b.node()];
    TurnedBoxes boxes;
    frame_.turn(a, boxes);
    const std::uint32_t asked = (1u << nodes.b.end(b)) - (1u << nodes.b.begin());
    std::uint32_t bits[kNodeWidth], any = 0;
    for (std::uint32_t i = nodes.a.begin(); i < nodes.a.end(a); ++i) {
      bits[i] = meeting_children(boxes, i, b) & asked;
      any |= bits[i];
    }
    if (any == 0) return;
    if (a.leaf && b.leaf) return expand_clusters(nodes, a, b, bits, any);
    for (std::uint32_t i = nodes.a.begin(); i < nodes.a.end(a); ++i)
      for (std::uint32_t left = bits[i]; left != 0; left &= left - 1) push(nodes, a, b, boxes, i, lowest_bit(left));
  }

  /// Decides what waits in the batch.
  void flush() {
    const PairProof proof = prove(batch_);
    found_.candidates += batch_.count;
    for (std::size_t n = 0; n < batch_.count; ++n) {
      const std::uint32_t bit = 1u << n;
      if ((proof.apart & bit) != 0) continue;
      Relation relation = Relation::crossing;
      if ((proof.crossing & bit) == 0) {
        ++found_.undecided;
        relation = face_pair_static(pair_.a().triangle(batch_.a_face[n]), pair_.b().triangle(batch_.b_face[n]));
        if (relation == Relation::disjoint) continue;
      }
      found_.meeting.push_back({batch_.a_face[n], batch_.b_face[n], relation});
    }
    batch_.count = 0;
  }

 private:
  static std::uint32_t lowest_bit(std::uint32_t bits) { return static_cast<std::uint32_t>(std::countr_zero(bits)); }

  void push(const NodePair& nodes, const ClusterNode& a, const ClusterNode& b, const TurnedBoxes& boxes, std::uint32_t i,
            std::uint32_t j) {
    float a_size = 0, b_size = 0, depth = INFINITY;
    for (std::size_t x = 0; x < 3; ++x) {
      const float sum = boxes.half[x][i] + b.half[x][j];
      a_size += boxes.half[x][i];
      b_size += b.half[x][j];
      depth = std::min(depth, sum - std::fabs(boxes.centre[x][i] - b.centre[x][j]));
    }
    stack_.push_back(opened(nodes, a, i, a_size, b, j, b_size));
    stack_.back().depth = depth;
  }

  void expand_clusters(const NodePair& nodes, const ClusterNode& a, const ClusterNode& b, const std::uint32_t* bits,
                       std::uint32_t any) {
    for (; any != 0; any &= any - 1) prefetch(pair_.b_tree().clusters()[b.first + lowest_bit(any)]);
    for (std::uint32_t i = nodes.a.begin(); i < nodes.a.end(a); ++i)
      if (bits[i] != 0) prefetch(pair_.a_tree().clusters()[a.first + i]);
    for (std::uint32_t i = nodes.a.begin(); i < nodes.a.end(a); ++i)
      if (bits[i] != 0) search_clusters(pair_.a_tree().clusters()[a.first + i], b, bits[i]);
  }

  static void prefetch(const FaceCluster& cluster) {
    const auto* const bytes = reinterpret_cast<const char*>(&cluster);
    for (std::size_t line = 0; line < sizeof(FaceCluster); line += 64) hwy::Prefetch(bytes + line);
  }

  // One cluster of a against some children of a node of b.
  void search_clusters(const FaceCluster& cluster, const ClusterNode& b, std::uint32_t bits) {
    TurnedCluster turned(pair_.frame(), cluster);
    bits &= meeting_box_of(turned, b);
    if (bits != 0) turned.set_planes();
    for (; bits != 0; bits &= bits - 1) {
      const FaceCluster& other = pair_.b_tree().clusters()[b.first + lowest_bit(bits)];
      set_still(other, turned, still_);
      LeafPair leaf(turned, still_);
      const FaceRows rows = leaf.unparted(leaf.meeting_boxes(other.count));
      for (std::size_t r = 0; r < rows.count; ++r)
        for (std::uint32_t left = rows.bits[r]; left != 0; left &= left - 1)
          add(turned, rows.face[r], other, lowest_bit(left));
    }
  }

  // The box of the turned corners is tighter than the turned box.
  HWY_INLINE std::uint32_t meeting_box_of(const TurnedCluster& a, const ClusterNode& b) const {
    TurnedBoxes box;
    for (std::size_t x = 0; x < 3; ++x) {
      box.centre[x][0] = static_cast<float>(a.middle()[x]) + (a.box_low[x] + a.box_high[x]) / 2;
      box.half[x][0] = (a.box_high[x] - a.box_low[x]) / 2 + frame_.margin();
    }
    return meeting_children(box, 0, b);
  }

  HWY_INLINE void add(const TurnedCluster& a, std::uint32_t i, const FaceCluster& b, std::uint32_t j) {
    const std::size_t n = batch_.count++;
    for (std::size_t row = 0; row < 9; ++row) {
      batch_.a[row][n] = a.corners[row][i];
      batch_.b[row][n] = still_.corners[row][j];
    }
    batch_.a_off[n] = a.off;
    batch_.b_off[n] = still_.off;
    batch_.a_face[n] = a.cluster().faces[i];
    batch_.b_face[n] = b.faces[j];
    if (batch_.count == PairBatch::kPairs) flush();
  }

  const ClusterPair& pair_;
  NodeFrame frame_;
  std::vector<NodePair>& stack_;
  ClusterPairs& found_;
  ClusterFaces still_;
  PairBatch batch_{};
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
