// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>
#include <impinge/overlap.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <array>

#include "io/exchange/plain_text.h"
#include "io/exchange/review_words.h"
#include "io/mesh/gltf_writer.h"
#include "io/picture/drawn_scene.h"

namespace impinge {
namespace {

using Colour = std::array<float, 4>;

/// One looks through bodies at what was found.
constexpr Colour kBody{0.62f, 0.68f, 0.75f, 0.35f}, kOverlap{1.0f, 0.74f, 0.03f, 1}, kLine{0.88f, 0.06f, 0.09f, 1},
    kGap{0.52f, 0.10f, 0.72f, 1}, kAccepted{0.55f, 0.56f, 0.58f, 1};

class SceneWriter {
 public:
  SceneWriter(const Review& review, const std::filesystem::path& file)
      : review_(review),
        gltf_(file, review.scene->units),
        body_(gltf_.add_material("body", kBody)),
        lump_(gltf_.add_material("overlap", kOverlap)),
        line_(gltf_.add_material("contact", kLine)),
        gap_(gltf_.add_material("nearest points", kGap)),
        accepted_(gltf_.add_material("accepted", kAccepted)) {}

  void write() {
    std::vector<std::size_t> objects, findings;
    const Scene drawn = drawn_scene(*review_.scene);
    for (std::size_t i = 0; i < drawn.objects().size(); ++i)
      objects.push_back(add_object(drawn.objects()[i], review_.scene->objects()[i].shape));
    for (const ReviewItem& item : review_.items) findings.push_back(add_item(item));
    gltf_.put_under(gltf_.add_place("objects"), objects);
    gltf_.put_under(gltf_.add_place("findings"), findings);
    gltf_.write();
  }

 private:
  std::size_t add_object(const SceneObject& object, const LineShapePtr& shape) {
    const std::span<const Vec3> local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
    std::vector<Vec3> world;
    world.reserve(local.size());
    for (const Vec3& point : local) world.push_back(world_point(object.pose, point));
    const std::size_t node = gltf_.add_mesh(object.name, world, object.mesh.faces(), body_);
    if (shape)
      gltf_.set_extras(
          node, {{"impinge", {{"shape", shape->name()}, {"shown_as", shape->solid() != nullptr ? "triangles" : "box"}}}});
    return node;
  }

  std::size_t add_item(const ReviewItem& item) {
    const PairAnswer* const pair = item.pair ? &review_.result->pairs[*item.pair] : nullptr;
    const bool settled = item.state == ReviewState::accepted;
    std::vector<std::size_t> children;
    if (pair != nullptr && pair->overlap) add_overlap(*pair->overlap, settled, children);
    if (item.places.size() == 2)
      children.push_back(gltf_.add_line("nearest points", item.places, false, settled ? accepted_ : gap_));
    else if (!item.places.empty())
      children.push_back(gltf_.add_place("witness", item.places.front()));
    const std::size_t node = gltf_.add_place(io::headline(review_, item));
    gltf_.put_under(node, children);
    io::GltfWriter::Json extras = {
        {"id", item.id},           {"a", review_.scene->object(item.a).name}, {"b", review_.scene->object(item.b).name},
        {"verdict", item.verdict}, {"state", to_string(item.state)},          {"severity", to_string(item.severity)}};
    if (!item.reason.empty()) extras["reason"] = item.reason;
    for (const ReviewFact& fact : item.facts) extras["facts"][fact.name] = fact.value;
    gltf_.set_extras(node, {{"impinge", std::move(extras)}});
    return node;
  }

  void add_overlap(const Overlap& overlap, bool settled, std::vector<std::size_t>& children) {
    if (overlap.solid && overlap.solid->mesh) {
      const OverlapSolid& solid = *overlap.solid;
      for (std::size_t k = 0; k < solid.lumps.size(); ++k) {
        const std::size_t node = add_lump(solid, solid.lumps[k], fmt::format("lump {}", k + 1), settled ? accepted_ : lump_);
        gltf_.set_extras(node, {{"impinge", {{"volume", solid.lumps[k].volume}, {"area", solid.lumps[k].area}}}});
        children.push_back(node);
      }
    }
    for (std::size_t k = 0; k < overlap.curves.size(); ++k) {
      const ContactCurve& curve = overlap.curves[k];
      children.push_back(
          gltf_.add_line(fmt::format("curve {}", k + 1), curve.points, curve.closed, settled ? accepted_ : line_));
    }
  }

  /// The faces of one lump with the vertices that they need.
  std::size_t add_lump(const OverlapSolid& solid, const Lump& lump, const std::string& name, std::size_t material) {
    const std::span<const Face> all = solid.mesh->faces().subspan(lump.first_face, lump.face_count);
    std::vector<std::uint32_t> used;
    for (const Face& face : all) used.insert(used.end(), face.begin(), face.end());
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::vector<Vec3> vertices;
    for (const std::uint32_t v : used) vertices.push_back(solid.mesh->vertices()[v]);
    std::vector<Face> faces(all.begin(), all.end());
    for (Face& face : faces)
      for (std::uint32_t& v : face)
        v = static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), v) - used.begin());
    return gltf_.add_mesh(name, vertices, faces, material);
  }

  const Review& review_;
  io::GltfWriter gltf_;
  std::size_t body_, lump_, line_, gap_, accepted_;
};

}  // namespace

void write_review_scene(const Review& review, const std::filesystem::path& file) {
  if (file.extension() != ".glb")
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: a scene with findings is GLB; give a name that ends in .glb", file.string()));
  if (review.result == nullptr)
    throw Error(ErrorCode::bad_argument, fmt::format("{}: only the scene of a check is written", file.string()));
  SceneWriter(review, file).write();
}

}  // namespace impinge
