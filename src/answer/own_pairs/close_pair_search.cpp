// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A cluster tree against itself: boxes of nodes, clusters and faces, lines seen along an axis, many at once, then walls,
// which part neighbours too.
#include "answer/own_pairs/close_pair_search.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "answer/own_pairs/face_boxes.h"
#include "answer/own_pairs/face_lines.h"
#include "answer/own_pairs/face_walls.h"
#include "base/kept_memory.h"
#include "base/lent.h"
#include "pairs/candidates.h"

namespace impinge {

namespace {

constexpr std::uint32_t kWidth = ClusterNode::kWidth, kFaces = FaceCluster::kFaces;
constexpr std::size_t kTasks = 256;

struct NodePair {
  std::uint32_t a, b;
};

std::uint32_t first_bits(std::uint32_t count) { return (1u << count) - 1; }

bool all_meet(const FaceBoxes& a, const FaceBoxes& b) {
  for (std::size_t x = 0; x < 3; ++x)
    if (a.all_low[x] > b.all_high[x] || b.all_low[x] > a.all_high[x]) return false;
  return true;
}

struct ClusterFaces {
  std::uint32_t cluster = UINT32_MAX;
  FaceBoxes boxes;
};

struct WallsOfFace {
  std::uint32_t face = UINT32_MAX;
  FaceWalls walls;
};

class Search {
 public:
  Search(const ClusteredFaces& mesh, const Box& box, double slack) : mesh_(mesh), slack_(slack) {
    found.pairs = Lent<OwnPair>::take();
    // Floats of tree coordinates, which are below 2^21, are off by an eighth at most.
    margin_ = static_cast<float>(slack / mesh.tree.unit()) + 0.5f;
    for (int x = 0; x < 3; ++x) {
      const double low = (box.low[x] - mesh.tree.origin()[x]) / mesh.tree.unit() - 1,
                   high = (box.high[x] - mesh.tree.origin()[x]) / mesh.tree.unit() + 1;
      low_[x] = static_cast<float>(std::max(low, -0x1p22));
      high_[x] = static_cast<float>(std::min(high, 0x1p22));
    }
  }

  // Clusters are compared at once, pairs of nodes put on the stack.
  void expand(const NodePair& pair, std::vector<NodePair>& stack) {
    const ClusterNode &a = node(pair.a), &b = node(pair.b);
    if (a.leaf && !b.leaf) return expand({pair.b, pair.a}, stack);
    const std::uint32_t a_bits = in_region(a), b_bits = in_region(b);
    for (std::uint32_t i = 0; i < a.count; ++i) {
      if ((a_bits >> i & 1) == 0) continue;
      std::uint32_t meeting = meeting_children(a, i, b) & b_bits;
      if (!a.leaf && b.leaf) {
        if (meeting != 0) stack.push_back({a.first + i, pair.b});
        continue;
      }
      if (pair.a == pair.b) meeting &= ~0u << i;
      for (std::uint32_t j = 0; j < b.count; ++j) {
        if ((meeting >> j & 1) == 0) continue;
        if (a.leaf)
          compare(a.first + i, b.first + j);
        else
          stack.push_back({a.first + i, b.first + j});
      }
    }
  }

  // Those that wait for others to fill the lanes.
  void finish() {
    for (std::uint32_t bits = find_unparted(batch_); bits != 0; bits &= bits - 1) {
      const OwnPair& pair = batch_.faces[std::countr_zero(bits)];
      if (!walls_of(pair[0]).part(walls_of(pair[1]), slack_)) found.pairs.push_back(pair);
    }
    batch_.count = 0;
  }

  ClosePairFinds found;

 private:
  const ClusterNode& node(std::uint32_t n) const { return mesh_.tree.nodes()[n]; }

  std::uint32_t in_region(const ClusterNode& n) const {
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < n.count; ++i) {
      bool in = true;
      for (std::size_t x = 0; x < 3; ++x)
        in = in && n.centre[x][i] - n.half[x][i] <= high_[x] && n.centre[x][i] + n.half[x][i] >= low_[x];
      bits |= (in ? 1u : 0u) << i;
    }
    return bits;
  }

  std::uint32_t meeting_children(const ClusterNode& a, std::uint32_t i, const ClusterNode& b) const {
    std::int32_t apart[kWidth] = {};
    for (std::size_t x = 0; x < 3; ++x) {
      const float centre = a.centre[x][i], half = a.half[x][i] + margin_;
      for (std::size_t j = 0; j < kWidth; ++j) {
        const float way = centre - b.centre[x][j], sum = half + b.half[x][j];
        apart[j] |= static_cast<std::int32_t>(way > sum) | static_cast<std::int32_t>(-way > sum);
      }
    }
    std::uint32_t bits = 0;
    for (std::uint32_t j = 0; j < b.count; ++j) bits |= (apart[j] == 0 ? 1u : 0u) << j;
    return bits;
  }

  ClusterFaces& faces_of(std::uint32_t cluster) {
    ClusterFaces& faces = kept_[cluster % kKept];
    if (faces.cluster != cluster) set(faces, cluster);
    return faces;
  }

