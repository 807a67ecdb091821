// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A cluster tree against itself: boxes of nodes, clusters and faces, then walls, which part neighbours too.
#include "answer/own_pairs/close_pair_search.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "answer/own_pairs/face_walls.h"
#include "pairs/candidates.h"

namespace impinge {

namespace {

constexpr std::uint32_t kWidth = ClusterNode::kWidth, kFaces = FaceCluster::kFaces;
constexpr std::size_t kTasks = 256;

constexpr std::uint32_t kNoCorner = UINT32_MAX;

struct NodePair {
  std::uint32_t a, b;
};

bool has_common(const Face& a, const Face& b) {
  bool common = false;
  for (const std::uint32_t c : a) common |= c != kNoCorner && (c == b[0] || c == b[1] || c == b[2]);
  return common;
}

// Calls visit(i) for each bit, ascending.
template <typename Visit>
void for_each_bit(std::uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::uint32_t>(std::countr_zero(bits)));
}

// The faces of a cluster: their boxes in tree coordinates, and their walls as far as they were needed.
struct ClusterFaces {
  std::uint32_t cluster = UINT32_MAX, known = 0;
  float low[3][kFaces], high[3][kFaces], all_low[3], all_high[3];
  FaceWalls walls[kFaces];
  Face simple[kFaces];  // those of their corners that are; kNoCorner for others

  void set(const FaceCluster& c, std::uint32_t index, float margin) {
    cluster = index;
    known = 0;
    const float off = static_cast<float>(FaceCluster::kOff + 0.05) * c.scale + margin;
    for (std::size_t x = 0; x < 3; ++x) {
      const float centre = static_cast<float>(c.centre[x]);
      // Where fewer faces are there, the last one repeats.
      for (std::size_t i = 0; i < kFaces; ++i) {
        const std::int16_t p = c.corners[x][i], q = c.corners[3 + x][i], r = c.corners[6 + x][i];
        low[x][i] = centre + c.scale * static_cast<float>(std::min(std::min(p, q), r)) - off;
        high[x][i] = centre + c.scale * static_cast<float>(std::max(std::max(p, q), r)) + off;
      }
      all_low[x] = *std::min_element(low[x], low[x] + kFaces);
      all_high[x] = *std::max_element(high[x], high[x] + kFaces);
    }
  }

  // Which of the first `count` faces have boxes that meet one; without branches, so that compilers take several at once.
  std::uint32_t meeting(const float (&least)[3], const float (&most)[3], std::uint32_t count) const {
    std::uint8_t apart[kFaces];
    for (std::size_t i = 0; i < kFaces; ++i) {
      std::int32_t off = 0;
      for (std::size_t x = 0; x < 3; ++x)
        off |= static_cast<std::int32_t>(low[x][i] > most[x]) | static_cast<std::int32_t>(least[x] > high[x][i]);
      apart[i] = static_cast<std::uint8_t>(off);
    }
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < count; ++i) bits |= (apart[i] == 0 ? 1u : 0u) << i;
    return bits;
  }
  std::uint32_t meeting(const ClusterFaces& other, std::uint32_t i, std::uint32_t count) const {
    return meeting({other.low[0][i], other.low[1][i], other.low[2][i]},
                   {other.high[0][i], other.high[1][i], other.high[2][i]}, count);
  }
};

class Search {
 public:
  Search(const ClusteredFaces& mesh, const Box& box, double slack) : mesh_(mesh), slack_(slack) {
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
    faces.set(cluster, index, margin_);
    if (mesh_.simple == nullptr) return;
    for (std::uint32_t i = 0; i < cluster.count; ++i) {
      faces.simple[i] = mesh_.topology.corners(mesh_.faces[cluster.faces[i]]);
      for (std::uint32_t& c : faces.simple[i])
        if (!(*mesh_.simple)[c]) c = kNoCorner;
    }
  }

  const FaceWalls& walls_of(ClusterFaces& faces, const FaceCluster& cluster, std::uint32_t i) const {
    if ((faces.known >> i & 1) == 0) {
      const Face& f = mesh_.faces[cluster.faces[i]];
      faces.walls[i] = {mesh_.vertices[f[0]], mesh_.vertices[f[1]], mesh_.vertices[f[2]], mesh_.topology.corners(f)};
      faces.known |= 1u << i;
    }
    return faces.walls[i];
  }

  void compare(std::uint32_t a, std::uint32_t b) {
    const FaceCluster &first = mesh_.tree.clusters()[a], &second = mesh_.tree.clusters()[b];
    if (a == b) found.faces += first.count;
    if (found.pairs.size() > kMaxCandidates)
      throw Error(ErrorCode::too_large, "a body meets itself in more face pairs than memory may hold; mend it first");
    ClusterFaces& p = faces_of(a);
    if (a != b && a % kKept == b % kKept) set(spare_, b);
    ClusterFaces& q = a != b && a % kKept == b % kKept ? spare_ : faces_of(b);
    const std::uint32_t near_first = p.meeting(q.all_low, q.all_high, first.count),
                        near_second = q.meeting(p.all_low, p.all_high, second.count);
    if (near_second == 0) return;
    for_each_bit(near_first, [&](std::uint32_t i) {
      const std::uint32_t later = a == b ? ~1u << i : ~0u;
      for_each_bit(q.meeting(p, i, second.count) & near_second & later, [&](std::uint32_t j) {
        if (mesh_.simple != nullptr && has_common(p.simple[i], q.simple[j])) return;
        if (walls_of(p, first, i).part(walls_of(q, second, j), slack_)) return;
        const auto [low, high] = std::minmax(first.faces[i], second.faces[j]);
        found.pairs.push_back({low, high});
      });
    });
  }

  static constexpr std::uint32_t kKept = 64;
  const ClusteredFaces& mesh_;
  double slack_;
  float margin_, low_[3], high_[3];
  ClusterFaces kept_[kKept], spare_;
};

void search_all(Search& search, std::vector<NodePair> stack, const Control& control) {
  for (std::uint32_t steps = 0; !stack.empty(); ++steps) {
    if (steps % 256 == 0) control.poll();
    const NodePair pair = stack.back();
    stack.pop_back();
    search.expand(pair, stack);
  }
}

}  // namespace

ClosePairFinds find_close_pairs(const ClusteredFaces& mesh, const Box& box, double slack, Control& control) {
  std::vector<NodePair> stack{{0, 0}};
  const auto search = std::make_unique<Search>(mesh, box, slack);
  if (tbb::this_task_arena::max_concurrency() > 1) {
    std::vector<NodePair> next;
    while (!stack.empty() && stack.size() < kTasks) {
      next.clear();
      for (const NodePair& pair : stack) search->expand(pair, next);
      stack.swap(next);
    }
    std::vector<ClosePairFinds> parts(stack.size());
    tbb::parallel_for(std::size_t{0}, stack.size(), [&](std::size_t i) {
      const auto own = std::make_unique<Search>(mesh, box, slack);
      search_all(*own, {stack[i]}, control);
      parts[i] = std::move(own->found);
    });
    for (const ClosePairFinds& part : parts) {
      search->found.pairs.insert(search->found.pairs.end(), part.pairs.begin(), part.pairs.end());
      search->found.faces += part.faces;
    }
  } else {
    search_all(*search, std::move(stack), control);
  }
  std::sort(search->found.pairs.begin(), search->found.pairs.end());
  return std::move(search->found);
}

}  // namespace impinge
