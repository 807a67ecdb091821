// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <string>

#include "io/file/bytes.h"

namespace impinge::io {

/// A whole file as bytes, mapped and not copied. Throws Error that names the file: file_missing if it is not there or
/// cannot be opened, file_format if it is empty or no file at all (a folder, a device).
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& file);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  Bytes bytes() const noexcept { return {data_, size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace impinge::io
