// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What does not begin like a zip archive is taken for the model inside of one: checksums keep a fuzzer from getting there.
#include <string>
#include <string_view>

#include "try_reader.h"

namespace {

std::uint32_t crc32(std::string_view text) {
  std::uint32_t crc = UINT32_MAX;
  for (char c : text) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(i < 8 ? static_cast<char>(value >> (8 * i)) : 0);
}

/// A zip archive with the model as its one part, not compressed.
std::string packed(std::string_view model) {
  constexpr std::string_view kName = "3D/3dmodel.model";
  std::string entry;  // what local and central header have in common
  put(entry, 20, 2);
  put(entry, 0, 8);
  put(entry, crc32(model), 4);
  put(entry, model.size(), 4);
  put(entry, model.size(), 4);
  put(entry, kName.size(), 2);
  put(entry, 0, 2);
  std::string zip = "PK\3\4" + entry;
  zip.append(kName).append(model);
  const std::size_t directory = zip.size();
  zip += "PK\1\2";
  put(zip, 20, 2);
  zip += entry;
  put(zip, 0, 14);
  zip.append(kName);
  const std::size_t size = zip.size() - directory;
  zip += "PK\5\6";
  put(zip, 0, 4);
  put(zip, 1, 2);
  put(zip, 1, 2);
  put(zip, size, 4);
  put(zip, directory, 4);
  put(zip, 0, 2);
  return zip;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string zip = text.starts_with("PK") ? std::string(text) : packed(text);
  return impinge::fuzz::try_reader(
      reinterpret_cast<const std::uint8_t*>(zip.data()), zip.size(),
      [](impinge::io::Bytes bytes) { return impinge::io::read_3mf(bytes, "fuzz", {"mm"}, false).at(0).arrays; });
}
