// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/box.h"
#include "pairs/object_pair.h"

namespace impinge {

/// The pairs of brute_boxes in the same order, by sorting along the axis of greatest spread and sweeping.
std::vector<ObjectPair> sweep_boxes(std::span<const Box> boxes);

}  // namespace impinge
