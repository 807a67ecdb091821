// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Lists of crossings on the card: count, prefix sum, fill to the exact size, sort.

#include <optional>

#include "backend/gl/gl_bodies.h"
#include "backend/gl/gl_device.h"
#include "backend/gl/prefix_sum.h"
#include "localise/raster_device.h"

namespace impinge::gl {

class GlZlist {
 public:
  GlZlist(GlDevice& device, Bodies& bodies);

  /// Draws the objects that are meshes, and `found`, into sorted lists. Nothing where they would not fit one buffer. Slots
  /// from `first_slot` on are used.
  std::optional<std::uint32_t> draw(const RasterView& view, std::span<const RasterObject> objects,
                                    std::span<const PlacedFragment> found, std::size_t first_slot);

  /// The same with conservative lists of depths between two bounds.
  std::optional<std::uint32_t> cover(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low,
                                     std::int32_t z_high);

  /// Lines on which objects 0 and 1 overlap.
  std::uint64_t overlapping_lines(std::size_t cells);

  /// The cells of depth counting that are open, in the window that was drawn; `window` as in the shader.
  void settle(std::size_t cells, const std::array<std::int32_t, 4>& window, const Buffer& cases, const Buffer& tally);

  /// Extremes and layers of one mesh, exactly.
  void maps(const RasterView& view, const RasterObject& object, std::span<DepthMaps::Cell> cells);

  const Buffer& begin() const { return begin_; }
  const Buffer& fragments() const { return fragments_; }

 private:
  struct Pass {
    Program few, many;  // cells a face
  };
  // How lists of one kind are made.
  struct Kind {
    Pass count, fill;
    Program sort;
  };
  static Pass make_pass(const char* few, const char* many, const char* text);
  std::optional<std::uint32_t> make_lists(const Kind& kind, const RasterView& view, std::span<const RasterObject> objects,
                                          std::span<const PlacedFragment> found, std::size_t first_slot);
  void run(const Pass& pass, const Bodies::Drawn& body, const RasterView& view, std::uint32_t object, bool lists_large);

  GlDevice& device_;
  Bodies& bodies_;
  PrefixSum prefix_sum_;
  Kind crossings_, covers_;
  Pass maps_, map_ties_;
  Program large_groups_, count_found_, fill_found_, sweep_, layers_;
  Buffer next_, begin_, fragments_, found_, lines_, map_cells_;
  std::vector<Buffer> large_;  // of each object
};

}  // namespace impinge::gl
