// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/dae_document.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>

#include "io/file/parse_number.h"
#include "io/file/text_cursor.h"

namespace impinge::io {
namespace {

std::vector<double> read_numbers(const XmlElement& element) {
  const std::string text = element.content();
  TextCursor cursor(text, "");
  std::vector<double> all;
  for (std::string_view word = cursor.next_word(); !word.empty(); word = cursor.next_word()) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const ParsedNumber parsed = parse_number(word.data(), word.data() + word.size());
    if (!parsed.good || parsed.end != word.data() + word.size())
      element.fail(fmt::format("<{}> has \"{}\" where a number belongs", element.tag(), word.substr(0, 40)));
    all.push_back(parsed.value);
  }
  return all;
}

std::vector<std::uint32_t> read_indices(const XmlElement& element) {
  const std::string text = element.content();
  TextCursor cursor(text, "");
  std::vector<std::uint32_t> all;
  for (std::string_view word = cursor.next_word(); !word.empty(); word = cursor.next_word()) {
    std::uint32_t value = 0;
    const auto [end, trouble] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (trouble != std::errc() || end != word.data() + word.size())
      element.fail(fmt::format("<{}> has \"{}\" where an index belongs", element.tag(), word.substr(0, 40)));
    all.push_back(value);
  }
  return all;
}

std::uint32_t integer_or(const XmlElement& element, std::string_view name, std::uint32_t otherwise) {
  return element.find(name) ? element.integer(name) : otherwise;
}

class GeometryReader {
 public:
  GeometryReader(const DaeIndex& index, std::uint64_t& left) : index_(index), left_(left) {}

  DaeGeometry read(const XmlElement& element) {
    const XmlElement mesh = element.first_child("mesh");
    if (!mesh) {
      for (const char* other : {"convex_mesh", "spline", "brep"})
        if (const XmlElement found = element.first_child(other))
          found.fail(ErrorCode::unsupported, fmt::format("a geometry is <{}>; only meshes are read", other));
      element.fail("<geometry> lacks the element <mesh>");
    }
    for (const XmlElement primitive : children(mesh)) {
      const std::string_view kind = primitive.tag();
      if (kind == "triangles") add_equal(primitive, 3);
      if (kind == "polylist") add_polylist(primitive);
      if (kind == "polygons") add_polygons(primitive);
      if (kind == "trifans" || kind == "tristrips") add_runs(primitive, kind == "tristrips");
    }
    return std::move(geometry_);
  }

 private:
  // Which of the indices of a corner is that of its point, and how many there are.
  struct Layout {
    std::size_t offset = 0, stride = 1;
    std::uint32_t first_point = 0;
  };

  Layout layout_of(const XmlElement& primitive) {
    Layout layout;
    XmlElement vertices;
    for (const XmlElement input : children(primitive, "input")) {
      const std::uint32_t offset = integer_or(input, "offset", 0);
      if (offset > 255) input.fail("an input has an offset of more than 255");
      layout.stride = std::max<std::size_t>(layout.stride, offset + 1);
      if (input.text("semantic") != "VERTEX") continue;
      layout.offset = offset;
      vertices = index_.find(input, "source");
    }
    if (!vertices) primitive.fail(fmt::format("<{}> has no input \"VERTEX\"", primitive.tag()));
    for (const XmlElement input : children(vertices, "input"))
      if (input.text("semantic") == "POSITION") {
        layout.first_point = add_points(index_.find(input, "source"));
        return layout;
      }
    vertices.fail("<vertices> has no input \"POSITION\"");
  }

  std::uint32_t add_points(const XmlElement& source) {
    if (const auto known = sources_.find(std::string(source.text("id"))); known != sources_.end()) return known->second;
    const XmlElement array = source.child("float_array");
    const XmlElement accessor = source.child("technique_common").child("accessor");
    const std::vector<double> numbers = read_numbers(array);
    const std::uint64_t count = accessor.integer("count"), stride = integer_or(accessor, "stride", 1),
                        offset = integer_or(accessor, "offset", 0);
    if (stride < 3) accessor.fail("points have three coordinates, but the stride is less");
    if (count > 0 && offset + (count - 1) * stride + 3 > numbers.size())
      accessor.fail(fmt::format("{} points are named, but there are {} numbers", count, numbers.size()));
    const auto first = static_cast<std::uint32_t>(geometry_.points.size());
    if (geometry_.points.size() + count > UINT32_MAX) source.fail(ErrorCode::too_large, "there are too many points");
    for (std::uint64_t i = 0; i < count; ++i) {
      const double* p = numbers.data() + offset + i * stride;
      geometry_.points.push_back({p[0], p[1], p[2]});
    }
    sources_.emplace(std::string(source.text("id")), first);
    return first;
  }

