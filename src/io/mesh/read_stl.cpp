// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// STL, binary and ASCII: a soup of triangles. Identical corners are welded; the stored normals are not used, since the
// order of the corners says the same. Several solids in one file become one mesh.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/file/text_cursor.h"
#include "io/mesh/format.h"
#include "io/mesh/weld.h"

namespace impinge::io {
namespace {

constexpr std::size_t kHeader = 84;  // 80 bytes of text and the count of faces
constexpr std::size_t kRecord = 50;  // normal and three corners as floats, two bytes of attributes
constexpr std::size_t kBlock = 64;   // faces hashed ahead of the look-up, so that the table is in the cache by then

std::uint32_t stated_faces(Bytes bytes) { return read_number<std::uint32_t>(bytes.data() + 80); }

/// To the next word that is not commented out by #, // or ;. The format has no comments, but people write them.
void skip_comments(TextCursor& cursor) {
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    const char c = *cursor.position();
    if (c != ';' && !(c == '/' && cursor.left() > 1 && cursor.position()[1] == '/')) return;
    cursor.skip_line();
  }
}

std::string_view next_keyword(TextCursor& cursor) {
  skip_comments(cursor);
  return cursor.word();
}

/// Behind a byte order mark, blank lines and comments, if there are any.
bool starts_with_solid(std::string_view text) {
  TextCursor cursor(text, "", '#');
  return equal_ignoring_case(next_keyword(cursor), "solid");
}

/// Some writers fill the file up with zeros or end it with a line feed.
bool is_padding(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) {
    return b == std::byte{0} || b == std::byte{'\n'} || b == std::byte{'\r'} || b == std::byte{' '};
  });
}

void require_stated_size(Bytes bytes, std::string_view origin) {
  const std::uint64_t faces = stated_faces(bytes);
  const std::uint64_t expected = kHeader + faces * kRecord;
  if (bytes.size() < expected) {
    fail(ErrorCode::file_format, origin,
         fmt::format("declares {} faces, which take {} bytes, but has only {}; it was cut short or is not an STL file",
                     faces, expected, bytes.size()));
  }
  if (!is_padding(bytes.subspan(expected))) {
    fail(ErrorCode::file_format, origin,
         fmt::format("declares {} faces, which take {} bytes, but has {}; it is damaged or not an STL file", faces, expected,
                     bytes.size()));
  }
}

MeshArrays read_binary(Bytes bytes, std::string_view origin) {
  require_stated_size(bytes, origin);
  const std::size_t n_faces = stated_faces(bytes);
  MeshArrays arrays;
  arrays.faces.resize(n_faces);
  arrays.vertices.reserve(n_faces / 2 + 64);
  PointWelder<float> welder(arrays.vertices, n_faces / 2);
  std::array<PointWelder<float>::Key, 3 * kBlock> keys;
  std::array<std::uint64_t, 3 * kBlock> hashes;
  for (std::size_t first = 0; first < n_faces; first += kBlock) {
    const std::size_t n_corners = 3 * std::min(kBlock, n_faces - first);
    const std::byte* record = bytes.data() + kHeader + first * kRecord;
    for (std::size_t i = 0; i < n_corners; ++i) {
      const std::byte* at = record + i / 3 * kRecord + 12 + i % 3 * 12;
      keys[i] = welder.key(read_number<float>(at), read_number<float>(at + 4), read_number<float>(at + 8));
      hashes[i] = welder.hash(keys[i]);
      welder.prefetch(hashes[i]);
    }
    for (std::size_t i = 0; i < n_corners; ++i) arrays.faces[first + i / 3][i % 3] = welder.add(keys[i], hashes[i]);
  }
  return arrays;
}

void expect_word(TextCursor& cursor, std::string_view word) {
  skip_comments(cursor);
  const TextCursor before = cursor;
  if (equal_ignoring_case(cursor.word(), word)) return;
  cursor = before;
  cursor.fail_expected(fmt::format("\"{}\"", word).c_str());
}

