// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "problem.h"

#include <impinge/shapes.h>
#include <scenes/scenes.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "broad/sweep_boxes.h"
#include "cull/overlap_region/overlap_region.h"

namespace impinge::bench {
namespace {

using Asked = LocaliseInput::Asked;

Pose shifted(double x) {
  Pose pose;
  pose.position = {x, 0, 0};
  return pose;
}

Scene displaced_spheres(int segments, double offset) {
  Scene scene;
  scene.add("a", make_displaced_sphere(1, 0.05, segments, segments, 1));
  scene.add("b", make_displaced_sphere(1, 0.05, segments, segments, 2), shifted(offset));
  return scene;
}

Scene displaced_sphere(int segments) {
  Scene scene;
  scene.add("a", make_displaced_sphere(1, 0.05, segments, segments, 1));
  return scene;
}

// A rod as CAD systems triangulate it: two rings and nothing between, so that the sides are long and thin.
Mesh make_rod(double length, double radius, std::uint32_t sides) {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  for (std::uint32_t i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (const double x : {-length / 2, length / 2})
      vertices.push_back({x, radius * std::cos(angle), radius * std::sin(angle)});
  }
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % sides);
    faces.push_back({a, a + 1, b + 1});
    faces.push_back({a, b + 1, b});
    if (i > 0 && i + 1 < sides) {
      faces.push_back({0, a, b});
      faces.push_back({1, b + 1, a + 1});
    }
  }
  return Mesh(std::move(vertices), std::move(faces));
}

// A skeleton of slanted rods that meet in the middle.
Scene rods() {
  Scene scene;
  const Mesh rod = make_rod(100, 1, 96);
  for (int i = 0; i < 12; ++i) {
    const double turn = 0.1 + 0.25 * i;
    scene.add("rod", rod, Pose::from_quaternion({0, 0, 0.3 * i}, {0.1 * i, 0.2, std::sin(turn), std::cos(turn)}));
  }
  return scene;
}

Scene many_objects(int edge) {
  Scene scene;
  const Mesh sphere = make_displaced_sphere(1, 0.05, 20, 25, 3);
  for (int i = 0; i < edge * edge * edge; ++i) {
    Pose pose;
    pose.position = Vec3(i % edge, i / edge % edge, i / (edge * edge)) * 1.7;
    scene.add("sphere", sphere, pose);
  }
  return scene;
}

}  // namespace

Problem::Problem(std::string name, Scene scene, Asked asked)
    : name_(std::move(name)), scene_(std::move(scene)), asked_(asked), world_(place(scene_)) {
  if (asked == Asked::listed_pairs) {
    std::vector<Box> boxes;
    for (const WorldObject& o : world_) boxes.push_back(o.box);
    pairs_ = sweep_boxes(boxes);
    faces_ = overlap_region(world_, pairs_);
    return;
  }
  for (const WorldObject& o : world_) {
    faces_.emplace_back(o.faces.size());
    std::iota(faces_.back().begin(), faces_.back().end(), 0u);
  }
}

std::size_t Problem::faces() const {
  std::size_t n = 0;
  for (const auto& f : faces_) n += f.size();
  return n;
}

std::vector<ProblemMaker> problem_makers() {
#define IMPINGE_PROBLEM(name, scene, asked, quick)                 \
  {                                                                \
    name, [] { return Problem(name, scene, Asked::asked); }, quick \
  }
  return {
      IMPINGE_PROBLEM("spheres_3968", scenes::find_scene("two_spheres").make(), all_pairs, true),
      IMPINGE_PROBLEM("room", scenes::find_scene("room").make(), all_pairs, true),
      IMPINGE_PROBLEM("fifteen_shuttles", scenes::find_scene("fifteen_shuttles").make(), all_pairs, true),
      IMPINGE_PROBLEM("teapot_on_field", scenes::find_scene("teapot_on_field").make(), all_pairs, true),
      IMPINGE_PROBLEM("teeth_biting", scenes::find_scene("teeth_biting").make(), all_pairs, true),
      IMPINGE_PROBLEM("rods", rods(), all_pairs, true),
      IMPINGE_PROBLEM("rods_self", rods(), each_with_itself, true),
      IMPINGE_PROBLEM("many_objects", many_objects(10), all_pairs, false),
      IMPINGE_PROBLEM("shallow_100k", displaced_spheres(224, 1.2), listed_pairs, false),
      IMPINGE_PROBLEM("deep_100k", displaced_spheres(224, 0.1), listed_pairs, false),
      IMPINGE_PROBLEM("self_100k", displaced_sphere(224), each_with_itself, false),
      IMPINGE_PROBLEM("shallow_1m", displaced_spheres(707, 1.2), listed_pairs, false),
      IMPINGE_PROBLEM("deep_1m", displaced_spheres(707, 0.1), listed_pairs, false),
      IMPINGE_PROBLEM("self_1m", displaced_sphere(707), each_with_itself, false),
  };
#undef IMPINGE_PROBLEM
}

}  // namespace impinge::bench
