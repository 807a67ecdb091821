// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shape/cluster_tree/cluster_tree_median.h"
#include "shape/cluster_tree/cluster_tree_order.h"

namespace impinge {

/// How many faces lie in each of 32^3 cells.
class ClusterGrid {
 public:
  static constexpr int kBits = 5, kEdge = 1 << kBits;
  static constexpr std::size_t kCells = std::size_t{1} << (3 * kBits);

  static std::uint32_t cell(std::uint32_t x, std::uint32_t y, std::uint32_t z) { return x | y << kBits | z << (2 * kBits); }
  static std::uint32_t cell(FaceKey key) {
    return cell(key.axis(0) >> (21 - kBits), key.axis(1) >> (21 - kBits), key.axis(2) >> (21 - kBits));
  }

  ClusterGrid() : counts_(kCells) {}
  void add(FaceKey key) { ++counts_[cell(key)]; }
  void add(const ClusterGrid& other) {
    for (std::size_t i = 0; i < kCells; ++i) counts_[i] += other.counts_[i];
  }
  std::uint32_t operator[](std::uint32_t c) const { return counts_[c]; }

 private:
  std::vector<std::uint32_t> counts_;
};

/// Parts of a grid, and the nodes above them.
struct GridSplit {
  std::vector<std::uint32_t> counts;        ///< faces of each part
  std::vector<std::uint16_t> part_of_cell;  ///< for each cell with faces
  std::vector<ClusterOrder::Top> tops;      ///< the root is the first
};

/// Halves the grid by counts along the longest axis until a part has at most `part_faces`, or is a single cell.
GridSplit split_grid(const ClusterGrid& grid, std::uint32_t part_faces);

}  // namespace impinge
