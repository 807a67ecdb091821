// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include <impinge/engine.h>

#include "pipeline/meet/parted_pairs.h"
#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// Whether two objects have a point in common, solids included; nothing if one of them is not prepared. Uses the calling
/// thread alone: a query is over before another one could help. Pairs that are apart are remembered in `parted`, if it is
/// given, by the places of the objects in memory. Throws Error (cancelled) when `is_cancelled` says so. `faces` becomes a
/// face pair that meets, where one was the proof.
std::optional<bool> meet_prepared(const SceneObject& a, const SceneObject& b, OpenBodies open, const PreparedShapes& shapes,
                                  PartedPairs* parted = nullptr, const CancelCallback& is_cancelled = {},
                                  std::optional<FacePair>* faces = nullptr);

/// The same for any two objects, on all threads of the arena.
bool meet_fresh(const SceneObject& a, const SceneObject& b, OpenBodies open, const CancelCallback& is_cancelled = {});

/// The same for any two objects, solids too, by the first of these ways that there is.
bool objects_meet(const SceneObject& a, const SceneObject& b, OpenBodies open, const PreparedShapes& shapes,
                  PartedPairs* parted, const CancelCallback& is_cancelled = {}, std::optional<FacePair>* faces = nullptr);

}  // namespace impinge
