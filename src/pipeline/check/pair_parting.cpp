// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/pair_parting.h"

#include <impinge/error.h>

#include "answer/parting/least_parting.h"
#include "answer/parting/push_points.h"
#include "pipeline/check/exact_pair.h"
#include "shape/convex/convex_mesh.h"

namespace impinge {

namespace {

// Prepared shapes know it; of others most are told by a look at a few faces.
bool is_convex(const SceneObject& object, const PreparedShapes& shapes) {
  if (!object.deformed.empty()) return false;
  if (shapes.knows(object.mesh)) return shapes.convex(object.mesh).has_value();
  if (!may_be_convex(object.mesh)) return false;
  try {
    convex_surface_of(object.mesh);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::optional<LeastParting> find_least_parting(const PlacedBody& a, const PlacedBody& b, const OverlapSolid& solid,
                                               const PreparedShapes& shapes, const Control& control) {
  if (!a.body.object().closed() || !b.body.object().closed()) return {};
  ExactPair pair(a.object, b.object, shapes, control);
  return least_parting({a.body, b.body, is_convex(a.object, shapes), is_convex(b.object, shapes), &solid,
                        [&](const Vec3& shift) { return pair.overlaps_at(shift); }});
}

void add_parting(const PlacedBody& a, const PlacedBody& b, const PreparedShapes& shapes, const Control& control,
                 Overlap& overlap) {
  if (!overlap.solid || overlap.solid->lumps.empty()) return;
  overlap.parting = find_least_parting(a, b, *overlap.solid, shapes, control);
  overlap.pushes = push_points(a.body, *overlap.solid, overlap.parting ? overlap.parting->direction : Vec3(Vec3::Zero()));
}

}  // namespace impinge
