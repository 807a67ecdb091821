// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// COLLADA 1.4 and 1.5: the meshes that the nodes of the scene show, placed, in the unit of the scene, turned so that up is
// z. Skins are taken as they are bound. As with 3MF, what nodes in nodes expand to is counted before it is placed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "io/mesh/dae_document.h"
#include "io/mesh/format.h"
#include "io/mesh/weld.h"

namespace impinge::io {
namespace {

constexpr int kMaxDepth = 64;  // of nodes in nodes

class DaeReader {
 public:
  DaeReader(const XmlDocument& document, const DaeFile& file)
      : root_(document.root()), file_(file), index_(root_), limit_(max_triangles(file.bytes)), left_(limit_) {}

  std::vector<PartArrays> read(bool in_parts) {
    if (root_.name() != "COLLADA")
      root_.fail(fmt::format("the XML is not COLLADA: its element is <{}>", root_.tag().substr(0, 40)));
    read_asset();
    const XmlElement scene = find_scene();
    std::uint64_t triangles = 0;
    for (const XmlElement node : children(scene, "node")) triangles = add(triangles, count(node, 0));
    if (triangles > limit_)
      fail(ErrorCode::too_large, file_.origin,
           fmt::format("its nodes expand to more than {} triangles, the limit for a file of this size; export the parts as "
                       "separate files",
                       limit_));
    in_parts_ = in_parts;
    if (!in_parts) begin_part("");
    for (const XmlElement node : children(scene, "node")) place(node, up_);
    if (parts_.empty()) begin_part("");
    return std::move(parts_);
  }

