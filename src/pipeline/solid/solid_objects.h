// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Pairs of scene objects of which one at least is a solid in closed form, and neither a shape that only lines tell about.

#include <functional>

#include "answer/solid/solid_pair.h"
#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// True for what is neither a mesh, or a height field, nor a solid in closed form.
bool only_lines_tell(const SceneObject& object);

/// True if a pair is answered by answer_solid_objects().
bool solids_answer(const SceneObject& a, const SceneObject& b);

/// Throws Error (unsupported) that says what to do for a shape that only lines tell about.
void require_mesh_or_solid(const SceneObject& object);

/// For a pair of which solids_answer() is true; `a_body`, `b_body` are the bodies of those that are meshes.
PairAnswer answer_solid_objects(const SceneObject& a, const Body* a_body, const SceneObject& b, const Body* b_body,
                                const SolidQuestion& question);

/// The same for objects by themselves; meshes are placed, with the trees that the engine keeps.
PairAnswer answer_solid_objects(const SceneObject& a, const SceneObject& b, const PreparedShapes& shapes,
                                const SolidQuestion& question, const std::function<bool()>& is_cancelled = {});

/// Whether two such objects have a common point; what the bounds leave open counts as one.
bool solid_objects_meet(const SceneObject& a, const SceneObject& b, const PreparedShapes& shapes, OpenBodies open,
                        const std::function<bool()>& is_cancelled = {});

}  // namespace impinge
