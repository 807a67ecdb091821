// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <cmath>

#include "io/file/output_file.h"
#include "io/file/text_cursor.h"
#include "io/picture/distance_colours.h"

namespace impinge {

void write_points(const PointCloud& cloud, std::span<const double> distances, const std::filesystem::path& file,
                  const DistanceColours& colours) {
  require_distances(cloud, distances);
  if (!io::equal_ignoring_case(file.extension().string(), ".ply"))
    throw Error(ErrorCode::bad_argument, fmt::format("{}: points with distances are written as .ply", file.string()));
  const double range = colour_range(distances, colours);
  io::OutputFile out(file);
  out.print("ply\nformat binary_little_endian 1.0\n");
  out.print("comment distance: negative inside; colours from -{0} (blue) over 0 (green) to {0} (red) {1}\n", range,
            colours.units);
  out.print("element vertex {}\nproperty double x\nproperty double y\nproperty double z\n", cloud.points.size());
  out.print("property uchar red\nproperty uchar green\nproperty uchar blue\nproperty double distance\n");
  if (!cloud.faces.empty()) out.print("element face {}\nproperty list uchar uint vertex_indices\n", cloud.faces.size());
  out.print("end_header\n");
  for (std::size_t i = 0; i < cloud.points.size(); ++i) {
    const Rgb colour = distance_colour(distances[i], range);
    for (const double coordinate : cloud.points[i]) out.put(coordinate);
    for (const float part : {colour.r, colour.g, colour.b}) out.put(static_cast<std::uint8_t>(std::lround(255 * part)));
    out.put(distances[i]);
  }
  for (const Face& face : cloud.faces) {
    out.put(std::uint8_t{3});
    for (const std::uint32_t corner : face) out.put(corner);
  }
  out.close();
}

}  // namespace impinge
