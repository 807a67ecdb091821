// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "answer/arrangement/face_chords.h"

namespace impinge {

/// The parts into which chords cut faces.
struct FaceRegions {
  std::vector<std::uint32_t> first_region;  ///< by slot, and one behind the last
  /// Arcs: the way along the border of a face from one end of a chord to the next, counter-clockwise, as FaceChords::border
  /// lists them; one where there are none. By slot, and one behind the last.
  std::vector<std::uint32_t> first_arc;
  std::vector<std::uint32_t> arc_region;
  /// By chord: what lies on its left and right in the face of a, then in the face of b, each seen from its front.
  std::vector<std::array<std::uint32_t, 4>> sides;
  std::vector<std::uint32_t> first_corner;  ///< by region, and one behind the last
  std::vector<std::uint32_t> corners;       ///< counter-clockwise around a region, or three for each of its triangles:
  std::vector<bool> in_triangles;           ///< by region

  std::uint32_t region_count() const { return static_cast<std::uint32_t>(in_triangles.size()); }
  std::span<const std::uint32_t> corners_of(std::uint32_t region) const {
    return std::span(corners).subspan(first_corner[region], first_corner[region + 1] - first_corner[region]);
  }
  /// The region at part `part` of an edge of a face, counted along the edge from 0; `before` border ends lie on earlier
  /// edges.
  std::uint32_t at_border(std::uint32_t slot, std::uint32_t before, std::uint32_t part) const {
    const std::uint32_t arcs = first_arc[slot + 1] - first_arc[slot];
    return arc_region[first_arc[slot] + (before + part + arcs - 1) % arcs];
  }
};

/// Nothing where a chord ends inside a face, as at the border of an open body.
std::optional<FaceRegions> find_regions(const TwoBodies& bodies, const CutPoints& points, const FaceChords& chords,
                                        Control& control);

}  // namespace impinge
