// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "bench_arguments.h"

namespace impinge::bench {

/// The program bench_NAME: `add_own(app, args)` adds its own options, `run(args)` gives the exit status; trouble is 2.
template <typename Arguments, typename AddOwn, typename Run>
int bench_program(int argc, char** argv, const char* name, const char* what, const char* quick, const AddOwn& add_own,
                  const Run& run) {
  Arguments args;
  CLI::App app(what);
  app.add_flag("--quick", args.quick, quick);
  app.add_option("--json", args.json, "Write the rows as JSON");
  app.add_option("--csv", args.csv, "Write the rows as CSV");
  add_own(app, args);
  app.add_option("--commit", args.commit, "Echoed in the JSON");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(args);
  } catch (const std::exception& error) {
    std::fputs(fmt::format("bench_{}: {}\n", name, error.what()).c_str(), stderr);
    return 2;
  }
}

}  // namespace impinge::bench
