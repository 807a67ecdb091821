// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <impinge/answer.h>

#include "answer/arrangement/cut_points.h"
#include "base/control.h"

namespace impinge {

/// A part of a face, or of several that lie on each other, which no other face cuts.
struct CutTriangle {
  std::array<std::uint32_t, 3> points;  ///< counter-clockwise about the front
  std::uint32_t plane;                  ///< index into Arrangement::planes
  std::uint32_t first_cover;            ///< the faces it is a part of: Arrangement::covers from here
  std::uint32_t cover_count;
  std::int32_t jump[2];  ///< how far the winding numbers of a and b are higher behind it than in front
};

/// The plane of some faces, seen along an axis; its front is where the axis points.
struct CutPlane {
  std::uint32_t face;  ///< one that spans it
  int axis;
  int turn;  ///< 1 if that face looks to the front, else -1
};

/// Every face of two bodies that meets another (of the other body, or of its own beyond what neighbours share), cut into
/// triangles along all that it meets. Faces that meet none stay whole and are not in it.
struct Arrangement {
  TwoBodies bodies;
  CutPoints points;
  std::vector<CutPlane> planes;
  std::vector<CutTriangle> triangles;
  std::vector<std::uint32_t> covers;     ///< faces, numbered through
  std::vector<std::uint32_t> cut_faces;  ///< ascending

  std::span<const std::uint32_t> faces_of(const CutTriangle& t) const {
    return std::span(covers).subspan(t.first_cover, t.cover_count);
  }
};

/// Pairs of faces that meet, numbered through as in TwoBodies: between the bodies and within each of them.
using MeetingFaces = std::vector<std::array<std::uint32_t, 2>>;

/// Faces without area are left out: what they close is closed by the cuts of their neighbours.
Arrangement arrange(const TwoBodies& bodies, std::span<const std::array<std::uint32_t, 2>> pairs, Control& control);

}  // namespace impinge
