// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The JSON of a glTF document, and the chunks of GLB around it. Nothing is trusted: sizes are checked against the bytes that
// are there, members have the types that the specification gives them, and lists are bounded before they are made.
#include "io/gltf/gltf_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/file/json_guard.h"
#include "io/gltf/gltf_buffers.h"
#include "io/gltf/gltf_object.h"

namespace impinge::io {
namespace {

using Json = nlohmann::json;

struct Chunks {
  std::string_view json;
  Bytes binary;
};

[[noreturn]] void refuse_version(std::string_view origin, std::string_view version) {
  fail(ErrorCode::unsupported, origin,
       fmt::format("is glTF {}, but impinge reads glTF 2.0; convert it, or export it again as glTF 2.0", version));
}

std::string version_of(const Json& document) {
  const auto asset = document.find("asset");
  if (asset == document.end() || !asset->is_object()) return "";
  const auto version = asset->find("version");
  return version != asset->end() && version->is_string() ? version->get<std::string>() : "";
}

/// In glTF 1.0 meshes had names in place of numbers, and the asset was optional.
void require_version(const Json& document, std::string_view origin) {
  if (const std::string version = version_of(document); version.starts_with("1.")) refuse_version(origin, version);
  const auto meshes = document.find("meshes");
  if (meshes != document.end() && meshes->is_object()) refuse_version(origin, "1.0");
}

Chunks split(Bytes bytes, std::string_view origin) {
  if (!as_text(bytes).starts_with("glTF")) return {as_text(bytes), {}};
  const auto word = [&](std::size_t at) { return read_number<std::uint32_t>(bytes.data() + at); };
  if (bytes.size() < 20) fail(ErrorCode::file_format, origin, "the GLB file is shorter than its header; it was cut short");
  if (word(4) == 1) refuse_version(origin, "1.0");
  if (word(4) != 2)
    fail(ErrorCode::unsupported, origin, fmt::format("GLB version {} is not supported, only version 2", word(4)));
  const std::uint64_t length = word(8);
  const std::uint64_t json_end = 20 + std::uint64_t{word(12)};
  if (length > bytes.size() || json_end > length) {
    fail(ErrorCode::file_format, origin,
         fmt::format("declares {} bytes, but has {}; it was cut short or is damaged", std::max(length, json_end),
                     bytes.size()));
  }
  if (word(16) != 0x4e4f534a)
    fail(ErrorCode::file_format, origin, "the first chunk of the GLB file is not JSON; it is damaged");
  Chunks chunks{as_text(bytes.subspan(20, word(12))), {}};
  if (json_end + 8 > length) return chunks;
  const std::uint64_t binary_size = word(json_end);
  if (json_end + 8 + binary_size > length) {
    fail(ErrorCode::file_format, origin, "the binary chunk of the GLB file was cut short");
  }
  if (word(json_end + 4) == 0x004e4942) chunks.binary = bytes.subspan(json_end + 8, binary_size);
  return chunks;
}

/// Extensions about looks may be required and still do not matter here; those about geometry do.
void refuse_extensions(const GltfObject& document, std::string_view origin) {
  constexpr std::array<std::string_view, 9> kHarmless = {"material",  "texture", "light",    "quantization", "xmp",
                                                         "animation", "image",   "specular", "camera"};
  const Json* used = document.find("extensionsUsed");
  // Who does not know it shows each mesh once, where there are many.
  if (used != nullptr && used->is_array() && std::find(used->begin(), used->end(), "EXT_mesh_gpu_instancing") != used->end())
    fail(ErrorCode::unsupported, origin,
         "places copies of its meshes by EXT_mesh_gpu_instancing, which impinge does not read; export them as nodes");
  const Json* required = document.find("extensionsRequired");
  if (required == nullptr || !required->is_array()) return;
  for (const Json& entry : *required) {
    const std::string name = entry.is_string() ? entry.get<std::string>() : "?";
    const auto is_in_name = [&](std::string_view word) { return name.find(word) != name.npos; };
    if (std::any_of(kHarmless.begin(), kHarmless.end(), is_in_name)) continue;
    fail(ErrorCode::unsupported, origin,
         fmt::format("needs the extension {}, which impinge does not read; export it uncompressed", name));
  }
}

/// What an element of a list takes, however short its text is, must keep within the promise about memory.
void require_modest_lists(const GltfObject& document, std::size_t bytes, std::string_view origin) {
  constexpr std::pair<const char*, std::size_t> kCosts[] = {
      {"nodes", sizeof(GltfModel::Node)},
      {"accessors", sizeof(GltfModel::Accessor)},
      {"bufferViews", sizeof(GltfModel::BufferView)},
      {"meshes", sizeof(GltfModel::Mesh) + sizeof(GltfModel::Primitive)}};
  std::size_t cost = 0;
  for (const auto& [list, each] : kCosts)
    if (const Json* found = document.find(list); found != nullptr && found->is_array()) cost += found->size() * each;
  if (cost > (24u << 20) + 3 * bytes) {
    fail(ErrorCode::too_large, origin,
         "has more nodes, accessors or meshes than a file of its size can plausibly have; export the parts as separate "
         "files");
  }
}

GltfModel::Node read_node(const GltfObject& node) {
  const Json* name = node.find("name");
  return {name != nullptr && name->is_string() ? name->get<std::string>() : "",
          node.indices("children"),
          node.index("mesh", -1),
          node.numbers("matrix"),
          node.numbers("rotation"),
          node.numbers("scale"),
          node.numbers("translation")};
}

GltfModel::Mesh read_mesh(const GltfObject& mesh) {
  GltfModel::Mesh result;
  if (!mesh.at("primitives").is_array()) mesh.refuse_member("primitives");
  mesh.for_each("primitives", [&](const GltfObject& primitive, std::size_t) {
    result.primitives.push_back({primitive.index("mode", GltfModel::triangles), primitive.index("indices", -1),
                                 primitive.object("attributes").index("POSITION", -1)});
  });
  return result;
}

int read_component(const GltfObject& object) {
  const int component = object.index("componentType");
  switch (component) {
    case GltfModel::int8:
    case GltfModel::uint8:
    case GltfModel::int16:
    case GltfModel::uint16:
    case GltfModel::uint32:
    case GltfModel::float32:
    case GltfModel::float64: return component;
    default: object.refuse(fmt::format("{} has the unknown component type {}", object.where(), component));
  }
}

GltfModel::Type read_type(const GltfObject& accessor) {
  constexpr std::array<std::string_view, 5> kOthers = {"VEC2", "VEC4", "MAT2", "MAT3", "MAT4"};
  const std::string& type = accessor.text("type");
  if (type == "SCALAR") return GltfModel::Type::scalar;
  if (type == "VEC3") return GltfModel::Type::vec3;
  if (std::find(kOthers.begin(), kOthers.end(), type) == kOthers.end()) accessor.refuse_member("type");
  return GltfModel::Type::other;
}

GltfModel::Sparse read_sparse(const GltfObject& sparse) {
  const GltfObject indices = sparse.object("indices"), values = sparse.object("values");
  return {sparse.size("count"),       indices.index("bufferView"),   read_component(indices),
          values.index("bufferView"), indices.size("byteOffset", 0), values.size("byteOffset", 0)};
}

GltfModel::Accessor read_accessor(const GltfObject& accessor) {
  GltfModel::Accessor result{accessor.index("bufferView", -1),
                             read_component(accessor),
                             accessor.size("byteOffset", 0),
                             accessor.size("count"),
                             read_type(accessor),
                             accessor.flag("normalized"),
                             std::nullopt};
  if (accessor.find("sparse") != nullptr) result.sparse = read_sparse(accessor.object("sparse"));
  return result;
}

GltfModel::BufferView read_view(const GltfObject& view) {
  const GltfModel::BufferView result{view.index("buffer"), view.size("byteOffset", 0), view.size("byteLength"),
                                     view.size("byteStride", 0)};
  if (result.stride > 252 || result.stride % 4 != 0) view.refuse_member("byteStride");
  return result;
}

GltfModel read_document(const GltfObject& document, GltfBuffers& buffers) {
  GltfModel model;
  model.scene = document.index("scene", 0);
  document.for_each("scenes", [&](const GltfObject& o, std::size_t) { model.scenes.push_back(o.indices("nodes")); });
  document.for_each("nodes", [&](const GltfObject& o, std::size_t) { model.nodes.push_back(read_node(o)); });
  document.for_each("meshes", [&](const GltfObject& o, std::size_t) { model.meshes.push_back(read_mesh(o)); });
  document.for_each("accessors", [&](const GltfObject& o, std::size_t) { model.accessors.push_back(read_accessor(o)); });
  document.for_each("bufferViews", [&](const GltfObject& o, std::size_t) { model.views.push_back(read_view(o)); });
  document.for_each("buffers", [&](const GltfObject& o, std::size_t i) { model.buffers.push_back(buffers.open(o, i)); });
  return model;
}

}  // namespace

GltfModel load_gltf(Bytes bytes, std::string_view origin, const std::filesystem::path& folder) {
  if (bytes.size() > (std::size_t{2} << 30))
    fail(ErrorCode::too_large, origin, "glTF files larger than 2 GiB are not supported");
  const Chunks chunks = split(bytes, origin);
  const Json json = parse_guarded_json(chunks.json, origin);
  if (json.is_object()) require_version(json, origin);
  if (!json.is_object() || !json.contains("asset"))
    fail(ErrorCode::file_format, origin, "is JSON, but not glTF: it has no \"asset\"");
  const GltfObject document(json, "the document", origin);
  refuse_extensions(document, origin);
  require_modest_lists(document, chunks.json.size() + chunks.binary.size(), origin);
  GltfBuffers buffers(chunks.binary, folder, origin);
  return read_document(document, buffers);
}

}  // namespace impinge::io
