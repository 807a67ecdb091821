// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/body/inner_ball.h"

#include <cmath>

#include "answer/body/body.h"
#include "exact/feature_gap.h"

namespace impinge {

// No face is nearer than this, so the winding number is that of the origin in the whole ball.
double inner_radius(const Mesh& mesh, const ClusterTree& tree) {
  if (!mesh.closed()) return 0;
  const Vec3& centre = tree.origin();
  double nearest = tree.radius();
  for (const Face& f : mesh.faces()) {
    const Triangle t = triangle_of(mesh.vertices(), f);
    const Vec3 way = point_to_triangle(centre, t.p[0], t.p[1], t.p[2]).apart;
    const double length = std::sqrt(way.squaredNorm());
    if (!(length > 0)) return 0;
    // The shortest way may be rounded; that all of the face lies beyond a plane across it is a proof.
    for (const Vec3& p : t.p) nearest = std::min(nearest, way.dot(centre - p) / length);
  }
  const double size = centre.cwiseAbs().maxCoeff() + tree.radius();
  const double radius = nearest * (1 - 0x1p-30) - size * 0x1p-36;
  if (!(radius > 0) || !std::isfinite(radius)) return 0;
  const WorldObject world = place(SceneObject{.name = {}, .mesh = mesh}, &tree);
  Control control({}, {});
  return Body(world, control).winding_at(RayStart(centre)) != 0 ? radius : 0;
}

}  // namespace impinge
