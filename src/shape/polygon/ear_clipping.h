// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "shape/polygon/chain_boxes.h"

namespace impinge {

/// What came of a polygon.
enum class Clipped : std::uint8_t {
  simple,    ///< the triangles cover what it encloses, once
  crossing,  ///< it crosses itself; where it does, its thinnest corners were cut off
  too_long,  ///< given up: it has so many corners in such an order that it would take minutes
};

/// Cuts polygons into triangles by their ears (G. H. Meisters, Polygons have ears, 1975), every decision exact. Corners may
/// lie on a line, stand in one place or be visited twice, and a hole may be joined to the outline by a bridge that is
/// passed there and back. Keeps its memory for the next polygon.
class EarClipper {
 public:
  /// `polygon` turns counter-clockwise and has three corners or more; its n - 2 triangles of corner numbers are written to
  /// `triangles`, counter-clockwise too. Corners without area (spikes, repeated corners) give triangles without area.
  Clipped clip(std::span<const PlanePoint> polygon, std::span<Face> triangles);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// Corners that wait at one edge are a list.
  struct Watcher {
    std::uint32_t edge = kNone, before = kNone, after = kNone;
  };

  void start(std::span<const PlanePoint> polygon);
  int turn_at(std::uint32_t corner) const;
  /// The tip of a spike, or a repeated corner.
  bool is_pinched(std::uint32_t corner) const;
  bool is_blocked(std::uint32_t corner, bool touching_allowed);
  bool blocks(std::uint32_t edge, std::uint32_t corner, bool touching_allowed);
  /// Cuts it off, and spikes that this leaves.
  void cut(std::uint32_t corner);
  void remove(std::uint32_t corner);
  void await(std::uint32_t corner);
  void watch(std::uint32_t edge, std::uint32_t corner);
  void unwatch(std::uint32_t corner);
  void wake(std::uint32_t edge);
  void cut_spikes();
  void cut_ears();
  /// Cuts off one corner though none is an ear: one whose diagonal touches a corner, a flat one, or else the thinnest.
  void cut_another();
  PlaneBox edge_box(std::uint32_t edge) const;

  std::span<const PlanePoint> points_;
  std::span<Face> triangles_;
  std::uint32_t written_ = 0;
  std::uint32_t left_ = 0;   // corners that are not cut off
  std::uint32_t first_ = 0;  // one of them
  std::uint64_t tests_ = 0;
  bool crossing_ = false;
  bool touched_ = false;                        // a corner within a diagonal was in the way of some ear
  std::vector<std::uint32_t> previous_, next_;  // next_ is kNone for what was cut off
  std::vector<std::uint32_t> first_watcher_;    // of the corners that an edge keeps from being ears
  std::vector<Watcher> watchers_;               // by corner
  std::vector<std::uint8_t> awaits_;            // stands in the queue
  std::vector<std::uint32_t> queue_;            // a ring of corners to be looked at
  std::uint32_t queue_first_ = 0, queued_ = 0;
  ChainBoxes boxes_;
};

}  // namespace impinge
