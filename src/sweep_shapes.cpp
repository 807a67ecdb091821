// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "sweep_shapes.h"

#include <map>

namespace impinge {

std::uint64_t find_swept_shapes(const Scene& scene, const PreparedShapes& prepared,
                                std::vector<std::shared_ptr<const SweptShape>>& shapes,
                                std::vector<std::shared_ptr<const FeatureOwners>>& owners) {
  const std::span<const SceneObject> objects = scene.objects();
  std::map<std::pair<const void*, const Vec3*>, std::shared_ptr<const SweptShape>> by_vertices;
  std::map<const void*, std::shared_ptr<const FeatureOwners>> by_mesh;
  shapes.resize(objects.size());
  owners.resize(objects.size());
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const SceneObject& o = objects[i];
    auto& shape = by_vertices[{&o.mesh.data(), o.deformed.data()}];
    if (!shape) shape = prepared.swept(o);
    auto& features = by_mesh[&o.mesh.data()];
    if (!features) features = shape ? shape->owners : std::make_shared<const FeatureOwners>(o.mesh);
    owners[i] = features;
    if (deforms(o)) continue;
    if (!shape) shape = std::make_shared<const SweptShape>(o, features);
    shapes[i] = shape;
  }
  return by_vertices.size();
}

}  // namespace impinge
