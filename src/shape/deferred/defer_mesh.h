// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <string>

#include <impinge/export.h>

#include "shape/mesh/deferral.h"

/// The way in for `io`, which knows files and no meshes that are not there.
namespace impinge::deferred {

/// As deferred_mesh().
IMPINGE_EXPORT Mesh make(MeshFacts facts, std::function<Mesh()> read);

/// As facts_of().
IMPINGE_EXPORT MeshFacts facts(const Mesh& mesh);

/// Whether its arrays are not in memory unless somebody asked for them.
IMPINGE_EXPORT bool is_deferred(const Mesh& mesh);

/// MeshFacts::content of such a mesh; empty for others.
IMPINGE_EXPORT std::string content(const Mesh& mesh);

/// Says of which polygon a face of a deferred mesh is, so that nobody need read it for that.
IMPINGE_EXPORT void note(const Mesh& mesh, std::uint32_t face, std::uint32_t source);

}  // namespace impinge::deferred