/// "normal" and its numbers, or less of them; they may be nan, in one of many spellings.
void skip_normal(TextCursor& cursor) {
  TextCursor before = cursor;
  if (equal_ignoring_case(next_keyword(cursor), "normal")) {
    for (int i = 0; i < 3; ++i) {
      before = cursor;
      if (equal_ignoring_case(next_keyword(cursor), "outer")) break;
      before = cursor;
    }
  }
  cursor = before;
}

void read_facet(TextCursor& cursor, Welder& welder, PolygonFan& fan) {
  skip_normal(cursor);
  expect_word(cursor, "outer");
  expect_word(cursor, "loop");
  std::array<std::uint32_t, 3> corners{};
  std::vector<std::uint32_t> polygon;
  for (std::size_t count = 0;; ++count) {
    skip_comments(cursor);
    const TextCursor before = cursor;
    const std::string_view word = cursor.word();
    if (equal_ignoring_case(word, "endloop")) {
      if (count < 3) before.fail(fmt::format("the loop of face {} has {} corners, not 3", fan.polygons(), count));
      break;
    }
    if (!equal_ignoring_case(word, "vertex")) (cursor = before).fail_expected("\"vertex\" or \"endloop\"");
    const double x = cursor.next_number("the x of a vertex");
    const double y = cursor.next_number("the y of a vertex");
    const double z = cursor.next_number("the z of a vertex");
    const std::uint32_t index = welder.add(x, y, z);
    if (count < 3) corners[count] = index;
    if (count == 3) polygon.assign(corners.begin(), corners.end());
    if (count >= 3) polygon.push_back(index);
  }
  expect_word(cursor, "endfacet");
  fan.add(polygon.empty() ? std::span<const std::uint32_t>(corners) : polygon);
}

MeshArrays read_ascii(Bytes bytes, std::string_view origin) {
  TextCursor cursor(as_text(bytes), origin, '#');
  MeshArrays arrays;
  PolygonFan fan(arrays, bytes.size(), origin);
  Welder welder(arrays.vertices, 0);
  expect_word(cursor, "solid");
  cursor.skip_line();
  bool open = true;
  for (skip_comments(cursor); !cursor.at_end(); skip_comments(cursor)) {
    const TextCursor before = cursor;
    const std::string_view word = cursor.word();
    if (open && equal_ignoring_case(word, "facet")) {
      read_facet(cursor, welder, fan);
    } else if (equal_ignoring_case(word, open ? "endsolid" : "solid")) {
      cursor.skip_line();
      open = !open;
    } else {
      (cursor = before).fail_expected(open ? "\"facet\" or \"endsolid\"" : "\"solid\" or the end");
    }
  }
  if (open) cursor.fail_expected("\"endsolid\"");
  return arrays;
}

}  // namespace

bool is_binary_stl(Bytes bytes) noexcept {
  if (bytes.size() < kHeader) return false;
  const std::uint64_t faces = stated_faces(bytes);
  return faces > 0 && bytes.size() == kHeader + faces * kRecord;
}

bool is_ascii_stl(std::string_view text) {
  TextCursor cursor(text, "", '#');
  if (!equal_ignoring_case(next_keyword(cursor), "solid")) return false;
  cursor.skip_line();
  const std::string_view next = next_keyword(cursor);
  return equal_ignoring_case(next, "facet") || equal_ignoring_case(next, "endsolid") || next.empty();
}

MeshArrays read_stl(Bytes bytes, std::string_view origin) {
  if (is_binary_stl(bytes)) return read_binary(bytes, origin);
  const std::string_view text = as_text(bytes);
  const bool ascii = starts_with_solid(text.substr(0, 4096)) && text.substr(0, 4096).find('\0') == text.npos;
  if (ascii) return read_ascii(bytes, origin);
  const auto looks = looks_like(bytes);
  if (bytes.size() < kHeader) {
    fail(ErrorCode::file_format, origin,
         fmt::format("has {} bytes, too few for an STL file; it looks like {}", bytes.size(), looks));
  }
  if (!looks.starts_with("binary data"))
    fail(ErrorCode::file_format, origin, fmt::format("is not an STL file; it looks like {}", looks));
  return read_binary(bytes, origin);
}

}  // namespace impinge::io
