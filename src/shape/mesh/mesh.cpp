// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/mesh.h>

#include "shape/mesh/deferral.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

Mesh::Mesh(std::vector<Vec3> vertices, std::vector<Face> faces, std::string origin, std::vector<std::uint32_t> source_faces,
           const PolygonReport& polygons) {
  auto data = std::make_shared<MeshData>();
  data->owned_vertices = std::move(vertices);
  data->owned_faces = std::move(faces);
  data->vertices = data->owned_vertices;
  data->faces = data->owned_faces;
  data->origin = std::move(origin);
  if (!source_faces.empty() && source_faces.size() != data->faces.size())
    throw Error(ErrorCode::bad_argument, "source_faces must have one entry for each face, or none at all");
  data->source_faces = std::move(source_faces);
  data->topology = examine(data->vertices, data->faces, data->origin);
  data->topology.report.polygons = polygons;
  data_ = std::move(data);
}

Mesh Mesh::borrow(std::span<const Vec3> vertices, std::span<const Face> faces, std::string origin) {
  auto data = std::make_shared<MeshData>();
  data->vertices = vertices;
  data->faces = faces;
  data->origin = std::move(origin);
  data->topology = examine(vertices, faces, data->origin);
  return Mesh(std::shared_ptr<const MeshData>(std::move(data)));
}

Mesh reexamined(const Mesh& mesh, std::span<const Vec3> vertices) {
  return with_topology(mesh, examine(vertices, mesh.faces(), mesh.origin()));
}

Mesh with_topology(const Mesh& mesh, MeshTopology topology) {
  auto data = std::make_shared<MeshData>();
  data->parent = Internals::share(mesh);
  data->vertices = mesh.vertices();
  data->faces = mesh.faces();
  data->origin = mesh.origin();
  data->source_faces = Internals::data(mesh).source_faces;
  data->topology = std::move(topology);
  data->topology.report.polygons = mesh.report().polygons;
  return Internals::handle<Mesh>(std::move(data));
}

const MeshData& Internals::data(const Mesh& mesh) {
  const MeshData& data = *mesh.data_;
  return data.deferral ? *kept_mesh(*data.deferral).data_ : data;
}

std::span<const Vec3> Mesh::vertices() const { return Internals::data(*this).vertices; }
std::span<const Face> Mesh::faces() const { return Internals::data(*this).faces; }
const MeshReport& Mesh::report() const noexcept { return data_->topology.report; }
const std::string& Mesh::origin() const noexcept { return data_->origin; }

bool Mesh::has_source_faces() const noexcept {
  return data_->deferral ? data_->deferral->facts.has_source_faces : !data_->source_faces.empty();
}

std::uint32_t Mesh::source_face(std::uint32_t face) const {
  if (!has_source_faces()) return face;
  if (data_->deferral)
    if (const auto known = known_source(*data_->deferral, face)) return *known;
  return Internals::data(*this).source_faces[face];
}

std::uint64_t Mesh::face_count() const noexcept {
  return data_->deferral ? data_->deferral->facts.faces : data_->faces.size();
}

std::array<Vec3, 2> Mesh::box(bool all_vertices) const {
  if (data_->deferral) return all_vertices ? data_->deferral->facts.box : data_->deferral->facts.used_box;
  const std::span<const Vec3> vertices = data_->vertices;
  std::array<Vec3, 2> box = {vertices[0], vertices[0]};
  const auto add = [&box](const Vec3& p) {
    box[0] = box[0].cwiseMin(p);
    box[1] = box[1].cwiseMax(p);
  };
  if (all_vertices)
    for (const Vec3& p : vertices) add(p);
  if (all_vertices) return box;
  box.fill(vertices[data_->faces[0][0]]);
  for (const Face& face : data_->faces)
    for (const std::uint32_t v : face) add(vertices[v]);
  return box;
}

}  // namespace impinge
