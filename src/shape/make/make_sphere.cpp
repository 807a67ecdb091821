// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Latitude-longitude spheres: plain, with smooth relief, and with every vertex moved at random.
// The face counts are those of: Smith & Kitamura, ATR technical report, 1994, section 3.5. The random mesh is the test
// object of: Shinya & Forgue, Interference detection through rasterization, 1991, figure 4.
#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/make_noise.h"
#include "shape/make/make_surface.h"

namespace impinge {
namespace {

constexpr int kMaxSegments = 20000;  // finer ones would have slivers at the poles

void require_globe(std::string_view name, double radius, int stacks, int slices) {
  require_length(name, "radius", radius);
  require_range(name, "stacks", stacks, 2, kMaxSegments);
  require_range(name, "slices", slices, 3, kMaxSegments);
  require_face_count(name, 2.0 * slices * (stacks - 1));
}

}  // namespace

Mesh make_sphere(double radius, int stacks, int slices) {
  require_globe("sphere", radius, stacks, slices);
  return make_star_globe(stacks, slices, [](const Vec3&, std::uint32_t) { return 1.0; }).build("sphere", radius);
}

Mesh make_sphere_of_faces(double radius, std::uint32_t faces) {
  require_length("sphere_of_faces", "radius", radius);
  require_range("sphere_of_faces", "faces", faces, 1, 4e9);
  require_face_count("sphere_of_faces", faces);
  // Patches are near square at the equator where slices is about twice stacks.
  for (int stacks = 2;; ++stacks) {
    for (int slices = 2 * stacks - 1; slices <= 2 * stacks + 1; ++slices) {
      if (2.0 * slices * (stacks - 1) >= faces) return make_sphere(radius, stacks, slices);
    }
  }
}

Mesh make_displaced_sphere(double radius, double amplitude, int stacks, int slices, std::uint64_t seed) {
  require_globe("displaced_sphere", radius, stacks, slices);
  require_range("displaced_sphere", "amplitude", amplitude, 0, 0.9);
  // Two lattice cells to the radius: a few hills of the first octave on each side.
  const auto relief = [&](const Vec3& direction, std::uint32_t) {
    return 1 + amplitude * octave_noise(2 * direction, seed);
  };
  return make_star_globe(stacks, slices, relief).build("displaced_sphere", radius);
}

Mesh make_random_mesh(double radius, double amplitude, int stacks, int slices, std::uint64_t seed) {
  require_globe("random_mesh", radius, stacks, slices);
  require_range("random_mesh", "amplitude", amplitude, 0, 0.9);
  const auto jump = [&](const Vec3&, std::uint32_t index) { return 1 + amplitude * random_unit(seed, index); };
  return make_star_globe(stacks, slices, jump).build("random_mesh", radius);
}

}  // namespace impinge
