// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// glTF has room for floats only. A node carries the middle of its part as doubles, so that they are rounded by the size of
// the part and not by how far it is from the origin.
#include "io/mesh/write_gltf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include <impinge/error.h>

#include <nlohmann/json.hpp>

#include "io/file/output_file.h"
#include "io/mesh/units.h"

namespace impinge::io {
namespace {

using GltfJson = nlohmann::ordered_json;

// Numbers that the specification gives.
constexpr int kGltfFloat = 5126, kGltfUnsigned = 5125, kGltfVertices = 34962, kGltfIndices = 34963;
constexpr std::uint32_t kGlbMagic = 0x46546C67, kGlbVersion = 2, kGlbJson = 0x4E4F534A, kGlbBinary = 0x004E4942;

class GltfWriter {
 public:
  GltfWriter(const std::filesystem::path& file, std::string_view units) : file_(file), to_metres_(unit_scale(units, "m")) {}

  void add(const MeshPart& part) {
    const Vec3 middle = middle_of(part.mesh);
    const std::size_t mesh = meshes_.size(), positions = accessors_.size();
    add_positions(part.mesh, middle);
    add_indices(part.mesh);
    meshes_.push_back(
        {{"name", part.name}, {"primitives", {{{"attributes", {{"POSITION", positions}}}, {"indices", positions + 1}}}}});
    nodes_.push_back({{"name", part.name}, {"mesh", mesh}, {"translation", {middle.x(), middle.y(), middle.z()}}});
    if (binary_.size() > kMost)
      throw Error(ErrorCode::too_large, fmt::format("{}: more than 4 GB; write PLY or STL", file_.string()));
  }

  /// `uri` says where the buffer is; empty: in the same file.
  std::string json(const std::string& uri) const {
    GltfJson roots = GltfJson::array();
    for (std::size_t i = 0; i < nodes_.size(); ++i) roots.push_back(i);
    GltfJson buffer = {{"byteLength", binary_.size()}};
    if (!uri.empty()) buffer["uri"] = uri;
    const GltfJson document = {{"asset", {{"version", "2.0"}, {"generator", "impinge"}}},
                               {"scene", 0},
                               {"scenes", GltfJson::array({{{"nodes", std::move(roots)}}})},
                               {"nodes", nodes_},
                               {"meshes", meshes_},
                               {"accessors", accessors_},
                               {"bufferViews", views_},
                               {"buffers", GltfJson::array({std::move(buffer)})}};
    return document.dump(-1, ' ', false, GltfJson::error_handler_t::replace);
  }

  const std::string& binary() const { return binary_; }

 private:
  static constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() - (1u << 24);

  Vec3 middle_of(const Mesh& mesh) const {
    Vec3 low = mesh.vertices()[0], high = low;
    for (const Vec3& v : mesh.vertices()) {
      low = low.cwiseMin(v);
      high = high.cwiseMax(v);
    }
    const Vec3 middle = 0.5 * low + 0.5 * high;
    return {to_metres_(middle.x()), to_metres_(middle.y()), to_metres_(middle.z())};
  }

  template <class Number>
  void put(Number number) {
    for (std::size_t k = 0; k < sizeof(Number); ++k) {
      const auto bits = std::bit_cast<std::uint32_t>(number);
      binary_ += static_cast<char>(bits >> (8 * k) & 0xff);
    }
  }

  void add_positions(const Mesh& mesh, const Vec3& middle) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    std::array<float, 3> low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};
    const std::size_t begin = binary_.size();
    for (const Vec3& v : mesh.vertices())
      for (std::size_t k = 0; k < 3; ++k) {
        const int axis = static_cast<int>(k);
        const auto value = static_cast<float>(to_metres_(v[axis]) - middle[axis]);
        if (!std::isfinite(value))
          throw Error(
              ErrorCode::bad_argument,
              fmt::format("{}: the coordinate {} is too large for glTF; write PLY, OBJ or OFF", file_.string(), v[axis]));
        low[k] = std::min(low[k], value);
        high[k] = std::max(high[k], value);
        put(value);
      }
    add_view(begin, kGltfVertices);
    accessors_.push_back({{"bufferView", views_.size() - 1},
                          {"componentType", kGltfFloat},
                          {"count", mesh.vertices().size()},
                          {"type", "VEC3"},
                          {"min", low},
                          {"max", high}});
  }

  void add_indices(const Mesh& mesh) {
    const std::size_t begin = binary_.size();
    for (const Face& face : mesh.faces())
      for (const std::uint32_t index : face) put(index);
    add_view(begin, kGltfIndices);
    accessors_.push_back({{"bufferView", views_.size() - 1},
                          {"componentType", kGltfUnsigned},
                          {"count", 3 * mesh.faces().size()},
                          {"type", "SCALAR"}});
  }

  void add_view(std::size_t begin, int target) {
    views_.push_back({{"buffer", 0}, {"byteOffset", begin}, {"byteLength", binary_.size() - begin}, {"target", target}});
  }

  const std::filesystem::path& file_;
  UnitScale to_metres_;
  GltfJson nodes_ = GltfJson::array(), meshes_ = GltfJson::array(), accessors_ = GltfJson::array(),
           views_ = GltfJson::array();
  std::string binary_;
};

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

void write_gltf(std::span<const MeshPart> parts, const std::filesystem::path& file, std::string_view units) {
  GltfWriter writer(file, units);
  for (const MeshPart& part : parts) writer.add(part);
  std::string ending = file.extension().string();
  if (ending.size() == 5) {
    const std::string text = writer.json("data:application/octet-stream;base64," + to_base64(writer.binary()));
    OutputFile out(file);
    out.append(text);
    out.close();
    return;
  }
  std::string json = writer.json("");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  OutputFile out(file);
  const auto size = [](const std::string& chunk) { return static_cast<std::uint32_t>(chunk.size()); };
  for (const std::uint32_t word :
       {kGlbMagic, kGlbVersion, 12 + 8 + size(json) + 8 + size(writer.binary()), size(json), kGlbJson})
    out.put(word);
  out.append(json);
  for (const std::uint32_t word : {size(writer.binary()), kGlbBinary}) out.put(word);
  out.append(writer.binary());
  out.close();
}

}  // namespace impinge::io
