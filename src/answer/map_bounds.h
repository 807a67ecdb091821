// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Bounds on what lies between the sample lines. Over a closed cell, depths that no face of a body covers are inside or
// outside it all over the cell, as on the line through the middle; covered depths may be either. So the volume of the
// overlap is at least the certain part and at most the possible part.

#include "localise/cover_list.h"
#include "localise/zlist.h"

namespace impinge {

/// Over one cell, in depth steps.
struct CellBounds {
  std::int64_t certain = 0, possible = 0;                  ///< length inside both bodies
  std::int64_t longest_certain = 0, longest_possible = 0;  ///< longest stretch
  bool may_touch = false;                                  ///< some stretch, be it of no length, may be in both
};

/// Bodies 0 and 1, both closed. Keeps its memory between cells.
class BoundsSweep {
 public:
  CellBounds run(std::span<const Cover> covers, std::span<const Fragment> list);

 private:
  struct Event {
    std::int64_t z;
    int body;
    int kind;  // +1 a covered range begins, -1 it ends
    int winding;
  };
  void add_events(std::span<const Cover> covers, std::span<const Fragment> list, int body);
  std::vector<Event> events_;
};

}  // namespace impinge
