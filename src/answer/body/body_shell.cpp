// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/body/body.h"

namespace impinge {

// Solid angles are the same in all frames that a rigid motion leads to; a stretched body needs a shell of its own.
bool Body::shares_shell() const {
  const Eigen::Matrix3d& r = object_.pose.rotation;
  return object_.shell != nullptr && (r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9;
}

const OpenShell& Body::shell() const {
  const bool shared = shares_shell();
  LazyShell& lazy = shared ? *object_.shell : own_shell_;
  std::call_once(lazy.made, [&] {
    const std::vector<Face> corners = amended_corners(*object_.topology, object_.faces);
    std::vector<Vec3> world;
    if (!shared)
      for (std::uint32_t v = 0; v < object_.local.size(); ++v) world.push_back(object_.vertex(v));
    lazy.shell = std::make_shared<const OpenShell>(shared ? object_.local : std::span<const Vec3>(world), corners);
  });
  return *lazy.shell;
}

Vec3 Body::in_shell(const Vec3& point) const {
  return shares_shell() ? Vec3(object_.pose.rotation.transpose() * (point - object_.pose.position)) : point;
}

}  // namespace impinge
