// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/mesh/deferral.h"

#include <utility>

#include "shape/mesh/mesh_data.h"

namespace impinge {

Mesh deferred_mesh(MeshFacts facts, std::function<Mesh()> read) {
  auto data = std::make_shared<MeshData>();
  data->origin = facts.origin;
  data->topology.report = facts.report;
  data->deferral = std::make_shared<Deferral>();
  data->deferral->facts = std::move(facts);
  data->deferral->read = std::move(read);
  return Internals::handle<Mesh>(std::move(data));
}

MeshFacts facts_of(const Mesh& mesh) {
  if (const auto& deferral = Internals::share(mesh)->deferral) return deferral->facts;
  return {mesh.vertices().size(),  mesh.faces().size(), mesh.box(true), mesh.box(),
          mesh.has_source_faces(), mesh.report(),       mesh.origin()};
}

const Mesh& kept_mesh(Deferral& deferral) {
  const std::scoped_lock lock(deferral.mutex);
  if (!deferral.kept) deferral.kept = deferral.read();
  return *deferral.kept;
}

std::optional<std::uint32_t> known_source(Deferral& deferral, std::uint32_t face) {
  const std::scoped_lock lock(deferral.mutex);
  const auto known = deferral.sources.find(face);
  return known == deferral.sources.end() ? std::nullopt : std::optional(known->second);
}

void note_source(const Mesh& mesh, std::uint32_t face, std::uint32_t source) {
  const auto& deferral = Internals::share(mesh)->deferral;
  if (!deferral) return;
  const std::scoped_lock lock(deferral->mutex);
  deferral->sources[face] = source;
}

}  // namespace impinge
