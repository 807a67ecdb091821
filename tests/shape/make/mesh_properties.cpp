// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/make/mesh_properties.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "base/box.h"
#include "exact/face_pair_static.h"

namespace impinge {

double signed_volume(const Mesh& mesh) {
  const auto v = mesh.vertices();
  double sum = 0;
  for (const Face& f : mesh.faces()) sum += v[f[0]].dot(cross(v[f[1]], v[f[2]]));
  return sum / 6;
}

std::uint64_t count_self_pairs(const Mesh& mesh) {
  const auto faces = mesh.faces();
  std::vector<Triangle> triangles;
  std::vector<Box> boxes;
  for (const Face& face : faces) {
    triangles.push_back(triangle_of(mesh.vertices(), face));
    boxes.push_back(box_of(triangles.back()));
  }
  std::vector<std::uint32_t> order(faces.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t f) { return boxes[f].low.x(); });
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t a = order[i];
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].low.x() <= boxes[a].high.x(); ++j) {
      const std::uint32_t b = order[j];
      if (!boxes_meet(boxes[a], boxes[b])) continue;
      if (self_pair_static(triangles[a], faces[a], triangles[b], faces[b]) != Relation::disjoint) ++count;
    }
  }
  return count;
}

std::uint64_t mesh_hash(const Mesh& mesh) {
  std::uint64_t hash = 14695981039346656037U;
  const auto add = [&](std::uint64_t value) {
    for (int i = 0; i < 8; ++i) hash = (hash ^ (value >> 8 * i & 255)) * 1099511628211U;
  };
  for (const Vec3& v : mesh.vertices()) {
    for (int i = 0; i < 3; ++i) add(std::bit_cast<std::uint64_t>(v[i]));
  }
  for (const Face& f : mesh.faces()) {
    for (const std::uint32_t id : f) add(id);
  }
  return hash;
}

void expect_sound_solid(const Mesh& mesh) {
  const MeshReport& report = mesh.report();
  EXPECT_TRUE(report.closed);
  EXPECT_EQ(report.degenerate_faces, 0U);
  EXPECT_EQ(report.duplicate_faces, 0U);
  EXPECT_EQ(report.open_edges, 0U);
  EXPECT_EQ(report.non_manifold_edges, 0U);
  EXPECT_EQ(report.inconsistent_edges, 0U);
  EXPECT_EQ(report.components, 1U);
  EXPECT_GT(signed_volume(mesh), 0);
  EXPECT_EQ(count_self_pairs(mesh), 0U);
  std::vector<bool> used(mesh.vertices().size());
  for (const Face& face : mesh.faces()) {
    for (const std::uint32_t id : face) used[id] = true;
  }
  EXPECT_EQ(std::ranges::count(used, false), 0);
}

}  // namespace impinge
