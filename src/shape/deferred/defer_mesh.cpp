// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/deferred/defer_mesh.h"

#include <utility>

#include "shape/mesh/mesh_data.h"

namespace impinge::deferred {

Mesh make(MeshFacts facts, std::function<Mesh()> read) { return deferred_mesh(std::move(facts), std::move(read)); }
MeshFacts facts(const Mesh& mesh) { return facts_of(mesh); }
bool is_deferred(const Mesh& mesh) { return Internals::share(mesh)->deferral != nullptr; }
std::string content(const Mesh& mesh) {
  const auto& deferral = Internals::share(mesh)->deferral;
  return deferral ? deferral->facts.content : std::string();
}
void note(const Mesh& mesh, std::uint32_t face, std::uint32_t source) { note_source(mesh, face, source); }

}  // namespace impinge::deferred
