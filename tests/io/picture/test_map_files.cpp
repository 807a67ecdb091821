// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Maps as files, read back by hand: the picture, the raw floats and the bodies with their distances.
#include <gtest/gtest.h>
#include <impinge/error.h>
#include <impinge/io.h>
#include <impinge/shapes.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>

#include "io/picture/map_colours.h"
#include "io/picture/stroke_font.h"

namespace impinge {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint32_t kNone = UINT32_MAX;

/// A map of 3 x 2 cells of edge 10: below a alone, a gap of 4 and a contact; above a penetration of 3, b alone and nothing.
InterferenceMap small_map() {
  InterferenceMap map;
  map.cell = 10;
  map.columns = 3;
  map.rows = 2;
  map.direction_rule = "given";
  map.cells = {MapCell::a_only, MapCell::gap, MapCell::contact, MapCell::penetration, MapCell::b_only, MapCell::empty};
  map.gap = {kNan, 4, 0, -3, kNan, kNan};
  map.distance_low = {kNan, 2, 0, -3, kNan, kNan};
  map.a_face = {kNone, 0, 0, 0, kNone, kNone};
  map.b_face = {kNone, 0, 0, 0, kNone, kNone};
  map.max_depth = {3, 3, 3};
  map.deepest_point = {5, 15, 0};
  return map;
}

class MapFiles : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& ending) {
    files_.push_back(std::filesystem::path(testing::TempDir()) /
                     ("impinge_map_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ending));
    return files_.back();
  }
  ~MapFiles() override {
    for (const auto& file : files_) std::filesystem::remove(file);
  }
  static std::string read(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  std::vector<std::filesystem::path> files_;
};

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T value;
  EXPECT_LE(at + sizeof(T), bytes.size());
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

/// Equal, or both NaN.
void expect_floats(const std::string& bytes, std::size_t at, std::initializer_list<float> expected) {
  ASSERT_EQ(bytes.size(), at + 4 * expected.size());
  for (const float value : expected) {
    const auto found = number_at<float>(bytes, at);
    EXPECT_TRUE(found == value || (std::isnan(found) && std::isnan(value))) << found << " instead of " << value;
    at += 4;
  }
}

TEST_F(MapFiles, pfm_has_the_lowest_row_first) {
  const auto path = file(".pfm");
  write_map_raw(small_map(), path);
  const std::string bytes = read(path), head = "Pf\n3 2\n-1.0\n";
  ASSERT_EQ(bytes.substr(0, head.size()), head);
  expect_floats(bytes, head.size(), {kNan, 4, 0, -3, kNan, kNan});
  write_map_raw(small_map(), path, MapLayer::distance_low);
  expect_floats(read(path), head.size(), {kNan, 2, 0, -3, kNan, kNan});
}

TEST_F(MapFiles, tiff_has_the_highest_row_first) {
  const auto path = file(".TIF");
  write_map_raw(small_map(), path, MapLayer::gap, "in");
  const std::string bytes = read(path);
  ASSERT_EQ(bytes.substr(0, 2), "II");
  EXPECT_EQ(number_at<std::uint16_t>(bytes, 2), 42);
  std::size_t at = number_at<std::uint32_t>(bytes, 4);
  const auto count = number_at<std::uint16_t>(bytes, at);
  std::map<int, std::uint32_t> tags;
  int before = 0;
  for (int i = 0; i < count; ++i) {
    const std::size_t entry = at + 2 + 12 * static_cast<std::size_t>(i);
    const int tag = number_at<std::uint16_t>(bytes, entry);
    EXPECT_LT(before, tag);
    before = tag;
    tags[tag] = number_at<std::uint32_t>(bytes, entry + 8);
  }
  EXPECT_EQ(number_at<std::uint32_t>(bytes, at + 2 + 12u * count), 0u);
  EXPECT_EQ(tags[256], 3u);
  EXPECT_EQ(tags[257], 2u);
  EXPECT_EQ(tags[258], 32u);
  EXPECT_EQ(tags[259], 1u);
  EXPECT_EQ(tags[277], 1u);
  EXPECT_EQ(tags[278], 2u);
  EXPECT_EQ(tags[279], 24u);
  EXPECT_EQ(tags[339], 3u);
  EXPECT_EQ(tags[273] % 4, 0u);
  EXPECT_NE(bytes.find(" in in;"), std::string::npos);
  expect_floats(bytes, tags[273], {-3, kNan, kNan, kNan, 4, 0});
}

TEST_F(MapFiles, raw_refuses_what_it_cannot_write) {
  EXPECT_THROW(write_map_raw(small_map(), file(".png")), Error);
  EXPECT_THROW(write_map_raw(InterferenceMap{}, file(".pfm")), Error);
  EXPECT_THROW(write_map_raw(small_map(), "/nonexistent/map.pfm"), Error);
}

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  explicit Pixels(const std::filesystem::path& file) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, file.c_str()), 0) << image.message;
    image.format = PNG_FORMAT_RGB;
    width = static_cast<int>(image.width);
    height = static_cast<int>(image.height);
    rgb.resize(PNG_IMAGE_SIZE(image));
    EXPECT_NE(png_image_finish_read(&image, nullptr, rgb.data(), 0, nullptr), 0) << image.message;
  }

  /// How many pixels have this colour, and the mean of their places.
  std::size_t find(const Rgb& colour, double& x, double& y) const {
    std::size_t count = 0;
    x = y = 0;
    for (std::size_t i = 0; i < rgb.size() / 3; ++i) {
      const float wanted[] = {colour.r, colour.g, colour.b};
      const bool same = std::equal(wanted, wanted + 3, rgb.begin() + static_cast<std::ptrdiff_t>(3 * i),
                                   [](float a, std::uint8_t b) { return std::abs(255 * a - static_cast<float>(b)) < 1; });
      if (!same) continue;
      ++count;
      x += static_cast<double>(i % static_cast<std::size_t>(width));
      y += static_cast<double>(i / static_cast<std::size_t>(width));
    }
    x /= static_cast<double>(count);
    y /= static_cast<double>(count);
    return count;
  }
};

