// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/pair_parting.h"

#include <impinge/error.h>

#include "answer/parting/least_parting.h"
#include "answer/parting/push_points.h"
#include "pipeline/check/exact_pair.h"
#include "pipeline/overlap/body_order.h"
#include "pipeline/overlap/framed_body.h"
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

// Looked for in an order and a frame that do not depend on names, turns and mirrors. Moved points are rounded, so both ways
// to move must part the pair.
std::optional<LeastParting> parting_in_order(const PlacedBody& a, const PlacedBody& b, const OverlapSolid& solid,
                                             const AxisFrame& frame, const PreparedShapes& shapes, const Control& control) {
  if (!a.body.object().closed() || !b.body.object().closed()) return {};
  ExactPair moved_b(a.object, b.object, shapes, control), moved_a(b.object, a.object, shapes, control);
  const FramedBody framed_a(a.body, frame), framed_b(b.body, frame);
  const OverlapSolid framed_solid = in_frame(solid, frame);
  auto parting = least_parting({framed_a.body(),
                                framed_b.body(),
                                is_convex(a.object, shapes),
                                is_convex(b.object, shapes),
                                &framed_solid,
                                {framed_a.axes(), framed_b.axes()},
                                [&](const Vec3& shift) {
                                  const Vec3 moved = frame.to_world(shift);
                                  return moved_b.overlaps_at(moved) || moved_a.overlaps_at(-moved);
                                }});
  if (parting) parting->direction = frame.to_world(parting->direction);
  return parting;
}

// As seen with a and b in their own order; zeros without a sign.
Vec3 turned(const Vec3& v, bool swapped) { return swapped ? Vec3(Vec3::Zero() - v) : Vec3(Vec3::Zero() + v); }

}  // namespace

std::optional<LeastParting> find_least_parting(const PlacedBody& a, const PlacedBody& b, const OverlapSolid& solid,
                                               const PreparedShapes& shapes, const Control& control) {
  const auto [swapped, frame] = body_order(a.body.object(), b.body.object());
  std::optional<LeastParting> parting = parting_in_order(swapped ? b : a, swapped ? a : b, solid, frame, shapes, control);
  if (parting) parting->direction = turned(parting->direction, swapped);
  return parting;
}

void add_parting(const PlacedBody& a, const PlacedBody& b, const PreparedShapes& shapes, const Control& control,
                 Overlap& overlap) {
  if (!overlap.solid || overlap.solid->lumps.empty()) return;
  const auto [swapped, frame] = body_order(a.body.object(), b.body.object());
  const PlacedBody &first = swapped ? b : a, &second = swapped ? a : b;
  overlap.parting = parting_in_order(first, second, *overlap.solid, frame, shapes, control);
  // In the world, since the frame may change while bodies move a little, and the points must not.
  const Vec3 way_out = overlap.parting ? overlap.parting->direction : Vec3(Vec3::Zero());
  overlap.pushes = push_points(first.body, *overlap.solid, way_out);
  if (overlap.parting) overlap.parting->direction = turned(overlap.parting->direction, swapped);
  for (PushPoint& push : overlap.pushes) push.normal = turned(push.normal, swapped);
}

}  // namespace impinge
