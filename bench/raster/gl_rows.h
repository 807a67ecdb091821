// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace impinge::bench {

/// One question to the card, whose meshes lie there already; in every round the second body stands elsewhere.
struct GlRow {
  std::string question, scene, method;
  std::size_t polygons = 0, pixels = 0;
  double ms = 0;                                  ///< median
  double least_ms = 0;                            ///< of all rounds
  double published_ms = 0;                        ///< in the paper, for this or the nearest thing; 0: not there
  std::uint64_t overlapping = 0, processors = 0;  ///< lines on which the bodies overlap, on the card and by the processor
  int rounds = 0;
  std::string notes{};  ///< what the card left to the processor
};

struct GlBench {
  std::string device, driver;
  std::vector<GlRow> rows;
};

/// Prints rows as they come. Throws Error (no_device).
GlBench run_gl(bool quick, int rounds, const std::vector<std::string>& questions);

std::string gl_json(const GlBench& bench, const std::string& commit);
std::string gl_csv(const GlBench& bench);

}  // namespace impinge::bench
