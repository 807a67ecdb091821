// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <algorithm>
#include <bit>
#include <cmath>

#include "io/report/mesh_codec.h"

namespace impinge::io {
namespace {

/// Numbers for points, by open addressing; 0 stands for an empty place.
class PointTable {
 public:
  explicit PointTable(std::size_t points) : places_(std::bit_ceil(2 * points + 2), 0) {}

  std::uint32_t number_of(const GridMesh::Point& point, std::vector<GridMesh::Point>& points) {
    const std::uint64_t key = std::uint64_t{point[0]} << 32 | std::uint64_t{point[1]} << 16 | point[2];
    const std::size_t mask = places_.size() - 1;
    for (std::size_t at = (key * 0x9E3779B97F4A7C15u >> 20) & mask;; at = (at + 1) & mask) {
      if (places_[at] == 0) {
        points.push_back(point);
        places_[at] = static_cast<std::uint32_t>(points.size());
        return places_[at] - 1;
      }
      if (points[places_[at] - 1] == point) return places_[at] - 1;
    }
  }

 private:
  std::vector<std::uint32_t> places_;
};

struct Grid {
  Vec3 low = Vec3::Zero();
  double step = 1;
  double most = 0;

  Grid(std::span<const Vec3> points, int bits) : most(static_cast<double>((1 << bits) - 1)) {
    if (points.empty()) return;
    Vec3 high = low = points.front();
    for (const Vec3& point : points) {
      low = low.cwiseMin(point);
      high = high.cwiseMax(point);
    }
    // Halves, since the box may be wider than the largest double.
    step = 2 * ((0.5 * high - 0.5 * low).maxCoeff() / most);
    if (!(step > 0)) step = 1;
  }

  GridMesh::Point round(const Vec3& point) const {
    GridMesh::Point rounded;
    for (int k = 0; k < 3; ++k) {
      const double place = 2 * ((0.5 * point[k] - 0.5 * low[k]) / step);
      rounded[static_cast<std::size_t>(k)] = static_cast<std::uint16_t>(std::clamp(std::round(place), 0.0, most));
    }
    return rounded;
  }
};

}  // namespace

GridMesh to_grid(std::span<const Vec3> vertices, std::span<const Face> faces, int bits) {
  const Grid grid(vertices, bits);
  GridMesh mesh{grid.low, grid.step, {}, {}};
  PointTable table(vertices.size());
  std::vector<std::uint32_t> numbers(vertices.size());
  mesh.points.reserve(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) numbers[i] = table.number_of(grid.round(vertices[i]), mesh.points);
  mesh.faces.reserve(faces.size());
  for (const Face& face : faces) {
    const Face joined = {numbers[face[0]], numbers[face[1]], numbers[face[2]]};
    if (joined[0] != joined[1] && joined[1] != joined[2] && joined[2] != joined[0]) mesh.faces.push_back(joined);
  }
  return mesh;
}

GridMesh points_to_grid(std::span<const Vec3> points) {
  const Grid grid(points, kGridBits);
  GridMesh mesh{grid.low, grid.step, {}, {}};
  mesh.points.reserve(points.size());
  for (const Vec3& point : points) mesh.points.push_back(grid.round(point));
  return mesh;
}

}  // namespace impinge::io
