// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/motion/swept_shape.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <cmath>

#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

struct EdgeOfFace {
  std::uint32_t low, high;  // corners
  std::uint32_t face, index;
  auto operator<=>(const EdgeOfFace&) const = default;
};

std::vector<Box> boxes_of(std::span<const Vec3> vertices, std::span<const Face> faces) {
  std::vector<Box> boxes(faces.size());
  tbb::parallel_for(std::size_t{0}, faces.size(),
                    [&](std::size_t f) { boxes[f] = box_of(triangle_of(vertices, faces[f])); });
  return boxes;
}

std::vector<Box> boxes_of(const ObjectStep& step, std::span<const Face> faces) {
  std::vector<Box> boxes(faces.size());
  tbb::parallel_for(std::size_t{0}, faces.size(), [&](std::size_t f) {
    boxes[f] = box_of(triangle_of(step.from, faces[f]));
    boxes[f].add(box_of(triangle_of(step.to, faces[f])));
  });
  return boxes;
}

double radius_of(std::span<const Vec3> vertices, const Vec3& centre) {
  double squared = 0;
  for (const Vec3& p : vertices) squared = std::max(squared, (p - centre).squaredNorm());
  return std::sqrt(squared) * (1 + 0x1p-50);
}

}  // namespace

FeatureOwners::FeatureOwners(const Mesh& mesh, const Control* control)
    : owner(mesh.faces().size()), owned(mesh.faces().size(), 0) {
  const MeshTopology& topology = Internals::data(mesh).topology;
  std::vector<std::uint32_t> first(mesh.vertices().size(), MeshReport::kNone);
  std::vector<EdgeOfFace> edges;
  edges.reserve(3 * mesh.faces().size());
  for (std::uint32_t f = 0; f < mesh.faces().size(); ++f) {
    const Face c = topology.corners(mesh.faces()[f]);
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (first[c[i]] == MeshReport::kNone) first[c[i]] = f;
      owner[f][i] = first[c[i]];
      const std::uint32_t next = c[(i + 1) % 3];
      edges.push_back({std::min(c[i], next), std::max(c[i], next), f, i});
    }
  }
  poll(control);
  tbb::parallel_sort(edges.begin(), edges.end());
  poll(control);
  for (std::size_t i = 0, group = 0; i < edges.size(); ++i) {
    if (edges[i].low != edges[group].low || edges[i].high != edges[group].high) group = i;
    owner[edges[i].face][3 + edges[i].index] = edges[group].face;
  }
  for (std::uint32_t f = 0; f < owner.size(); ++f)
    for (std::size_t i = 0; i < 6; ++i)
      if (owner[f][i] == f) owned[f] = static_cast<std::uint8_t>(owned[f] | 1u << i);
}

SweptShape::SweptShape(const SceneObject& object, std::shared_ptr<const FeatureOwners> feature_owners,
                       const Control* control)
    : owners(std::move(feature_owners)),
      face_boxes(boxes_of(object.deformed.empty() ? object.mesh.vertices() : object.deformed, object.mesh.faces())),
      tree(face_boxes, control) {
  const std::span<const Vec3> vertices = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  for (const Vec3& p : vertices) box.add(p);
  centre = box.low / 2 + box.high / 2;
  radius = radius_of(vertices, centre);
  oriented = oriented_boxes(tree, vertices, object.mesh.faces(), control);
  flat = FlatFaces::find(vertices, object.mesh.faces(), *owners, control);
}

SweptShape::SweptShape(const ObjectStep& step, std::span<const Face> faces,
                       std::shared_ptr<const FeatureOwners> feature_owners, const Control* control)
    : owners(std::move(feature_owners)),
      face_boxes(boxes_of(step, faces)),
      tree(face_boxes, control),
      box(tree.nodes()[0].box) {
  centre = box.low / 2 + box.high / 2;
  radius = std::max(radius_of(step.from, centre), radius_of(step.to, centre));
}

}  // namespace impinge