TEST_F(MapFiles, picture_shows_each_cell_in_its_colour_and_place) {
  const auto path = file(".png");
  const InterferenceMap map = small_map();
  write_map_picture(map, path, {.a = "lid", .b = "box", .size = 300});
  const Pixels pixels(path);
  const MapScale scale = scale_of(map, 0);
  double x = 0, y = 0, gap_x = 0, gap_y = 0, depth_x = 0, depth_y = 0;
  // Cells of 100 x 100 pixels; borders, ring and legend take or add some.
  EXPECT_GT(pixels.find(map_colour(MapCell::a_only, 0, scale), x, y), 8000u);
  EXPECT_GT(pixels.find(map_colour(MapCell::b_only, 0, scale), x, y), 8000u);
  EXPECT_GT(pixels.find(map_colour(MapCell::gap, 4, scale), gap_x, gap_y), 8000u);
  EXPECT_GT(pixels.find(map_colour(MapCell::contact, 0, scale), x, y), 8000u);
  EXPECT_GT(pixels.find(map_colour(MapCell::penetration, -3, scale), depth_x, depth_y), 8000u);
  EXPECT_GT(gap_x, depth_x + 50);
  EXPECT_GT(gap_y, depth_y + 50);  // the lower row is lower in the picture
}

TEST_F(MapFiles, picture_bears_maps_of_any_shape) {
  const auto path = file(".png");
  for (const auto& [columns, rows] : {std::pair(1, 1), std::pair(1, 3000), std::pair(2500, 1), std::pair(1300, 1100)}) {
    InterferenceMap map = small_map();
    map.columns = columns;
    map.rows = rows;
    const std::size_t cells = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    map.cells.assign(cells, MapCell::penetration);
    map.gap.assign(cells, -1.0f);
    write_map_picture(map, path, {.a = "ünï\xff", .b = std::string(500, 'w'), .size = 256});
    const Pixels pixels(path);
    EXPECT_LT(pixels.width, 800);
    EXPECT_LT(pixels.height, 900);
  }
}

TEST_F(MapFiles, picture_refuses_what_it_cannot_draw) {
  EXPECT_THROW(write_map_picture(small_map(), file(".png"), {.size = 10}), Error);
  EXPECT_THROW(write_map_picture(small_map(), file(".png"), {.size = 5000}), Error);
  EXPECT_THROW(write_map_picture(InterferenceMap{}, file(".png")), Error);
  EXPECT_THROW(write_map_picture(small_map(), "/nonexistent/map.png"), Error);
}

