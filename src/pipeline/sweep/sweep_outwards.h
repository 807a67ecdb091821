// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/control.h"
#include "scene/motion/swept_object.h"

namespace impinge {

/// True only if it is proved that where a closed body can be touched from outside, its faces look outwards, during the whole
/// step: then only can velocity_backface tell by a normal where a body came from. A solid turned inside out, or a part of
/// one, is refused, and what meets itself, and what deforms without staying star-shaped. Remembered where shapes are shared.
bool look_outwards(const SceneObject& object, const SweptObject& swept, Control& control);

}  // namespace impinge
