// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "bench_arguments.h"

namespace impinge::bench {

/// Writes nothing where no path was given; throws where it cannot.
inline void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream file(path);
  if (!(file << text).flush()) throw std::runtime_error(fmt::format("{}: cannot be written", path));
}

/// Both forms of a benchmark's rows, where they were asked for.
inline void write_rows(const BenchArguments& args, const std::string& json, const std::string& csv) {
  write_file(args.json, json);
  write_file(args.csv, csv);
}

}  // namespace impinge::bench
