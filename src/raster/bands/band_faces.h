// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Faces by the bands of rows they reach into, so that a band can be drawn, sorted and looked at while it is in the cache.

#include <span>
#include <vector>

#include "raster/view/raster_mesh.h"
#include "raster/view/row_bands.h"

namespace impinge {

class BandFaces {
 public:
  /// Faces whose box has no centre in it are left out.
  BandFaces(const RasterMesh& mesh, const RowBands& bands);

  /// Faces that reach into a band; and those that reach over many bands, listed for all bands around: some do not reach into
  /// this one.
  /// @{
  std::span<const std::uint32_t> of_band(int band) const { return list(static_cast<std::size_t>(band)); }
  std::span<const std::uint32_t> tall(int band) const { return list(group(static_cast<std::size_t>(band))); }
  /// @}

 private:
  // Faces that reach over more bands than kTall and one are listed once for kTall bands, so that memory stays small.
  static constexpr int kGroupBits = 6;
  static constexpr std::size_t kTall = std::size_t{1} << kGroupBits;

  // The lists of a face: bands [first, last], or groups of them.
  struct Reach {
    std::uint16_t first, last;
  };
  Reach reach(std::int32_t row_from, std::int32_t row_to) const;
  std::size_t group(std::size_t band) const { return bands_ + (band >> kGroupBits); }
  std::span<const std::uint32_t> list(std::size_t l) const {
    return {faces_.data() + begin_[l], faces_.data() + begin_[l + 1]};
  }

  std::size_t bands_;
  int shift_;
  std::vector<std::size_t> begin_;
  KeptVector<std::uint32_t> faces_;
};

}  // namespace impinge
