// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include <impinge/error.h>

#include "io/file/bytes.h"

namespace impinge::io {

/// Collects what is written, and sends it to the file now and then. What is not closed leaves no trace: it goes to a file
/// beside the one that is meant, which takes its name at the end. Throws Error (write_failed) that names the file.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path) : path_(path.string()), beside_(name_beside(path)) {
    if (!beside_.empty()) file_ = std::fopen(beside_.c_str(), "wb");
    if (file_ != nullptr) return;
    // A folder that takes no new file may still hold one that can be written.
    beside_.clear();
    file_ = std::fopen(path_.c_str(), "wb");
    if (file_ == nullptr) refuse();
  }
  ~OutputFile() {
    if (file_ != nullptr) std::fclose(file_);
    if (!beside_.empty()) std::remove(beside_.c_str());
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

  /// Bytes as they are.
  void append(std::string_view bytes) {
    buffer_.append(bytes.data(), bytes.data() + bytes.size());
    if (buffer_.size() > kFull) flush();
  }

  void close() {
    flush();
    std::FILE* file = file_;
    file_ = nullptr;
    if (std::fclose(file) != 0) refuse();
    if (!beside_.empty() && std::rename(beside_.c_str(), path_.c_str()) != 0) refuse();
    beside_.clear();
  }

 private:
  static constexpr std::size_t kFull = 1 << 20;

  // Empty for what is no file of its own, as a device, a pipe or a link, and for one that must not be written.
  static std::string name_beside(const std::filesystem::path& path) {
    std::error_code ignored;
    const auto status = std::filesystem::symlink_status(path, ignored);
    const bool plain =
        !std::filesystem::exists(status) || (std::filesystem::is_regular_file(status) && ::access(path.c_str(), W_OK) == 0);
    return plain ? fmt::format("{}.{}.part", path.string(), ::getpid()) : std::string();
  }

  void flush() {
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) refuse();
    buffer_.clear();
  }

  [[noreturn]] void refuse() const {
    const std::string reason = std::error_code(errno, std::generic_category()).message();
    throw Error(ErrorCode::write_failed, fmt::format("{}: cannot be written: {}", path_, reason));
  }

  std::string path_;
  std::string beside_;  // what is written to; empty: path_ itself
  std::FILE* file_ = nullptr;
  fmt::memory_buffer buffer_;
};

}  // namespace impinge::io
