// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <ctime>
#include <deque>
#include <string>

struct zip;
struct zip_source;

namespace impinge::io {

/// Makes a zip archive in memory. Throws Error (write_failed) where libzip does.
class ZipWriter {
 public:
  /// All files get this time.
  explicit ZipWriter(std::time_t time);
  ~ZipWriter();
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  /// Files that are packed already, as pictures are, are stored as they are.
  void add(const std::string& name, std::string content, bool packed = false);

  /// The archive; nothing can be added after it.
  std::string take();

 private:
  std::time_t time_;
  std::deque<std::string> contents_;  // until the archive is made
  zip_source* source_ = nullptr;
  zip* archive_ = nullptr;
};

}  // namespace impinge::io
