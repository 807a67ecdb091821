// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "io/file/bytes.h"

namespace impinge::io {

/// Tells contents apart: 128 bits in hexadecimal digits, the same on every machine. Not against somebody who wants two
/// contents to look alike.
std::string content_hash(Bytes bytes);

/// When and how large a file was: if both are the same, so is probably its content.
struct FileState {
  std::uint64_t bytes = 0;
  std::int64_t time = 0;  ///< of the last change, in nanoseconds since 1970
  bool operator==(const FileState&) const = default;
};

/// Throws Error (file_missing) if there is no such file.
FileState state_of(const std::filesystem::path& file);

}  // namespace impinge::io
