// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "bench_arguments.h"
#include "bench_options.h"

namespace impinge::bench {

/// The program bench_NAME: `add_own(options, args)` adds its own options, `run(args)` gives the exit status; trouble is 2.
template <typename Arguments, typename AddOwn, typename Run>
int bench_program(int argc, char** argv, const char* name, const char* what, const char* quick, const AddOwn& add_own,
                  const Run& run) {
  Arguments args;
  BenchOptions options(what);
  options.flag("--quick", args.quick, quick);
  options.option("--json", args.json, "Write the rows as JSON");
  options.option("--csv", args.csv, "Write the rows as CSV");
  add_own(options, args);
  options.option("--commit", args.commit, "Echoed in the JSON");
  int status = 0;
  if (!options.parse(argc, argv, status)) return status;
  try {
    return run(args);
  } catch (const std::exception& error) {
    std::fputs(fmt::format("bench_{}: {}\n", name, error.what()).c_str(), stderr);
    return 2;
  }
}

}  // namespace impinge::bench
