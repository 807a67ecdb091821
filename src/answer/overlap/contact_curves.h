// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include <impinge/overlap.h>

#include "answer/arrangement/arrangement.h"
#include "answer/arrangement/face_chords.h"

namespace impinge {

/// Where the surfaces meet in lines: the edges that triangles of both bodies share, off the patches, chained.
std::vector<ContactCurve> contact_curves(const Arrangement& arrangement);

/// The same for surfaces in general position: their chords.
std::vector<ContactCurve> contact_curves(const TwoBodies& bodies, const CutPoints& points, const FaceChords& chords);

/// True if chords of a face may meet beyond the ends they share: then a body meets itself there.
bool chords_may_cross(const CutPoints& points, const FaceChords& chords);

/// Where they share area.
std::vector<ContactPatch> contact_patches(const Arrangement& arrangement);

}  // namespace impinge
