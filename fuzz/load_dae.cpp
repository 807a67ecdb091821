// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "try_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return impinge::fuzz::try_reader(data, size, [](impinge::io::Bytes bytes) {
    const bool in_parts = bytes.size() % 2 == 1;
    return impinge::io::read_dae(impinge::io::as_text(bytes), {"fuzz", bytes.size(), {"mm"}, false}, in_parts).at(0).arrays;
  });
}
