// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The numbers of a map as 32-bit floats. PFM runs from the lowest row up, as P. Debevec's format says, and TIFF from the
// highest row down (TIFF 6.0, baseline with sample format 3): both show the map upright.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <algorithm>
#include <span>

#include "base/enum_words.h"
#include "io/file/output_file.h"

namespace impinge {
namespace {

using io::OutputFile;

constexpr EnumWord<MapLayer> kMapLayers[] = {{MapLayer::gap, "gap"}, {MapLayer::distance_low, "distance_low"}};

std::span<const float> row_of(const InterferenceMap& map, const std::vector<float>& values, int row) {
  const auto columns = static_cast<std::size_t>(map.columns);
  return {values.data() + columns * static_cast<std::size_t>(row), columns};
}

void write_pfm(const InterferenceMap& map, const std::vector<float>& values, OutputFile& out) {
  // The minus says little endian.
  out.print("Pf\n{} {}\n-1.0\n", map.columns, map.rows);
  for (int row = 0; row < map.rows; ++row) {
    for (const float value : row_of(map, values, row)) out.put(value);
  }
}

constexpr std::uint16_t kShort = 3, kLong = 4, kText = 2, kFraction = 5;
constexpr std::uint32_t kHeaderBytes = 8, kEntryBytes = 12;

struct TiffEntry {
  std::uint16_t tag, type;
  std::uint32_t count, value;
};

std::string description(const InterferenceMap& map, MapLayer layer, std::string_view units) {
  const auto point = [](const Vec3& v) { return fmt::format("{} {} {}", v.x(), v.y(), v.z()); };
  return fmt::format(
      "impinge map: {} in {}; > 0 gap, < 0 penetration, nan where not both bodies are met; cell {}; lower left corner {}; "
      "right {}; up {}; direction {}",
      layer == MapLayer::gap ? "gap along the line" : "distance_low", units, map.cell, point(map.origin), point(map.right),
      point(map.up), point(map.direction));
}

void write_tiff(const InterferenceMap& map, const std::vector<float>& values, const std::string& text, OutputFile& out) {
  constexpr std::uint32_t kEntries = 14;
  const auto width = static_cast<std::uint32_t>(map.columns), height = static_cast<std::uint32_t>(map.rows);
  const std::uint32_t bytes = 4 * width * height, text_bytes = static_cast<std::uint32_t>(text.size()) + 1;
  const std::uint32_t fraction_at = kHeaderBytes + 2 + kEntries * kEntryBytes + 4, text_at = fraction_at + 8;
  const std::uint32_t data_at = (text_at + text_bytes + 3) / 4 * 4;
  const TiffEntry entries[kEntries] = {
      {256, kLong, 1, width},
      {257, kLong, 1, height},
      {258, kShort, 1, 32},  // bits a sample
      {259, kShort, 1, 1},   // not compressed
      {262, kShort, 1, 1},   // black is low
      {270, kText, text_bytes, text_at},
      {273, kLong, 1, data_at},
      {274, kShort, 1, 1},  // the first row is the top
      {277, kShort, 1, 1},  // samples a pixel
      {278, kLong, 1, height},
      {279, kLong, 1, bytes},
      {282, kFraction, 1, fraction_at},
      {283, kFraction, 1, fraction_at},
      {339, kShort, 1, 3},  // IEEE floats
  };
  out.print("II");
  out.put(std::uint16_t{42});
  out.put(kHeaderBytes);
  out.put(static_cast<std::uint16_t>(kEntries));
  for (const TiffEntry& entry : entries) {
    out.put(entry.tag);
    out.put(entry.type);
    out.put(entry.count);
    out.put(entry.value);
  }
  out.put(std::uint32_t{0});  // no further picture
  out.put(std::uint32_t{1});
  out.put(std::uint32_t{1});
  for (const char c : text) out.put(c);
  for (std::uint32_t i = text_at + text_bytes - 1; i < data_at; ++i) out.put('\0');
  for (int row = map.rows - 1; row >= 0; --row) {
    for (const float value : row_of(map, values, row)) out.put(value);
  }
}

}  // namespace

const char* to_string(MapLayer layer) noexcept { return word_of(kMapLayers, layer); }
bool from_string(std::string_view word, MapLayer& layer) noexcept { return read_word(kMapLayers, word, layer); }

void write_map_raw(const InterferenceMap& map, const std::filesystem::path& file, MapLayer layer, std::string_view units) {
  const std::vector<float>& values = layer == MapLayer::gap ? map.gap : map.distance_low;
  const std::size_t cells =
      static_cast<std::size_t>(std::max(map.columns, 0)) * static_cast<std::size_t>(std::max(map.rows, 0));
  if (cells == 0 || values.size() != cells) {
    throw Error(ErrorCode::bad_argument,
                fmt::format("map of {} x {} cells with {} values: nothing to write.", map.columns, map.rows, values.size()));
  }
  std::string ending = file.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool is_tiff = ending == ".tif" || ending == ".tiff";
  if (!is_tiff && ending != ".pfm") {
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: the name of a raw map must end in .pfm, .tif or .tiff.", file.string()));
  }
  OutputFile out(file);
  if (is_tiff) {
    write_tiff(map, values, description(map, layer, units), out);
  } else {
    write_pfm(map, values, out);
  }
  out.close();
}

}  // namespace impinge
