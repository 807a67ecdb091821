// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Small scenes whose verdicts follow from how they were built; lengths in mm.
#include <algorithm>
#include <array>
#include <vector>

#include <impinge/shapes.h>

#include "scenes/scene_lists.h"

namespace impinge::scenes {
namespace {

Pose at(double x, double y, double z) { return {.position = {x, y, z}}; }

Scene make_cubes() {
  Scene scene;
  scene.add("left", make_box({10, 10, 10}));
  scene.add("right", make_box({10, 10, 10}), at(5, 0, 0));
  return scene;
}
constexpr std::array kCubes = {ExpectedPair{"left", "right", Verdict::crossing}};

Scene make_flush_cubes() {
  Scene scene;
  scene.add("left", make_box({10, 10, 10}));
  scene.add("right", make_box({10, 10, 10}), at(10, 0, 0));
  return scene;
}
constexpr std::array kFlushCubes = {ExpectedPair{"left", "right", Verdict::touching}};

Scene make_close_cubes() {
  Scene scene;
  scene.add("left", make_box({10, 10, 10}));
  scene.add("right", make_box({10, 10, 10}), at(10.125, 0, 0));
  return scene;
}
constexpr std::array kCloseCubes = {ExpectedPair{"left", "right", Verdict::near}};

Scene make_nested_shells() {
  Scene scene;
  scene.add("outer", make_sphere_of_faces(30, 960));
  scene.add("middle", make_icosphere(20, 3));
  scene.add("inner", make_sphere_of_faces(10, 168), at(3, -2, 1));
  return scene;
}
constexpr std::array kNestedShells = {ExpectedPair{"outer", "middle", Verdict::b_in_a},
                                      ExpectedPair{"outer", "inner", Verdict::b_in_a},
                                      ExpectedPair{"middle", "inner", Verdict::b_in_a}};

// A box with a box-shaped cavity: the inner surface looks into the cavity.
Mesh make_housing(const Vec3& outside, const Vec3& cavity) {
  const Mesh outer = make_box(outside), inner = make_box(cavity);
  std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
  std::vector<Face> faces(outer.faces().begin(), outer.faces().end());
  const auto first = static_cast<std::uint32_t>(vertices.size());
  vertices.insert(vertices.end(), inner.vertices().begin(), inner.vertices().end());
  for (const Face& face : inner.faces()) faces.push_back({first + face[0], first + face[2], first + face[1]});
  return Mesh(std::move(vertices), std::move(faces), "housing");
}

Scene make_part_in_cavity() {
  Scene scene;
  scene.add("housing", make_housing({40, 40, 40}, {30, 30, 30}));
  scene.add("part", make_torus(8, 3, 32, 16), at(1, 2, 0));
  scene.add("pin", make_box({2, 2, 20}), at(17.5, 0, 0));
  return scene;
}
constexpr std::array kPartInCavity = {ExpectedPair{"housing", "pin", Verdict::b_in_a}};

Scene make_press_fit() {
  Scene scene;
  const ObjectId ring = scene.add("ring", make_torus(10, 4, 64, 32));
  const ObjectId shaft = scene.add("shaft", make_box({9, 9, 30}));  // half its diagonal is 6.36, the ring's bore 6
  scene.add("cover", make_box({30, 30, 2}), at(0, 0, 16));
  scene.ignore(ring, shaft, "press fit");
  return scene;
}
constexpr std::array kPressFit = {ExpectedPair{"ring", "shaft", Verdict::crossing, true},
                                  ExpectedPair{"shaft", "cover", Verdict::touching}};

constexpr std::array kScenes = {
    NamedScene{"cubes", "two 10 mm cubes that overlap by 5 mm", make_cubes, kCubes},
    NamedScene{"flush_cubes", "two 10 mm cubes side by side", make_flush_cubes, kFlushCubes},
    NamedScene{"close_cubes", "two 10 mm cubes 0.125 mm apart, asked for 0.2 mm", make_close_cubes, kCloseCubes, 0.2},
    NamedScene{"nested_shells", "three balls in each other", make_nested_shells, kNestedShells},
    NamedScene{"part_in_cavity", "a part free in the cavity of a housing, a pin in its wall", make_part_in_cavity,
               kPartInCavity},
    NamedScene{"press_fit", "a square shaft pressed into a ring, which is meant, and a cover on the shaft's end",
               make_press_fit, kPressFit},
};

}  // namespace

std::span<const NamedScene> constructed_scenes() noexcept { return kScenes; }

}  // namespace impinge::scenes
