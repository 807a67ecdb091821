// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// A teapot falls on the Mandelbrot field, after: Shinya & Forgue, Interference detection through rasterization, 1991,
// figure 7.
#include <array>

#include <impinge/shapes.h>

#include "scenes/scene_lists.h"

namespace impinge::scenes {
namespace {

constexpr int kSteps = 32, kFirstContact = 24;

// Falls freely from 16 units and tumbles a little.
void advance_teapot(Scene& scene, int step) {
  const double height = 16 - 0.02 * step * step;
  const double turn = 0.01 * step;
  scene.set_pose(scene.find("teapot"), Pose::from_quaternion({1.5, 0.5, height}, {turn, -1.5 * turn, 0.2, 1}));
}

Scene make_above() {
  Scene scene;
  scene.add("field", make_mandelbrot_field(20, 4));
  scene.add("teapot", make_closed_teapot(4));
  advance_teapot(scene, 0);
  return scene;
}

Scene make_hit() {
  Scene scene = make_above();
  advance_teapot(scene, kFirstContact);
  return scene;
}
constexpr std::array kHit = {ExpectedPair{"field", "teapot", Verdict::crossing}};

constexpr std::array kScenes = {
    NamedScene{"teapot_above_field", "a teapot of 552 faces over the Mandelbrot field of 8192", make_above, {}},
    NamedScene{"teapot_on_field", "the same teapot when it hits the field", make_hit, kHit},
};
constexpr std::array kMotions = {
    NamedMotion{"teapot_falling", "a teapot falls on the Mandelbrot field", kSteps, kFirstContact, "field", "teapot",
                make_above, advance_teapot},
};

}  // namespace

std::span<const NamedScene> teapot_scenes() noexcept { return kScenes; }
std::span<const NamedMotion> teapot_motions() noexcept { return kMotions; }

}  // namespace impinge::scenes