  void set(ClusterFaces& faces, std::uint32_t index) const {
    const FaceCluster& cluster = mesh_.tree.clusters()[index];
    faces.cluster = index;
    faces.boxes.set(cluster, margin_);
    for (std::uint32_t i = 0; i < kFaces; ++i) {
      const Face corners = mesh_.topology.corners(mesh_.faces[cluster.faces[i]]);
      for (std::size_t k = 0; k < 3; ++k)
        faces.boxes.simple[k][i] =
            mesh_.simple != nullptr && (*mesh_.simple)[corners[k]] ? corners[k] : FaceBoxes::kNoCorner;
    }
  }

  // Two faces of a pair may be kept in the same place: by value.
  FaceWalls walls_of(std::uint32_t face) {
    WallsOfFace& kept = walls_[face % kWalls];
    if (kept.face != face) {
      const Face& f = mesh_.faces[face];
      kept = {face, {mesh_.vertices[f[0]], mesh_.vertices[f[1]], mesh_.vertices[f[2]], mesh_.topology.corners(f)}};
    }
    return kept.walls;
  }

  void compare(std::uint32_t a, std::uint32_t b) {
    const FaceCluster &first = mesh_.tree.clusters()[a], &second = mesh_.tree.clusters()[b];
    if (a == b) found.faces += first.count;
    if (found.pairs.size() > kMaxCandidates)
      throw Error(ErrorCode::too_large, "a body meets itself in more face pairs than memory may hold; mend it first");
    ClusterFaces& p = faces_of(a);
    if (a != b && a % kKept == b % kKept) set(spare_, b);
    ClusterFaces& q = a != b && a % kKept == b % kKept ? spare_ : faces_of(b);
    if (a != b && !all_meet(p.boxes, q.boxes)) return;
    std::uint32_t meeting[kFaces];
    std::uint32_t rows = find_meeting_boxes(p.boxes, q.boxes, meeting) & first_bits(first.count);
    if (rows == 0) return;
    const FaceView view(p.boxes, q.boxes);
    const std::uint32_t columns = first_bits(second.count);
    for (; rows != 0; rows &= rows - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rows));
      for (std::uint32_t bits = meeting[i] & (a == b ? columns & ~1u << i : columns); bits != 0; bits &= bits - 1) {
        const auto j = static_cast<std::uint32_t>(std::countr_zero(bits));
        const auto [low, high] = std::minmax(first.faces[i], second.faces[j]);
        batch_.add(view, p.boxes, i, q.boxes, j, {low, high});
        if (batch_.full()) finish();
      }
    }
  }

  static constexpr std::uint32_t kKept = 64, kWalls = 1024;
  const ClusteredFaces& mesh_;
  double slack_;
  float margin_, low_[3], high_[3];
  ClusterFaces kept_[kKept], spare_;
  WallsOfFace walls_[kWalls];
  FacePairBatch batch_;
};

// Too large for the stack, and needed again and again.
class KeptSearch {
 public:
  KeptSearch(const ClusteredFaces& mesh, const Box& box, double slack) {
    one_.reserve(1);
    one_.emplace_back(mesh, box, slack);
  }
  Search& operator*() { return one_.front(); }
  Search* operator->() { return &one_.front(); }

 private:
  KeptVector<Search> one_;
};

void search_all(Search& search, std::vector<NodePair>& stack, const Control& control) {
  for (std::uint32_t steps = 0; !stack.empty(); ++steps) {
    if (steps % 256 == 0) control.poll();
    const NodePair pair = stack.back();
    stack.pop_back();
    search.expand(pair, stack);
  }
  search.finish();
}

}  // namespace

ClosePairFinds find_close_pairs(const ClusteredFaces& mesh, const Box& box, double slack, Control& control) {
  Lent<NodePair> lent;
  std::vector<NodePair>& stack = *lent;
  stack.push_back({0, 0});
  KeptSearch search(mesh, box, slack);
  if (tbb::this_task_arena::max_concurrency() > 1) {
    Lent<NodePair> next;
    while (!stack.empty() && stack.size() < kTasks) {
      next->clear();
      for (const NodePair& pair : stack) search->expand(pair, *next);
      stack.swap(*next);
    }
    std::vector<ClosePairFinds> parts(stack.size());
    tbb::parallel_for(std::size_t{0}, stack.size(), [&](std::size_t i) {
      KeptSearch own(mesh, box, slack);
      Lent<NodePair> part;
      part->push_back(stack[i]);
      search_all(*own, *part, control);
      parts[i] = std::move(own->found);
    });
    search->finish();
    for (ClosePairFinds& part : parts) {
      search->found.pairs.insert(search->found.pairs.end(), part.pairs.begin(), part.pairs.end());
      search->found.faces += part.faces;
      Lent<OwnPair>::give(part.pairs);
    }
  } else {
    search_all(*search, stack, control);
  }
  std::sort(search->found.pairs.begin(), search->found.pairs.end());
  return std::move(search->found);
}

}  // namespace impinge
