// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "answer/body/body.h"

namespace impinge {

/// Which of the faces that are asked for another face of the same closed body meets beyond what they share; both have an
/// area.
std::vector<bool> faces_meeting_own(const Body& body, const std::vector<bool>& asked);

}  // namespace impinge
