// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/make_angle.h"
#include "shape/make/make_surface.h"

namespace impinge {

Mesh make_torus(double ring, double tube, int ring_segments, int tube_segments) {
  require_length("torus", "ring", ring);
  require_length("torus", "tube", tube);
  require_range("torus", "tube", tube, 0, 0.999 * ring);  // a fatter one would cross itself
  require_range("torus", "ring_segments", ring_segments, 3, 20000);
  require_range("torus", "tube_segments", tube_segments, 3, 20000);
  require_face_count("torus", 2.0 * ring_segments * tube_segments);
  SurfaceBuilder surface;
  std::vector<std::vector<std::uint32_t>> circles(ring_segments);
  for (int i = 0; i < ring_segments; ++i) {
    const Angle around = turn(i, ring_segments);
    for (int j = 0; j < tube_segments; ++j) {
      const Angle section = turn(j, tube_segments);
      const double distance = ring + tube * section.cos;
      circles[i].push_back(surface.add({distance * around.cos, distance * around.sin, tube * section.sin}));
    }
  }
  for (int i = 0; i < ring_segments; ++i) surface.band(circles[(i + 1) % ring_segments], circles[i]);
  return surface.build("torus");
}

}  // namespace impinge
