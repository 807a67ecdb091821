// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What a picture shows of overlaps that were asked for as solids: their lumps opaque, in a view that is framed on them.

#include <impinge/answer.h>
#include <impinge/overlap.h>

#include <vector>

#include "io/picture/picture_contact.h"
#include "io/picture/picture_legend.h"

namespace impinge {

/// The overlaps of the pairs that are shown.
struct ShownOverlaps {
  std::vector<const OverlapSolid*> solids;  ///< by pair; also those without volume
  std::vector<Vec3> frame;                  ///< what the picture is framed on; empty: the whole scene

  /// True if bodies are drawn so that one looks through them.
  bool any() const { return !solids.empty(); }
};

ShownOverlaps find_overlaps(const CheckResult& result, const std::vector<bool>& shown,
                            const std::vector<ContactMark>& marks);

/// Draws every lump; the owner of the first is `owner`.
void draw_lumps(PictureLayer& layer, const PictureView& view, const ShownOverlaps& overlaps, std::uint32_t owner);

/// A row that names the colour of the lumps and their volume; none where there is no lump.
void add_lump_row(std::vector<LegendRow>& rows, const ShownOverlaps& overlaps, const std::string& units);

}  // namespace impinge
