// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/file/zip_writer.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <zip.h>

namespace impinge::io {
namespace {

[[noreturn]] void fail(zip_error_t* error) {
  throw Error(ErrorCode::write_failed, fmt::format("the archive cannot be made: {}", zip_error_strerror(error)));
}

}  // namespace

ZipWriter::ZipWriter(std::time_t time) : time_(time) {
  zip_error_t error;
  zip_error_init(&error);
  source_ = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (source_ == nullptr) fail(&error);
  zip_source_keep(source_);  // for reading it when the archive is closed
  archive_ = zip_open_from_source(source_, ZIP_CREATE | ZIP_TRUNCATE, &error);
  if (archive_ != nullptr) return;
  zip_source_free(source_);
  zip_source_free(source_);
  fail(&error);
}

ZipWriter::~ZipWriter() {
  if (archive_ != nullptr) zip_discard(archive_);
  zip_source_free(source_);
}

void ZipWriter::add(const std::string& name, std::string content, bool packed) {
  const std::string& kept = contents_.emplace_back(std::move(content));
  zip_source_t* const source = zip_source_buffer(archive_, kept.data(), kept.size(), 0);
  if (source == nullptr) fail(zip_get_error(archive_));
  const zip_int64_t index = zip_file_add(archive_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    fail(zip_get_error(archive_));
  }
  const auto file = static_cast<zip_uint64_t>(index);
  zip_file_set_mtime(archive_, file, time_, 0);
  zip_set_file_compression(archive_, file, packed ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 0);
}

std::string ZipWriter::take() {
  if (zip_close(archive_) != 0) fail(zip_get_error(archive_));
  archive_ = nullptr;
  if (zip_source_open(source_) != 0) fail(zip_source_error(source_));
  zip_source_seek(source_, 0, SEEK_END);
  const zip_int64_t size = zip_source_tell(source_);
  zip_source_seek(source_, 0, SEEK_SET);
  std::string bytes(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  const zip_int64_t got = zip_source_read(source_, bytes.data(), bytes.size());
  zip_source_close(source_);
  if (got != size || size <= 0) fail(zip_source_error(source_));
  return bytes;
}

}  // namespace impinge::io