TEST_F(MapFiles, mesh_has_the_distance_where_the_vertex_bounds_the_gap) {
  // Two squares of 2 x 2 cells, b 4 above a: the map holds one cell a quarter; a third, lower triangle of a is hidden.
  Scene scene;
  const std::vector<Vec3> square = {{0, 0, 0}, {20, 0, 0}, {20, 20, 0}, {0, 20, 0}};
  std::vector<Vec3> hiding = square;
  for (const Vec3& low : {Vec3(5, 5, -30), Vec3(15, 5, -30), Vec3(5, 15, -30)}) hiding.push_back(low);
  const ObjectId a = scene.add("a", Mesh(hiding, {Face{0, 1, 2}, Face{0, 2, 3}, Face{4, 5, 6}}));
  const ObjectId b = scene.add("b", Mesh(square, {Face{0, 1, 2}, Face{0, 2, 3}}), {.position = {0, 0, 4}});
  InterferenceMap map = small_map();
  map.columns = map.rows = 2;
  map.cells.assign(4, MapCell::gap);
  map.gap.assign(4, 4.0f);
  map.distance_low.assign(4, 3.5f);
  map.a_face.assign(4, 0);
  map.b_face.assign(4, 1);
  const auto path = file(".ply");
  write_map_mesh(scene, a, b, map, path);

  const std::string bytes = read(path), end = "end_header\n";
  const std::string head = bytes.substr(0, bytes.find(end) + end.size());
  for (const char* line : {"element vertex 11\n", "element face 5\n", "property uchar red\n", "property float distance\n"}) {
    EXPECT_NE(head.find(line), std::string::npos) << line;
  }
  constexpr std::size_t kVertex = 24 + 3 + 8 + 1, kFace = 13;
  ASSERT_EQ(bytes.size(), head.size() + 11 * kVertex + 5 * kFace);
  for (std::size_t i = 0; i < 11; ++i) {
    const std::size_t at = head.size() + i * kVertex;
    const bool hidden = i >= 4 && i < 7;
    EXPECT_EQ(std::isnan(number_at<float>(bytes, at + 27)), hidden) << i;
    if (!hidden) {
      EXPECT_EQ(number_at<float>(bytes, at + 27), 4.0f);
      EXPECT_EQ(number_at<float>(bytes, at + 31), 3.5f);
    }
    EXPECT_EQ(number_at<std::uint8_t>(bytes, at + 35), i < 7 ? 0 : 1);
  }
  const Mesh back = load_mesh(path);
  EXPECT_EQ(back.vertices().size(), 11u);
  EXPECT_EQ(back.vertices()[9], Vec3(20, 20, 4));
  EXPECT_EQ(back.faces()[4], (Face{7, 9, 10}));
}

TEST_F(MapFiles, mesh_refuses_what_does_not_belong_together) {
  Scene scene;
  const ObjectId a = scene.add("a", make_box({1, 1, 1}));
  EXPECT_THROW(write_map_mesh(scene, a, {7}, small_map(), file(".ply")), Error);
  InterferenceMap cut = small_map();
  cut.a_face.pop_back();
  EXPECT_THROW(write_map_mesh(scene, a, a, cut, file(".ply")), Error);
}

TEST(MapScale, ends_at_round_numbers) {
  EXPECT_EQ(round_up(0), 0);
  EXPECT_EQ(round_up(-1), 0);
  EXPECT_EQ(round_up(std::numeric_limits<double>::infinity()), 0);
  for (const auto& [value, end] : {std::pair(1.0, 1.0), std::pair(1.01, 1.5), std::pair(2.5, 3.0), std::pair(9.0, 10.0),
                                   std::pair(0.0031, 0.004), std::pair(720.0, 800.0)}) {
    EXPECT_NEAR(round_up(value), end, 1e-12 * end);
  }
  EXPECT_EQ(scale_of(small_map(), 0).depth, 3);
  EXPECT_EQ(scale_of(small_map(), 0).gap, 4);
  EXPECT_EQ(scale_of(small_map(), 7).gap, 7);
}

TEST(StrokeFont, every_printable_character_of_ascii_is_there) {
  const double unknown = text_width("\x01", 8);
  EXPECT_GT(unknown, 0);
  for (char c = '!'; c <= '~'; ++c) {
    const auto strokes = text_strokes(std::string(1, c), {0, 0}, 8);
    ASSERT_FALSE(strokes.empty()) << c;
    const bool box = strokes.size() == 1 && strokes[0].size() == 5 && strokes[0][0].x == 0 && strokes[0][2].x == 5;
    EXPECT_FALSE(box) << c;
    for (const Stroke& stroke : strokes) {
      for (const CanvasPoint& point : stroke) {
        EXPECT_TRUE(point.x >= 0 && point.x <= 9 && point.y >= -10 && point.y <= 4) << c;
      }
    }
  }
}

TEST(StrokeFont, long_text_is_cut_to_fit) {
  EXPECT_EQ(fit_text("short", 10, 500), "short");
  const std::string cut = fit_text(std::string(200, 'm'), 10, 100);
  EXPECT_LE(text_width(cut, 10), 100);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_EQ(text_width("", 10), 0);
}

}  // namespace
}  // namespace impinge
