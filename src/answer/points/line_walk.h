// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "answer/points/point_frame.h"

namespace impinge {

/// A line as a node or a cluster is asked about it, in tree coordinates, those
/// of a cluster relative to its centre.
struct LineSteps {
  float at[3], way[3];
  float inverse[3];    ///< of the way; of nodes alone
  float most, margin;  ///< how many times the way; how far boxes, or corners,
                       ///< may be off on each axis
};

/// Faces along a line from a point of the world: of a segment or of a ray.
/// Working memory that may be used again.
class LineWalk {
 public:
  explicit LineWalk(const PointFrame& frame) : frame_(frame) {}

  /// Begins at `from`, along `way`, up to `most` times it, which may be
  /// infinite. False where the numbers are too large for the tree, so that all
  /// faces must be looked at.
  bool begin(const Vec3& from, const Vec3& way, double most);

  /// The next faces that the line may meet, all of those it does meet among
  /// them, nearer nodes first; none at the end.
  std::span<const std::uint32_t> next();

  /// Nothing beyond so many times the way matters any more.
  void shorten(double most);

 private:
  struct Entry {
    float enter;  // in times of the way, not above where the line enters the box
    std::uint32_t node;
  };

  const PointFrame& frame_;
  Vec3 from_ = Vec3::Zero();  // in tree coordinates
  float at_[3] = {}, way_[3] = {}, inverse_[3] = {};
  float most_ = 0, margin_ = 0;
  double size_ = 0;  // how long the way is, at most
  std::vector<Entry> stack_;
  std::vector<std::uint32_t> faces_;
};

}  // namespace impinge
