// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The map laid back on the bodies: each vertex gets the distance of the lines beside it, if it lies on the face that bounds
// the gap or overlap there.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/file/output_file.h"
#include "io/picture/map_colours.h"

namespace impinge {
namespace {

using io::OutputFile;

std::vector<Vec3> placed_vertices(const SceneObject& object) {
  const std::span<const Vec3> local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  std::vector<Vec3> world;
  world.reserve(local.size());
  for (const Vec3& point : local) world.push_back(world_point(object.pose, point));
  return world;
}

struct VertexValue {
  MapCell cell = MapCell::empty;
  float gap = std::numeric_limits<float>::quiet_NaN();
  float distance_low = std::numeric_limits<float>::quiet_NaN();
};

/// One body under the map. A shape beyond meshes has neither vertices nor faces: its box would pass for it.
class MappedBody {
 public:
  MappedBody(const InterferenceMap& map, const SceneObject& object, bool is_a)
      : map_(map),
        faces_(object.shape ? std::span<const Face>() : object.mesh.faces()),
        vertices_(object.shape ? std::vector<Vec3>() : placed_vertices(object)),
        bounds_(is_a ? map.a_face : map.b_face) {}

  const std::vector<Vec3>& vertices() const { return vertices_; }
  std::span<const Face> faces() const { return faces_; }

  /// The mean over the four lines around the vertex, weighted by nearness, of those that end at its surface.
  VertexValue value(const Vec3& vertex) const {
    const Vec3 from_corner = vertex - map_.origin;
    const double x = from_corner.dot(map_.right) / map_.cell - 0.5, y = from_corner.dot(map_.up) / map_.cell - 0.5;
    VertexValue value;
    if (!(x >= -1 && y >= -1 && x <= map_.columns && y <= map_.rows)) return value;
    const int left = static_cast<int>(std::floor(x)), low = static_cast<int>(std::floor(y));
    double weights = 0, gap = 0, distance_low = 0, heaviest = 0;
    for (int corner = 0; corner < 4; ++corner) {
      const int column = left + corner % 2, row = low + corner / 2;
      if (column < 0 || row < 0 || column >= map_.columns || row >= map_.rows) continue;
      const std::size_t i =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(map_.columns) + static_cast<std::size_t>(column);
      const double weight = (1 - std::abs(x - column)) * (1 - std::abs(y - row));
      if (!(weight > 0) || !std::isfinite(map_.gap[i]) || !bounded_here(i, vertex)) continue;
      weights += weight;
      gap += weight * static_cast<double>(map_.gap[i]);
      distance_low += weight * static_cast<double>(map_.distance_low[i]);
      if (weight > heaviest) {
        heaviest = weight;
        value.cell = map_.cells[i];
      }
    }
    if (!(weights > 0)) return value;
    value.gap = static_cast<float>(gap / weights);
    value.distance_low = static_cast<float>(distance_low / weights);
    return value;
  }

 private:
  /// True if the vertex lies within a cell's width of the plane of the face that bounds the gap or overlap on this line.
  bool bounded_here(std::size_t cell, const Vec3& vertex) const {
    const std::uint32_t face = bounds_[cell];
    if (face >= faces_.size()) return false;
    const Vec3 &a = vertices_[faces_[face][0]], &b = vertices_[faces_[face][1]], &c = vertices_[faces_[face][2]];
    const Vec3 normal = (b - a).cross(c - a);
    const double length = normal.norm();
    const double off = length > 0 ? std::abs(normal.dot(vertex - a)) / length : (vertex - a).norm();
    return off <= map_.cell;
  }

  const InterferenceMap& map_;
  std::span<const Face> faces_;
  std::vector<Vec3> vertices_;
  const std::vector<std::uint32_t>& bounds_;
};

void write_header(OutputFile& out, const InterferenceMap& map, const MappedBody (&bodies)[2]) {
  const Vec3& d = map.direction;
  out.print("ply\nformat binary_little_endian 1.0\n");
  out.print("comment distance: along {} {} {}, gap > 0, penetration < 0, nan where the map has none\n", d.x(), d.y(), d.z());
  out.print("comment distance_low: corrected by the slope, not above the true distance; body: 0 is a, 1 is b\n");
  out.print("element vertex {}\n", bodies[0].vertices().size() + bodies[1].vertices().size());
  out.print("property double x\nproperty double y\nproperty double z\n");
  out.print("property uchar red\nproperty uchar green\nproperty uchar blue\n");
  out.print("property float distance\nproperty float distance_low\nproperty uchar body\n");
  out.print("element face {}\n", bodies[0].faces().size() + bodies[1].faces().size());
  out.print("property list uchar uint vertex_indices\nend_header\n");
}

void validate(const Scene& scene, ObjectId a, ObjectId b, const InterferenceMap& map) {
  const std::size_t cells =
      static_cast<std::size_t>(std::max(map.columns, 0)) * static_cast<std::size_t>(std::max(map.rows, 0));
  const bool complete = map.cells.size() == cells && map.gap.size() == cells && map.distance_low.size() == cells &&
                        map.a_face.size() == cells && map.b_face.size() == cells;
  if (!complete || cells == 0 || !(map.cell > 0)) {
    throw Error(ErrorCode::bad_argument, fmt::format("map of {} x {} cells is not complete.", map.columns, map.rows));
  }
  for (const ObjectId id : {a, b}) scene.object(id);
}

}  // namespace

void write_map_mesh(const Scene& scene, ObjectId a, ObjectId b, const InterferenceMap& map,
                    const std::filesystem::path& file, double range) {
  validate(scene, a, b, map);
  const MapScale scale = scale_of(map, range);
  const MappedBody bodies[2] = {{map, scene.object(a), true}, {map, scene.object(b), false}};
  OutputFile out(file);
  write_header(out, map, bodies);
  for (const MappedBody& body : bodies) {
    const auto index = static_cast<std::uint8_t>(&body - bodies);
    for (const Vec3& vertex : body.vertices()) {
      VertexValue value = body.value(vertex);
      if (value.cell == MapCell::empty) value.cell = index == 0 ? MapCell::a_only : MapCell::b_only;
      const Rgb colour = map_colour(value.cell, static_cast<double>(value.gap), scale);
      for (const double coordinate : vertex) out.put(coordinate);
      for (const float part : {colour.r, colour.g, colour.b}) out.put(static_cast<std::uint8_t>(std::lround(255 * part)));
      out.put(value.gap);
      out.put(value.distance_low);
      out.put(index);
    }
  }
  std::uint32_t first = 0;
  for (const MappedBody& body : bodies) {
    for (const Face& face : body.faces()) {
      out.put(std::uint8_t{3});
      for (const std::uint32_t corner : face) out.put(first + corner);
    }
    first += static_cast<std::uint32_t>(body.vertices().size());
  }
  out.close();
}

}  // namespace impinge
