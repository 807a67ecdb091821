// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/file/zip_archive.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <memory>

#include "io/file/fail.h"

namespace impinge::io {
namespace {

constexpr std::uint64_t kMaxUnpacked = std::uint64_t{2} << 30;    // bytes; a model of some 40 million faces
constexpr std::uint64_t kAlwaysAllowed = std::uint64_t{8} << 20;  // bytes; small enough whatever the packing
constexpr std::uint64_t kMaxRatio = 200;                          // models pack 5 to 40 to 1, bombs 1000 to 1

struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

}  // namespace

ZipArchive::ZipArchive(Bytes bytes, std::string_view origin) : origin_(origin), size_(bytes.size()) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source != nullptr) archive_ = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (archive_ != nullptr) {
    zip_error_fini(&error);
    return;
  }
  const std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  if (source != nullptr) zip_source_free(source);
  fail(ErrorCode::file_format, origin,
       fmt::format("is not a readable zip archive, as a 3MF file must be ({}); it was cut short or is damaged", reason));
}

ZipArchive::~ZipArchive() { zip_discard(archive_); }

bool ZipArchive::has(const std::string& part) const { return zip_name_locate(archive_, part.c_str(), ZIP_FL_NOCASE) >= 0; }

std::string ZipArchive::read(const std::string& part) {
  const zip_int64_t index = zip_name_locate(archive_, part.c_str(), ZIP_FL_NOCASE);
  zip_stat_t stat;
  zip_stat_init(&stat);
  constexpr zip_uint64_t kNeeded = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  if (index < 0 || zip_stat_index(archive_, static_cast<zip_uint64_t>(index), 0, &stat) != 0 ||
      (stat.valid & kNeeded) != kNeeded) {
    fail(ErrorCode::file_format, origin_, fmt::format("has no part \"{}\"; it is damaged or not a 3MF file", part));
  }
  const std::uint64_t packed = std::min<std::uint64_t>(stat.comp_size, size_);
  const bool bomb = stat.size > kAlwaysAllowed && stat.size / kMaxRatio > packed;
  if (bomb || stat.size > kMaxUnpacked - bytes_read_) {
    fail(ErrorCode::too_large, origin_,
         fmt::format("part \"{}\" would unpack from {} to {} bytes; impinge unpacks at most 2 GiB, and large parts at most "
                     "200 to 1; export the model as STL or PLY",
                     part, packed, stat.size));
  }
  const std::unique_ptr<zip_file_t, CloseFile> file(zip_fopen_index(archive_, static_cast<zip_uint64_t>(index), 0));
  if (!file) {
    fail(ErrorCode::file_format, origin_,
         fmt::format("part \"{}\" cannot be unpacked ({}); it is damaged or encrypted", part, zip_strerror(archive_)));
  }
  std::string text;
  constexpr std::size_t kStep = 1 << 16;
  for (zip_int64_t got = 1; got > 0 && text.size() <= stat.size;
       text.resize(text.size() - kStep + static_cast<std::size_t>(got))) {
    if (text.capacity() < text.size() + kStep)
      text.reserve(std::min<std::size_t>(stat.size + 2 * kStep, text.size() * 2 + kStep));
    text.resize(text.size() + kStep);
    got = zip_fread(file.get(), text.data() + text.size() - kStep, kStep);
    if (got < 0) fail(ErrorCode::file_format, origin_, fmt::format("part \"{}\" is damaged or cut short", part));
  }
  if (text.size() != stat.size) {
    fail(ErrorCode::file_format, origin_,
         fmt::format("part \"{}\" unpacks to a different size than the archive declares", part));
  }
  bytes_read_ += text.size();
  return text;
}

}  // namespace impinge::io
