// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/processor.h"

#include <fstream>

namespace impinge {

namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

}  // namespace

void open_processor(const BackendRow&, OpenedBackend& opened) {
  opened.info.available = true;
  opened.info.device = processor_name();
}

}  // namespace impinge
