// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Our meshes and poses as FCL takes them, for the benchmarks of many bodies.

#include <fcl/geometry/bvh/BVH_model.h>

#include <memory>
#include <vector>

#include <impinge/mesh.h>
#include <impinge/scene.h>

namespace impinge::bench {

using FclModel = fcl::BVHModel<fcl::OBBRSSd>;

inline std::shared_ptr<FclModel> model_of(const Mesh& mesh) {
  auto model = std::make_shared<FclModel>();
  const std::vector<fcl::Vector3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  std::vector<fcl::Triangle> faces;
  for (const Face& f : mesh.faces()) faces.emplace_back(f[0], f[1], f[2]);
  model->beginModel(static_cast<int>(faces.size()), static_cast<int>(vertices.size()));
  model->addSubModel(vertices, faces);
  model->endModel();
  model->computeLocalAABB();
  return model;
}

inline fcl::Transform3d transform_of(const Pose& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = pose.rotation;
  t.translation() = pose.position;
  return t;
}

}  // namespace impinge::bench
