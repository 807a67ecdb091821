// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The header of PLY (Turk, "The PLY Polygon File Format", 1994): lines of text that describe the data after them.
#include "io/mesh/ply_header.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "io/file/text_cursor.h"

namespace impinge::io {
namespace {

struct TypeName {
  std::string_view name;
  PlyType type;
};

constexpr std::array<TypeName, 16> kTypeNames = {{{"char", PlyType::int8},
                                                  {"int8", PlyType::int8},
                                                  {"uchar", PlyType::uint8},
                                                  {"uint8", PlyType::uint8},
                                                  {"short", PlyType::int16},
                                                  {"int16", PlyType::int16},
                                                  {"ushort", PlyType::uint16},
                                                  {"uint16", PlyType::uint16},
                                                  {"int", PlyType::int32},
                                                  {"int32", PlyType::int32},
                                                  {"uint", PlyType::uint32},
                                                  {"uint32", PlyType::uint32},
                                                  {"float", PlyType::float32},
                                                  {"float32", PlyType::float32},
                                                  {"double", PlyType::float64},
                                                  {"float64", PlyType::float64}}};

PlyType read_type(TextCursor& cursor) {
  const TextCursor before = cursor;
  const std::string_view word = cursor.word();
  for (const TypeName& known : kTypeNames) {
    if (known.name == word) return known.type;
  }
  TextCursor(before).fail_expected("a type of PLY (char, uchar, short, ushort, int, uint, float or double)");
}

PlyProperty read_property(TextCursor& cursor) {
  PlyProperty property;
  const TextCursor before = cursor;
  property.is_list = cursor.word() == "list";
  if (property.is_list) {
    property.count_type = read_type(cursor);
    if (property.count_type >= PlyType::float32) before.fail("the count of a list must be of an integer type");
  } else {
    cursor = before;
  }
  property.type = read_type(cursor);
  property.name = cursor.word();
  if (property.name.empty()) cursor.fail_expected("the name of a property");
  return property;
}

PlyElement read_element(TextCursor& cursor) {
  PlyElement element;
  element.name = cursor.word();
  if (element.name.empty()) cursor.fail_expected("the name of an element");
  const std::int64_t count = cursor.integer("the count of an element");
  if (count < 0) cursor.fail(fmt::format("element \"{}\" has the count {}", element.name, count));
  element.count = static_cast<std::uint64_t>(count);
  return element;
}

void read_format(TextCursor& cursor, PlyHeader& header) {
  const TextCursor before = cursor;
  const std::string_view word = cursor.word();
  header.ascii = word == "ascii";
  header.order = word == "binary_big_endian" ? std::endian::big : std::endian::little;
  if (!header.ascii && word != "binary_little_endian" && word != "binary_big_endian") {
    TextCursor(before).fail_expected("ascii, binary_little_endian or binary_big_endian");
  }
}

void require_shape(const PlyHeader& header, const TextCursor& cursor) {
  for (const PlyElement& element : header.elements) {
    if (element.properties.empty() && element.count > 0) {
      cursor.fail(fmt::format("element \"{}\" has no properties; the header is damaged", element.name));
    }
  }
}

}  // namespace

std::size_t size_of(PlyType type) noexcept {
  constexpr std::array<std::size_t, 8> kSizes = {1, 1, 2, 2, 4, 4, 4, 8};
  return kSizes[static_cast<std::size_t>(type)];
}

PlyHeader read_ply_header(Bytes bytes, std::string_view origin) {
  TextCursor cursor(as_text(bytes), origin);
  PlyHeader header;
  if (cursor.word() != "ply") cursor.fail("the file does not begin with \"ply\"; it is not a PLY file");
  bool has_format = false;
  for (cursor.skip_line(); !cursor.at_end(); cursor.skip_line()) {
    const TextCursor before = cursor;
    const std::string_view keyword = cursor.word();
    if (keyword == "end_header") {
      cursor.skip_line();
      if (!has_format) cursor.fail("the header has no \"format\" line");
      require_shape(header, before);
      header.size = bytes.size() - cursor.left();
      return header;
    }
    if (keyword == "format") {
      read_format(cursor, header);
      has_format = true;
    } else if (keyword == "element") {
      header.elements.push_back(read_element(cursor));
    } else if (keyword == "property") {
      if (header.elements.empty()) cursor.fail("a property comes before the first element");
      header.elements.back().properties.push_back(read_property(cursor));
    } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
      TextCursor(before).fail_expected("a line of a PLY header (element, property, comment or end_header)");
    }
  }
  cursor.fail_expected("\"end_header\"");
}

}  // namespace impinge::io
