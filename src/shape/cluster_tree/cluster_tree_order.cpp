// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The coarse half of the order. Faces are counted in a grid of cells; halving the grid by counts gives the upper tree and
// which cell goes to which part, and one scatter brings the faces there. Chunks and parts are fixed by the input, never by
// threads. Median splits give boxes that overlap far less than a space-filling curve does: a third of the node pairs.
#include "shape/cluster_tree/cluster_tree_order.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include "shape/cluster_tree/cluster_tree_grid.h"
#include "shape/cluster_tree/cluster_tree_median.h"

namespace impinge {

namespace {

constexpr std::size_t kGrain = 32768;       // faces a task: a few hundred microseconds
constexpr std::size_t kMostChunks = 64;     // pieces of the scatter; each has a grid of its own
constexpr std::uint32_t kPartFaces = 8192;  // a part and its working room fit in the second-level cache

// Half the middle of a face: no difference of two of them overflows.
Vec3 half_middle(const Triangle& t) { return t.p[0] / 6 + t.p[1] / 6 + t.p[2] / 6; }

// Half middles relative to their box: 0 to 2^21 - 1 along its longest edge.
class KeyScale {
 public:
  explicit KeyScale(const Box& halves) : low_(halves.low) {
    const double edge = (halves.high - low_).maxCoeff();
    if (edge > 0x1p-990) factor_ = (0x1p21 - 1) / edge;
  }

  bool one_point() const { return factor_ == 0; }

  FaceKey key(const Triangle& t) const {
    const Vec3 scaled = (half_middle(t) - low_) * factor_;
    std::uint64_t bits = 0;
    for (int a = 0; a < 3; ++a) bits |= static_cast<std::uint64_t>(std::clamp(scaled[a], 0.0, 0x1p21 - 1)) << (21 * a);
    return {bits};
  }

 private:
  Vec3 low_;
  double factor_ = 0;
};

class Order {
 public:
  Order(std::span<const Vec3> vertices, std::span<const Face> faces) : vertices_(vertices), faces_(faces) {
    result_.faces.resize(faces.size());
    keys_.resize(faces.size());
    ids_.resize(faces.size());
  }

  ClusterOrder run(const Box& box) {
    const auto n = static_cast<std::uint32_t>(faces_.size());
    if (n <= ClusterOrder::kMostFaces) {
      const KeyScale scale({box.low / 2, box.high / 2});
      for (std::uint32_t i = 0; i < n; ++i) {
        keys_[i] = scale.key(triangle_of(vertices_, faces_[i]));
        ids_[i] = i;
      }
      result_.parts.push_back({0, n});
    } else {
      old_keys_.resize(n);
      old_ids_.resize(n);
      divide(0, n, {box.low / 2, box.high / 2});
    }
    tbb::parallel_for(std::size_t{0}, result_.parts.size(), [&](std::size_t p) {
      const auto [first, count] = result_.parts[p];
      order_part(std::span(keys_).subspan(first, count), std::span(ids_).subspan(first, count),
                 std::span(result_.faces).subspan(first, count), room_.local());
    });
    return std::move(result_);
  }

 private:
  // Splits many faces into parts by a grid over their box; those of one cell that are too many are split again.
  std::uint32_t divide(std::uint32_t first, std::uint32_t count, const Box& halves) {
    const std::size_t chunks = std::clamp<std::size_t>(count / kGrain, 1, kMostChunks);
    std::vector<std::uint32_t> begins(chunks + 1);
    for (std::size_t c = 0; c <= chunks; ++c)
      begins[c] = first + static_cast<std::uint32_t>(std::uint64_t{count} * c / chunks);
    std::vector<ClusterGrid> grids(chunks);
    const KeyScale scale(halves);
    tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
      for (std::uint32_t i = begins[c]; i < begins[c + 1]; ++i) {
        const std::uint32_t id = count == faces_.size() ? i : ids_[i];  // at first they stand as in the mesh
        FaceKey key = scale.key(triangle_of(vertices_, faces_[id]));
        // Faces that all lie in one point are told apart by where they stand in the list.
        if (scale.one_point()) key.bits = std::uint64_t{i - first} * 0x1fffff / count;
        old_keys_[i] = key;
        old_ids_[i] = id;
        grids[c].add(key);
      }
    });
    ClusterGrid sum = grids[0];
    for (std::size_t c = 1; c < chunks; ++c) sum.add(grids[c]);
    const GridSplit split = split_grid(sum, kPartFaces);
    scatter(begins, grids, split);
    return keep(first, split);
  }

