// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <impinge/mesh.h>

#include "base/internals.h"

namespace impinge {

/// What must happen to a face so that the shells of its mesh do not cancel each other.
enum class Amend : std::uint8_t {
  keep,
  turn,       ///< it belongs to a shell that is inside out
  leave_out,  ///< it is the back of another shell
};

class FaceAdjacency;

/// Which face lies across which edge; made when first asked for.
struct LazyAdjacency {
  std::once_flag made;
  std::shared_ptr<const FaceAdjacency> adjacency;
};

/// How the faces of a mesh are connected, examined once per face array.
struct MeshTopology {
  /// Lowest vertex with the same coordinates, for each vertex; empty if all coordinates differ.
  std::vector<std::uint32_t> corner_of;
  /// Component of each vertex, numbered by first face; MeshReport::kNone for vertices that no face uses.
  std::vector<std::uint32_t> component_of;
  /// Lowest face of each component.
  std::vector<std::uint32_t> component_faces;
  /// By face; empty if all are kept.
  std::vector<Amend> amends;
  MeshReport report;
  std::shared_ptr<LazyAdjacency> adjacency = std::make_shared<LazyAdjacency>();  ///< see adjacency_of()

  std::uint32_t corner(std::uint32_t vertex) const { return corner_of.empty() ? vertex : corner_of[vertex]; }
  Face corners(const Face& f) const { return {corner(f[0]), corner(f[1]), corner(f[2])}; }
};

class OpenShell;

/// What the faces enclose where the mesh is open or dirty; made when first asked for.
struct LazyShell {
  std::once_flag made;
  std::shared_ptr<const OpenShell> shell;
};

class ClosePairs;

/// Which faces of a mesh meet each other, as far as somebody asked; see close_pairs.h.
struct LazyClosePairs {
  std::mutex mutex;  ///< guards the pointer alone: what it points to never changes
  std::shared_ptr<const ClosePairs> known;
};

struct Deferral;

/// What a Mesh points to.
struct MeshData {
  std::vector<Vec3> owned_vertices;
  std::vector<Face> owned_faces;
  std::span<const Vec3> vertices;
  std::span<const Face> faces;
  std::vector<std::uint32_t> source_faces;
  std::string origin;
  MeshTopology topology;
  std::shared_ptr<Deferral> deferral;      // where the arrays are not read yet: they, and all but the report, are empty here
  std::shared_ptr<const MeshData> parent;  // keeps the arrays alive where only the topology was examined again
  mutable LazyShell shell;
  mutable LazyClosePairs close_pairs;
};

/// The input doctor (doctor.cpp). Throws Error (bad_mesh) if no answer can be built on the arrays; `origin` names them.
MeshTopology examine(std::span<const Vec3> vertices, std::span<const Face> faces, const std::string& origin);

/// The same for a mesh that deforms: vertices are one corner if they have the same coordinates in all keyframes.
MeshTopology examine(std::span<const std::vector<Vec3>> vertex_keyframes, std::span<const Face> faces);

/// Throws Error (bad_mesh) that names the first vertex with a NaN or infinite coordinate.
void require_finite(std::span<const Vec3> vertices, const std::string& origin);

/// The faces by corner as they should be: without backs, with inside-out shells turned.
std::vector<Face> amended_corners(const MeshTopology& topology, std::span<const Face> faces);

/// The same mesh with the topology that its faces have on other vertices.
Mesh reexamined(const Mesh& mesh, std::span<const Vec3> vertices);

/// The same mesh with another topology.
Mesh with_topology(const Mesh& mesh, MeshTopology topology);

/// True if all vertices that the topology holds for one corner have still the same coordinates.
bool corners_hold(const MeshTopology& topology, std::span<const Vec3> vertices);

}  // namespace impinge
