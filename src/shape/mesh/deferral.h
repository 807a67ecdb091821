// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/export.h>
#include <impinge/mesh.h>

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace impinge {

/// What a scene knows of a mesh that it has not read.
struct MeshFacts {
  std::uint64_t vertices = 0, faces = 0;
  std::array<Vec3, 2> box{};       ///< of all vertices
  std::array<Vec3, 2> used_box{};  ///< of those that faces use
  bool has_source_faces = false;
  MeshReport report{};
  std::string origin{};
  std::string content{};  ///< a hash of its file
};

/// A mesh that is read when it is needed.
struct Deferral {
  MeshFacts facts;
  std::function<Mesh()> read;  ///< throws Error if it is gone, or no longer what the facts are about
  std::mutex mutex;
  std::optional<Mesh> kept;  ///< once somebody asked for its arrays
  /// Polygons of faces that an answer names, so that nobody reads the mesh again for them.
  std::unordered_map<std::uint32_t, std::uint32_t> sources;
};

/// A mesh that answers from the facts as long as nobody asks for its arrays.
Mesh deferred_mesh(MeshFacts facts, std::function<Mesh()> read);

/// Of any mesh.
MeshFacts facts_of(const Mesh& mesh);

/// Reads it, and keeps it as long as the deferral.
const Mesh& kept_mesh(Deferral& deferral);

std::optional<std::uint32_t> known_source(Deferral& deferral, std::uint32_t face);
void note_source(const Mesh& mesh, std::uint32_t face, std::uint32_t source);

}  // namespace impinge
