// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

struct ConvexSurface;

/// The one-dimensional mesh map of Nio, Tokumasu & Ochi. Triangles of one plane are one face, and where it has many corners
/// its edges are found by their angle around a point inside, instead of by a walk through its triangles. The same serves the
/// many triangles around a vertex.
class EdgeRings {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  /// An edge: triangle and number in it.
  struct Edge {
    std::uint32_t triangle = kNone;
    unsigned side = 0;
  };

  EdgeRings() = default;
  /// Faces of 32 corners and more, vertices of 48 triangles and more; the surface is convex, with neighbours and inner
  /// point.
  explicit EdgeRings(const ConvexSurface& surface);

  bool empty() const { return rings_.empty(); }
  /// The ring around the flat face of a triangle, and the one around a corner of it; kNone where there is none.
  /// @{
  std::uint32_t face_ring(std::uint32_t triangle) const { return empty() ? kNone : face_ring_[triangle]; }
  std::uint32_t vertex_ring(std::uint32_t triangle) const { return empty() ? kNone : vertex_ring_[triangle]; }
  /// @}
  /// Three corners that span a flat face's plane, far from each other.
  const Face& wide(std::uint32_t ring) const { return rings_[ring].wide; }

  /// The corners of the flat faces that have rings, one list after the other, each counter-clockwise.
  std::vector<std::vector<std::uint32_t>> flat_corners(const ConvexSurface& surface) const;

  /// The edge in whose sector around the ring's centre the ray from the inner point through `point` lies; exact.
  Edge edge_towards(const ConvexSurface& surface, std::uint32_t ring, const Vec3& point) const;

  std::uint64_t bytes() const;

 private:
  struct Ring {
    std::uint32_t begin, size;  // of its edges
    Vec3 centre, u, v;          // a point inside, and the axes of angles around it
    Face wide;
  };

  bool add(const ConvexSurface& surface, std::vector<std::uint32_t>& edges, const Vec3& centre, const Face& wide);
  void add_faces(const ConvexSurface& surface);
  void add_vertices(const ConvexSurface& surface);
  std::uint32_t seed(const Ring& ring, const Vec3& offset) const;

  std::vector<std::uint32_t> face_ring_, vertex_ring_;  // by triangle; empty if there are no rings
  std::vector<Ring> rings_;
  std::vector<std::uint32_t> edges_;  // 4 * triangle + side, counter-clockwise, by angle
  std::vector<float> turns_;          // angle where the edge begins
  std::vector<std::uint32_t> cells_;  // as many as edges: the first edge that begins in the cell or after it
};

}  // namespace impinge
