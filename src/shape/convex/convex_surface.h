// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include <impinge/mesh.h>

#include "base/exact_vec.h"
#include "shape/convex/edge_rings.h"
#include "shape/convex/vertex_rings.h"

namespace impinge {

/// The boundary of a body seen from its inner point: triangles that turn counter-clockwise, and their neighbours.
/// Star-shaped bodies have one too. Signs are exact.
struct ConvexSurface {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  std::vector<Face> neighbours;            ///< of each face, across its edge from corner i to the next
  std::vector<std::uint32_t> vertex_face;  ///< one face at each vertex
  Vec3 inner = Vec3::Zero();               ///< strictly below every face
  EdgeRings edge_rings;                    ///< for walks by faces of many corners, once index_large() was called
  VertexRings vertex_rings;                ///< for climbs by vertices of many edges, the same

  /// For convex surfaces with their inner point: makes the time of look-ups independent of how many edges a face or a vertex
  /// has.
  void index_large();

  /// The face whose cone from the inner point holds `point`, walking from `face`.
  std::uint32_t walk(const Vec3& point, std::uint32_t face) const { return walk(point, face, Walk::triangle); }
  /// Three corners of its plane: those of the triangle, or others that lie farther apart in a face of many corners.
  Face plane_towards(const Vec3& point, std::uint32_t face) const;

  /// The vertex farthest along a direction, climbing from `vertex`; convex surfaces only.
  std::uint32_t climb(const Vec3& direction, std::uint32_t vertex) const;
  /// The same for a direction of exact numbers, `rough` being its double.
  std::uint32_t climb(const ExactVec& direction, const Vec3& rough, std::uint32_t vertex) const;

  /// How far the point is out, as a multiple of the way to the boundary: <= 1 inside. With an error bound and the gradient.
  struct Gauge {
    double value, error;
    Vec3 gradient;
  };
  /// By the plane of three corners; `offset` is the point minus the inner point.
  Gauge gauge(const Vec3& offset, const Face& corners) const;

  /// Calls visit(vertex) for the neighbours of a vertex.
  template <typename Visit>
  void around(std::uint32_t vertex, const Visit& visit) const {
    const std::uint32_t first = vertex_face[vertex];
    std::uint32_t f = first;
    do {
      const Face& face = faces[f];
      const unsigned i = face[0] == vertex ? 0 : face[1] == vertex ? 1 : 2;
      visit(face[(i + 1) % 3]);
      f = neighbours[f][i];
    } while (f != first);
  }

 private:
  enum class Walk : std::uint8_t { triangle, plane };
  std::uint32_t walk(const Vec3& point, std::uint32_t face, Walk kind) const;
  bool outside(const Vec3& point, std::uint32_t face, unsigned side) const;
};

/// Fills neighbours and vertex_face. The first edge that does not belong to exactly two faces of opposite direction, or
/// nothing.
struct OpenEdge {
  std::uint32_t face, from, to;
};
std::vector<OpenEdge> link_faces(ConvexSurface& surface);

}  // namespace impinge
