// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include <algorithm>

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
  double middle = 0;               ///< depth of its middle
  std::int64_t error = 0;          ///< of the gap, or of the longest stretch
  std::int64_t gap = 0;            ///< least gap where there is no overlap
  std::uint32_t a_face = kNoFace;  ///< that bounds the gap or the longest stretch
  std::uint32_t b_face = kNoFace;
  /// They may overlap or touch, for all that the error bounds say.
  bool may_meet() const { return longest > 0 || (a && b && balanced && gap <= error); }
  /// They overlap, or the gap is 0 within an error bound that is small.
  bool meets(std::int64_t small_error) const {
    return longest > error || (a && b && balanced && error <= small_error && (longest > 0 || gap <= error));
  }
  std::int64_t a_min = 0, a_max = 0, b_min = 0, b_max = 0;  ///< extremes of the bodies met
};

/// Steps that rounding may put between surfaces that are flush.
inline std::int64_t flush_error(const RasterView& view) { return 32 + 4 * std::int64_t{view.depth_rounding()}; }
/// Largest error of a line that may count as contact: a sixteenth of a cell. Lines that graze a face have a larger one, and
/// tell nothing.
inline std::int64_t contact_error(const RasterView& view) {
  return flush_error(view) +
         static_cast<std::int64_t>(std::min(view.cell() / (16 * view.depth_step()), double{kDepthSteps}));
}

/// Both bodies are solids.
/// @{
MapColumn solid_column(std::span<const Fragment> list);
MapColumn solid_column(const ZlistBands::CodedList& list);
/// @}

/// How the list of a line begins: crossings of a body in front of its cut are left out, and its winding number starts there.
struct ListFront {
  std::int32_t cut[2] = {INT32_MIN, INT32_MIN};
  int winding[2] = {0, 0};
};

/// The same of lists that have lost what lies in front of all overlaps, and behind them. Extremes, and gaps that are no
/// contact, are not those of the whole line.
/// @{
MapColumn solid_column(std::span<const Fragment> list, const ListFront& front);
MapColumn solid_column(const ZlistBands::CodedList& list, const ListFront& front);
/// @}

/// Depth of the middle of the longest stretch inside both, in steps; 0 where there is none.
double longest_middle(std::span<const Fragment> list);

/// At least one is an open surface: the last crossing of the lower one against the first of the upper one. Where they pass
/// each other the gap is negative. `a_below` says which is the lower one.
MapColumn surface_column(std::span<const Fragment> list, bool a_below);

}  // namespace impinge
