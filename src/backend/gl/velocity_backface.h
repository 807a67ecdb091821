// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "backend/gl/gl_bodies.h"
#include "cull/velocity_backface/velocity_backface.h"

namespace impinge::gl {

/// Back-face culling by relative velocity, a pass over the faces that lie on the card.
class GlVelocityBackface {
 public:
  GlVelocityBackface();
  void run(Bodies& bodies, const RasterObject& body, const RigidBackface& rule, DroppedFaces& result);

 private:
  Program program_;
  Buffer dropped_;
};

}  // namespace impinge::gl
