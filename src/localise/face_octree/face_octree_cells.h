// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "localise/face_octree/face_octree_lattice.h"

namespace impinge {

/// A node of the tree: 2^shift units along each axis, from its lowest one on.
struct OctreeNode {
  std::int32_t low[3];
  int shift[3];

  std::int32_t high(int axis) const {
    return static_cast<std::int32_t>(low[axis] + ((std::uint32_t{1} << shift[axis]) - 1));
  }
  int halvings() const { return 3 * FaceLattice::kBits - shift[0] - shift[1] - shift[2]; }
};

/// How many bits of each axis one step takes.
struct CellBits {
  int axis[3] = {0, 0, 0};
  int sum() const { return axis[0] + axis[1] + axis[2]; }
};

/// The cells of a node, with the faces that reach into each: one step down the tree, of one level or of several.
class NodeCells {
 public:
  struct Cell {
    OctreeNode node;
    std::size_t begin, end;  ///< of its faces
  };

  /// `faces` are ascending, and so are those of each cell. A face goes to the cells that its box reaches, a long one only to
  /// those of them that it may touch itself. Keeps the cells with faces of two objects; of two faces, for one with itself.
  NodeCells(const FaceLattice& lattice, const OctreeNode& node, std::span<const std::uint32_t> faces, const CellBits& bits,
            double long_extent, bool self);

  std::span<const Cell> cells() const { return cells_; }  ///< in Morton order
  std::span<const std::uint32_t> faces(const Cell& cell) const {
    return std::span(faces_).subspan(cell.begin, cell.end - cell.begin);
  }
  std::size_t size() const { return faces_.size(); }

 private:
  std::vector<std::uint32_t> faces_;
  std::vector<Cell> cells_;
};

/// How many cells the boxes reach, all together: the price of a step.
std::size_t count_places(const FaceLattice& lattice, const OctreeNode& node, std::span<const std::uint32_t> faces,
                         const CellBits& bits);

}  // namespace impinge
