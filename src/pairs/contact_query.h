// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "scene/motion/swept_object.h"

namespace impinge {

struct DroppedFaces;

/// Two objects between two moments of a step.
struct ContactQuery {
  SweptObject a, b;
  double from = 0, until = 1;
  const DroppedFaces *a_cull = nullptr, *b_cull = nullptr;  ///< both or none
};

}  // namespace impinge
