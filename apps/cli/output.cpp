// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

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
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(target.c_str(), "wb"), &std::fclose);
  if (!file) fail(target.string(), std::strerror(errno));
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (!written || std::fflush(file.get()) != 0) fail(target.string(), std::strerror(errno));
}

}  // namespace impinge::cli
