// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// The experiments of: Smith & Kitamura, ATR technical report, 1994, section 3.5, at their last cycle, when faces meet.
#include <array>
#include <string>

#include <impinge/shapes.h>

#include "scenes/bodies.h"
#include "scenes/scene_lists.h"

namespace impinge::scenes {
namespace {

// Positions in mm and quaternions x y z w of any length, chosen so that many boxes overlap and one pair of bodies meets.
struct Placement {
  std::array<int, 3> position;
  std::array<int, 4> rotation;
};
constexpr std::array<Placement, 15> kShuttles = {{
    {{27, 7, -6}, {2, 1, -4, -2}},
    {{-18, -70, -27}, {-4, 0, -2, 2}},
    {{-29, -12, 45}, {-3, 0, 4, 2}},
    {{2, -29, -23}, {2, 3, 0, 4}},
    {{43, 34, 38}, {2, 3, -4, -1}},
    {{53, 74, 41}, {-2, 4, 2, -4}},
    {{-75, -19, -22}, {2, 1, 1, 2}},
    {{-71, -28, 48}, {-1, 3, -2, -3}},
    {{1, 72, 35}, {-3, 3, 0, -2}},
    {{-20, -8, -32}, {-3, -4, -2, 4}},
    {{-58, 22, 23}, {-2, 1, 1, 3}},
    {{47, 60, -28}, {1, -2, -4, -4}},
    {{-32, 64, 20}, {-3, 2, -4, -2}},
    {{76, 59, -4}, {-1, -2, -4, -4}},
    {{73, -13, -49}, {-1, 3, 0, 2}},
}};

Pose pose_of(const Placement& placement) {
  const auto& [x, y, z] = placement.position;
  const auto& [qx, qy, qz, qw] = placement.rotation;
  return Pose::from_quaternion({1.0 * x, 1.0 * y, 1.0 * z}, {1.0 * qx, 1.0 * qy, 1.0 * qz, 1.0 * qw});
}

Scene make_shuttles() {
  Scene scene;
  const Mesh shuttle = make_shuttle(100);
  for (std::size_t i = 0; i < kShuttles.size(); ++i) {
    scene.add("shuttle" + std::to_string(i + 1), shuttle, pose_of(kShuttles[i]));
  }
  return scene;
}
constexpr std::array kShuttlesExpected = {ExpectedPair{"shuttle14", "shuttle15", Verdict::crossing}};

// Both turn and come closer until they meet at the last of 72 steps.
constexpr int kSphereSteps = 72;

void advance_spheres(Scene& scene, int step) {
  const double rest = kSphereSteps - 1 - step;
  const Vec3 way = Vec3(12, 5, 3) / 16;  // not along an axis, so that faces meet and not poles
  const double half_gap = 11.9 + 0.25 * rest;
  scene.set_pose(scene.find("left"), Pose::from_quaternion(-half_gap * way, {0.02 * rest, 0.01 * rest, 0.1, 1}));
  scene.set_pose(scene.find("right"), Pose::from_quaternion(half_gap * way, {0.3, -0.02 * rest, 0.01 * rest, 1}));
}

Scene make_spheres_before() {
  Scene scene;
  const Mesh sphere = make_sphere_of_faces(10, 3968);
  scene.add("left", sphere);
  scene.add("right", sphere);
  advance_spheres(scene, 0);
  return scene;
}

Scene make_spheres() {
  Scene scene = make_spheres_before();
  advance_spheres(scene, kSphereSteps - 1);
  return scene;
}
constexpr std::array kSpheresExpected = {ExpectedPair{"left", "right", Verdict::crossing}};

// The sphere, the shuttle, the chair and the head of figure 3.11; head and shuttle meet.
Scene make_room() {
  Scene scene;
  scene.add("sphere", make_sphere_of_faces(12, 120), {.position = {20, -45, 14}});
  scene.add("shuttle", make_shuttle(80), Pose::from_quaternion({-33, 8, 26}, {0.1, -0.05, 0.15, 1}));
  scene.add("chair", make_chair(90), {.position = {10, 50, 0}});
  scene.add("head", make_head(40), Pose::from_quaternion({5, 0, 40}, {0, 0.1, 1, 0.2}));
  return scene;
}
constexpr std::array kRoomExpected = {ExpectedPair{"shuttle", "head", Verdict::crossing}};

constexpr std::array kScenes = {
    NamedScene{"fifteen_shuttles", "fifteen shuttles of 528 faces, two of which meet", make_shuttles, kShuttlesExpected},
    NamedScene{"two_spheres", "two spheres of 3968 faces that just meet", make_spheres, kSpheresExpected},
    NamedScene{"room", "a sphere, a shuttle, a chair and a head; the shuttle meets the head", make_room, kRoomExpected},
};
constexpr std::array kMotions = {
    NamedMotion{"spheres_meeting", "two spheres of 3968 faces approach each other, turning", kSphereSteps, kSphereSteps - 1,
                "left", "right", make_spheres_before, advance_spheres},
};

}  // namespace

std::span<const NamedScene> report_scenes() noexcept { return kScenes; }
std::span<const NamedMotion> sphere_motions() noexcept { return kMotions; }

}  // namespace impinge::scenes
