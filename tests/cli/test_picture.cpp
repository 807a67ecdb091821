// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <png.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

namespace impinge {
namespace {

struct Pixels {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

Pixels read_png(const std::filesystem::path& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&image, file.c_str()), 0) << image.message;
  image.format = PNG_FORMAT_RGB;
  Pixels pixels{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.rgb.data(), 0, nullptr), 0) << image.message;
  return pixels;
}

std::size_t count_red(const Pixels& pixels) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < pixels.rgb.size(); i += 3) {
    count += pixels.rgb[i] > 2 * pixels.rgb[i + 1] && pixels.rgb[i] > 2 * pixels.rgb[i + 2] ? 1 : 0;
  }
  return count;
}

class Picture : public testing::Test {
 protected:
  Picture() {
    scene_.add("a", make_box({10, 10, 10}));
    Pose pose;
    pose.position = {7, 1, 2};
    scene_.add("b", make_box({10, 10, 10}), pose);
  }
  ~Picture() override { std::filesystem::remove(file_); }

  Pixels draw(const CheckResult& result, const PictureOptions& options = {.width = 160, .height = 120}) {
    write_picture(scene_, result, file_, options);
    return read_png(file_);
  }

  static CheckResult answer(PairAnswer pair) {
    pair.b = {1};
    CheckResult result;
    result.pairs.push_back(std::move(pair));
    return result;
  }

  Scene scene_;
  std::filesystem::path file_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("impinge_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".png");
};

TEST_F(Picture, has_the_size_asked_for_and_no_red_without_findings) {
  const Pixels pixels = draw({});
  EXPECT_EQ(pixels.width, 160u);
  EXPECT_EQ(pixels.height, 120u);
  EXPECT_EQ(count_red(pixels), 0u);
}

TEST_F(Picture, ShowsTheCurveWhereFacesCross) {
  const std::size_t red = count_red(draw(Engine().check(scene_)));
  EXPECT_GT(red, 50u);
  EXPECT_LT(red, 1000u) << "whole faces are red, not the curve";
}

TEST_F(Picture, AcceptedPairsAreNotRed) {
  scene_.ignore({0}, {1}, "press fit");
  CheckOptions options;
  options.ignored = true;
  const CheckResult result = Engine().check(scene_, options);
  ASSERT_TRUE(result.pairs.at(0).ignored);
  EXPECT_EQ(count_red(draw(result)), 0u);
  EXPECT_NE(draw(result).rgb, draw({}).rgb);
}

TEST_F(Picture, NearPairsHaveAnotherColourThanCollisions) {
  PairAnswer pair;
  pair.verdict = Verdict::near;
  pair.witness = Witness{{5, 0, 0}, {2, 5, 5}, {}, {}};
  const Pixels pixels = draw(answer(pair));
  EXPECT_EQ(count_red(pixels), 0u);
  std::size_t violet = 0;
  for (std::size_t i = 0; i + 2 < pixels.rgb.size(); i += 3)
    violet += pixels.rgb[i] > 2 * pixels.rgb[i + 1] && pixels.rgb[i + 2] > 2 * pixels.rgb[i + 1];
  EXPECT_GT(violet, 10u);
}

// A small box that pokes into the far side of a large one.
TEST_F(Picture, TheViewShowsAContactBehindABody) {
  scene_ = Scene();
  scene_.add("wall", make_box({20, 20, 20}));
  Pose behind;
  behind.position = {-4, 10, 0};
  scene_.add("bolt", make_box({6, 6, 6}), behind);
  const CheckResult result = Engine().check(scene_);
  PictureOptions usual{.width = 160, .height = 120, .azimuth_deg = -60, .elevation_deg = 28};
  EXPECT_GT(count_red(draw(result)), count_red(draw(result, usual)) + 15);
}

TEST_F(Picture, APairIsDrawnAlone) {
  Pose far;
  far.position = {500, 0, 0};
  scene_.add("far", make_box({1, 1, 1}), far);
  const CheckResult result = Engine().check(scene_);
  PictureOptions two{.width = 160, .height = 120, .pair = {{ObjectId{0}, ObjectId{1}}}};
  EXPECT_GT(count_red(draw(result, two)), 2 * count_red(draw(result)));
  two.pair = {{ObjectId{0}, ObjectId{7}}};
  EXPECT_THROW(draw(result, two), Error);
}

TEST_F(Picture, HasALegendWhereThereIsRoom) {
  const PictureOptions large{.width = 320, .height = 240, .azimuth_deg = 0, .elevation_deg = 0};
  const Pixels before = draw({}, large);
  Scene renamed;
  for (const SceneObject& object : scene_.objects()) renamed.add("another " + object.name, object.mesh, object.pose);
  scene_ = renamed;
  EXPECT_NE(draw({}, large).rgb, before.rgb);
}

TEST_F(Picture, container_is_transparent) {
  PairAnswer pair;
  pair.verdict = Verdict::a_in_b;
  const Pixels opaque = draw({}), ghost = draw(answer(pair));
  EXPECT_NE(opaque.rgb, ghost.rgb);
}

TEST_F(Picture, is_the_same_every_time) { EXPECT_EQ(draw({}).rgb, draw({}).rgb); }

TEST_F(Picture, bears_scenes_without_extent_or_objects) {
  scene_ = Scene();
  draw({});
  scene_.add("dot", Mesh({Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, {Face{0, 1, 2}}));
  draw({});
  scene_.add("large", make_box({1e308, 1e308, 1e308}));
  draw({});
}

TEST_F(Picture, refuses_options_out_of_range) {
  EXPECT_THROW(draw({}, {.width = 0}), Error);
  EXPECT_THROW(draw({}, {.height = 5000}), Error);
  EXPECT_THROW(draw({}, {.elevation_deg = 91}), Error);
}

TEST_F(Picture, says_which_file_cannot_be_written) {
  try {
    write_picture(scene_, {}, "/nonexistent/picture.png", {.width = 16, .height = 16});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::write_failed);
    EXPECT_NE(std::string(error.what()).find("/nonexistent/picture.png"), std::string::npos);
  }
}

TEST_F(Picture, IsTheSameFromEveryDevice) {
  const CheckResult result = Engine().check(scene_);
  const Pixels cpu = draw(result);
  int devices = 0;
  for (const BackendInfo& backend : backends()) {
    if (backend.backend == Backend::cpu) continue;
    if (!backend.available) {
      std::cout << "no device for " << backend.name << ": " << backend.reason << '\n';
      continue;
    }
    ++devices;
    const Pixels card = draw(result, {.width = 160, .height = 120, .backend = backend.backend});
    ASSERT_EQ(cpu.rgb.size(), card.rgb.size());
    // A sample on the border of a face may belong to its neighbour.
    std::size_t other = 0;
    for (std::size_t i = 0; i < cpu.rgb.size(); ++i) other += std::abs(int{cpu.rgb[i]} - int{card.rgb[i]}) > 8;
    EXPECT_LT(other, cpu.rgb.size() / 100) << backend.name;
    EXPECT_GT(count_red(card), 0u) << backend.name;
  }
  if (devices == 0) GTEST_SKIP() << "no device";
}

}  // namespace
}  // namespace impinge
