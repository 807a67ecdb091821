// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "problem.h"

#include <fmt/format.h>

#include "scenes/scenes.h"

namespace impinge::bench {

Problem::Problem(const Scene& scene, const Vec3& direction)
    : scene_(scene), frame_(ViewFrame::along(direction)), world_(place(scene_)) {
  for (const WorldObject& o : world_) objects_.push_back({&o, nullptr, {}, o.closed()});
}

std::size_t Problem::polygons() const {
  std::size_t n = 0;
  for (const WorldObject& o : world_) n += o.faces.size();
  return n;
}

RasterView Problem::view(int resolution) const {
  const Box a = objects_[0].seen(frame_), b = objects_[1].seen(frame_);
  Box window = intersection(a, b), extent = a;
  extent.add(b);
  if (window.low.x() > window.high.x() || window.low.y() > window.high.y()) window = extent;
  return RasterView(frame_, window, extent, resolution);
}

namespace {

std::unique_ptr<Problem> polyhedra(scenes::Polyhedra kind, std::uint32_t faces_each) {
  return std::make_unique<Problem>(scenes::make_polyhedra(kind, faces_each), Vec3(0, 0, 1));
}

// Two displaced spheres, one above the other, sunk by a share of the radius: the contact grows, nothing else does.
std::unique_ptr<Problem> spheres(int stacks, double distance) {
  Scene scene;
  scene.add("a", make_displaced_sphere(1, 0.02, stacks, 2 * stacks, 1));
  Pose pose;
  pose.position = {0, 0, distance};
  scene.add("b", make_displaced_sphere(1, 0.02, stacks, 2 * stacks, 2), pose);
  return std::make_unique<Problem>(scene, Vec3(0, 0, 1));
}

std::unique_ptr<Problem> jaws(int resolution, double gap) {
  return std::make_unique<Problem>(scenes::make_teeth_scene(resolution, gap), Vec3(0, 0, 1));
}

}  // namespace

std::vector<Case> cases(bool quick) {
  using scenes::Polyhedra;
  std::vector<Case> list;
  const std::uint32_t paper = quick ? 2000 : 80000;
  const int pixels = quick ? 64 : 512;
  const std::pair<const char*, Polyhedra> kinds[] = {{"line_convex_and_layered", Polyhedra::line_convex_and_layered},
                                                     {"both_line_convex", Polyhedra::both_line_convex},
                                                     {"both_concave", Polyhedra::both_concave}};
  for (const auto& kind : kinds) {
    const Polyhedra which = kind.second;
    list.push_back({"paper", kind.first, pixels, [=] { return polyhedra(which, paper); }});
  }
  list.push_back({"paper", "jaws", pixels, [=] { return jaws(quick ? 10 : 52, 0.0); }});
  for (const int stacks : quick ? std::vector{20, 40} : std::vector{50, 100, 200, 400, 708})
    list.push_back({"polygons", "spheres", pixels, [=] { return spheres(stacks, 1.5); }});
  for (const int side : quick ? std::vector{32, 64} : std::vector{128, 256, 512, 1024, 2048})
    list.push_back({"pixels", "spheres", side, [=] { return spheres(quick ? 20 : 200, 1.5); }});
  for (const double distance : {1.99, 1.9, 1.5, 1.0, 0.2})
    list.push_back(
        {"contact", fmt::format("spheres_{}", distance), pixels, [=] { return spheres(quick ? 20 : 200, distance); }});
  return list;
}

}  // namespace impinge::bench
