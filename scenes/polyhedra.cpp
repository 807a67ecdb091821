// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// The three kinds of scenes in table 1 of: Myszkowski, Okunev & Kunii, Fast collision detection between complex solids using
// rasterizing graphics hardware, 1995. They were measured there with 160,000 polygons in all; the named ones are smaller.
#include <array>

#include <impinge/shapes.h>

#include "scenes/scene_lists.h"

namespace impinge::scenes {
namespace {

constexpr std::uint32_t kFacesEach = 2000;

Scene make_layered() { return make_polyhedra(Polyhedra::line_convex_and_layered, kFacesEach); }
Scene make_convex() { return make_polyhedra(Polyhedra::both_line_convex, kFacesEach); }
Scene make_concave() { return make_polyhedra(Polyhedra::both_concave, kFacesEach); }

constexpr std::array kExpected = {ExpectedPair{"a", "b", Verdict::crossing}};

constexpr std::array kScenes = {
    NamedScene{"polyhedra_layered", "a body convex along the line against one of six layers", make_layered, kExpected},
    NamedScene{"polyhedra_convex", "two bodies convex along the line", make_convex, kExpected},
    NamedScene{"polyhedra_concave", "two bodies of six layers, plates between plates", make_concave, kExpected},
};

}  // namespace

Scene make_polyhedra(Polyhedra kind, std::uint32_t faces_each) {
  Scene scene;
  switch (kind) {
    case Polyhedra::line_convex_and_layered:
      scene.add("a", make_line_convex(100, faces_each));
      scene.add("b", make_comb(100, 3, faces_each), {.position = {61, 13, 7}});
      break;
    case Polyhedra::both_line_convex:
      scene.add("a", make_line_convex(100, faces_each));
      scene.add("b", make_line_convex(100, faces_each), Pose::from_quaternion({41, 45, 3}, {0, 0, 0.2, 1}));
      break;
    case Polyhedra::both_concave:
      // The second comb faces the first, half a turn about z, its plates in the gaps; a small tilt makes them meet.
      scene.add("a", make_comb(100, 3, faces_each));
      scene.add("b", make_comb(100, 3, faces_each), Pose::from_quaternion({55, 6, 20}, {0.02, 0.01, 1, 0}));
      break;
  }
  return scene;
}

std::span<const NamedScene> polyhedra_scenes() noexcept { return kScenes; }

}  // namespace impinge::scenes
