// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/moving_point.h"

namespace impinge {

/// A first contact of two moving features. The time is never later than the truth.
struct SweptContact {
  double t = 0;
  Vec3 point = Vec3::Zero();
};

/// When a vertex first meets a face between two moments of the step, both included. Never misses; a contact that is none is
/// reported only where the features come within rounding of each other, or within what they move in 2^-23 of the step.
std::optional<SweptContact> vertex_face_swept(const MovingPoint& vertex, double vertex_angle, const MovingFace& face,
                                              double from, double until);

/// The same for two edges.
std::optional<SweptContact> edge_edge_swept(const MovingPoint& a0, const MovingPoint& a1, double a_angle,
                                            const MovingPoint& b0, const MovingPoint& b1, double b_angle, double from,
                                            double until);

/// Which corners and edges of a face are tested with it, so that a feature of many faces is tested once: bits 0 to 2 for the
/// corners, 3 to 5 for the edges that begin at them.
using OwnedFeatures = std::uint8_t;
inline constexpr OwnedFeatures kAllFeatures = 63;

/// The first contact of two moving faces, each with the features it owns. Ids tell common corners of one mesh, whose
/// contact is no finding; faces of two bodies have none in common.
struct SweptSide {
  MovingFace face;
  OwnedFeatures owned = kAllFeatures;
  std::array<std::uint32_t, 3> corners{};
};
/// A part of the step, and how far a body has turned at its ends: the same for many faces.
struct StepPart {
  double from = 0, until = 1;
  Turn first, last;

  static StepPart of(double angle, double begin, double end) {
    return {begin, end, Turn::of(angle * begin), Turn::of(angle * end)};
  }
};

/// Looks from `from` on to `until`, both within the part.
std::optional<SweptContact> face_pair_swept(const SweptSide& a, const StepPart& a_part, const SweptSide& b,
                                            const StepPart& b_part, bool one_mesh, double from, double until);
std::optional<SweptContact> face_pair_swept(const SweptSide& a, const SweptSide& b, bool one_mesh, double from,
                                            double until);

/// A pair of features that comes into contact: a vertex by its corner (then second is a face side), or two edges.
struct FeatureContact {
  bool vertex_face = false;  ///< else two edges
  bool vertex_of_a = false;
  int a = 0, b = 0;  ///< corner, or the corner an edge begins at; unused for the face
  SweptContact contact;
};

/// All pairs of features of two faces that come into contact, first contacts only.
void feature_pairs_swept(const SweptSide& a, const SweptSide& b, bool one_mesh, double from, double until,
                         std::vector<FeatureContact>& found);

}  // namespace impinge
