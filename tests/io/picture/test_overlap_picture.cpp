// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Overlaps in pictures: lumps opaque, bodies transparent, framed on the contact.
#include <gtest/gtest.h>
#include <impinge/answer.h>
#include <impinge/io.h>
#include <impinge/overlap.h>
#include <impinge/shapes.h>
#include <png.h>

#include <memory>

#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::TemporaryFolder;

constexpr int kWidth = 160, kHeight = 120;

std::vector<std::uint8_t> read_png(const std::filesystem::path& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&image, file.c_str()), 0) << image.message;
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0) << image.message;
  return pixels;
}

/// Pixels of the strong yellow that lumps have, through bodies too; the bodies themselves are paler.
std::size_t count_lump(const std::vector<std::uint8_t>& rgb) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < rgb.size(); i += 3)
    count += rgb[i] > rgb[i + 1] && rgb[i + 1] > rgb[i + 2] && rgb[i] - rgb[i + 2] > 70 && 2 * rgb[i + 1] > rgb[i] ? 1 : 0;
  return count;
}

std::size_t count_red(const std::vector<std::uint8_t>& rgb) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < rgb.size(); i += 3) count += rgb[i] > 2 * rgb[i + 1] && rgb[i] > 2 * rgb[i + 2] ? 1 : 0;
  return count;
}

/// A long bar and another one that goes through it; what they have in common is a small box in the middle.
class OverlapPicture : public testing::Test {
 protected:
  OverlapPicture() {
    scene_.add("a", make_box({20, 1, 1}));
    scene_.add("b", make_box({0.5, 20, 0.5}));
    overlap_->solid = OverlapSolid{};
    overlap_->solid->mesh = make_box({0.5, 1, 0.5});
    Lump lump;
    lump.volume = overlap_->solid->volume = 0.25;
    lump.face_count = 12;
    overlap_->solid->lumps.push_back(lump);
  }

  std::vector<std::uint8_t> draw(const std::shared_ptr<const Overlap>& overlap) {
    PairAnswer pair;
    pair.b = {1};
    pair.verdict = Verdict::crossing;
    pair.overlap = overlap;
    CheckResult result;
    result.pairs.push_back(std::move(pair));
    write_picture(scene_, result, folder_.path() / "p.png", {.width = kWidth, .height = kHeight});
    return read_png(folder_.path() / "p.png");
  }

  TemporaryFolder folder_;
  Scene scene_;
  std::shared_ptr<Overlap> overlap_ = std::make_shared<Overlap>();
};

TEST_F(OverlapPicture, LumpsFillTheMiddleInTheirColour) {
  EXPECT_EQ(count_lump(draw(nullptr)), 0u);
  const std::vector<std::uint8_t> pixels = draw(overlap_);
  // A view of the whole would show it some pixels large.
  EXPECT_GT(count_lump(pixels), kWidth * kHeight / 20);
  EXPECT_LT(count_lump(pixels), kWidth * kHeight / 2) << "nothing is left of its surroundings";
}

TEST_F(OverlapPicture, CurvesAreLinesOnIt) {
  const std::size_t before = count_red(draw(overlap_));
  ContactCurve loop{true, 2, {{-0.25, -0.5, -0.25}, {0.25, -0.5, -0.25}, {0.25, -0.5, 0.25}, {-0.25, -0.5, 0.25}}, {}};
  overlap_->curves = {loop};
  const std::size_t closed = count_red(draw(overlap_));
  EXPECT_GT(closed, before + 100);
  overlap_->curves[0].closed = false;
  const std::size_t open = count_red(draw(overlap_));
  EXPECT_LT(open, closed) << "an open curve lacks its last side";
  EXPECT_GT(open, before);
}

TEST_F(OverlapPicture, WithoutVolumeItIsFramedOnTheContact) {
  overlap_->curves = {{false, 0.5, {{-0.25, -0.5, 0.25}, {0.25, -0.5, 0.25}}, {}}};
  overlap_->solid.reset();
  const std::size_t whole = count_red(draw(overlap_));
  overlap_->solid = OverlapSolid{};
  const std::vector<std::uint8_t> pixels = draw(overlap_);
  EXPECT_EQ(count_lump(pixels), 0u);
  EXPECT_GT(count_red(pixels), 3 * whole + 20);
}

TEST_F(OverlapPicture, CurvesAloneLeaveBodiesAsTheyAre) {
  overlap_->solid.reset();
  const std::vector<std::uint8_t> bodies = draw(nullptr);
  EXPECT_EQ(draw(overlap_), bodies);
}

}  // namespace
}  // namespace impinge
