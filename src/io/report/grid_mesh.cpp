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

  std::size_t place_of(const GridMesh::Point& point) const {
    const std::size_t place = (key_of(point) * 0x9E3779B97F4A7C15u >> 20) & (places_.size() - 1);
    __builtin_prefetch(&places_[place]);
    return place;
  }

  std::uint32_t number_of(const GridMesh::Point& point, std::size_t place, std::vector<GridMesh::Point>& points) {
    const std::uint64_t key = key_of(point);
    for (std::size_t at = place;; at = (at + 1) & (places_.size() - 1)) {
      if (places_[at] == 0) {
        points.push_back(point);
        places_[at] = static_cast<std::uint32_t>(points.size());
        return places_[at] - 1;
      }
      if (key_of(points[places_[at] - 1]) == key) return places_[at] - 1;
    }
  }

 private:
  static std::uint64_t key_of(const GridMesh::Point& point) {
    return std::uint64_t{point[0]} << 32 | std::uint64_t{point[1]} << 16 | point[2];
  }
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
      rounded[static_cast<std::size_t>(k)] = static_cast<std::uint16_t>(std::clamp(place + 0.5, 0.0, most));
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
  constexpr std::size_t kAtOnce = 32;
  std::array<GridMesh::Point, kAtOnce> rounded;
  std::array<std::size_t, kAtOnce> places;
  for (std::size_t begin = 0; begin < vertices.size(); begin += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, vertices.size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      rounded[i] = grid.round(vertices[begin + i]);
      places[i] = table.place_of(rounded[i]);
    }
    for (std::size_t i = 0; i < count; ++i) numbers[begin + i] = table.number_of(rounded[i], places[i], mesh.points);
  }
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
