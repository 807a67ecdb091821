// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/mesh/shell_mesh.h"

#include "base/predicates.h"
#include "shape/mesh/mesh_corners.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

MeshTopology topology_of(const ShellMesh& mesh) {
  MeshTopology t;
  t.component_faces = mesh.shell_faces;
  t.component_of.assign(mesh.vertices.size(), 0);
  for (std::uint32_t s = 1; s < mesh.shell_faces.size(); ++s) {
    const std::size_t end = s + 1 < mesh.shell_faces.size() ? mesh.shell_faces[s + 1] : mesh.faces.size();
    for (std::size_t f = mesh.shell_faces[s]; f < end; ++f)
      for (const std::uint32_t v : mesh.faces[f]) t.component_of[v] = s;
  }
  t.report.components = static_cast<std::uint32_t>(mesh.shell_faces.size());
  t.report.closed = true;
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    const auto& [p, q, r] = mesh.faces[f];
    if (!collinear(mesh.vertices[p], mesh.vertices[q], mesh.vertices[r])) continue;
    if (t.report.degenerate_faces++ == 0) t.report.first_degenerate_face = f;
  }
  return t;
}

}  // namespace

// Where rounding put two vertices in one place, corners and edges are other than known, and all is looked at.
Mesh mesh_of_shells(ShellMesh&& mesh) {
  if (!all_distinct(mesh.vertices, mesh.distinct)) return Mesh(std::move(mesh.vertices), std::move(mesh.faces));
  MeshTopology topology = topology_of(mesh);
  auto data = std::make_shared<MeshData>();
  data->owned_vertices = std::move(mesh.vertices);
  data->owned_faces = std::move(mesh.faces);
  data->vertices = data->owned_vertices;
  data->faces = data->owned_faces;
  data->topology = std::move(topology);
  return Internals::handle<Mesh>(std::move(data));
}

}  // namespace impinge
