// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/io.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "io/exchange/json_places.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  impinge::Scene scene;
  scene.add("box", impinge::Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
  try {
    scene.set_rules(impinge::parse_rules(json, "fuzz"));
  } catch (const impinge::Error&) {
  }
  // Places are looked for in any text.
  const impinge::io::ScenePlaces places(scene, json);
  const auto region = places.of_object({0});
  if (region && region->end_line < region->start_line) __builtin_trap();
  return 0;
}
