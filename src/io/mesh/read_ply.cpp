// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// PLY in its three encodings, with properties of any type in any order. Faces come from the list "vertex_indices" (or
// "vertex_index") of the element "face", or from the triangle strips of the element "tristrips"; the rest is passed over.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/file/text_cursor.h"
#include "io/mesh/format.h"
#include "io/mesh/ply_header.h"

namespace impinge::io {
namespace {

/// Values one after the other from binary data.
class BinaryValues {
 public:
  BinaryValues(Bytes bytes, std::endian order, std::string_view origin) : left_(bytes), order_(order), origin_(origin) {}

  std::size_t left() const noexcept { return left_.size(); }
  static std::size_t smallest(PlyType type) noexcept { return size_of(type); }

  double number(PlyType type) {
    const std::byte* at = take(size_of(type));
    switch (type) {
      case PlyType::int8: return read_number<std::int8_t>(at, order_);
      case PlyType::uint8: return read_number<std::uint8_t>(at, order_);
      case PlyType::int16: return read_number<std::int16_t>(at, order_);
      case PlyType::uint16: return read_number<std::uint16_t>(at, order_);
      case PlyType::int32: return read_number<std::int32_t>(at, order_);
      case PlyType::uint32: return read_number<std::uint32_t>(at, order_);
      case PlyType::float32: return read_number<float>(at, order_);
      case PlyType::float64: return read_number<double>(at, order_);
    }
    return 0;
  }

  void skip(PlyType type, std::uint64_t count) {
    if (count > left_.size() / size_of(type)) refuse();
    left_ = left_.subspan(static_cast<std::size_t>(count) * size_of(type));
  }

  void end_record() {}
  void require_end() const {
    if (!std::all_of(left_.begin(), left_.end(), [](std::byte b) { return b <= std::byte{' '}; })) {
      fail(ErrorCode::file_format, origin_,
           fmt::format("{} bytes are left after the last element of the header; it is damaged", left_.size()));
    }
  }

 private:
  const std::byte* take(std::size_t size) {
    if (left_.size() < size) refuse();
    const std::byte* at = left_.data();
    left_ = left_.subspan(size);
    return at;
  }

  [[noreturn]] void refuse() const {
    fail(ErrorCode::file_format, origin_,
         "the data ends before the last element; it was cut short, fetch or export it again");
  }

  Bytes left_;
  std::endian order_;
  std::string_view origin_;
};

/// Values one after the other from text.
class TextValues {
 public:
  explicit TextValues(const TextCursor& cursor) : cursor_(cursor) { skip_comments(); }

  std::size_t left() const noexcept { return cursor_.left() + 1; }
  static std::size_t smallest(PlyType) noexcept { return 2; }  // a digit and what parts it from the next
  double number(PlyType) { return cursor_.next_number("a value of an element"); }

  void skip(PlyType, std::uint64_t count) {
    for (; count > 0; --count) {
      cursor_.skip_space();
      if (cursor_.at_end()) cursor_.fail_expected("a value of an element");
      cursor_.word();
    }
  }

  void end_record() {
    if (!cursor_.at_line_end()) cursor_.fail("the line has more values than the header declares for an element");
    skip_comments();
  }

  void require_end() {
    cursor_.skip_space();
    if (!cursor_.at_end()) cursor_.fail("the file continues after the last element of its header; it is damaged");
  }

 private:
  /// They belong into the header, but some programs write them between elements.
  void skip_comments() {
    for (cursor_.skip_space(); !cursor_.at_end(); cursor_.skip_space()) {
      if (*cursor_.position() != 'c' && *cursor_.position() != 'o') return;
      const TextCursor before = cursor_;
      const std::string_view word = cursor_.word();
      if (word != "comment" && word != "obj_info") {
        cursor_ = before;
        return;
      }
      cursor_.skip_line();
    }
  }

  TextCursor cursor_;
};

template <class Values>
class PlyReader {
 public:
  PlyReader(Values values, Bytes bytes, std::string_view origin)
      : values_(std::move(values)), fan_(arrays_, bytes.size(), origin), origin_(origin) {}

  MeshArrays read(const PlyHeader& header) {
    for (const PlyElement& element : header.elements) {
      require_room(element);
      if (element.name == "vertex") {
        read_vertices(element);
      } else if (element.name == "face" || element.name == "tristrips") {
        read_faces(element);
      } else {
        for (std::uint64_t i = 0; i < element.count; ++i) skip_record(element);
      }
    }
    values_.require_end();
    require_indices(arrays_, origin_);
    return std::move(arrays_);
  }

 private:
  /// A count that the rest of the file cannot hold is a lie and must not be believed with memory.
  void require_room(const PlyElement& element) const {
    std::uint64_t smallest = 0;
    for (const PlyProperty& p : element.properties) smallest += Values::smallest(p.is_list ? p.count_type : p.type);
    if (smallest == 0 || element.count <= values_.left() / smallest) return;
    fail(ErrorCode::file_format, origin_,
         fmt::format("claims {} of element \"{}\", but only {} bytes are left; it was cut short or is damaged",
                     element.count, element.name, values_.left()));
  }

