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
#include "io/file/text_cursor.h"
#include "io/file/xml_document.h"

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
  explicit ModelReader(const XmlElement& root) : root_(root), prefix_(root.prefix()) {}

  ThreemfModel read() {
    if (root_.name() != "model") root_.fail("the XML is not a 3MF model");
    read_unit();
    refuse_extensions();
    for (const XmlElement element : children(root_)) {
      if (is(element, "resources")) read_resources(element);
      if (is(element, "build"))
        for (const XmlElement item : children(element))
          if (is(item, "item")) model_.items.push_back(read_use(item));
    }
    return std::move(model_);
  }

 private:
  /// Elements of other namespaces may have the same names.
  bool is(const XmlElement& element, std::string_view name) const {
    return element.name() == name && element.prefix() == prefix_;
  }

  void read_unit() {
    const std::string_view name = root_.find("unit").value_or("millimeter");
    for (const UnitName& known : kUnitNames) {
      if (known.name == name) model_.unit = known.unit;
    }
    if (model_.unit.empty()) root_.fail(fmt::format("unknown unit \"{}\"", name));
  }

  /// The names in "requiredextensions" are prefixes; what they stand for is said by xmlns attributes.
  void refuse_extensions() const {
    const std::optional<std::string_view> required = root_.find("requiredextensions");
    if (!required) return;
    TextCursor words(*required, "");
    for (std::string_view word = words.next_word(); !word.empty(); word = words.next_word()) {
      const std::string_view name = root_.find("xmlns:" + std::string(word)).value_or(word);
      if (name.find("/production/") != name.npos || name.find("/material/") != name.npos) continue;
      root_.fail(ErrorCode::unsupported,
                 fmt::format("the model requires the extension {}, which impinge does not read", name));
    }
  }

  void read_resources(const XmlElement& resources) {
    for (const XmlElement element : children(resources))
      if (is(element, "object")) read_object(element);
  }

  void read_object(const XmlElement& element) {
    const std::uint32_t id = element.integer("id");
    const auto [place, is_new] = model_.objects.try_emplace(id);
    if (!is_new) element.fail(fmt::format("object {} is defined twice", id));
    ThreemfObject& object = place->second;
    object.name = element.find("name").value_or("");
    for (const XmlElement part : children(element)) {
      if (is(part, "mesh")) read_mesh(part, object);
      if (!is(part, "components")) continue;
      for (const XmlElement component : children(part))
        if (is(component, "component")) object.components.push_back(read_use(component));
    }
    for (std::size_t i = 0; i < object.triangles.size(); ++i) {
      for (std::uint32_t index : object.triangles[i]) {
        if (index < object.vertices.size()) continue;
        element.fail(ErrorCode::bad_mesh,
                     fmt::format("triangle {} of object {} refers to vertex {}, but there are {} (from 0)", i, id, index,
                                 object.vertices.size()));
      }
    }
  }

  void read_mesh(const XmlElement& mesh, ThreemfObject& object) const {
    for (const XmlElement list : children(mesh)) {
      const bool vertices = is(list, "vertices"), triangles = is(list, "triangles");
      if (!vertices && !triangles) continue;
      for (const XmlElement element : children(list)) {
        if (vertices && is(element, "vertex"))
          object.vertices.push_back({element.number("x"), element.number("y"), element.number("z")});
        if (triangles && is(element, "triangle"))
          object.triangles.push_back({element.integer("v1"), element.integer("v2"), element.integer("v3")});
      }
    }
  }

  static ThreemfUse read_use(const XmlElement& element) {
    ThreemfUse use;
    use.object = element.integer("objectid");
    use.path = element.find("path", true).value_or("");
    if (element.find("transform")) use.placement = read_transform(element);
    return use;
  }

  /// Twelve numbers, the rows of a matrix that a row vector is multiplied with from the left.
  static Affine read_transform(const XmlElement& element) {
    const std::string_view text = element.text("transform");
    Affine placement;
    TextCursor numbers(text, "");
    for (int i = 0; i < 12; ++i) {
      const std::string_view word = numbers.next_word();
      const ParsedNumber parsed = parse_number(word.data(), word.data() + word.size());
      if (!parsed.good || parsed.end != word.data() + word.size())
        element.fail(fmt::format("a transform has twelve numbers, not \"{}\"", text.substr(0, 80)));
      (i < 9 ? placement.linear(i % 3, i / 3) : placement.offset[i - 9]) = parsed.value;
    }
    return placement;
  }

  XmlElement root_;
  std::string_view prefix_;
  ThreemfModel model_;
};

}  // namespace

ThreemfModel read_3mf_model(std::string_view xml, const std::string& origin) {
  const XmlDocument document(xml, origin);
  return ModelReader(document.root()).read();
}

}  // namespace impinge::io
