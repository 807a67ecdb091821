// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Bodies made of the tetrahedra of one tiling of space, so that walls run at many angles and the truth can still be counted:
// every unit cube of the lattice is cut in six along its diagonal.
// Based on: Freudenthal, Simplizialzerlegungen von beschränkter Flachheit, 1942 (Kuhn's triangulation).

#include <set>
#include <vector>

#include <impinge/answer.h>
#include <support/soup.h>

namespace impinge::test {

class SimplexBody {
 public:
  static constexpr int kSize = 3;  // cubes along an edge
  static constexpr int kCount = 6 * kSize * kSize * kSize;

  bool has(int simplex) const { return members_.count(simplex) != 0; }
  void add(int simplex) { members_.insert(simplex); }
  void remove(int simplex) { members_.erase(simplex); }
  bool empty() const { return members_.empty(); }

  /// The triangles between what is in and what is out, outside out.
  Soup boundary() const;
  /// The lattice points that the closed body holds.
  std::set<int> points() const;

 private:
  std::set<int> members_;
};

/// A random subset, or a connected blob.
SimplexBody random_simplices(Dice& dice);

Verdict simplex_verdict(const SimplexBody& a, const SimplexBody& b);

/// A random integer matrix of positive determinant: it maps lattice bodies exactly, and every verdict stays.
Eigen::Matrix3d random_shear(Dice& dice);

/// The body under the matrix.
Soup mapped(const Soup& soup, const Eigen::Matrix3d& matrix);

}  // namespace impinge::test