  // Brings keys and ids to their parts, chunk by chunk within each part.
  void scatter(const std::vector<std::uint32_t>& begins, const std::vector<ClusterGrid>& grids, const GridSplit& split) {
    const std::size_t chunks = grids.size(), parts = split.counts.size();
    std::vector<std::vector<std::uint32_t>> next(chunks, std::vector<std::uint32_t>(parts));
    tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
      for (std::uint32_t cell = 0; cell < ClusterGrid::kCells; ++cell)
        if (grids[c][cell] != 0) next[c][split.part_of_cell[cell]] += grids[c][cell];
    });
    std::uint32_t at = begins[0];
    for (std::size_t p = 0; p < parts; ++p)
      for (std::size_t c = 0; c < chunks; ++c) at += std::exchange(next[c][p], at);
    tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
      for (std::uint32_t i = begins[c]; i < begins[c + 1]; ++i) {
        const std::uint32_t to = next[c][split.part_of_cell[ClusterGrid::cell(old_keys_[i])]]++;
        keys_[to] = old_keys_[i];
        ids_[to] = old_ids_[i];
      }
    });
  }

  // Takes parts and nodes over into the result. Returns the node on top.
  std::uint32_t keep(std::uint32_t first, const GridSplit& split) {
    const auto base = static_cast<std::uint32_t>(result_.tops.size());
    result_.tops.insert(result_.tops.end(), split.tops.begin(), split.tops.end());
    std::vector<ClusterOrder::Top::Child> parts;
    for (const std::uint32_t count : split.counts) {
      if (count <= ClusterOrder::kMostFaces) {
        parts.push_back({true, static_cast<std::uint32_t>(result_.parts.size())});
        result_.parts.push_back({first, count});
      } else {
        parts.push_back({false, divide(first, count, box_of_halves(first, count))});
      }
      first += count;
    }
    for (std::size_t t = 0; t < split.tops.size(); ++t)
      for (ClusterOrder::Top::Child& child : result_.tops[base + t].children)
        child = child.is_part ? parts[child.index] : ClusterOrder::Top::Child{false, child.index + base};
    return base;
  }

  Box box_of_halves(std::uint32_t first, std::uint32_t count) const {
    Box box;
    for (std::uint32_t i = first; i < first + count; ++i) box.add(half_middle(triangle_of(vertices_, faces_[ids_[i]])));
    return box;
  }

  std::span<const Vec3> vertices_;
  std::span<const Face> faces_;
  ClusterOrder result_;
  ClusterArray<FaceKey> keys_, old_keys_;
  ClusterArray<std::uint32_t> ids_, old_ids_;
  tbb::enumerable_thread_specific<ClusterArray<std::int32_t>> room_;
};

}  // namespace

ClusterOrder order_faces(std::span<const Vec3> vertices, std::span<const Face> faces, const Box& box) {
  return Order(vertices, faces).run(box);
}

Box box_of_vertices(std::span<const Vec3> vertices) {
  return tbb::parallel_reduce(
      tbb::blocked_range<std::size_t>(0, vertices.size(), kGrain), Box{},
      [&](const tbb::blocked_range<std::size_t>& range, Box box) {
        for (std::size_t i = range.begin(); i != range.end(); ++i) box.add(vertices[i]);
        return box;
      },
      [](Box a, const Box& b) {
        a.add(b);
        return a;
      });
}

}  // namespace impinge
