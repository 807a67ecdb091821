// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include "raster/zlist/zlist_bands.h"
#include "raster/zlist/zlist_walk.h"

namespace impinge {

/// What one line says about two bodies, 0 and 1. Lengths are in depth steps.
struct MapColumn {
  bool a = false, b = false;       ///< which bodies the line meets
  bool balanced = true;            ///< every body is left as often as entered
  std::int64_t overlap = 0;        ///< length inside both
  double moment = 0;               ///< the overlap times the depth of its middle
  std::int64_t longest = 0;        ///< longest stretch inside both
  std::int64_t error = 0;          ///< of the gap, or of the longest stretch
  std::int64_t gap = 0;            ///< least gap where there is no overlap
  std::uint32_t a_face = kNoFace;  ///< that bounds the gap or the longest stretch
  std::uint32_t b_face = kNoFace;
  /// They overlap, or the gap is 0 within its error bound.
  bool meets() const { return longest > 0 || (a && b && balanced && gap <= error); }
  std::int64_t a_min = 0, a_max = 0, b_min = 0, b_max = 0;  ///< extremes of the bodies met
};

/// Both bodies are solids.
/// @{
MapColumn solid_column(std::span<const Fragment> list);
MapColumn solid_column(const ZlistBands::CodedList& list);
/// @}

/// Depth of the middle of the longest stretch inside both, in steps; 0 where there is none.
double longest_middle(std::span<const Fragment> list);

/// At least one is an open surface: the last crossing of the lower one against the first of the upper one. Where they pass
/// each other the gap is negative. `a_below` says which is the lower one.
MapColumn surface_column(std::span<const Fragment> list, bool a_below);

}  // namespace impinge
