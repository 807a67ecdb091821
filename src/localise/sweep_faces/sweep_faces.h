// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "localise/localise_input.h"

namespace impinge {

/// Face pairs whose boxes meet, no more and no less: by sorting the boxes of both objects along the longest side of the
/// region they share, and sweeping. Asked::listed_pairs only. Nothing is precomputed. Throws Error (too_large) where there
/// are more candidates than the input allows.
std::vector<Candidate> sweep_faces(const LocaliseInput& input, Control& control);

}  // namespace impinge
