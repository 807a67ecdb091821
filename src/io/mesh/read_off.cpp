// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// OFF of Geomview: OFF with normals (N), colours (C), texture coordinates (ST); all but positions and faces are passed over.
#include <fmt/format.h>

#include <algorithm>

#include "io/file/text_cursor.h"
#include "io/mesh/format.h"

namespace impinge::io {
namespace {

/// Reads the keyword, if there is one, and refuses the kinds that are no surfaces in space.
void read_header(TextCursor& cursor) {
  cursor.skip_space();
  const TextCursor before = cursor;
  const std::string_view first = cursor.next_word();
  std::size_t name = first.find("OFF");
  if (name == first.npos) name = first.find("off");
  if (name == first.npos) {
    cursor = before;  // the keyword may be left out
    return;
  }
  const std::string_view keyword = first.substr(0, name + 3);
  cursor.step_back(first.size() - keyword.size());  // some programs write "OFF8 6 12"
  if (keyword.find('4') != keyword.npos || keyword.find('n') != keyword.npos) {
    before.fail(ErrorCode::unsupported,
                fmt::format("{} has points that are not three-dimensional; export it as plain OFF", keyword));
  }
  const TextCursor after = cursor;
  if (cursor.word() == "BINARY")
    before.fail(ErrorCode::unsupported, "binary OFF is not supported; export it as ASCII OFF or PLY");
  cursor = after;
}

std::size_t read_count(TextCursor& cursor, const char* what) {
  const std::int64_t count = cursor.next_integer(what);
  if (count < 0) cursor.fail(fmt::format("{} is {}", what, count));
  return static_cast<std::size_t>(count);
}

/// No item is shorter than `bytes_each`, so a larger count is a lie and must not be believed with memory.
void require_room(const TextCursor& cursor, std::size_t count, std::size_t bytes_each, const char* what) {
  if (count <= cursor.left() / bytes_each + 1) return;
  cursor.fail(fmt::format("the file claims {} {}, but what follows has only {} bytes; it was cut short or is damaged", count,
                          what, cursor.left()));
}

void read_vertices(TextCursor& cursor, std::size_t count, MeshArrays& arrays) {
  require_room(cursor, count, 6, "vertices");
  if (count > UINT32_MAX) cursor.fail(ErrorCode::too_large, "more than 2^32 vertices; split the file");
  arrays.vertices.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = cursor.next_number("the x of a vertex");
    const double y = cursor.number("the y of a vertex");
    const double z = cursor.number("the z of a vertex");
    arrays.vertices.push_back({x, y, z});
    cursor.skip_line();
  }
}

void read_faces(TextCursor& cursor, std::size_t count, MeshArrays& arrays, PolygonFan& fan) {
  require_room(cursor, count, 8, "faces");
  arrays.faces.reserve(count);
  const auto n_vertices = static_cast<std::int64_t>(arrays.vertices.size());
  std::vector<std::uint32_t> corners;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t n_corners = cursor.next_integer("the number of corners of a face");
    if (n_corners < 3) cursor.fail(fmt::format("face {} has {} corners; a face needs 3 or more", i, n_corners));
    corners.clear();
    for (std::int64_t k = 0; k < n_corners; ++k) {
      const std::int64_t index = cursor.next_integer("a vertex index");
      if (index < 0 || index >= n_vertices) {
        cursor.fail(
            ErrorCode::bad_mesh,
            fmt::format("face {} refers to vertex {}, but there are {} vertices (counted from 0)", i, index, n_vertices));
      }
      corners.push_back(static_cast<std::uint32_t>(index));
    }
    fan.add(corners);
    cursor.skip_line();
  }
}

}  // namespace

MeshArrays read_off(Bytes bytes, std::string_view origin) {
  TextCursor cursor(as_text(bytes), origin, '#');
  read_header(cursor);
  MeshArrays arrays;
  PolygonFan fan(arrays, bytes.size(), origin);
  const std::size_t n_vertices = read_count(cursor, "the number of vertices");
  const std::size_t n_faces = read_count(cursor, "the number of faces");
  cursor.skip_line();  // the number of edges says nothing, and some files leave it out
  read_vertices(cursor, n_vertices, arrays);
  read_faces(cursor, n_faces, arrays, fan);
  cursor.skip_space();
  if (!cursor.at_end()) {
    cursor.fail(fmt::format("the file continues after the {} vertices and {} faces of its header; it is damaged", n_vertices,
                            n_faces));
  }
  return arrays;
}

}  // namespace impinge::io
