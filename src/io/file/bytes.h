// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace impinge::io {

using Bytes = std::span<const std::byte>;

inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

inline Bytes as_bytes(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }

/// A number of the given byte order at any address.
template <class T>
inline T read_number(const std::byte* at, std::endian order = std::endian::little) {
  T value;
  if (order == std::endian::native) {
    std::memcpy(&value, at, sizeof(T));
    return value;
  }
  std::byte turned[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); ++i) turned[i] = at[sizeof(T) - 1 - i];
  std::memcpy(&value, turned, sizeof(T));
  return value;
}

}  // namespace impinge::io
