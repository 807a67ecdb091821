// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include "scene/motion/swept_shape.h"

namespace impinge {

/// An object on its way through a step.
struct SweptObject {
  const ObjectStep* step;
  const SweptShape* shape;
  std::span<const Face> faces;
};

}  // namespace impinge
