// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/gltf_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <impinge/error.h>

#include "io/file/output_file.h"

namespace impinge::io {
namespace {

// Numbers that the specification gives.
constexpr int kGltfFloat = 5126, kGltfUnsigned = 5125, kGltfVertices = 34962, kGltfIndices = 34963;
constexpr int kGltfLineLoop = 2, kGltfLineStrip = 3;
constexpr std::uint32_t kGlbMagic = 0x46546C67, kGlbVersion = 2, kGlbJson = 0x4E4F534A, kGlbBinary = 0x004E4942;
constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() - (1u << 24);

template <class Number>
void put(std::string& binary, Number number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  for (std::size_t k = 0; k < sizeof(Number); ++k) binary += static_cast<char>(bits >> (8 * k) & 0xff);
}

std::string to_base64(const std::string& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(bytes.size() / 3 * 4 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace

GltfWriter::GltfWriter(const std::filesystem::path& file, std::string_view units)
    : file_(file), to_metres_(unit_scale(units, "m")) {}

std::size_t GltfWriter::add_material(const std::string& name, const std::array<float, 4>& rgba) {
  Json material = {{"name", name},
                   {"pbrMetallicRoughness", {{"baseColorFactor", rgba}, {"metallicFactor", 0}, {"roughnessFactor", 0.8}}},
                   {"doubleSided", true}};
  if (rgba[3] < 1) material["alphaMode"] = "BLEND";
  materials_.push_back(std::move(material));
  return materials_.size() - 1;
}

std::size_t GltfWriter::add_mesh(const std::string& name, std::span<const Vec3> vertices, std::span<const Face> faces,
                                 std::optional<std::size_t> material) {
  const Vec3 middle = middle_of(vertices);
  const std::size_t positions = add_positions(vertices, middle), indices = add_indices(faces);
  return add_node(name, {{"attributes", {{"POSITION", positions}}}, {"indices", indices}}, middle, material);
}

std::size_t GltfWriter::add_line(const std::string& name, std::span<const Vec3> points, bool closed,
                                 std::optional<std::size_t> material) {
  const Vec3 middle = middle_of(points);
  const std::size_t positions = add_positions(points, middle);
  const int mode = closed ? kGltfLineLoop : kGltfLineStrip;
  return add_node(name, {{"attributes", {{"POSITION", positions}}}, {"mode", mode}}, middle, material);
}

std::size_t GltfWriter::add_place(const std::string& name, const std::optional<Vec3>& place) {
  Json node = {{"name", name}};
  if (place) node["translation"] = {to_metres_(place->x()), to_metres_(place->y()), to_metres_(place->z())};
  nodes_.push_back(std::move(node));
  is_child_.push_back(false);
  return nodes_.size() - 1;
}

void GltfWriter::put_under(std::size_t parent, std::span<const std::size_t> children) {
  if (children.empty()) return;  // glTF has no empty lists
  Json& list = nodes_[parent]["children"];
  for (const std::size_t child : children) {
    list.push_back(child);
    is_child_[child] = true;
  }
}

std::size_t GltfWriter::add_node(const std::string& name, Json primitive, const Vec3& middle,
                                 std::optional<std::size_t> material) {
  if (material) primitive["material"] = *material;
  meshes_.push_back({{"name", name}, {"primitives", Json::array({std::move(primitive)})}});
  nodes_.push_back({{"name", name}, {"mesh", meshes_.size() - 1}, {"translation", {middle.x(), middle.y(), middle.z()}}});
  is_child_.push_back(false);
  if (binary_.size() > kMost)
    throw Error(ErrorCode::too_large, fmt::format("{}: more than 4 GB; write PLY or STL", file_.string()));
  return nodes_.size() - 1;
}

Vec3 GltfWriter::middle_of(std::span<const Vec3> points) const {
  Vec3 low = points[0], high = low;
  for (const Vec3& v : points) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  const Vec3 middle = 0.5 * low + 0.5 * high;
  return {to_metres_(middle.x()), to_metres_(middle.y()), to_metres_(middle.z())};
}

std::size_t GltfWriter::add_positions(std::span<const Vec3> points, const Vec3& middle) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::array<float, 3> low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};
  const std::size_t begin = binary_.size();
  for (const Vec3& v : points)
    for (std::size_t k = 0; k < 3; ++k) {
      const int axis = static_cast<int>(k);
      const auto value = static_cast<float>(to_metres_(v[axis]) - middle[axis]);
      if (!std::isfinite(value))
        throw Error(
            ErrorCode::bad_argument,
            fmt::format("{}: the coordinate {} is too large for glTF; write PLY, OBJ or OFF", file_.string(), v[axis]));
      low[k] = std::min(low[k], value);
      high[k] = std::max(high[k], value);
      put(binary_, value);
    }
  add_view(begin, kGltfVertices);
  accessors_.push_back({{"bufferView", views_.size() - 1},
                        {"componentType", kGltfFloat},
                        {"count", points.size()},
                        {"type", "VEC3"},
                        {"min", low},
                        {"max", high}});
  return accessors_.size() - 1;
}

std::size_t GltfWriter::add_indices(std::span<const Face> faces) {
  const std::size_t begin = binary_.size();
  for (const Face& face : faces)
    for (const std::uint32_t index : face) put(binary_, index);
  add_view(begin, kGltfIndices);
  accessors_.push_back({{"bufferView", views_.size() - 1},
                        {"componentType", kGltfUnsigned},
                        {"count", 3 * faces.size()},
                        {"type", "SCALAR"}});
  return accessors_.size() - 1;
}

void GltfWriter::add_view(std::size_t begin, int target) {
  views_.push_back({{"buffer", 0}, {"byteOffset", begin}, {"byteLength", binary_.size() - begin}, {"target", target}});
}

// `uri` says where the buffer is; empty: in the same file.
std::string GltfWriter::json(const std::string& uri) const {
  Json roots = Json::array();
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (!is_child_[i]) roots.push_back(i);
  Json buffer = {{"byteLength", binary_.size()}};
  if (!uri.empty()) buffer["uri"] = uri;
  Json document = {{"asset", {{"version", "2.0"}, {"generator", "impinge"}}},
                   {"scene", 0},
                   {"scenes", Json::array({{{"nodes", std::move(roots)}}})},
                   {"nodes", nodes_},
                   {"meshes", meshes_}};
  if (!materials_.empty()) document["materials"] = materials_;
  document["accessors"] = accessors_;
  document["bufferViews"] = views_;
  document["buffers"] = Json::array({std::move(buffer)});
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void GltfWriter::write() const {
  if (file_.extension().string().size() == 5) {
    const std::string text = json("data:application/octet-stream;base64," + to_base64(binary_));
    OutputFile out(file_);
    out.append(text);
    return out.close();
  }
  std::string text = json("");
  text.resize((text.size() + 3) / 4 * 4, ' ');
  OutputFile out(file_);
  const auto size = [](const std::string& chunk) { return static_cast<std::uint32_t>(chunk.size()); };
  for (const std::uint32_t word : {kGlbMagic, kGlbVersion, 12 + 8 + size(text) + 8 + size(binary_), size(text), kGlbJson})
    out.put(word);
  out.append(text);
  for (const std::uint32_t word : {size(binary_), kGlbBinary}) out.put(word);
  out.append(binary_);
  out.close();
}

}  // namespace impinge::io
