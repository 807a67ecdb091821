// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/judges/judge_depth.h>

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include <algorithm>
#include <memory>

namespace impinge::test {
namespace {

constexpr double kTolerance = 1e-9;

fcl::Convexd convex_of(const std::vector<Vec3>& vertices, std::span<const Face> faces) {
  const auto points = std::make_shared<std::vector<fcl::Vector3d>>(vertices.begin(), vertices.end());
  const auto list = std::make_shared<std::vector<int>>();
  for (const Face& f : faces) {
    list->push_back(3);
    for (const std::uint32_t v : f) list->push_back(static_cast<int>(v));
  }
  return fcl::Convexd(points, static_cast<int>(faces.size()), list, false);
}

}  // namespace

std::optional<double> judge_depth(const std::vector<Vec3>& a, std::span<const Face> a_faces, const std::vector<Vec3>& b,
                                  std::span<const Face> b_faces) {
  const fcl::Convexd first = convex_of(a, a_faces), second = convex_of(b, b_faces);
  fcl::detail::GJKSolver_libccd<double> solver;
  solver.collision_tolerance = kTolerance;
  solver.max_collision_iterations = 5000;
  std::vector<fcl::ContactPointd> contacts;
  try {
    const fcl::Transform3d here = fcl::Transform3d::Identity();
    if (!solver.shapeIntersect(first, here, second, here, &contacts) || contacts.empty()) return std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;  // degenerate simplices: FCL says so and gives up
  }
  return contacts.front().penetration_depth;
}

}  // namespace impinge::test
