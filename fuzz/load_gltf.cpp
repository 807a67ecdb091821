// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "try_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return impinge::fuzz::try_reader(data, size, [](impinge::io::Bytes bytes) {
    return impinge::io::read_gltf(bytes, "fuzz", "no such folder", {"mm"}, false).at(0).arrays;
  });
}
