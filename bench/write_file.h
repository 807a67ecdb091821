// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <string>

namespace impinge::bench {

/// Writes nothing where no path was given; throws where it cannot.
inline void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream file(path);
  if (!(file << text).flush()) throw std::runtime_error(fmt::format("{}: cannot be written", path));
}

}  // namespace impinge::bench
