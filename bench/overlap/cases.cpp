// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "cases.h"

#include <impinge/scene.h>
#include <impinge/shapes.h>

#include <Eigen/Geometry>
#include <cmath>
#include <memory>

#include "bodies.h"

namespace impinge::bench {
namespace {

constexpr double kHill = 0.05;  // of the square: how high and deep hills are at most

Mesh mesh_of(std::span<const Vec3> vertices, std::span<const Face> faces) {
  return Mesh({vertices.begin(), vertices.end()}, {faces.begin(), faces.end()});
}

// The lower square looks up, the upper one down and is turned; where hills stand over each other they meet.
std::array<Mesh, 2> hills(std::uint32_t triangles, double apart) {
  const int cells = std::max(8, static_cast<int>(std::sqrt(triangles / 2.0)));
  const Mesh lower = make_noise_field(1, kHill, cells, 1, 0.1), upper = make_noise_field(1, kHill, cells, 2, 0.1);
  Pose pose;
  pose.rotation =
      (Eigen::AngleAxisd(0.3, Vec3::UnitZ()) * Eigen::AngleAxisd(std::acos(-1.0), Vec3::UnitX())).toRotationMatrix();
  pose.position = Vec3(0.01, 0.02, apart * kHill);
  std::vector<Vec3> placed;
  for (const Vec3& v : upper.vertices()) placed.push_back(world_point(pose, v));
  return {lower, mesh_of(placed, upper.faces())};
}

// A small sphere of always as many faces, half in a large one of any number, of which it covers about as many: what the two
// have in common is no larger where the large one has more.
std::array<Mesh, 2> grain(const PlacedPair& pair) {
  const std::span<const Vec3> large = pair.a_vertices(0);
  const Vec3 middle = large[large.size() / 3];
  const double radius = 20 / std::sqrt(static_cast<double>(pair.a->faces.size()));
  const Mesh small = make_sphere(radius, 30, 30);
  std::vector<Vec3> placed;
  for (const Vec3& v : small.vertices()) placed.push_back(v + middle);
  return {mesh_of(large, pair.a->faces), mesh_of(placed, small.faces())};
}

}  // namespace

std::vector<OverlapCase> made_cases(std::uint32_t triangles) {
  std::vector<OverlapCase> cases;
  const auto spheres = std::make_shared<const BodyPair>(make_bodies(triangles));
  for (const Contact contact : {Contact::graze, Contact::shallow, Contact::deep})
    cases.push_back(
        {"spheres", to_string(contact), triangles, [spheres, contact] {
           const PlacedPair pair = place_bodies(*spheres, contact);
           return std::array{mesh_of(pair.a_vertices(0), pair.a->faces), mesh_of(pair.b_vertices(0), pair.b->faces)};
         }});
  cases.push_back(
      {"sphere and a grain", "grain", triangles, [spheres] { return grain(place_bodies(*spheres, Contact::graze)); }});
  const std::pair<const char*, double> heights[] = {{"graze", 0.8}, {"shallow", 0.6}, {"deep", -0.6}};
  for (const auto& [contact, apart] : heights)
    cases.push_back({"hills", contact, triangles, [triangles, apart = apart] { return hills(triangles, apart); }});
  return cases;
}

}  // namespace impinge::bench