  void add_polygon(const XmlElement& place, const std::vector<std::uint32_t>& indices, std::size_t from, std::size_t corners,
                   const Layout& layout) {
    if (corners < 3) return;  // lines and points are no surface
    if (corners - 2 > left_)
      place.fail(ErrorCode::too_large, "the polygons make more triangles than a file of this size can plausibly hold");
    left_ -= corners - 2;
    geometry_.polygon_begins.push_back(static_cast<std::uint32_t>(geometry_.corners.size()));
    for (std::size_t i = 0; i < corners; ++i)
      geometry_.corners.push_back(point(place, indices[from + i * layout.stride + layout.offset], layout));
  }

  std::uint32_t point(const XmlElement& place, std::uint32_t index, const Layout& layout) const {
    const std::uint64_t at = std::uint64_t{index} + layout.first_point;
    if (at >= geometry_.points.size())
      place.fail(ErrorCode::bad_mesh, fmt::format("a polygon refers to point {}, but there are {} (from 0)", index,
                                                  geometry_.points.size() - layout.first_point));
    return static_cast<std::uint32_t>(at);
  }

  static void require_whole(const XmlElement& p, std::size_t indices, std::size_t of) {
    if (indices % of != 0) p.fail(fmt::format("there are {} indices, which is no multiple of {}", indices, of));
  }

  void add_equal(const XmlElement& primitive, std::size_t corners) {
    const Layout layout = layout_of(primitive);
    for (const XmlElement p : children(primitive, "p")) {
      const std::vector<std::uint32_t> indices = read_indices(p);
      require_whole(p, indices.size(), corners * layout.stride);
      for (std::size_t i = 0; i < indices.size(); i += corners * layout.stride) add_polygon(p, indices, i, corners, layout);
    }
  }

  void add_polylist(const XmlElement& primitive) {
    const Layout layout = layout_of(primitive);
    const XmlElement vcount = primitive.first_child("vcount"), p = primitive.first_child("p");
    if (!vcount || !p) return;
    const std::vector<std::uint32_t> counts = read_indices(vcount), indices = read_indices(p);
    std::size_t at = 0;
    for (const std::uint32_t count : counts) {
      const std::size_t next = at + count * layout.stride;
      if (next > indices.size()) p.fail("there are fewer indices than <vcount> says");
      add_polygon(p, indices, at, count, layout);
      at = next;
    }
    if (at != indices.size()) p.fail("there are more indices than <vcount> says");
  }

  void add_polygons(const XmlElement& primitive) {
    const Layout layout = layout_of(primitive);
    if (const XmlElement holed = primitive.first_child("ph"))
      holed.fail(ErrorCode::unsupported, "polygons with holes are not read; export the file as triangles");
    for (const XmlElement p : children(primitive, "p")) {
      const std::vector<std::uint32_t> indices = read_indices(p);
      require_whole(p, indices.size(), layout.stride);
      add_polygon(p, indices, 0, indices.size() / layout.stride, layout);
    }
  }

  void add_runs(const XmlElement& primitive, bool strip) {
    const Layout layout = layout_of(primitive);
    for (const XmlElement p : children(primitive, "p")) {
      const std::vector<std::uint32_t> indices = read_indices(p);
      require_whole(p, indices.size(), layout.stride);
      const std::size_t n = indices.size() / layout.stride;
      for (std::size_t i = 2; i < n; ++i) {
        const auto corner = [&](std::size_t k) { return indices[k * layout.stride + layout.offset]; };
        std::vector<std::uint32_t> three = {corner(strip ? i - 2 : 0), corner(i - 1), corner(i)};
        if (strip && i % 2 == 1) std::swap(three[0], three[1]);
        add_polygon(p, three, 0, 3, {0, 1, layout.first_point});
      }
    }
  }

