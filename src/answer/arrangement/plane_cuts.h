// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "answer/arrangement/cut_points.h"
#include "answer/arrangement/flat_sweep.h"

namespace impinge {

/// Points on the edges of the input, by the numbers of their corners. All faces at an edge are cut at the same points.
class EdgePoints {
 public:
  void add(const CutPoints::Edge& edge, std::uint32_t point) { points_[key(edge)].push_back(point); }
  std::span<const std::uint32_t> on(const CutPoints::Edge& edge) const {
    const auto it = points_.find(key(edge));
    return it == points_.end() ? std::span<const std::uint32_t>() : std::span<const std::uint32_t>(it->second);
  }

 private:
  static std::uint64_t key(const CutPoints::Edge& e) { return std::uint64_t{e[0]} << 32 | e[1]; }
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> points_;
};

/// All that cuts the faces of one plane that lie on each other (mostly a single one).
struct PlaneCuts {
  struct Cut {
    std::uint32_t p, q;   ///< its ends
    std::uint32_t other;  ///< the face that cuts there
    std::vector<std::uint32_t> inner{};
  };
  std::vector<std::uint32_t> faces;
  std::vector<Cut> cuts;
  std::vector<std::uint32_t> lone;  ///< points in which another face touches
  bool entangled = false;           ///< cuts and borders may cross, beyond ends that are known

  /// Finds where cuts and borders cross each other, for planes that are entangled.
  void cross(CutPoints& points, EdgePoints& edges, const TwoBodies& bodies, int axis);

  /// Borders and cuts between the points on them, each once.
  std::vector<FlatSegment> segments(const CutPoints& points, const EdgePoints& edges, const TwoBodies& bodies,
                                    int axis) const;
};

}  // namespace impinge
