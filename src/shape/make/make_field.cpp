// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Height fields: a grid of heights as a surface, or closed to a solid by walls and a floor. The Mandelbrot field is the
// ground of the animation in: Shinya & Forgue, Interference detection through rasterization, 1991, figure 7.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/make_noise.h"
#include "shape/make/make_surface.h"

namespace impinge {
namespace {

using Ring = std::vector<std::uint32_t>;

// Walls down to the floor, and the floor as a fan around its middle.
void close_below(SurfaceBuilder& surface, const Ring& rim, double floor) {
  Ring foot;
  for (const std::uint32_t id : rim) {
    const Vec3 above = surface.vertices[id];
    foot.push_back(surface.add({above.x(), above.y(), floor}));
  }
  surface.band(foot, rim);
  surface.fan(surface.add({0, 0, floor}), reversed(foot));
}

Mesh build_field(std::string_view name, std::span<const double> heights, int columns, double cell, double depth) {
  const int rows = static_cast<int>(heights.size()) / columns;
  SurfaceBuilder surface;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      surface.add({cell * (i - 0.5 * (columns - 1)), cell * (j - 0.5 * (rows - 1)), heights[j * columns + i]});
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * columns + i); };
  for (int j = 0; j + 1 < rows; ++j) {
    for (int i = 0; i + 1 < columns; ++i) surface.quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  }
  if (depth > 0) {
    Ring rim;  // counter-clockwise seen from above
    for (int i = 0; i + 1 < columns; ++i) rim.push_back(at(i, 0));
    for (int j = 0; j + 1 < rows; ++j) rim.push_back(at(columns - 1, j));
    for (int i = columns - 1; i > 0; --i) rim.push_back(at(i, rows - 1));
    for (int j = rows - 1; j > 0; --j) rim.push_back(at(0, j));
    close_below(surface, rim, *std::ranges::min_element(heights) - depth);
  }
  return surface.build(name);
}

// Steps until z leaves the circle of radius 2, 32 at most; the mean over a few points around c smooths the terraces.
double escape_time(double real, double imaginary, double spread) {
  constexpr int kSteps = 32, kSamples = 4;
  int sum = 0;
  for (int sample = 0; sample < kSamples * kSamples; ++sample) {
    const double cr = real + spread * ((sample % kSamples + 0.5) / kSamples - 0.5);
    const double ci = imaginary + spread * ((sample / kSamples + 0.5) / kSamples - 0.5);
    double x = 0, y = 0;
    int step = 0;
    for (; step < kSteps && x * x + y * y <= 4; ++step) {
      const double next = x * x - y * y + cr;
      y = 2 * (x * y) + ci;
      x = next;
    }
    sum += step;
  }
  return static_cast<double>(sum) / (kSteps * kSamples * kSamples);
}

}  // namespace

Mesh make_height_field(std::span<const double> heights, int columns, double cell, double depth) {
  require_length("height_field", "cell", cell);
  require_range("height_field", "columns", columns, 2, 40000);
  require_range("height_field", "depth", depth, 0, 1e300);
  const std::size_t rows = heights.size() / static_cast<std::size_t>(columns);
  if (rows < 2 || rows > 40000 || rows * static_cast<std::size_t>(columns) != heights.size()) {
    throw Error(
        ErrorCode::bad_argument,
        fmt::format("height field: {} heights do not fill rows of {}; give 2 to 40000 full rows", heights.size(), columns));
  }
  require_face_count("height_field", 2.0 * static_cast<double>(heights.size()));
  return build_field("height_field", heights, columns, cell, depth);
}

Mesh make_noise_field(double size, double amplitude, int cells, std::uint64_t seed, double depth) {
  require_length("height_field", "size", size);
  require_range("height_field", "amplitude", amplitude, 0, 1e300);
  require_range("height_field", "cells", cells, 1, 10000);
  require_range("height_field", "depth", depth, 0, 1e300);
  require_face_count("height_field", 2.0 * cells * cells);
  std::vector<double> heights;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      heights.push_back(amplitude * octave_noise({4.0 * i / cells, 4.0 * j / cells, 0.5}, seed));
    }
  }
  return build_field("height_field", heights, cells + 1, size / cells, depth);
}

Mesh make_mandelbrot_field(double size, double height, double depth, int cells) {
  require_length("mandelbrot_field", "size", size);
  require_range("mandelbrot_field", "height", height, 0, 1e300);
  require_range("mandelbrot_field", "depth", depth, 0, 1e300);
  require_range("mandelbrot_field", "cells", cells, 1, 4096);
  const double step = 2.8 / cells;  // the set lies in [-2.1, 0.7] x [-1.4, 1.4]
  std::vector<double> heights;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) heights.push_back(height * escape_time(-2.1 + step * i, -1.4 + step * j, step));
  }
  return build_field("mandelbrot_field", heights, cells + 1, size / cells, depth);
}

}  // namespace impinge
