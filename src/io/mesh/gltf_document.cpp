// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/gltf_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "io/file/input_file.h"
#include "io/file/json_guard.h"
#include "io/mesh/mesh_arrays.h"

namespace impinge::io {
namespace {

using Json = nlohmann::json;

struct Chunks {
  std::string_view json;
  Bytes binary;
};

Chunks split(Bytes bytes, std::string_view origin) {
  if (!as_text(bytes).starts_with("glTF")) return {as_text(bytes), {}};
  const auto word = [&](std::size_t at) { return read_number<std::uint32_t>(bytes.data() + at); };
  if (bytes.size() < 20) fail(ErrorCode::file_format, origin, "the GLB file is shorter than its header; it was cut short");
  if (word(4) != 2) fail(ErrorCode::unsupported, origin, fmt::format("GLB version {} is not read, only version 2", word(4)));
  const std::uint64_t length = word(8);
  const std::uint64_t json_end = 20 + std::uint64_t{word(12)};
  if (length > bytes.size() || json_end > length) {
    fail(ErrorCode::file_format, origin,
         fmt::format("states {} bytes, but has {}; it was cut short or is damaged", std::max(length, json_end),
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

/// Copies the named members that are there; everything else stays behind.
Json only(const Json& from, std::initializer_list<const char*> keys) {
  Json to = Json::object();
  for (const char* key : keys) {
    if (const auto found = from.find(key); found != from.end()) to[key] = *found;
  }
  return to;
}

/// What the buffers of a document refer to: files beside it, opened, under the short names that tinygltf asks for.
using BufferFiles = std::map<std::string, std::pair<std::unique_ptr<InputFile>, std::size_t>>;

class Vetting {
 public:
  Vetting(std::string_view origin, const std::filesystem::path& folder) : origin_(origin), folder_(folder) {}

  Json pruned(const Json& document, std::size_t binary_size) {
    if (!document.is_object() || !document.contains("asset")) {
      refuse("is JSON, but no glTF: it has no \"asset\"");
    }
    refuse_extensions(document);
    Json clean = only(document, {"scene"});
    require_types(clean, "the document");
    clean["asset"] = {{"version", "2.0"}};
    copy(document, clean, "scenes", [](const Json& scene, std::size_t) { return only(scene, {"nodes"}); });
    copy(document, clean, "nodes", [](const Json& node, std::size_t) {
      return only(node, {"children", "mesh", "matrix", "rotation", "scale", "translation"});
    });
    copy(document, clean, "meshes", [&](const Json& mesh, std::size_t i) { return pruned_mesh(mesh, i); });
    copy(document, clean, "accessors", [](const Json& accessor, std::size_t) { return pruned_accessor(accessor); });
    copy(document, clean, "bufferViews", [](const Json& view, std::size_t) {
      return only(view, {"buffer", "byteOffset", "byteLength", "byteStride"});
    });
    copy(document, clean, "buffers",
         [&](const Json& buffer, std::size_t i) { return vetted_buffer(buffer, i, binary_size); });
    return clean;
  }

  BufferFiles& files() { return files_; }

 private:
  [[noreturn]] void refuse(const std::string& what) const { fail(ErrorCode::file_format, origin_, what); }

  template <class Prune>
  void copy(const Json& from, Json& to, const char* key, const Prune& prune) {
    const auto found = from.find(key);
    if (found == from.end()) return;
    if (!found->is_array()) refuse(fmt::format("\"{}\" is not an array", key));
    Json items = Json::array();
    for (std::size_t i = 0; i < found->size(); ++i) {
      if (!(*found)[i].is_object()) refuse(fmt::format("{}[{}] is not an object", key, i));
      items.push_back(prune((*found)[i], i));
      require_types(items.back(), fmt::format("{}[{}]", key, i));
    }
    to[key] = std::move(items);
  }

  /// tinygltf takes a member of a wrong type for one that is not there, and wraps large numbers around.
  void require_types(const Json& object, const std::string& where) const {
    const auto is_number = [](const Json& value) { return value.is_number(); };
    const auto is_index = [](const Json& value) {
      return value.is_number_unsigned() && value.get<std::uint64_t>() <= INT32_MAX;
    };
    const auto is_array_of = [](const Json& value, const auto& test) {
      return value.is_array() && std::all_of(value.begin(), value.end(), test);
    };
    for (const auto& [key, value] : object.items()) {
      bool good = is_index(value);
      if (key == "matrix" || key == "rotation" || key == "scale" || key == "translation") {
        good = is_array_of(value, is_number);
      } else if (key == "children" || key == "nodes") {
        good = is_array_of(value, is_index);
      } else if (key == "byteLength" || key == "byteOffset" || key == "count") {
        good = value.is_number_unsigned();
      } else if (key == "sparse" || key == "indices" || key == "values" || key == "attributes") {
        good = good || value.is_object();
        if (value.is_object()) require_types(value, where + "." + key);
      } else if (key == "type" || key == "uri") {
        good = value.is_string();
      } else if (key == "normalized") {
        good = value.is_boolean();
      } else if (key == "primitives") {
        good = true;  // looked at one by one
      }
      if (!good) refuse(fmt::format("\"{}\" of {} is of a wrong type or out of range", key, where));
    }
  }

  static Json pruned_accessor(const Json& accessor) {
    Json clean = only(accessor, {"bufferView", "byteOffset", "componentType", "normalized", "count", "type"});
    const auto sparse = accessor.find("sparse");
    if (sparse == accessor.end() || !sparse->is_object()) return clean;
    Json& inner = clean["sparse"] = only(*sparse, {"count"});
    for (const char* key : {"indices", "values"}) {
      const auto found = sparse->find(key);
      if (found != sparse->end())
        inner[key] = found->is_object() ? only(*found, {"bufferView", "byteOffset", "componentType"}) : Json();
    }
    return clean;
  }

  /// Extensions about looks may be required and still do not matter here; those about geometry do.
  void refuse_extensions(const Json& document) const {
    constexpr std::array<std::string_view, 9> kHarmless = {"material",  "texture", "light",    "quantization", "xmp",
                                                           "animation", "image",   "specular", "camera"};
    const auto required = document.find("extensionsRequired");
    if (required == document.end() || !required->is_array()) return;
    for (const Json& entry : *required) {
      const std::string name = entry.is_string() ? entry.get<std::string>() : "?";
      const auto is_in_name = [&](std::string_view word) { return name.find(word) != name.npos; };
      if (std::any_of(kHarmless.begin(), kHarmless.end(), is_in_name)) continue;
      fail(ErrorCode::unsupported, origin_,
           fmt::format("needs the extension {}, which impinge does not read; export it uncompressed", name));
    }
  }

  Json pruned_mesh(const Json& mesh, std::size_t index) {
    Json primitives = Json::array();
    const auto found = mesh.find("primitives");
    if (found == mesh.end() || !found->is_array()) refuse(fmt::format("meshes[{}] has no primitives", index));
    for (const Json& primitive : *found) {
      if (!primitive.is_object() || !primitive.contains("attributes") || !primitive["attributes"].is_object()) {
        refuse(fmt::format("a primitive of meshes[{}] has no attributes", index));
      }
      Json clean = only(primitive, {"mode", "indices"});
      clean["attributes"] = only(primitive["attributes"], {"POSITION"});
      require_types(clean, fmt::format("a primitive of meshes[{}]", index));
      primitives.push_back(std::move(clean));
    }
    return {{"primitives", std::move(primitives)}};
  }

  Json vetted_buffer(const Json& buffer, std::size_t index, std::size_t binary_size) {
    const auto length = buffer.find("byteLength");
    if (length == buffer.end() || !length->is_number_unsigned() || *length == 0) {
      refuse(fmt::format("buffers[{}] has no byteLength", index));
    }
    const auto size = length->get<std::uint64_t>();
    Json clean = only(buffer, {"byteLength"});
    const auto uri = buffer.find("uri");
    if (uri == buffer.end()) {
      if (index != 0 || size > binary_size) {
        refuse(fmt::format("buffers[{}] states {} bytes, but the file has {} for it; it was cut short or is damaged", index,
                           size, index == 0 ? binary_size : 0));
      }
      return clean;
    }
    if (!uri->is_string()) refuse(fmt::format("the uri of buffers[{}] is not a string", index));
    const auto& text = uri->get_ref<const std::string&>();
    clean["uri"] = text.starts_with("data:") ? text : open_file(text, index, size);
    return clean;
  }

  std::string open_file(const std::string& uri, std::size_t index, std::uint64_t size) {
    const std::string name = percent_decoded(uri);
    if (!names_.insert(name).second) refuse(fmt::format("two buffers name the file \"{}\"", name));
    std::unique_ptr<InputFile> file;
    try {
      file = std::make_unique<InputFile>(folder_ / name);
    } catch (const Error& error) {
      fail(error.code(), origin_, fmt::format("buffers[{}] lies in a file of its own: {}", index, error.what()));
    }
    if (file->bytes().size() < size) {
      refuse(fmt::format("buffers[{}] states {} bytes, but \"{}\" has {}; it was cut short", index, size, name,
                         file->bytes().size()));
    }
    std::string key = fmt::format("buffer{}", index);
    files_[key] = {std::move(file), static_cast<std::size_t>(size)};
    return key;
  }

  static std::string percent_decoded(std::string_view uri) {
    const auto digit = [](char c) {
      return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    std::string name;
    for (std::size_t i = 0; i < uri.size(); ++i) {
      const bool escape = uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
      name.push_back(escape ? static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2])) : uri[i]);
      if (escape) i += 2;
    }
    return name;
  }

  std::string_view origin_;
  std::filesystem::path folder_;
  std::set<std::string> names_;
  BufferFiles files_;
};

/// The document and the binary chunk as one GLB, the form in which tinygltf takes every kind of buffer.
std::vector<unsigned char> assembled(std::string json, Bytes binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::size_t padded = (binary.size() + 3) / 4 * 4;
  std::vector<unsigned char> glb;
  glb.reserve(28 + json.size() + padded);
  const auto put = [&](std::uint64_t value) {
    for (int shift = 0; shift < 32; shift += 8) glb.push_back(static_cast<unsigned char>(value >> shift));
  };
  put(0x46546c67);
  put(2);
  put(20 + json.size() + (binary.empty() ? 0 : 8 + padded));
  put(json.size());
  put(0x4e4f534a);
  glb.insert(glb.end(), json.begin(), json.end());
  if (binary.empty()) return glb;
  put(padded);
  put(0x004e4942);
  const auto* data = reinterpret_cast<const unsigned char*>(binary.data());
  glb.insert(glb.end(), data, data + binary.size());
  glb.resize(glb.size() + padded - binary.size());
  return glb;
}

bool file_exists(const std::string& name, void* files) { return static_cast<BufferFiles*>(files)->contains(name); }

bool read_file(std::vector<unsigned char>* out, std::string*, const std::string& name, void* files) {
  const auto found = static_cast<BufferFiles*>(files)->find(name);
  if (found == static_cast<BufferFiles*>(files)->end()) return false;
  const auto* data = reinterpret_cast<const unsigned char*>(found->second.first->bytes().data());
  out->assign(data, data + found->second.second);
  return true;
}

// From 2.9 on tinygltf takes all callbacks or none, and has one more.
template <class Callbacks>
void fill_callbacks(Callbacks& callbacks) {
  callbacks.WriteWholeFile = [](std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
    return false;
  };
  if constexpr (requires { callbacks.GetFileSizeInBytes; }) {
    callbacks.GetFileSizeInBytes = [](std::size_t* size, std::string*, const std::string& name, void* files) {
      const auto found = static_cast<BufferFiles*>(files)->find(name);
      if (found == static_cast<BufferFiles*>(files)->end()) return false;
      *size = found->second.second;
      return true;
    };
  }
}

tinygltf::Model parsed(const std::vector<unsigned char>& glb, BufferFiles& files, std::string_view origin) {
  tinygltf::TinyGLTF reader;
  tinygltf::FsCallbacks callbacks{};
  callbacks.FileExists = file_exists;
  callbacks.ExpandFilePath = [](const std::string& name, void*) { return name; };
  callbacks.ReadWholeFile = read_file;
  callbacks.user_data = &files;
  fill_callbacks(callbacks);
  reader.SetFsCallbacks(callbacks);
  tinygltf::Model model;
  std::string trouble;
  std::string warnings;
  bool good = false;
  try {
    good = reader.LoadBinaryFromMemory(&model, &trouble, &warnings, glb.data(), static_cast<unsigned>(glb.size()), "");
  } catch (const std::exception& error) {
    trouble += error.what();
  }
  trouble = trouble.substr(0, 200);
  while (!trouble.empty() && trouble.back() == '\n') trouble.pop_back();
  if (!good) fail(ErrorCode::file_format, origin, fmt::format("is a damaged glTF file: {}", trouble));
  return model;
}

/// What tinygltf spends on each element of a list, however short its text is, must keep within the promise about memory.
void require_modest_lists(const Json& document, std::size_t bytes, std::string_view origin) {
  const std::pair<const char*, std::size_t> kCosts[] = {{"nodes", sizeof(tinygltf::Node)},
                                                        {"accessors", sizeof(tinygltf::Accessor)},
                                                        {"bufferViews", sizeof(tinygltf::BufferView)},
                                                        {"meshes", sizeof(tinygltf::Mesh) + sizeof(tinygltf::Primitive)}};
  std::size_t cost = 0;
  for (const auto& [list, each] : kCosts)
    if (const auto found = document.find(list); found != document.end() && found->is_array()) cost += found->size() * each;
  if (cost > (24u << 20) + 3 * bytes) {
    fail(ErrorCode::too_large, origin,
         "has more nodes, accessors or meshes than a file of its size can be trusted with; export the parts as separate "
         "files");
  }
}

}  // namespace

tinygltf::Model load_gltf(Bytes bytes, std::string_view origin, const std::filesystem::path& folder) {
  if (bytes.size() > (std::size_t{2} << 30)) fail(ErrorCode::too_large, origin, "glTF files beyond 2 GiB are not read");
  const Chunks chunks = split(bytes, origin);
  Vetting vetting(origin, folder);
  std::string json;
  {
    const Json document = parse_guarded_json(chunks.json, origin);
    require_modest_lists(document, chunks.json.size() + chunks.binary.size(), origin);
    json = vetting.pruned(document, chunks.binary.size()).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return parsed(assembled(std::move(json), chunks.binary), vetting.files(), origin);
}

}  // namespace impinge::io
