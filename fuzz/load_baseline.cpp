// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "apps/cli/rules/baseline.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impinge::cli;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Findings findings = read_findings(Json::parse(text.begin(), text.end()), "fuzz");
    // What a baseline says of itself is known, all of it.
    if (compare(findings, findings).count_new() > findings.all.size()) __builtin_trap();
  } catch (const impinge::Error&) {
  } catch (const Json::exception&) {
  }
  return 0;
}