 private:
  static std::uint64_t add(std::uint64_t a, std::uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

  void read_asset() {
    double metres = 1;
    std::string axis = "Y_UP";
    if (const XmlElement asset = root_.first_child("asset")) {
      const XmlElement unit = asset.first_child("unit");
      if (unit && unit.find("meter")) metres = unit.number("meter");
      if (!(metres > 0) || !std::isfinite(metres)) unit.fail("\"meter\" of <unit> must be greater than 0");
      if (const XmlElement up = asset.first_child("up_axis")) axis = up.content();
    }
    // Millimetres are 0.001 in files, which is no double: what is a whole number of a unit stays exact.
    const UnitScale known = known_unit(metres);
    unit_ = file_.units.from.empty() ? known : unit_scale(file_.units.from, file_.units.to);
    if (file_.keep_axes) return;
    if (axis.find("Y_UP") != axis.npos)
      up_.linear << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    else if (axis.find("X_UP") != axis.npos)
      up_.linear << 0, -1, 0, 0, 0, -1, 1, 0, 0;
  }

  UnitScale known_unit(double metres) const {
    const struct {
      double metres;
      const char* word;
    } kUnits[] = {{1, "m"}, {0.01, "cm"}, {0.001, "mm"}, {1e-6, "um"}, {0.0254, "in"}, {0.3048, "ft"}};
    for (const auto& unit : kUnits)
      if (std::fabs(metres - unit.metres) <= 1e-6 * unit.metres) return unit_scale(unit.word, file_.units.to);
    const UnitScale from_metres = unit_scale("m", file_.units.to);
    return {metres * from_metres.times, from_metres.over};
  }

  XmlElement find_scene() const {
    if (const XmlElement scene = root_.first_child("scene"))
      if (const XmlElement instance = scene.first_child("instance_visual_scene")) return index_.find(instance, "url");
    const XmlElement library = root_.first_child("library_visual_scenes");
    const XmlElement first = library ? library.first_child("visual_scene") : XmlElement();
    if (!first) root_.fail(ErrorCode::bad_mesh, "the document has no scene, so there is nothing to check");
    return first;
  }

  // The geometry that an instance shows.
  XmlElement geometry_of(const XmlElement& instance) const {
    XmlElement shown = index_.find(instance, "url");
    if (shown.tag() == "controller") {
      const XmlElement skin = shown.first_child("skin");
      if (!skin) shown.fail(ErrorCode::unsupported, "a controller that is no skin is not read; export the mesh as it is");
      shown = index_.find(skin, "source");
    }
    if (shown.tag() != "geometry") instance.fail(fmt::format("<{}> does not name a geometry", instance.tag()));
    return shown;
  }

  static bool shows(const XmlElement& element) {
    return element.tag() == "instance_geometry" || element.tag() == "instance_controller";
  }

  const DaeGeometry& geometry(const XmlElement& element) {
    const std::string key(element.text("id"));
    const auto known = geometries_.find(key);
    return known != geometries_.end() ? known->second
                                      : geometries_.emplace(key, read_dae_geometry(element, index_, left_)).first->second;
  }

  std::string key_of(const XmlElement& node) const { return std::string(node.find("id").value_or("")); }

  // Triangles that a node expands to. Nodes that are used by others have ids, and are counted once.
  std::uint64_t count(const XmlElement& node, int depth) {
    if (depth > kMaxDepth) node.fail(fmt::format("nodes are more than {} deep, or a node is part of itself", kMaxDepth));
    const std::string key = key_of(node);
    if (!key.empty())
      if (const auto known = counts_.find(key); known != counts_.end()) return known->second;
    std::uint64_t triangles = 0;
    for (const XmlElement element : children(node)) {
      if (element.tag() == "node") triangles = add(triangles, count(element, depth + 1));
      if (element.tag() == "instance_node") triangles = add(triangles, count(node_of(element), depth + 1));
      if (!shows(element)) continue;
      const DaeGeometry& shown = geometry(geometry_of(element));
      triangles = add(triangles, shown.corners.size() - 2 * shown.polygon_begins.size());
    }
    if (!key.empty()) counts_.emplace(key, triangles);
    return triangles;
  }

  XmlElement node_of(const XmlElement& instance) const {
    const XmlElement node = index_.find(instance, "url");
    if (node.tag() != "node") instance.fail("<instance_node> does not name a node");
    return node;
  }

  void place(const XmlElement& node, const Affine& outer) {
    // Without triangles nobody goes down, so that many empty copies cost no time.
    if (count(node, 0) == 0) return;
    const Affine placement = outer.after(read_dae_placement(node));
    bool begun = !in_parts_;
    for (const XmlElement element : children(node)) {
      if (!shows(element)) continue;
      const DaeGeometry& shown = geometry(geometry_of(element));
      if (!begun && !shown.polygon_begins.empty()) begin_part(name_of(node));
      begun = begun || !shown.polygon_begins.empty();
      if (begun) add_faces(shown, placement);
    }
    for (const XmlElement element : children(node)) {
      if (element.tag() == "node") place(element, placement);
      if (element.tag() == "instance_node") place(node_of(element), placement);
    }
  }

  std::string name_of(const XmlElement& node) const {
    if (const auto name = node.find("name"); name && !name->empty()) return std::string(*name);
    if (const auto id = node.find("id"); id && !id->empty()) return std::string(*id);
    return fmt::format("node {}", parts_.size());
  }

  void begin_part(std::string name) {
    parts_.push_back({std::move(name), {}});
    fans_.clear();
    welders_.clear();
    fans_.emplace_back(parts_.back().arrays, file_.bytes, file_.origin);
    welders_.emplace_back(parts_.back().arrays.vertices, 0);
  }

  void add_faces(const DaeGeometry& shown, const Affine& placement) {
    std::vector<std::uint32_t> welded(shown.points.size(), UINT32_MAX);
    const bool mirrors = placement.mirrors();
    std::vector<std::uint32_t> corners;
    for (std::size_t i = 0; i < shown.polygon_begins.size(); ++i) {
      const std::size_t from = shown.polygon_begins[i];
      const std::size_t to = i + 1 < shown.polygon_begins.size() ? shown.polygon_begins[i + 1] : shown.corners.size();
      corners.clear();
      for (std::size_t k = from; k < to; ++k) {
        std::uint32_t& index = welded[shown.corners[k]];
        if (index == UINT32_MAX) {
          const Vec3 p = placement(shown.points[shown.corners[k]]);
          index = welders_.front().add(unit_(p.x()), unit_(p.y()), unit_(p.z()));
        }
        corners.push_back(index);
      }
      if (mirrors) std::reverse(corners.begin(), corners.end());
      fans_.front().add(corners);
    }
  }

  XmlElement root_;
  const DaeFile& file_;
  DaeIndex index_;
  std::uint64_t limit_, left_;
  UnitScale unit_;
  Affine up_;
  bool in_parts_ = false;
  std::vector<PartArrays> parts_;
  std::vector<PolygonFan> fans_;  // of the part that is being made
  std::vector<Welder> welders_;   // likewise
  std::map<std::string, DaeGeometry> geometries_;
  std::unordered_map<std::string, std::uint64_t> counts_;
};

}  // namespace

std::vector<PartArrays> read_dae(std::string_view text, const DaeFile& file, bool in_parts) {
  const XmlDocument document(text, file.origin);
  return DaeReader(document, file).read(in_parts);
}

}  // namespace impinge::io
