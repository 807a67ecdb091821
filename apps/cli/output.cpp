// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "apps/cli/reports.h"

namespace impinge::cli {
namespace {

[[noreturn]] void fail(const std::string& target, const std::string& why) {
  throw Error(ErrorCode::write_failed, fmt::format("cannot write {}: {}.", target, why));
}

void write_standard_output(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE) fail("standard output", std::strerror(errno));
}

/// Where to write first, so that nobody finds half a file; the target itself where that is no file of its own.
std::string name_beside(const std::filesystem::path& target) {
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(target, ignored);
  const bool plain =
      !std::filesystem::exists(status) || (std::filesystem::is_regular_file(status) && ::access(target.c_str(), W_OK) == 0);
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  if (!plain || ::access(folder.c_str(), W_OK) != 0) return target.string();
  return fmt::format("{}.{}.part", target.string(), ::getpid());
}

}  // namespace

void require_writable(std::string_view option, const std::filesystem::path& target) {
  if (target == "-") return;
  const std::string where = fmt::format("{} {}", option, target.string());
  if (target.empty()) fail(std::string(option), "the file name is empty; give a name, or - for standard output");
  std::error_code ignored;
  if (std::filesystem::is_directory(target, ignored)) fail(where, "it is a folder; give a file name");
  if (std::filesystem::exists(target, ignored)) {
    if (::access(target.c_str(), W_OK) != 0) fail(where, std::strerror(errno));
    return;
  }
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, ignored)) fail(where, "its folder does not exist; create it first");
  if (::access(folder.c_str(), W_OK) != 0) fail(where, fmt::format("its folder: {}", std::strerror(errno)));
}

void write_text(const std::filesystem::path& target, std::string_view text) {
  if (target == "-") return write_standard_output(text);
  const std::string name = name_beside(target);
  std::FILE* const file = std::fopen(name.c_str(), "wb");
  if (file == nullptr) fail(target.string(), std::strerror(errno));
  errno = 0;
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  written = std::fclose(file) == 0 && written;
  if (written && (name == target.string() || std::rename(name.c_str(), target.c_str()) == 0)) return;
  const std::string reason = std::strerror(errno);
  if (name != target.string()) std::remove(name.c_str());
  fail(target.string(), reason);
}

}  // namespace impinge::cli
