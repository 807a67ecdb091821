// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The model part of 3MF (3MF Consortium, "3D Manufacturing Format, Core Specification" 1.3, with the paths of the
// Production Extension 1.1). Coordinates are read as doubles. Other namespaces (materials, slices, beams) are passed over
// unless the model says that it cannot be understood without them.
#include "io/mesh/threemf_model.h"

#include <fmt/format.h>

#include <array>

#include "io/file/parse_number.h"
#include "io/file/xml_cursor.h"

namespace impinge::io {
namespace {

struct UnitName {
  std::string_view name;
  std::string_view unit;
};

constexpr std::array<UnitName, 6> kUnitNames = {
    {{"micron", "um"}, {"millimeter", "mm"}, {"centimeter", "cm"}, {"inch", "in"}, {"foot", "ft"}, {"meter", "m"}}};

class ModelReader {
 public:
  ModelReader(std::string_view xml, std::string_view origin) : xml_(xml, origin) {}

  ThreemfModel read() {
    if (!xml_.next_child() || xml_.name() != "model") xml_.fail("the XML is not a 3MF model");
    prefix_ = xml_.prefix();
    read_unit();
    refuse_extensions();
    while (xml_.next_child()) {
      if (is("resources")) {
        read_resources();
      } else if (is("build")) {
        read_build();
      } else {
        xml_.skip();
      }
    }
    return std::move(model_);
  }

 private:
  /// Elements of other namespaces may have the same names.
  bool is(std::string_view name) const { return xml_.name() == name && xml_.prefix() == prefix_; }

  void read_unit() {
    const std::string_view* unit = xml_.find("unit");
    const std::string_view name = unit == nullptr ? "millimeter" : *unit;
    for (const UnitName& known : kUnitNames) {
      if (known.name == name) model_.unit = known.unit;
    }
    if (model_.unit.empty()) xml_.fail(fmt::format("unknown unit \"{}\"", name));
  }

  /// The names in "requiredextensions" are prefixes; what they stand for is said by xmlns attributes.
  void refuse_extensions() {
    const std::string_view* required = xml_.find("requiredextensions");
    if (required == nullptr) return;
    TextCursor words(*required, "");
    for (std::string_view word = words.next_word(); !word.empty(); word = words.next_word()) {
      const std::string_view* space = xml_.find("xmlns:" + std::string(word));
      const std::string_view name = space == nullptr ? word : *space;
      if (name.find("/production/") != name.npos || name.find("/material/") != name.npos) continue;
      xml_.fail(ErrorCode::unsupported,
                fmt::format("the model requires the extension {}, which impinge does not read", name));
    }
  }

  void read_resources() {
    while (xml_.next_child()) {
      if (is("object")) {
        read_object();
      } else {
        xml_.skip();
      }
    }
  }

  void read_object() {
    const std::uint32_t id = xml_.integer("id");
    const auto [place, is_new] = model_.objects.try_emplace(id);
    if (!is_new) xml_.fail(fmt::format("object {} is defined twice", id));
    ThreemfObject& object = place->second;
    if (const std::string_view* name = xml_.find("name")) object.name = decoded(*name);
    while (xml_.next_child()) {
      if (is("mesh")) {
        read_mesh(object);
      } else if (is("components")) {
        read_components(object);
      } else {
        xml_.skip();
      }
    }
    for (std::size_t i = 0; i < object.triangles.size(); ++i) {
      for (std::uint32_t index : object.triangles[i]) {
        if (index < object.vertices.size()) continue;
        xml_.fail(ErrorCode::bad_mesh, fmt::format("triangle {} of object {} refers to vertex {}, but there are {} (from 0)",
                                                   i, id, index, object.vertices.size()));
      }
    }
  }

  void read_mesh(ThreemfObject& object) {
    while (xml_.next_child()) {
      if (is("vertices")) {
        read_vertices(object);
      } else if (is("triangles")) {
        read_triangles(object);
      } else {
        xml_.skip();
      }
    }
  }

  void read_vertices(ThreemfObject& object) {
    while (xml_.next_child()) {
      if (is("vertex")) object.vertices.push_back({xml_.number("x"), xml_.number("y"), xml_.number("z")});
      xml_.skip();
    }
  }

  void read_triangles(ThreemfObject& object) {
    while (xml_.next_child()) {
      if (is("triangle")) object.triangles.push_back({xml_.integer("v1"), xml_.integer("v2"), xml_.integer("v3")});
      xml_.skip();
    }
  }

  void read_components(ThreemfObject& object) {
    while (xml_.next_child()) {
      if (is("component")) object.components.push_back(read_use());
      xml_.skip();
    }
  }

  void read_build() {
    while (xml_.next_child()) {
      if (is("item")) model_.items.push_back(read_use());
      xml_.skip();
    }
  }

  ThreemfUse read_use() {
    ThreemfUse use;
    use.object = xml_.integer("objectid");
    if (const std::string_view* path = xml_.find("path", true)) use.path = decoded(*path);
    if (xml_.find("transform") != nullptr) use.placement = read_transform(xml_.text("transform"));
    return use;
  }

  /// Twelve numbers, the rows of a matrix that a row vector is multiplied with from the left.
  Affine read_transform(const std::string& text) {
    Affine placement;
    TextCursor numbers(text, "");
    for (int i = 0; i < 12; ++i) {
      const std::string_view word = numbers.next_word();
      const ParsedNumber parsed = parse_number(word.data(), word.data() + word.size());
      if (!parsed.good || parsed.end != word.data() + word.size()) {
        xml_.fail(fmt::format("a transform has twelve numbers, not \"{}\"", text.substr(0, 80)));
      }
      (i < 9 ? placement.linear(i % 3, i / 3) : placement.offset[i - 9]) = parsed.value;
    }
    return placement;
  }

  XmlCursor xml_;
  std::string_view prefix_;
  ThreemfModel model_;
};

}  // namespace

ThreemfModel read_3mf_model(std::string_view xml, const std::string& origin) { return ModelReader(xml, origin).read(); }

}  // namespace impinge::io