  void skip_property(const PlyProperty& property) {
    values_.skip(property.type, property.is_list ? read_list_count(property) : 1);
  }

  void skip_record(const PlyElement& element) {
    for (const PlyProperty& property : element.properties) skip_property(property);
    values_.end_record();
  }

  std::uint64_t read_list_count(const PlyProperty& property) {
    const double count = values_.number(property.count_type);
    if (!(count >= 0 && count <= UINT32_MAX) || count != std::floor(count)) {
      fail(ErrorCode::file_format, origin_, fmt::format("a list \"{}\" has the length {}", property.name, count));
    }
    return static_cast<std::uint64_t>(count);
  }

  void read_vertices(const PlyElement& element) {
    std::vector<int> axis_of(element.properties.size(), -1);
    int found = 0;
    for (std::size_t i = 0; i < axis_of.size(); ++i) {
      const PlyProperty& p = element.properties[i];
      if (p.is_list || p.name.size() != 1 || p.name[0] < 'x' || p.name[0] > 'z') continue;
      axis_of[i] = p.name[0] - 'x';
      found |= 1 << axis_of[i];
    }
    if (found != 7) fail(ErrorCode::file_format, origin_, "the element \"vertex\" lacks one of the properties x, y and z");
    if (element.count > UINT32_MAX) fail(ErrorCode::too_large, origin_, "more than 2^32 vertices; split the file");
    arrays_.vertices.reserve(arrays_.vertices.size() + element.count);
    for (std::uint64_t i = 0; i < element.count; ++i) {
      Vec3 point = Vec3::Zero();
      for (std::size_t k = 0; k < axis_of.size(); ++k) {
        const PlyProperty& p = element.properties[k];
        axis_of[k] < 0 ? skip_property(p) : static_cast<void>(point[axis_of[k]] = values_.number(p.type));
      }
      arrays_.vertices.push_back(point);
      values_.end_record();
    }
  }

  void read_faces(const PlyElement& element) {
    const auto is_indices = [](const PlyProperty& p) {
      return p.is_list && (p.name == "vertex_indices" || p.name == "vertex_index");
    };
    const auto indices = std::find_if(element.properties.begin(), element.properties.end(), is_indices);
    if (indices == element.properties.end() && element.count > 0) {
      fail(ErrorCode::file_format, origin_, fmt::format("element \"{}\" has no list \"vertex_indices\"", element.name));
    }
    const bool strips = element.name == "tristrips";
    for (std::uint64_t i = 0; i < element.count; ++i) {
      for (const PlyProperty& property : element.properties) {
        if (&property == &*indices) {
          strips ? read_strip(property) : read_polygon(property, i);
        } else {
          skip_property(property);
        }
      }
      values_.end_record();
    }
  }

  std::int64_t read_index(PlyType type, std::int64_t lowest) {
    const double index = values_.number(type);
    if (!(index >= static_cast<double>(lowest) && index < UINT32_MAX) || index != std::floor(index)) {
      fail(ErrorCode::bad_mesh, origin_,
           fmt::format("face {} refers to vertex {}; export the file again", fan_.polygons(), index));
    }
    return static_cast<std::int64_t>(index);
  }

  void read_polygon(const PlyProperty& property, std::uint64_t face) {
    const std::uint64_t count = read_list_count(property);
    if (count < 3) {
      fail(ErrorCode::file_format, origin_, fmt::format("face {} has {} corners; a face needs 3 or more", face, count));
    }
    corners_.clear();
    for (std::uint64_t k = 0; k < count; ++k) {
      corners_.push_back(static_cast<std::uint32_t>(read_index(property.type, 0)));
    }
    fan_.add(corners_);
  }

  /// -1 begins a new strip; every other triangle is turned.
  void read_strip(const PlyProperty& property) {
    std::array<std::uint32_t, 3> last{};
    std::uint64_t length = 0;
    for (std::uint64_t left = read_list_count(property); left > 0; --left) {
      const std::int64_t index = read_index(property.type, -1);
      if (index < 0) {
        length = 0;
        continue;
      }
      last = {last[1], last[2], static_cast<std::uint32_t>(index)};
      if (++length < 3) continue;
      const bool turned = length % 2 == 0;
      fan_.add_triangle(last[turned ? 1 : 0], last[turned ? 0 : 1], last[2]);
    }
  }

  Values values_;
  MeshArrays arrays_;
  PolygonFan fan_;
  std::string_view origin_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

MeshArrays read_ply(Bytes bytes, std::string_view origin) {
  const PlyHeader header = read_ply_header(bytes, origin);
  if (!header.ascii) {
    return PlyReader(BinaryValues(bytes.subspan(header.size), header.order, origin), bytes, origin).read(header);
  }
  TextCursor cursor(as_text(bytes), origin);
  cursor.go_to(header.size);
  return PlyReader(TextValues(cursor), bytes, origin).read(header);
}

}  // namespace impinge::io
