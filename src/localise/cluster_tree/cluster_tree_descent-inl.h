// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Down both trees at once to the faces, and what becomes of them.
#if defined(IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_DESCENT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_DESCENT_INL_H
#undef IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_DESCENT_INL_H
#else
#define IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_DESCENT_INL_H
#endif

#include <hwy/cache_control.h>

#include <array>

#include "exact/face_pair_static.h"
#include "localise/cluster_tree/cluster_tree_leaf-inl.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/cluster_tree/cluster_tree_search-inl.h"

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
    std::uint32_t bits[kNodeWidth] = {};
    const ClusterNode &a = pair_.a_tree().nodes()[nodes.a.node()], &b = pair_.b_tree().nodes()[nodes.b.node()];
    const std::uint32_t any = find_child_pairs(nodes, a, b, bits);
    if (any == 0) return;
    if (a.leaf && b.leaf) return wait_for({nodes.a.node(), &a, &b, {}}, bits, any);
    push_all(nodes, a, b, bits);
  }

  /// The same for a search that ends at the first find: clusters are searched at once, those that overlap most first, until
  /// done() says so.
  template <typename Done>
  void expand_until(const NodePair& nodes, const Done& done) {
    std::uint32_t bits[kNodeWidth] = {};
    const ClusterNode &a = pair_.a_tree().nodes()[nodes.a.node()], &b = pair_.b_tree().nodes()[nodes.b.node()];
    if (find_child_pairs(nodes, a, b, bits) == 0) return;
    if (!a.leaf || !b.leaf) return push_all(nodes, a, b, bits);
    const TurnedBoxes& boxes = turned(nodes.a.node(), a).boxes;
    struct Overlap {
      float volume;
      std::uint32_t i, j;
    };
    Overlap overlaps[kNodeWidth * kNodeWidth];
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < a.count; ++i)
      for (std::uint32_t left = bits[i]; left != 0; left &= left - 1)
        overlaps[count++] = {common_box(boxes, i, b, lowest_bit(left)).volume(), i, lowest_bit(left)};
    std::sort(overlaps, overlaps + count, [](const Overlap& x, const Overlap& y) { return x.volume > y.volume; });
    keep_turned(nodes.a.node());
    for (std::size_t n = 0; n < count && !done(); ++n) {
      search_clusters(a, overlaps[n].i, b, 1u << overlaps[n].j);
      decide();
    }
  }

  /// Finishes the clusters and the face pairs that wait.
  void flush() {
    search_waiting();
    decide();
  }

  /// Fetches what the next pair of nodes needs.
  void fetch(const NodePair& nodes) const {
    prefetch(pair_.a_tree().nodes()[nodes.a.node()]);
    prefetch(pair_.b_tree().nodes()[nodes.b.node()]);
  }

 private:
  // Which children of b meet each child of a; returns those that meet any.
  std::uint32_t find_child_pairs(const NodePair& nodes, const ClusterNode& a, const ClusterNode& b,
                                 std::uint32_t (&bits)[kNodeWidth]) {
    // Children outside what the two nodes have in common meet nothing.
    const std::uint32_t b_bits = meeting_boxes(b.centre, b.half, nodes.centre, nodes.half) & nodes.b.bits(b);
    if (b_bits == 0) return 0;
    Turned& kept = turned(nodes.a.node(), a);
    std::uint32_t a_bits = meeting_boxes(kept.boxes.centre, kept.boxes.half, nodes.centre, nodes.half) & nodes.a.bits(a);
    std::uint32_t any = 0;
    for (; a_bits != 0; a_bits &= a_bits - 1) {
      const std::uint32_t i = lowest_bit(a_bits);
      bits[i] = meeting_children(kept.boxes, i, b) & b_bits;
      if (bits[i] == 0) continue;
      if (!kept.has_slabs) frame_.turn(a, kept.slabs);
      kept.has_slabs = true;
      bits[i] &= unparted_children(kept.boxes, kept.slabs, i, b, frame_.margin());
      any |= bits[i];
    }
    return any;
  }

  void push_all(const NodePair& nodes, const ClusterNode& a, const ClusterNode& b, const std::uint32_t (&bits)[kNodeWidth]) {
    const TurnedBoxes& boxes = turned(nodes.a.node(), a).boxes;
    for (std::uint32_t i = 0; i < a.count; ++i)
      for (std::uint32_t left = bits[i]; left != 0; left &= left - 1) push(nodes, a, b, boxes, i, lowest_bit(left));
  }

  // Clusters of two nodes that are to be compared.
  struct Waiting {
    std::uint32_t a_node;
    const ClusterNode *a, *b;
    std::array<std::uint32_t, kNodeWidth> bits;
  };

  // Decides the pairs of the batch.
  void decide() {
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

  static std::uint32_t lowest_bit(std::uint32_t bits) { return static_cast<std::uint32_t>(std::countr_zero(bits)); }

  // The children of a node of a in the frame of b.
  struct Turned {
    std::uint32_t node = UINT32_MAX;
    bool has_slabs = false;
    TurnedBoxes boxes;
    TurnedSlabs slabs;
  };

  // The same node comes again with other nodes of b, mostly soon.
  HWY_INLINE Turned& turned(std::uint32_t index, const ClusterNode& a) {
    Turned& kept = kept_[index % kKept];
    if (kept.node == index) return kept;
    kept.node = index;
    kept.has_slabs = false;
    frame_.turn(a, kept.boxes);
    return kept;
  }

  // What two children have in common, and their sizes.
  struct CommonBox {
    float a_size = 0, b_size = 0, depth = INFINITY, low[3], high[3];
    float volume() const { return (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]); }
  };
  static HWY_INLINE CommonBox common_box(const TurnedBoxes& boxes, std::uint32_t i, const ClusterNode& b, std::uint32_t j) {
    CommonBox box;
    for (std::size_t x = 0; x < 3; ++x) {
      const float a_half = boxes.half[x][i], b_half = b.half[x][j];
      box.low[x] = std::max(boxes.centre[x][i] - a_half, b.centre[x][j] - b_half);
      box.high[x] = std::min(boxes.centre[x][i] + a_half, b.centre[x][j] + b_half);
      box.a_size += a_half;
      box.b_size += b_half;
      box.depth = std::min(box.depth, box.high[x] - box.low[x]);
    }
    return box;
  }

  void push(const NodePair& nodes, const ClusterNode& a, const ClusterNode& b, const TurnedBoxes& boxes, std::uint32_t i,
            std::uint32_t j) {
    const CommonBox box = common_box(boxes, i, b, j);
    NodePair& next = stack_.emplace_back(opened(nodes, a, i, box.a_size, b, j, box.b_size));
    next.depth = box.depth;
    for (std::size_t x = 0; x < 3; ++x) {
      next.centre[x] = (box.low[x] + box.high[x]) / 2;
      next.half[x] = (box.high[x] - box.low[x]) / 2 + frame_.margin();
    }
  }

  // Fetches the clusters and searches those that were fetched before.
  void wait_for(Waiting next, const std::uint32_t* bits, std::uint32_t any) {
    for (; any != 0; any &= any - 1) prefetch(pair_.b_tree().clusters()[next.b->first + lowest_bit(any)]);
    for (std::uint32_t i = 0; i < next.a->count; ++i) {
      next.bits[i] = bits[i];
      if (bits[i] != 0) prefetch(pair_.a_tree().clusters()[next.a->first + i]);
    }
    search_waiting();
    waiting_ = next;
  }

  void search_waiting() {
    if (waiting_.a == nullptr) return;
    keep_turned(waiting_.a_node);
    for (std::uint32_t i = 0; i < waiting_.a->count; ++i)
      if (waiting_.bits[i] != 0) search_clusters(*waiting_.a, i, *waiting_.b, waiting_.bits[i]);
    waiting_.a = nullptr;
  }

  // The clusters that are kept are those of this node from now on.
  void keep_turned(std::uint32_t a_node) {
    if (a_node != turned_node_) turned_bits_ = planes_bits_ = 0;
    turned_node_ = a_node;
  }

  template <typename T>
  static HWY_INLINE void prefetch(const T& object) {
    const auto* const bytes = reinterpret_cast<const char*>(&object);
    for (std::size_t line = 0; line < sizeof(T); line += 64) hwy::Prefetch(bytes + line);
  }

  // Cluster i of a against some children of a node of b.
  void search_clusters(const ClusterNode& a, std::uint32_t i, const ClusterNode& b, std::uint32_t bits) {
    TurnedCluster& turned = turned_[i];
    if ((turned_bits_ >> i & 1) == 0) turned.set(pair_.frame(), pair_.a_tree().clusters()[a.first + i]);
    turned_bits_ |= 1u << i;
    bits &= meeting_box_of(turned, b);
    if (bits == 0) return;
    if ((planes_bits_ >> i & 1) == 0) turned.set_planes();
    planes_bits_ |= 1u << i;
    for (; bits != 0; bits &= bits - 1) {
      const std::uint32_t j = lowest_bit(bits);
      const FaceCluster& other = pair_.b_tree().clusters()[b.first + j];
      set_still(other, b, j, turned, still_);
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
    if (batch_.count == PairBatch::kPairs) decide();
  }

  const ClusterPair& pair_;
  NodeFrame frame_;
  std::vector<NodePair>& stack_;
  ClusterPairs& found_;
  static constexpr std::uint32_t kKept = 64;
  Turned kept_[kKept];
  Waiting waiting_{0, nullptr, nullptr, {}};
  std::uint32_t turned_node_ = UINT32_MAX;  // a node of a, of which is kept:
  TurnedCluster turned_[kNodeWidth];
  std::uint32_t turned_bits_ = 0, planes_bits_ = 0;  // which of its clusters are there, and which have planes
  ClusterFaces still_;
  PairBatch batch_{};
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
