// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/solid/solid_objects.h"

#include <impinge/error.h>

#include "scene/world.h"

namespace impinge {

bool only_lines_tell(const SceneObject& object) { return object.shape && object.shape->solid() == nullptr; }

bool solids_answer(const SceneObject& a, const SceneObject& b) {
  return (solid_of(a) != nullptr || solid_of(b) != nullptr) && !only_lines_tell(a) && !only_lines_tell(b);
}

void require_mesh_or_solid(const SceneObject& object) {
  if (only_lines_tell(object)) require_mesh(object);
  if (solid_of(object) != nullptr) placed_solid(object);
}

PairAnswer answer_solid_objects(const SceneObject& a, const Body* a_body, const SceneObject& b, const Body* b_body,
                                const SolidQuestion& question) {
  if (solid_of(a) != nullptr && solid_of(b) != nullptr) return answer_solids(placed_solid(a), placed_solid(b), question);
  if (solid_of(a) != nullptr) return answer_solid_and_mesh(placed_solid(a), *b_body, question);
  return mirrored(answer_solid_and_mesh(placed_solid(b), *a_body, question));
}

PairAnswer answer_solid_objects(const SceneObject& a, const SceneObject& b, const PreparedShapes& shapes,
                                const SolidQuestion& question, const std::function<bool()>& is_cancelled) {
  if (solid_of(a) != nullptr && solid_of(b) != nullptr) return answer_solids(placed_solid(a), placed_solid(b), question);
  const SceneObject& mesh = solid_of(a) != nullptr ? b : a;
  const PreparedShapes::Tree tree = shapes.find(mesh);
  const WorldObject world = place(mesh, tree.get());
  Control control({}, is_cancelled);
  const Body body(world, control);
  return answer_solid_objects(a, &body, b, &body, question);
}

bool solid_objects_meet(const SceneObject& a, const SceneObject& b, const PreparedShapes& shapes, OpenBodies open,
                        const std::function<bool()>& is_cancelled) {
  return answer_solid_objects(a, b, shapes, {{}, false, true, open}, is_cancelled).verdict != Verdict::disjoint;
}

}  // namespace impinge
