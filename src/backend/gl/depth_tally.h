// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Numbers that depth_count.glsl and the code around it share.

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace impinge::gl {

/// Places in the tally; those up to kBoth are counted in groups first.
enum Tally : std::uint32_t {
  kCovered,
  kAlone,
  kFirst,
  kWaited,
  kSecond,
  kOpen,
  kCollisions,
  kBoth,
  kGrouped,  ///< how many those are
  kFirstHit = kGrouped,
  kColumnEnd,
  kRowEnd,
  kColumnsRight,
  kRowsAbove,
  kLayers,
  kTallySize
};

/// For shaders: the names of cases as DepthCase has them, and of the places.
inline std::string tally_names() {
  std::string text;
  const char* const cases[] = {"OUTSIDE", "A", "B", "C", "D", "E", "F", "LAYERS_CLEAR", "LAYERS_COLLISION", "OPEN"};
  for (unsigned i = 0; i < 10; ++i) text += fmt::format("#define CASE_{} {}u\n", cases[i], i);
  text += "#define CASE_WAITS 100u\n";
  const char* const places[] = {"COVERED", "ALONE", "FIRST",      "WAITED",  "SECOND",        "OPEN",       "COLLISIONS",
                                "BOTH",    "SIZE",  "COLUMN_END", "ROW_END", "COLUMNS_RIGHT", "ROWS_ABOVE", "LAYERS"};
  for (unsigned i = 0; i < 14; ++i) text += fmt::format("#define TALLY_{} {}u\n", places[i], i);
  return text + "#define TALLY_FIRST_HIT 8u\n";
}

}  // namespace impinge::gl
