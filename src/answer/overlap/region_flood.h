// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "answer/arrangement/face_regions.h"
#include "answer/overlap/solid_faces.h"

namespace impinge {

/// The boundary of a combination of two bodies in general position, where exactly two faces pass each edge and no face that
/// is cut, or belongs to the result, meets another of its body.
SolidFaces region_solid_faces(const TwoBodies& bodies, const CutPoints& points, const FaceChords& chords,
                              const FaceRegions& regions, const Body& a, const Body& b, Combination how);

}  // namespace impinge
