// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <impinge/answer.h>
#include <impinge/experiments.h>

#include "exact/face_pair_swept.h"
#include "pairs/contact_query.h"
#include "pairs/swept_candidate.h"

namespace impinge {

/// Where they first touch; ties by the lowest faces.
struct FoundContact {
  double t = 0;
  std::uint32_t a_face = 0, b_face = 0;
  Vec3 point = Vec3::Zero();

  bool before(const FoundContact& other) const {
    return t != other.t ? t < other.t : a_face != other.a_face ? a_face < other.a_face : b_face < other.b_face;
  }
};

/// Tests a candidate in the part of a step that it was found in: the contact of the two faces before `until`, or with
/// Swept::hull whether the convex hulls of their swept volumes meet.
std::optional<FoundContact> swept_contact(const ContactQuery& query, Swept swept, const SweptCandidate& candidate,
                                          const StepPart& a_part, const StepPart& b_part, double until);

/// Two features of a deforming object that come into contact during a step.
struct SelfContact {
  std::uint32_t a_face, b_face;  ///< the faces that own them
  FeatureContact feature;
};

/// Those of some candidates between two moments of the step.
std::vector<SelfContact> swept_self_contacts(const SweptObject& object, const MeshTopology& topology,
                                             std::span<const SweptCandidate> candidates, double from, double until);

}  // namespace impinge
