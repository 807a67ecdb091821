// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/answer.h>

namespace impinge {

/// Lists of face pairs that answers hold. Those of answers that are not needed any more are given back and used again, so
/// that a loop over the same bodies allocates none. Lists have room for powers of two. From any thread.
/// @{
std::vector<FacePair> take_face_pairs(std::span<const FacePair> pairs);
void give_face_pairs(std::vector<FacePair>& list) noexcept;
/// @}

}  // namespace impinge