  const DaeIndex& index_;
  std::uint64_t& left_;
  DaeGeometry geometry_;
  std::unordered_map<std::string, std::uint32_t> sources_;
};

Affine turn(const Vec3& axis, double degrees) {
  Affine affine;
  const double length = axis.norm(), quarters = degrees / 90;
  if (!(length > 0)) return affine;
  // Quarter turns stay exact.
  const bool exact = quarters == std::floor(quarters) && std::fabs(quarters) < 1e6;
  constexpr double kCosine[] = {1, 0, -1, 0}, kSine[] = {0, 1, 0, -1};
  const auto quarter = exact ? static_cast<std::size_t>(((static_cast<long>(quarters) % 4) + 4) % 4) : 0;
  const double radians = degrees * (std::numbers::pi / 180);
  const double c = exact ? kCosine[quarter] : std::cos(radians), s = exact ? kSine[quarter] : std::sin(radians);
  const Vec3 u = axis / length;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) affine.linear(i, k) = (1 - c) * u[i] * u[k] + (i == k ? c : 0);
  affine.linear(0, 1) -= s * u.z();
  affine.linear(1, 0) += s * u.z();
  affine.linear(0, 2) += s * u.y();
  affine.linear(2, 0) -= s * u.y();
  affine.linear(1, 2) -= s * u.x();
  affine.linear(2, 1) += s * u.x();
  return affine;
}

}  // namespace

DaeIndex::DaeIndex(const XmlElement& root) {
  // Depth is bounded by the document, so the way down is short.
  std::vector<XmlElement> open = {root};
  while (!open.empty()) {
    const XmlElement element = open.back();
    open.pop_back();
    if (const auto id = element.find("id"))
      if (!by_id_.emplace(std::string(*id), element).second) doubled_.insert(std::string(*id));
    for (const XmlElement below : children(element)) open.push_back(below);
  }
}

XmlElement DaeIndex::find(const XmlElement& user, std::string_view attribute) const {
  const std::string_view url = user.text(attribute);
  if (!url.starts_with('#'))
    user.fail(ErrorCode::unsupported,
              fmt::format("\"{}\" refers to another document; export everything into one file", url.substr(0, 60)));
  const auto found = by_id_.find(std::string(url.substr(1)));
  if (found == by_id_.end()) user.fail(fmt::format("there is no element \"{}\"", url.substr(1, 60)));
  if (doubled_.count(found->first) != 0) user.fail(fmt::format("two elements have the id \"{}\"", url.substr(1, 60)));
  return found->second;
}

DaeGeometry read_dae_geometry(const XmlElement& geometry, const DaeIndex& index, std::uint64_t& left) {
  return GeometryReader(index, left).read(geometry);
}

Affine read_dae_placement(const XmlElement& node) {
  Affine placement;
  for (const XmlElement element : children(node)) {
    const std::string_view kind = element.tag();
    const std::size_t wanted = kind == "matrix" ? 16 : kind == "rotate" ? 4 : kind == "translate" || kind == "scale" ? 3 : 0;
    if (kind == "lookat" || kind == "skew")
      element.fail(ErrorCode::unsupported, fmt::format("<{}> is not read; export the node with a matrix", kind));
    if (wanted == 0) continue;
    const std::vector<double> n = read_numbers(element);
    if (n.size() != wanted) element.fail(fmt::format("<{}> has {} numbers, not {}", kind, n.size(), wanted));
    Affine step;
    if (kind == "matrix") {
      if (n[12] != 0 || n[13] != 0 || n[14] != 0 || n[15] != 1) element.fail("<matrix> is not affine");
      for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) step.linear(i, k) = n[static_cast<std::size_t>(4 * i + k)];
        step.offset[i] = n[static_cast<std::size_t>(4 * i + 3)];
      }
    } else if (kind == "translate") {
      step.offset = {n[0], n[1], n[2]};
    } else if (kind == "scale") {
      step.linear = Vec3(n[0], n[1], n[2]).asDiagonal();
    } else {
      step = turn({n[0], n[1], n[2]}, n[3]);
    }
    placement = placement.after(step);
  }
  return placement;
}

}  // namespace impinge::io
