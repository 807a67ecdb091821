// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "io/file/bytes.h"
#include "io/file/input_file.h"
#include "io/robot/robot_files.h"

namespace impinge::io {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostOfPackage = 1 << 20;  // bytes of a package.xml

bool is_file(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored);
}

bool is_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder, ignored);
}

// Whether a folder is the package: by its own name, or by its package.xml.
bool is_package(const fs::path& folder, std::string_view name) {
  if (folder.filename() == name) return true;
  const fs::path file = folder / "package.xml";
  std::error_code ignored;
  if (!is_file(file) || fs::file_size(file, ignored) > kMostOfPackage) return false;
  try {
    const InputFile input(file);
    const XmlDocument document(as_text(input.bytes()), file.string());
    const XmlElement element = document.root().first_child("name");
    std::string text = element ? element.content() : "";
    const std::size_t from = text.find_first_not_of(" \t\r\n"), to = text.find_last_not_of(" \t\r\n");
    return from != text.npos && text.substr(from, to - from + 1) == name;
  } catch (const Error&) {
    return false;  // a damaged one tells nothing
  }
}

// "%20" as it is meant.
std::string decoded_path(std::string_view path) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
  };
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '%' && i + 2 < path.size() && digit(path[i + 1]) >= 0 && digit(path[i + 2]) >= 0) {
      text.push_back(static_cast<char>(16 * digit(path[i + 1]) + digit(path[i + 2])));
      i += 2;
    } else {
      text.push_back(path[i]);
    }
  }
  return text;
}

}  // namespace

PackageFinder::PackageFinder(const fs::path& urdf, std::vector<fs::path> given) : given_(std::move(given)) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(urdf, ignored).lexically_normal();
  folder_ = whole.parent_path();
}

fs::path PackageFinder::find(const XmlElement& element, std::string_view name) const {
  if (name.starts_with("file://")) {
    const fs::path file = decoded_path(name.substr(7));
    if (is_file(file)) return file;
    element.fail(ErrorCode::file_missing, fmt::format("there is no file {}", file.string()));
  }
  std::string_view rest = name;
  for (const std::string_view scheme : {"package://", "model://"})
    if (rest.starts_with(scheme)) rest.remove_prefix(scheme.size());
  if (rest.size() == name.size()) {
    if (name.find("://") != name.npos)
      element.fail(ErrorCode::unsupported, fmt::format("\"{}\": only package://, model:// and file:// are read", name));
    const fs::path file = folder_ / fs::path(name);
    if (is_file(file)) return file;
    element.fail(ErrorCode::file_missing, fmt::format("there is no file {}", file.string()));
  }
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view package = rest.substr(0, slash), path = rest.substr(std::min(slash + 1, rest.size()));
  std::vector<std::string> looked;
  const auto in = [&](const fs::path& root) -> std::optional<fs::path> {
    fs::path file = root / fs::path(path);
    if (is_file(file)) return file;
    looked.push_back(file.string());
    return std::nullopt;
  };
  for (const fs::path& folder : given_) {
    if (is_package(folder, package))
      if (auto file = in(folder)) return *file;
    if (is_folder(folder / fs::path(package)))
      if (auto file = in(folder / fs::path(package))) return *file;
  }
  for (fs::path folder = folder_;; folder = folder.parent_path()) {
    if (is_package(folder, package))
      if (auto file = in(folder)) return *file;
    if (is_folder(folder / fs::path(package)))
      if (auto file = in(folder / fs::path(package))) return *file;
    if (!folder.has_relative_path()) break;
  }
  element.fail(ErrorCode::file_missing,
               looked.empty()
                   ? fmt::format("\"{}\": no folder above the file is or holds the package \"{}\"; give --package-path",
                                 name, package)
                   : fmt::format("\"{}\": there is no such file; looked for {}", name, fmt::join(looked, ", ")));
}

}  // namespace impinge::io
