// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The layer code of a line: one bit a layer in the order of depth, 0 for A and 1 for B, as integers of any length where the
// paper shifted colours. Two bodies overlap exactly where a run of equal bits is odd.

#include <span>
#include <vector>

#include "raster/view/fragment.h"

namespace impinge {

/// A crossing of object 0 (A) or 1 (B) in 32 bits that sort as fragments do: depth, then 2 where the line enters, then the
/// object.
using LayerKey = std::uint32_t;
inline LayerKey layer_key(std::int32_t z, bool entry, std::uint32_t object) {
  return static_cast<std::uint32_t>(z) << 2 | std::uint32_t{entry} << 1 | object;
}

/// What the line of a cell says about two objects.
enum class LayerVerdict : std::uint8_t {
  none,     ///< it does not meet the first
  alone,    ///< it meets only the first
  clear,    ///< they do not overlap
  overlap,  ///< they do
};

class LayerCode {
 public:
  /// Sorted crossings.
  explicit LayerCode(std::span<const LayerKey> list);

  std::size_t layers() const { return layers_; }
  bool bit(std::size_t layer) const { return (words_[layer / 64] >> (layer % 64) & 1) != 0; }
  /// Some run is odd. Meaningful where no two crossings have the same depth and winding numbers are 0 or 1.
  bool odd_run() const;

 private:
  std::size_t layers_;
  std::vector<std::uint64_t> words_;
};

/// Whether the objects 0 and 1 overlap on a line over more than a point: by the layer code where it holds, else by signed
/// winding numbers (bodies that overlap themselves, inverted ones, crossings at one depth). Sorted crossings.
bool layers_overlap(std::span<const LayerKey> list);

/// What the line of sorted crossings says.
LayerVerdict layer_verdict(std::span<const LayerKey> list);

}  // namespace impinge
