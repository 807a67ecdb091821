// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The layer code of a line: one bit a layer in the order of depth, 0 for A and 1 for B, as integers of any length where the
// paper shifted colours. Two bodies overlap exactly where a run of equal bits is odd.

#include <vector>

#include "localise/zlist_sweep.h"

namespace impinge {

class LayerCode {
 public:
  /// The sorted crossings of objects 0 (A) and 1 (B).
  explicit LayerCode(std::span<const Fragment> list);

  std::size_t layers() const { return layers_; }
  bool bit(std::size_t layer) const { return (words_[layer / 64] >> (layer % 64) & 1) != 0; }
  /// Some run is odd. Meaningful where no two crossings have the same depth and winding numbers are 0 or 1.
  bool odd_run() const;

 private:
  std::size_t layers_;
  std::vector<std::uint64_t> words_;
};

/// Whether the objects 0 and 1 overlap on a line over more than a point: by the layer code where it holds, else by signed
/// winding numbers (bodies that overlap themselves, inverted ones, crossings at one depth).
bool layers_overlap(std::span<const Fragment> list, ZlistSweep& sweep);

}  // namespace impinge
