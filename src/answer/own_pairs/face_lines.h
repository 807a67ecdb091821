// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include "answer/own_pairs/close_pair_search.h"
#include "answer/own_pairs/face_boxes.h"

namespace impinge {

/// Along which axis two clusters are looked at, and how far beyond a line a corner must be to be so in truth.
struct FaceView {
  FaceView(const FaceBoxes& a, const FaceBoxes& b);

  std::size_t axis = 2;  ///< along which both are least thick
  float bound = 0;
};

/// Pairs of faces, seen along an axis each, in lanes.
struct FacePairBatch {
  static constexpr std::uint32_t kPairs = 16;

  alignas(64) float at[2][3][2][kPairs] = {};  ///< of both faces the corners in the plane across the axis
  alignas(64) float bound[kPairs] = {};
  OwnPair faces[kPairs];
  std::uint32_t count = 0;

  bool full() const { return count == kPairs; }
  void add(const FaceView& view, const FaceBoxes& a, std::uint32_t i, const FaceBoxes& b, std::uint32_t j, OwnPair pair);
};

/// The pairs, as bits, that no line through an edge of either face is proved to part. Faces with a corner in common are
/// among them.
std::uint32_t find_unparted(const FacePairBatch& batch);

}  // namespace impinge
