// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/file/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include <impinge/error.h>

namespace impinge::io {
namespace {

/// Closes on every way out.
struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

std::string reason() { return std::error_code(errno, std::generic_category()).message(); }

}  // namespace

InputFile::InputFile(const std::filesystem::path& file) {
  const std::string name = file.string();
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const Descriptor descriptor{::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (descriptor.value < 0) {
    throw Error(ErrorCode::file_missing, fmt::format("{}: cannot be opened: {}; check the path", name, reason()));
  }
  struct stat status {};
  if (::fstat(descriptor.value, &status) != 0) {
    throw Error(ErrorCode::file_missing, fmt::format("{}: cannot be examined: {}", name, reason()));
  }
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::file_format, fmt::format("{}: is a directory; name a file in it", name));
  }
  if (!S_ISREG(status.st_mode)) {
    throw Error(ErrorCode::file_format, fmt::format("{}: is not a regular file; copy it into one first", name));
  }
  if (status.st_size <= 0) {
    throw Error(ErrorCode::file_format, fmt::format("{}: is empty; fetch or export it again", name));
  }
  size_ = static_cast<std::size_t>(status.st_size);
  void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor.value, 0);
  if (mapped == MAP_FAILED) {
    throw Error(ErrorCode::file_missing, fmt::format("{}: cannot be read: {}", name, reason()));
  }
  ::madvise(mapped, size_, MADV_SEQUENTIAL);
  ::madvise(mapped, size_, MADV_WILLNEED);
  data_ = static_cast<const std::byte*>(mapped);
}

InputFile::~InputFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace impinge::io
