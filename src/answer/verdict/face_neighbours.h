// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "answer/body/body.h"
#include "answer/verdict/contact_fan.h"

namespace impinge {

/// The faces from `first` on, of the same body, that meet this one beyond what they share.
std::vector<std::uint32_t> own_faces_meeting(const Body& body, std::uint32_t face, std::uint32_t first);

/// The non-degenerate faces at the edge from corner u to corner v; the given face comes first.
std::vector<FanFace> faces_around(const Body& body, std::uint32_t face, std::uint32_t u, std::uint32_t v);

}  // namespace impinge
