// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <png.h>

#include "io/temporary_folder.h"

namespace impinge {
namespace {

// The rightmost column of a picture that has the red of points at the upper end of the scale, below the scale itself.
int last_red_column(const std::filesystem::path& file, int from_row) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&image, file.c_str()), 0) << image.message;
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0) << image.message;
  const int width = static_cast<int>(image.width), height = static_cast<int>(image.height);
  int last = -1;
  for (int y = from_row; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const std::uint8_t* p = &pixels[3 * (static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x))];
      if (p[0] > 150 && p[1] < 80 && p[2] < 80) last = std::max(last, x);
    }
  return last;
}

TEST(DistancePicture, PointsLayUnderTheColourScale) {
  PointCloud cloud;
  for (int x = 0; x <= 80; ++x)
    for (int z = 0; z <= 60; ++z) cloud.points.emplace_back(x, 0, z);
  const std::vector<double> distances(cloud.points.size(), 1);
  const test::TemporaryFolder folder;
  PictureOptions options{.width = 800, .height = 600};
  options.azimuth_deg = -90;
  options.elevation_deg = 0;
  write_distance_picture(cloud, distances, folder.path() / "p.png", {}, options);
  const int last = last_red_column(folder.path() / "p.png", 480);
  EXPECT_GT(last, 500);
  EXPECT_LT(last, 800 - 200);
}

}  // namespace
}  // namespace impinge
