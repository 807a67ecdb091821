// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/file/bytes.h"

namespace impinge::io {

enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::size_t size_of(PlyType type) noexcept;

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  bool is_list = false;
  PlyType count_type = PlyType::uint8;  ///< of a list
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  bool ascii = false;
  std::endian order = std::endian::little;
  std::vector<PlyElement> elements;
  std::size_t size = 0;  ///< bytes up to the data
};

/// Throws Error (file_format) that names the line of the header.
PlyHeader read_ply_header(Bytes bytes, std::string_view origin);

}  // namespace impinge::io
