// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Points as squares that just cover the gaps between them, or faces in the mean colour of their corners; beside them the
// colour scale, and along it the histogram of the distances.
#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/canvas.h"
#include "io/picture/distance_colours.h"
#include "io/picture/map_legend.h"
#include "io/picture/picture_view.h"
#include "io/picture/write_png.h"

namespace impinge {
namespace {

constexpr int kSamples = 2;  // along each side of a pixel
constexpr Rgb kSky{0.97f, 0.98f, 1.0f}, kGround{0.84f, 0.87f, 0.91f};
constexpr double kAzimuth = -60, kElevation = 28;
constexpr int kBarWidth = 26, kBins = 60, kMargin = 24;
constexpr int kScaleRoom = 206, kLeastWidth = 640;  // of scale and histogram; in narrower pictures they lie over the points
constexpr double kTextSize = 11, kSmallText = 9.5;

void require_size(const PictureOptions& options) {
  const auto fits = [](int size) { return size >= 16 && size <= 4096; };
  if (!fits(options.width) || !fits(options.height))
    throw Error(ErrorCode::bad_argument,
                fmt::format("picture of {} x {} pixels: give 16 to 4096 for each side.", options.width, options.height));
  if (!std::isfinite(options.azimuth_deg.value_or(0)) || !(std::abs(options.elevation_deg.value_or(0)) <= 90))
    throw Error(ErrorCode::bad_argument, "picture: give a finite azimuth, and an elevation from -90 to 90 degrees.");
}

void draw_faces(PictureLayer& layer, const PictureView& view, const PointCloud& cloud, std::span<const double> distances,
                double range) {
  for (const Face& face : cloud.faces) {
    const Vec3 &a = cloud.points[face[0]], &b = cloud.points[face[1]], &c = cloud.points[face[2]];
    const double mean = (distances[face[0]] + distances[face[1]] + distances[face[2]]) / 3;
    layer.draw({view.project(a), view.project(b), view.project(c)},
               scaled(distance_colour(mean, range), view.light(a, b, c)), 0, 0);
  }
}

// Half the side of a square, in samples: the front of a cloud covers about a third of the picture, with half of the points.
double square_size(const PictureLayer& layer, std::size_t points) {
  const double samples = 0.7 * layer.width() * layer.height() / static_cast<double>(std::max<std::size_t>(points, 1));
  return std::clamp(1.1 * std::sqrt(samples), 1.0, 16.0);
}

void draw_points(PictureLayer& layer, const PictureView& view, const PointCloud& cloud, std::span<const double> distances,
                 double range) {
  const double half = square_size(layer, cloud.points.size());
  for (std::size_t i = 0; i < cloud.points.size(); ++i) {
    const ScreenPoint p = view.project(cloud.points[i]);
    const auto corner = [&](double x, double y) { return ScreenPoint{p.x + x * half, p.y + y * half, p.nearness}; };
    const Rgb colour = distance_colour(distances[i], range);
    layer.draw({corner(-1, -1), corner(1, -1), corner(1, 1)}, colour, 0, 0);
    layer.draw({corner(-1, -1), corner(1, 1), corner(-1, 1)}, colour, 0, 0);
  }
}

Canvas to_canvas(const PictureLayer& layer) {
  const int width = layer.width() / kSamples, height = layer.height() / kSamples;
  Canvas canvas(width, height, kSky);
  for (int y = 0; y < height; ++y) {
    const Rgb background = mix(kSky, kGround, static_cast<float>(y) / static_cast<float>(height));
    for (int x = 0; x < width; ++x) {
      Rgb sum;
      for (int s = 0; s < kSamples * kSamples; ++s) {
        const std::size_t i = layer.at(x * kSamples + s % kSamples, y * kSamples + s / kSamples);
        const Rgb part = layer.nearness(i) > 0 ? layer.colour(i) : background;
        sum = {sum.r + part.r, sum.g + part.g, sum.b + part.b};
      }
      canvas.set(x, y, scaled(sum, 1.0f / (kSamples * kSamples)));
    }
  }
  return canvas;
}

std::array<std::size_t, kBins> histogram(std::span<const double> distances, double range) {
  std::array<std::size_t, kBins> bins{};
  for (const double distance : distances) {
    if (!std::isfinite(distance)) continue;
    const double share = range > 0 ? std::clamp(0.5 + distance / range / 2, 0.0, 1.0) : 0.5;
    ++bins[std::min(static_cast<std::size_t>(share * kBins), std::size_t{kBins - 1})];
  }
  return bins;
}

// The scale from range at the top to -range at its foot, the histogram to the left of it, numbers to the right.
void draw_scale(Canvas& canvas, std::span<const double> distances, double range, const std::string& units) {
  const int height = std::min(canvas.height() - 4 * kMargin, 420), x = canvas.width() - 110, y = 2 * kMargin;
  if (height < kBins || x < 200) return;  // too small to read
  const auto bins = histogram(distances, range);
  const double most = static_cast<double>(std::max<std::size_t>(*std::max_element(bins.begin(), bins.end()), 1));
  for (int row = 0; row < height; ++row) {
    const double share = 1 - (row + 0.5) / height;
    const Rgb colour = distance_colour((2 * share - 1) * range, range);
    canvas.fill(x, y + row, kBarWidth, 1, colour);
    const auto bin = std::min(static_cast<std::size_t>(share * kBins), std::size_t{kBins - 1});
    const int length = static_cast<int>(std::lround(80 * static_cast<double>(bins[bin]) / most));
    if (length > 0) canvas.fill(x - 8 - length, y + row, length, 1, scaled(colour, 0.85f));
  }
  canvas.outline(x, y, kBarWidth, height, kLine);
  for (int i = -2; i <= 2; ++i) {
    const double at = y + (0.5 - 0.25 * i) * height;
    const std::vector<Stroke> tick = {{{x + kBarWidth + 1.0, at}, {x + kBarWidth + 6.0, at}}};
    canvas.draw(tick, 1.2, kFaintInk);
    canvas.text(legend_number(i * range / 2), x + kBarWidth + 10, at + 0.5 * kSmallText, kSmallText, kInk);
  }
  canvas.text(fmt::format("distance [{}]", units), x - 60, y - 12, kSmallText, kFaintInk);
}

void draw_numbers(Canvas& canvas, std::span<const double> distances, const DistanceColours& colours) {
  if (canvas.width() < 400 || canvas.height() < 200) return;
  const DistanceNumbers n = distance_numbers(distances);
  canvas.text(fit_text(colours.title, kTextSize, canvas.width() - 200.0), kMargin, kMargin + kTextSize, kTextSize, kInk,
              0.14);
  const double share = n.count > 0 ? 100 * static_cast<double>(n.inside) / static_cast<double>(n.count) : 0;
  const std::string text =
      fmt::format("{} points   min {}   mean {}   rms {}   max {} {}   inside {} %", n.count, legend_number(n.min),
                  legend_number(n.mean), legend_number(n.rms), legend_number(n.max), colours.units, legend_number(share));
  canvas.text(fit_text(text, kSmallText, canvas.width() - 2.0 * kMargin), kMargin, canvas.height() - kMargin, kSmallText,
              kInk);
}

}  // namespace

void write_distance_picture(const PointCloud& cloud, std::span<const double> distances, const std::filesystem::path& file,
                            const DistanceColours& colours, const PictureOptions& options) {
  require_distances(cloud, distances);
  require_size(options);
  PictureOptions seen = options;
  seen.azimuth_deg = options.azimuth_deg.value_or(kAzimuth);
  seen.elevation_deg = options.elevation_deg.value_or(kElevation);
  const int beside = options.width >= kLeastWidth ? kScaleRoom : 0;
  const PictureView view({cloud.points}, seen, (options.width - beside) * kSamples, options.height * kSamples);
  PictureLayer layer(options.width * kSamples, options.height * kSamples);
  const double range = colour_range(distances, colours);
  if (cloud.faces.empty())
    draw_points(layer, view, cloud, distances, range);
  else
    draw_faces(layer, view, cloud, distances, range);
  layer.finish();
  Canvas canvas = to_canvas(layer);
  draw_scale(canvas, distances, range, colours.units);
  draw_numbers(canvas, distances, colours);
  write_png(canvas.bytes(), options.width, options.height, file);
}

}  // namespace impinge
