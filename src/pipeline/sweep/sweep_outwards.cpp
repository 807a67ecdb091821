// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/sweep/sweep_outwards.h"

#include "answer/body/body.h"
#include "base/union_find.h"
#include "cull/velocity_backface/star_shaped.h"
#include "pipeline/check/pipeline.h"

namespace impinge {

namespace {

// A face of each part that is connected by edges.
std::vector<std::uint32_t> part_faces(const FeatureOwners& owners) {
  UnionFind parts(owners.owner.size());
  for (std::uint32_t f = 0; f < owners.owner.size(); ++f)
    for (std::size_t edge = 3; edge < 6; ++edge) parts.unite(f, owners.owner[f][edge]);
  std::vector<std::uint32_t> faces;
  for (std::uint32_t f = 0; f < owners.owner.size(); ++f)
    if (parts.is_root(f)) faces.push_back(f);
  return faces;
}

// Parts that meet nobody have the same winding numbers on their two sides everywhere; one face tells.
bool parts_look_outwards(const SceneObject& object, const FeatureOwners& owners, Control& control) {
  if (!object.mesh.report().clean()) return false;
  Scene alone;
  const ObjectId id = alone.add(object.name, object.mesh);
  if (!object.deformed.empty()) alone.set_vertices(id, object.deformed);
  const CheckOptions with_itself{.self = true, .pairs = false, .max_pairs = 0, .is_cancelled = control.is_cancelled()};
  if (!run_check(alone, PreparedShapes{}, with_itself, {}).pairs.empty()) return false;
  const WorldObject world = place(alone.objects()[0]);
  const Body body(world, control);
  for (const std::uint32_t face : part_faces(owners))
    if (body.sides_of(face).back == 0) return false;  // outside lies behind it
  return true;
}

}  // namespace

bool look_outwards(const SceneObject& object, const SweptObject& swept, Control& control) {
  if (swept.step->deforms()) return star_shaped(*swept.step, swept.faces);
  const SweptShape& shape = *swept.shape;
  if (shape.outwards.load() == SweptShape::Outwards::unknown) {
    const bool proved =
        star_shaped(swept.step->local, swept.faces, shape.centre) || parts_look_outwards(object, *shape.owners, control);
    shape.outwards.store(proved ? SweptShape::Outwards::proved : SweptShape::Outwards::refused);
  }
  return shape.outwards.load() == SweptShape::Outwards::proved;
}

}  // namespace impinge
