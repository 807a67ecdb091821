// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// 3MF: a zip archive with one or more XML models. All build items with all their components become one mesh, or each a
// mesh of its own, in the unit of the scene; identical corners are welded. Read here and not by lib3mf, which keeps
// coordinates as floats.
#include <fmt/format.h>

#include "io/file/xml_document.h"
#include "io/mesh/format.h"
#include "io/mesh/threemf_model.h"
#include "io/mesh/weld.h"

namespace impinge::io {
namespace {

constexpr int kMaxDepth = 64;  // of components in components

class ThreemfReader {
 public:
  ThreemfReader(Bytes bytes, std::string_view origin, const FileUnits& units)
      : archive_(bytes, origin), origin_(origin), units_(units) {}

  std::vector<PartArrays> read(bool in_parts) {
    const std::string root = find_root();
    const ThreemfModel& model = load(root);
    scale_ = scale_of(model);
    if (model.items.empty()) {
      fail(ErrorCode::bad_mesh, origin_,
           "the build has no items, so there is nothing to check; add the objects to the plate");
    }
    std::uint64_t triangles = 0;
    for (const ThreemfUse& item : model.items) triangles = add(triangles, count(item, root, 0));
    const std::uint64_t limit = max_triangles(archive_.bytes_read());
    if (triangles > limit) {
      fail(
          ErrorCode::too_large, origin_,
          fmt::format("its components expand to more than {} triangles, the limit for a file of this size; export the parts "
                      "as separate files",
                      limit));
    }
    return in_parts ? place_each(model, root) : place_all(model, root, triangles);
  }

 private:
  std::vector<PartArrays> place_all(const ThreemfModel& model, const std::string& root, std::uint64_t triangles) {
    std::vector<PartArrays> parts(1);
    MeshArrays& all = parts[0].arrays;
    all.faces.reserve(triangles);
    Welder welder(all.vertices, triangles / 2);
    for (const ThreemfUse& item : model.items) place(item, root, Affine(), welder, all);
    return parts;
  }

  std::vector<PartArrays> place_each(const ThreemfModel& model, const std::string& root) {
    std::vector<PartArrays> parts;
    for (std::size_t i = 0; i < model.items.size(); ++i) {
      const ThreemfUse& item = model.items[i];
      MeshArrays part;
      Welder welder(part.vertices, 0);
      place(item, root, Affine(), welder, part);
      const std::string& name = object(item, part_of(item, root)).name;
      if (!part.faces.empty()) parts.push_back({name.empty() ? fmt::format("item {}", i) : name, std::move(part)});
    }
    return parts;
  }

  UnitScale scale_of(const ThreemfModel& model) const {
    return unit_scale(units_.from.empty() ? std::string_view(model.unit) : units_.from, units_.to);
  }

  struct Counted {
    ThreemfModel model;
    std::unordered_map<std::uint32_t, std::uint64_t> triangles;
  };

  static std::uint64_t add(std::uint64_t a, std::uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

  /// The model that the package names as its start.
  std::string find_root() {
    const std::string relations = "_rels/.rels";
    if (archive_.has(relations)) {
      const std::string text = archive_.read(relations);
      const std::string where = fmt::format("{} ({})", origin_, relations);
      const XmlDocument document(text, where);
      for (const XmlElement element : children(document.root()))
        if (element.name() == "Relationship" && element.text("Type").ends_with("/3dmodel"))
          return part_name(element.text("Target"));
    }
    return "3d/3dmodel.model";
  }

  /// Names of parts are equal whatever their case.
  static std::string part_name(std::string_view path) {
    while (path.starts_with('/')) path.remove_prefix(1);
    std::string name(path);
    for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    return name;
  }

  Counted& counted(const std::string& part) {
    const auto known = models_.find(part);
    if (known != models_.end()) return known->second;
    const std::string xml = archive_.read(part);
    return models_.emplace(part, Counted{read_3mf_model(xml, fmt::format("{} ({})", origin_, part)), {}}).first->second;
  }

  ThreemfModel& load(const std::string& part) { return counted(part).model; }

  ThreemfObject& object(const ThreemfUse& use, const std::string& part) {
    ThreemfModel& model = load(part);
    if (models_.size() > 1 && scale_of(model).times != scale_.times) {
      fail(ErrorCode::unsupported, origin_, fmt::format("part \"{}\" has a different unit from the main model", part));
    }
    const auto found = model.objects.find(use.object);
    if (found == model.objects.end()) {
      fail(ErrorCode::file_format, origin_,
           fmt::format("object {} is used but not defined in part \"{}\"", use.object, part));
    }
    return found->second;
  }

  static std::string part_of(const ThreemfUse& use, const std::string& here) {
    return use.path.empty() ? here : part_name(use.path);
  }

  /// Triangles that a use expands to; each object is counted once, so nested copies cost nothing here.
  std::uint64_t count(const ThreemfUse& use, const std::string& here, int depth) {
    const std::string part = part_of(use, here);
    ThreemfObject& shape = object(use, part);
    const auto known = counted(part).triangles.find(use.object);
    if (known != counted(part).triangles.end()) return known->second;
    if (depth > kMaxDepth) {
      fail(ErrorCode::file_format, origin_,
           fmt::format("object {} has components more than {} deep, or is a component of itself", use.object, kMaxDepth));
    }
    std::uint64_t triangles = shape.triangles.size();
    // Empty components are dropped here, so that many copies of them cost no time later.
    std::erase_if(shape.components, [&](const ThreemfUse& component) {
      const std::uint64_t inner = count(component, part, depth + 1);
      triangles = add(triangles, inner);
      return inner == 0;
    });
    counted(part).triangles[use.object] = triangles;
    return triangles;
  }

  void place(const ThreemfUse& use, const std::string& here, const Affine& outer, Welder& welder, MeshArrays& arrays) {
    const std::string part = part_of(use, here);
    const ThreemfObject& shape = object(use, part);
    const Affine placement = outer.after(use.placement);
    // A map pays where vertices are shared; without one, unused vertices cost nothing.
    const bool mapped = shape.vertices.size() <= 3 * shape.triangles.size();
    std::vector<std::uint32_t> welded(mapped ? shape.vertices.size() : 0, UINT32_MAX);
    const auto weld = [&](std::uint32_t index) {
      const Vec3 p = placement(shape.vertices[index]);
      return welder.add(scale_(p.x()), scale_(p.y()), scale_(p.z()));
    };
    const bool mirrors = placement.mirrors();
    for (Face face : shape.triangles) {
      if (mirrors) std::swap(face[1], face[2]);
      for (std::uint32_t& index : face) {
        if (mapped && welded[index] == UINT32_MAX) welded[index] = weld(index);
        index = mapped ? welded[index] : weld(index);
      }
      arrays.faces.push_back(face);
    }
    for (const ThreemfUse& component : shape.components) place(component, part, placement, welder, arrays);
  }

  ZipArchive archive_;
  std::string_view origin_;
  FileUnits units_;
  UnitScale scale_;
  std::map<std::string, Counted> models_;
};

}  // namespace

std::vector<PartArrays> read_3mf(Bytes bytes, std::string_view origin, const FileUnits& units, bool in_parts) {
  return ThreemfReader(bytes, origin, units).read(in_parts);
}

}  // namespace impinge::io
