// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <utility>

#include "bench_arguments.h"
#include "bench_options.h"

namespace impinge::bench {

/// How a program bench_NAME shows itself.
struct BenchText {
  const char* name;
  const char* what;   ///< it measures
  const char* quick;  ///< what --quick does
};

/// The whole of a main: `add_own` adds the program's own options, `run` gives the exit status; trouble is 2.
template <typename Arguments>
int bench_program(int argc, char** argv, const BenchText& text, void (*add_own)(BenchOptions&, Arguments&),
                  int (*run)(Arguments)) {
  Arguments args;
  BenchOptions options(text.what);
  options.flag("--quick", args.quick, text.quick);
  options.option("--json", args.json, "Write the rows as JSON");
  options.option("--csv", args.csv, "Write the rows as CSV");
  add_own(options, args);
  options.option("--commit", args.commit, "Echoed in the JSON");
  int status = 0;
  if (!options.parse(argc, argv, status)) return status;
  try {
    return run(std::move(args));
  } catch (const std::exception& error) {
    std::fputs(fmt::format("bench_{}: {}\n", text.name, error.what()).c_str(), stderr);
    return 2;
  }
}

}  // namespace impinge::bench
