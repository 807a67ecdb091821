// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Lists of crossings on the card: count, prefix sum, fill to the exact size, sort.

#include <optional>

#include "backend/gl/cover_draw.h"
#include "backend/gl/prefix_sum.h"
#include "backend/gl/zero_fill.h"
#include "raster/device/raster_device.h"

namespace impinge::gl {

class GlZlist {
 public:
  GlZlist(GlDevice& device, Bodies& bodies);

  /// Draws the objects that are meshes, and `found`, into sorted lists. Nothing where they would not fit one buffer, or one
  /// is too long to be sorted there. Slots from `first_slot` on are used.
  std::optional<std::uint32_t> draw(const RasterView& view, std::span<const RasterObject> objects,
                                    std::span<const PlacedFragment> found, std::size_t first_slot);

  /// The same with conservative lists of depths between two bounds.
  std::optional<std::uint32_t> cover(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low,
                                     std::int32_t z_high, Drawing drawing);

  /// Lines on which objects 0 and 1 overlap.
  std::uint64_t overlapping_lines(std::size_t cells);

  /// The cells of depth counting that are open, in the window that was drawn; `window` as in the shader.
  void settle(std::size_t cells, const std::array<std::int32_t, 4>& window, const Buffer& cases, const Buffer& tally);

  /// Faces drawn by compute shaders: those of few cells, and those of many.
  struct Pass {
    Program few, many;
  };
  static Pass make_pass(const char* few, const char* many, const char* text);
  /// One pass over a body. `lists_large`: it is the first that puts down the faces of many cells under this number; others
  /// find them there. With `groups`, a buffer of three dispatches, those are made.
  void run(const Pass& pass, const Bodies::Drawn& body, const RasterView& view, std::uint32_t object, bool lists_large,
           const Buffer* groups = nullptr);
  /// The dispatches of a body's faces of many cells, for `groups` to be made from.
  const Buffer& large(std::uint32_t object) const { return large_[object]; }

  /// Extremes and layers of one mesh, exactly: into a buffer, whose cells MapCell of the shader describes.
  void draw_maps(const Bodies::Drawn& body, const RasterView& view, std::uint32_t object, Buffer& cells);
  /// The same, fetched.
  void maps(const RasterView& view, const RasterObject& object, std::span<DepthMaps::Cell> cells);

  const ZeroFill& zero_fill() const { return zero_fill_; }
  const Buffer& begin() const { return begin_; }
  const Buffer& fragments() const { return fragments_; }

 private:
  // How lists of one kind are made.
  struct Kind {
    Pass count, fill;
    Program sort;
  };
  // Counts a body, or fills it in, under its number.
  using DrawBody = std::function<void(const Bodies::Drawn& body, std::uint32_t object, bool fills)>;
  std::optional<std::uint32_t> make_lists(const RasterView& view, std::span<const RasterObject> objects,
                                          std::span<const PlacedFragment> found, std::size_t first_slot,
                                          const DrawBody& draw_body, const Program& sort);
  DrawBody by_passes(const Kind& kind, const RasterView& view);

  GlDevice& device_;
  Bodies& bodies_;
  PrefixSum prefix_sum_;
  ZeroFill zero_fill_;
  Kind crossings_, covers_;
  GlCoverDraw cover_draw_;
  Pass maps_, map_ties_;
  Program large_groups_, longest_, count_found_, fill_found_, walk_, layers_;
  Buffer next_, begin_, total_, fragments_, found_, lines_, map_cells_;
  std::deque<Buffer> large_;  // of each object
};

}  // namespace impinge::gl
