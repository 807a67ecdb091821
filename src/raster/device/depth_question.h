// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What depth_count is asked and what it answers, on a device as on the processor.

#include <impinge/experiments.h>

#include <cstdint>
#include <vector>

#include "base/kept_memory.h"
#include "raster/view/raster_view.h"

namespace impinge {

/// How far to go.
enum class DepthCountMode : std::uint8_t {
  first,  ///< stop at the first collision
  full,   ///< every cell gets its case
};

/// What a cell's line says about A and B; the letters are those of the paper's figure 1.
enum class DepthCase : std::uint8_t {
  outside,           ///< the line does not meet both bodies
  a,                 ///< A ends before B begins
  b,                 ///< they overlap, A begins first
  c,                 ///< A lies in B
  d,                 ///< B lies in A
  e,                 ///< they overlap, B begins first
  f,                 ///< B ends before A begins
  layers_clear,      ///< several layers that do not overlap
  layers_collision,  ///< several layers that overlap
  open,              ///< not settled: the form, or the mode, does not go that far
};

constexpr bool is_collision(DepthCase c) {
  return c == DepthCase::b || c == DepthCase::c || c == DepthCase::d || c == DepthCase::e ||
         c == DepthCase::layers_collision;
}

/// The extremes of A along every line, kept while A and the view stay as they are.
struct DepthMaps {
  struct Cell {
    std::int32_t z_min = INT32_MAX, z_max = INT32_MIN;
    std::int32_t error = 0;  ///< largest of its crossings
    std::uint16_t layers = 0;
    std::uint16_t tie = 0;  ///< two crossings too close to an extreme to be ordered
  };
  RasterView view;
  KeptVector<Cell> cells;
  std::uint64_t covered = 0;      ///< cells that A covers
  std::uint64_t many_layers = 0;  ///< those met more than once
};

/// What was done and found.
struct DepthCountResult {
  bool collision = false;
  std::vector<DepthCase> cases;      ///< of every cell
  int passes = 0;                    ///< in which B was drawn
  std::uint64_t settled_first = 0;   ///< cells settled by the first pass, those that B does not reach included
  std::uint64_t settled_second = 0;  ///< by the second
  std::uint64_t settled_layers = 0;  ///< by layer codes
  std::uint64_t settled_rays = 0;    ///< of these, by single rays
  std::uint64_t left_open = 0;       ///< not settled
  std::uint64_t scored_two = 0;      ///< cells that needed a second pass
  bool swap_roles = false;           ///< many cells scored two: at the next step A should be B
  std::uint64_t covered = 0;         ///< cells that A covers; set only by depth_count_of
  std::uint64_t alone = 0;           ///< of these, cells that B does not cover; likewise

  /// Wall times; 0 for what was not done.
  struct Times {
    double maps_ms = 0, first_ms = 0, second_ms = 0, layers_ms = 0;
    double device_ms = 0;    ///< all of it, where a device did it
    bool maps_kept = false;  ///< from an earlier question
  };
  Times times;
};

struct DepthCountOptions {
  DepthCountForm form = DepthCountForm::extended;
  DepthCountMode mode = DepthCountMode::full;
  bool second_pass = true;  ///< if not, what the first one leaves stays open
  bool layer_codes = true;  ///< settle by layer codes what the passes leave
  bool cases = true;        ///< give the case of every cell; a device need not send them if not
};

}  // namespace impinge
