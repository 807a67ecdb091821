// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace impinge::test {

/// Builds binary files byte by byte.
class ByteString {
 public:
  explicit ByteString(std::endian order = std::endian::little) : order_(order) {}

  ByteString& text(std::string_view value) {
    bytes_.append(value);
    return *this;
  }

  template <class T>
  ByteString& put(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (order_ != std::endian::native) std::reverse(raw, raw + sizeof(T));
    bytes_.append(raw, sizeof(T));
    return *this;
  }

  const std::string& str() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::endian order_;
  std::string bytes_;
};

}  // namespace impinge::test
