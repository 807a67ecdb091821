// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What single lines show of two bodies, and the verdict that all of them together give.

#include <impinge/answer.h>

#include "base/control.h"
#include "pairs/candidates.h"
#include "pairs/object_pair.h"
#include "raster/view/fragment.h"
#include "raster/view/raster_object.h"

namespace impinge {

/// What some lines show.
struct LineFindings {
  bool overlap = false;              ///< proved
  bool outside[2] = {false, false};  ///< a body has a proved part outside the other
  bool inside[2] = {false, false};   ///< an open surface has a proved point inside the other body
  bool open = false;                 ///< lines were left that nothing is known of
  std::int64_t longest = 0;          ///< stretch inside both
  Vec3 point = Vec3::Zero();         ///< inside both, or of an open one inside the other
  std::vector<Candidate> ties;       ///< faces that the bounds cannot order
  std::uint64_t undecided = 0;       ///< lines with ties

  void add(const LineFindings& o);
  /// No other line can change the verdict.
  bool settled() const { return overlap && outside[0] && outside[1]; }
};

/// Two bodies of a scene.
struct LinePair {
  RasterObject objects[2];
  ObjectPair ids;
  bool solids() const { return objects[0].closed && objects[1].closed; }
};

/// Adds what the sorted crossings of one line with the two bodies show.
void look_at_line(const LinePair& pair, std::span<const Fragment> list, const RasterView& view, int column, int row,
                  LineFindings& found);

/// The answer; ties are put to the exact test. `reaches_out` says of each body that it reaches out of the other one's box.
PairAnswer answer_of_lines(const LinePair& pair, std::span<const WorldObject> world, LineFindings& found,
                           const bool (&reaches_out)[2], Control& control);

}  // namespace impinge
