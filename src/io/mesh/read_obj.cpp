// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Wavefront OBJ: vertices and faces. Groups, objects, materials, normals, texture coordinates, lines and points are no part
// of the surface and are passed over; so are a weight or colours after the coordinates.
#include <fmt/format.h>

#include "io/file/text_cursor.h"
#include "io/mesh/format.h"

namespace impinge::io {
namespace {

class ObjReader {
 public:
  ObjReader(Bytes bytes, std::string_view origin)
      : cursor_(as_text(bytes), origin, '#', true), forward_(cursor_), fan_(arrays_, bytes.size(), origin) {}

  MeshArrays read() {
    std::size_t strange = 0;
    for (cursor_.skip_space(); !cursor_.at_end(); cursor_.skip_space()) {
      const std::string_view keyword = cursor_.word();
      if (keyword == "v") {
        read_vertex();
        cursor_.skip_line();
      } else if (keyword == "f" || keyword == "fo") {
        read_face();
        cursor_.skip_line();
      } else if (keyword == "surf") {
        cursor_.fail(ErrorCode::unsupported, "free-form surfaces are not read; export the file as polygons");
      } else {
        const auto letter = static_cast<unsigned char>(keyword.empty() ? 0 : keyword[0]);
        strange += letter < 'A' || letter > 'z';
        cursor_.skip_line(false);  // a path that ends in a backslash must not swallow the next line
      }
    }
    require_forward_index();
    if (arrays_.faces.empty() && strange > 0) cursor_.fail("there are no faces; this is not an OBJ file, or it is damaged");
    return std::move(arrays_);
  }

 private:
  void read_vertex() {
    const double x = cursor_.number("the x of a vertex");
    const double y = cursor_.number("the y of a vertex");
    const double z = cursor_.number("the z of a vertex");
    arrays_.vertices.push_back({x, y, z});
  }

  void read_face() {
    corners_.clear();
    while (!cursor_.at_line_end()) corners_.push_back(read_corner());
    if (corners_.size() < 3) {
      cursor_.fail(fmt::format("face {} has {} corners; a face needs 3 or more (an edge is written with \"l\")",
                               fan_.polygons(), corners_.size()));
    }
    fan_.add(corners_);
  }

  /// v, v/vt, v//vn or v/vt/vn; only v matters here.
  std::uint32_t read_corner() {
    const TextCursor before = cursor_;
    std::int64_t index = 0;
    std::int64_t unused = 0;
    bool good = cursor_.take_integer(index);
    for (int i = 0; good && i < 2 && cursor_.take('/'); ++i) cursor_.take_integer(unused);
    if (!good || !cursor_.at_word_end()) (cursor_ = before).fail_expected("a corner such as 7, 7/1, 7//3 or 7/1/3");
    const auto n_vertices = static_cast<std::int64_t>(arrays_.vertices.size());
    if (index < 0 && index >= -n_vertices) return static_cast<std::uint32_t>(n_vertices + index);
    if (index <= 0 || index > UINT32_MAX) refuse_index(before, index);
    if (index > n_vertices && index > forward_index_) {
      forward_index_ = index;
      forward_ = before;
    }
    return static_cast<std::uint32_t>(index - 1);
  }

  /// A face may stand before its vertices, so the largest such index can only be judged at the end.
  void require_forward_index() const {
    if (forward_index_ > static_cast<std::int64_t>(arrays_.vertices.size())) refuse_index(forward_, forward_index_);
  }

  [[noreturn]] void refuse_index(const TextCursor& where, std::int64_t index) const {
    where.fail(ErrorCode::bad_mesh,
               fmt::format("a face refers to vertex {}, but there are {} vertices{} (counted from 1); export the file again",
                           index, arrays_.vertices.size(), index < 0 ? " before it" : ""));
  }

  TextCursor cursor_;
  TextCursor forward_;  // where the largest index stood that had no vertex yet
  std::int64_t forward_index_ = 0;
  MeshArrays arrays_;
  PolygonFan fan_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

MeshArrays read_obj(Bytes bytes, std::string_view origin) {
  if (as_text(bytes.first(std::min<std::size_t>(bytes.size(), 4096))).find('\0') != std::string_view::npos) {
    fail(ErrorCode::file_format, origin, fmt::format("is not an OBJ file; it looks like {}", looks_like(bytes)));
  }
  return ObjReader(bytes, origin).read();
}

}  // namespace impinge::io
