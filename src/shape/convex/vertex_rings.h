// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

struct ConvexSurface;

/// What EdgeRings is to walks, for climbs. The tip of a pyramid is above all its neighbours for half of all directions, and
/// must not look at each of them to know; along the rim of a face of many corners a climb would go from corner to corner.
class VertexRings {
 public:
  /// The neighbours of a vertex in order, and a direction along which all of them are below it.
  struct Ring {
    std::span<const std::uint32_t> neighbours;
    Vec3 up;
  };

  VertexRings() = default;
  /// Vertices of 48 edges and more; the surface is convex and has its neighbours and edge rings.
  explicit VertexRings(const ConvexSurface& surface);

  bool has(std::uint32_t vertex) const { return !rings_.empty() && ring_of_[vertex] != kNone; }
  Ring ring(std::uint32_t vertex) const {
    const Entry& e = rings_[ring_of_[vertex]];
    return {std::span(neighbours_).subspan(e.begin, e.size), e.up};
  }

  /// The corners of the flat face with many of them that the vertex is one of, or none.
  std::span<const std::uint32_t> rim(std::uint32_t vertex) const {
    if (rims_.empty() || rim_of_[vertex] == kNone) return {};
    return rims_[rim_of_[vertex]];
  }

  /// The neighbour that rises most for the way that it goes down along `up`; `steeper(p, q)` compares two of them. Edges of
  /// a convex vertex pass a plane across `up` in a convex polygon, so that the rise is one hill around the ring: its top
  /// among every 2s-th neighbour lies beside its top among every s-th. The same holds for heights around a rim.
  template <typename Steeper>
  static std::uint32_t steepest(std::span<const std::uint32_t> ring, const Steeper& steeper) {
    std::size_t stride = 1;
    while (ring.size() / stride > 8) stride *= 2;
    std::size_t best = 0;
    for (std::size_t i = stride; i < ring.size(); i += stride)
      if (steeper(ring[i], ring[best])) best = i;
    while ((stride /= 2) > 0) {
      const std::size_t before = best >= stride ? best - stride : (ring.size() - 1) / stride * stride;
      const std::size_t after = best + stride < ring.size() ? best + stride : 0, middle = best;
      if (steeper(ring[before], ring[best])) best = before;
      if (best == middle && steeper(ring[after], ring[best])) best = after;
    }
    return ring[best];
  }

  std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Entry {
    std::uint32_t begin, size;
    Vec3 up;
  };

  std::vector<std::uint32_t> ring_of_, neighbours_;  // by vertex, empty if there are none; of all rings
  std::vector<Entry> rings_;
  std::vector<std::uint32_t> rim_of_;  // by vertex, empty if there are none
  std::vector<std::vector<std::uint32_t>> rims_;
};

}  // namespace impinge
