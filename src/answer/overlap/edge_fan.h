// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

#include "answer/arrangement/cut_points.h"

namespace impinge {

/// A facet at an edge: a triangle in the plane of an input face.
struct FanFacet {
  std::uint32_t facet;  ///< the caller's number
  std::uint32_t face;   ///< an input face that spans its plane
  /// 1 if the facet, seen so that the face turns counter-clockwise, has the edge from its lower to its higher point on its
  /// border in that direction, else -1.
  int turn;
};

/// Facets around an edge (its lower point first), counter-clockwise as seen from where the edge points to, exactly.
void sort_around(const CutPoints& points, const TwoBodies& bodies, const CutPoints::Edge& edge, std::vector<FanFacet>& fan);

}  // namespace impinge
