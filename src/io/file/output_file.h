// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>

#include <impinge/error.h>

#include "io/file/bytes.h"

namespace impinge::io {

/// Collects what is written, and sends it to the file now and then. Throws Error (write_failed) that names the file.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path) : path_(path.string()), file_(std::fopen(path_.c_str(), "wb")) {
    if (file_ == nullptr) refuse();
  }
  ~OutputFile() {
    if (file_ != nullptr) std::fclose(file_);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
    if (buffer_.size() > kFull) flush();
  }

  /// Little endian, as all binary formats that are written here.
  template <class T>
  void put(T value) {
    char bytes[sizeof(T)];
    const T turned = read_number<T>(reinterpret_cast<const std::byte*>(&value), std::endian::little);
    std::memcpy(bytes, &turned, sizeof(T));
    buffer_.append(bytes, bytes + sizeof(T));
    if (buffer_.size() > kFull) flush();
  }

  void close() {
    flush();
    std::FILE* file = file_;
    file_ = nullptr;
    if (std::fclose(file) != 0) refuse();
  }

 private:
  static constexpr std::size_t kFull = 1 << 20;

  void flush() {
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) refuse();
    buffer_.clear();
  }

  [[noreturn]] void refuse() const {
    const std::string reason = std::error_code(errno, std::generic_category()).message();
    throw Error(ErrorCode::write_failed, fmt::format("{}: cannot be written: {}", path_, reason));
  }

  std::string path_;
  std::FILE* file_;
  fmt::memory_buffer buffer_;
};

}  // namespace impinge::io
