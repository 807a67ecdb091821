// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// The boxes of the faces of a cluster, in tree coordinates; where fewer faces are there, the last one repeats.
struct FaceBoxes {
  static constexpr std::uint32_t kFaces = FaceCluster::kFaces, kNoCorner = UINT32_MAX;

  alignas(64) float low[3][kFaces], high[3][kFaces];
  alignas(64) float corners[3][3][kFaces];      ///< corner k on axis x at [k][x]
  alignas(64) std::uint32_t simple[3][kFaces];  ///< corners of each face that are simple; kNoCorner for others
  float all_low[3], all_high[3];
  float off;  ///< each corner is where it says up to this on each axis, the margin included

  /// Wider by what the corners of the cluster are off, and by a margin; the corners are left to others.
  void set(const FaceCluster& cluster, float margin);
};

/// For each face of a, which faces of b have a box that meets its own and no simple corner in common with it, as bits; set
/// only for the faces of a that are returned, as bits too.
std::uint32_t find_meeting_boxes(const FaceBoxes& a, const FaceBoxes& b, std::uint32_t (&meeting)[FaceBoxes::kFaces]);

}  // namespace impinge
