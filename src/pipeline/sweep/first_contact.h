// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <impinge/engine.h>

#include "base/control.h"
#include "cull/velocity_backface/velocity_backface.h"
#include "exact/face_pair_swept.h"
#include "localise/swept/swept_pairs.h"

namespace impinge {

/// Two objects between two moments of a step.
struct ContactQuery {
  SweptObject a, b;
  double from = 0, until = 1;
  const DroppedFaces *a_cull = nullptr, *b_cull = nullptr;  ///< both or none
};

/// Where they first touch; ties by the lowest faces.
struct FoundContact {
  double t = 0;
  std::uint32_t a_face = 0, b_face = 0;
  Vec3 point = Vec3::Zero();

  bool before(const FoundContact& other) const {
    return t != other.t ? t < other.t : a_face != other.a_face ? a_face < other.a_face : b_face < other.b_face;
  }
};

/// What it took.
struct ContactCounts {
  std::uint64_t candidates = 0;          ///< face pairs whose swept boxes meet
  std::uint64_t culled = 0;              ///< of them, those with a dropped face
  double localise_ms = 0, exact_ms = 0;  ///< where the two do not overlap
};

/// The first contact of each query. All strategies find the same.
std::vector<std::optional<FoundContact>> first_contacts(std::span<const ContactQuery> queries, Swept swept,
                                                        Parallel parallel, Control& control, ContactCounts& counts);

/// Two features of a deforming object that come into contact during a step.
struct SelfContact {
  std::uint32_t a_face, b_face;  ///< the faces that own them
  FeatureContact feature;
};

/// All of them between two moments of the step, ordered by faces.
std::vector<SelfContact> self_contacts(const SweptObject& object, const MeshTopology& topology, Parallel parallel,
                                       Control& control, double from, double until);

}  // namespace impinge
