// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>

#include "moving_pair.h"

namespace impinge::bench::papers {

/// Both bodies as wire frames with the relative velocity at every vertex, after figure 4 of the paper.
std::string velocities_svg(const MovingPair& pair);
/// Both bodies, the faces that a cull keeps filled and the others as wire frames, after figure 5.
std::string kept_faces_svg(const MovingPair& pair);

}  // namespace impinge::bench::papers
