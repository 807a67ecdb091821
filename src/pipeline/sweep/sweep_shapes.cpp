// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/sweep/sweep_shapes.h"

#include <algorithm>
#include <map>

#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

Mesh lasting_mesh(const SceneObject& object) {
  if (!deforms(object)) return object.mesh;
  const std::vector<std::vector<Vec3>>& keyframes = object.motion->vertex_keyframes;
  const auto holds = [&](const std::vector<Vec3>& frame) {
    return corners_hold(Internals::data(object.mesh).topology, frame);
  };
  if (std::all_of(keyframes.begin(), keyframes.end(), holds)) return object.mesh;
  return with_topology(object.mesh, examine(keyframes, object.mesh.faces()));
}

}  // namespace

std::uint64_t SweptShapes::find(const Scene& scene, const PreparedShapes& prepared, SweptPairs pairs, Control& control) {
  way = pairs;
  std::map<std::pair<const void*, const Vec3*>, std::shared_ptr<const SweptShape>> by_vertices;
  std::map<const void*, std::shared_ptr<const FeatureOwners>> by_mesh;
  std::map<const void*, PreparedShapes::Octree> octree_of;
  shapes.resize(scene.objects().size());
  octrees.resize(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    control.poll();
    control.share(static_cast<double>(i) / static_cast<double>(shapes.size()));
    const SceneObject& o = scene.objects()[i];
    const Mesh& mesh = meshes.emplace_back(lasting_mesh(o));
    auto& features = by_mesh[&Internals::data(mesh)];
    if (deforms(o)) {
      if (!features) features = std::make_shared<const FeatureOwners>(mesh, &control);
      owners.push_back(features);
      continue;
    }
    auto& shape = by_vertices[{&Internals::data(mesh), o.deformed.data()}];
    if (!shape) shape = prepared.swept(o, &control);
    if (!features) features = shape ? shape->owners : std::make_shared<const FeatureOwners>(mesh, &control);
    if (!shape) shape = std::make_shared<const SweptShape>(o, features, &control);
    owners.push_back(features);
    shapes[i] = shape;
    if (way != SweptPairs::moved_octree) continue;
    const auto at = octree_of.try_emplace(&Internals::data(mesh)).first;
    if (o.deformed.empty() && at->second == nullptr) at->second = prepared.octree(o, {});
    if (o.deformed.empty()) octrees[i] = at->second;
  }
  return by_vertices.size();
}

std::vector<std::string> SweptShapes::words(std::vector<std::string> others) const {
  if (way != SweptPairs::trees) others.emplace_back(to_string(way));
  return others;
}

}  // namespace impinge
