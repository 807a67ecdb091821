// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <string_view>

#include "io/file/bytes.h"

struct zip;

namespace impinge::io {

/// A zip archive in memory. What its directory says is checked before anything is unpacked: sizes beyond 2 GiB in all, and
/// large parts packed more than 200 to 1, are refused as Error (too_large).
class ZipArchive {
 public:
  ZipArchive(Bytes bytes, std::string_view origin);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  /// Names of parts are compared without regard to case, as 3MF asks.
  bool has(const std::string& part) const;

  /// The unpacked part. Throws Error (file_format) if it is missing, damaged or encrypted.
  std::string read(const std::string& part);

  /// Everything unpacked so far.
  std::uint64_t bytes_read() const noexcept { return bytes_read_; }

 private:
  std::string_view origin_;
  zip* archive_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace impinge::io
