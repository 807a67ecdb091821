// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/gltf/gltf_buffers.h"

#include <array>

namespace impinge::io {
namespace {

std::string percent_decoded(std::string_view uri) {
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

/// What each letter stands for in base64 (RFC 4648); -1 for all others.
constexpr std::array<std::int8_t, 256> letter_values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kLetters.size(); ++i)
    values[static_cast<unsigned char>(kLetters[i])] = static_cast<std::int8_t>(i);
  return values;
}

/// Nothing if the text is not base64.
std::optional<std::vector<std::byte>> base64_decoded(std::string_view text) {
  static constexpr std::array<std::int8_t, 256> kValues = letter_values();
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::int8_t value = kValues[static_cast<unsigned char>(c)];
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count & 0xff));
  }
  return bytes;
}

void require_size(const GltfObject& buffer, std::size_t stated, std::size_t there, std::string_view place) {
  if (stated <= there) return;
  buffer.refuse(fmt::format("{} declares {} bytes, but {} has {} for it; it was cut short or is damaged", buffer.where(),
                            stated, place, there));
}

GltfModel::Buffer decoded(const GltfObject& buffer, std::string_view uri, std::size_t size) {
  constexpr std::string_view kEncoding = ";base64";
  const std::size_t comma = uri.find(',');
  std::optional<std::vector<std::byte>> bytes;
  if (comma != uri.npos && uri.substr(0, comma).ends_with(kEncoding)) bytes = base64_decoded(uri.substr(comma + 1));
  if (!bytes) buffer.refuse(fmt::format("the data URI of {} is not base64; it is damaged", buffer.where()));
  require_size(buffer, size, bytes->size(), "its data URI");
  GltfModel::Buffer result;
  result.decoded = std::move(*bytes);
  result.bytes = Bytes(result.decoded).first(size);
  return result;
}

}  // namespace

GltfModel::Buffer GltfBuffers::open(const GltfObject& buffer, std::size_t index) {
  const std::size_t size = buffer.size("byteLength");
  if (size == 0) buffer.refuse(fmt::format("{} has no byteLength", buffer.where()));
  if (buffer.find("uri") == nullptr) {
    const Bytes own = index == 0 ? binary_ : Bytes{};
    require_size(buffer, size, own.size(), "the file");
    return {own.first(size), nullptr, {}};
  }
  const std::string& uri = buffer.text("uri");
  if (uri.starts_with("data:")) return decoded(buffer, uri, size);
  GltfModel::Buffer result = open_file(buffer, percent_decoded(uri));
  require_size(buffer, size, result.file->bytes().size(), fmt::format("\"{}\"", percent_decoded(uri)));
  result.bytes = result.file->bytes().first(size);
  return result;
}

GltfModel::Buffer GltfBuffers::open_file(const GltfObject& buffer, const std::string& name) {
  if (!names_.insert(name).second) buffer.refuse(fmt::format("two buffers name the file \"{}\"", name));
  try {
    return {{}, std::make_unique<InputFile>(folder_ / name), {}};
  } catch (const Error& error) {
    fail(error.code(), origin_, fmt::format("{} lies in a file of its own: {}", buffer.where(), error.what()));
  }
}

}  // namespace impinge::io
