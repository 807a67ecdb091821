// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <fstream>
#include <thread>

#include "measure.h"
#include "reports.h"

namespace impinge::bench {
namespace {

std::string compiler() {
#ifdef __clang__
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace

Environment find_environment(const std::map<std::string, std::string>& versions, std::string commit) {
  Environment environment{.cpu = cpu_model(), .compiler = compiler(), .commit = std::move(commit), .versions = versions};
  environment.cores = static_cast<int>(std::thread::hardware_concurrency());
  for (const std::string& name : peer_names()) environment.versions.try_emplace(name, "absent");
  return environment;
}

}  // namespace impinge::bench
