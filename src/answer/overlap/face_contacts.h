// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/overlap.h>

#include "scene/world.h"

namespace impinge {

/// Where each of these face pairs meets; degenerate faces too.
std::vector<Contact> face_contacts(const WorldObject& a, const WorldObject& b, std::span<const FacePair> pairs);

}  // namespace impinge
