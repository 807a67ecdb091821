// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Lists of neighbouring cells side by side: the k-th crossing of cell c lies at slots[k * stride + c]. Cells are sorted and
// walked as many at a time as fit a vector, by networks and without branches.

#include <cstddef>

#include "raster/bands/layer_code.h"

namespace impinge {

inline constexpr std::size_t kMostSlots = 32;    ///< of a list that lies in slots
inline constexpr std::size_t kCellsAtOnce = 16;  ///< at most: arrays over cells are padded to that

/// Lists of `counts[c]` crossings, at most kMostSlots. Keys of 64 bits have a LayerKey in their upper half.
template <typename Key>
struct SlotLists {
  Key* slots;
  const std::uint32_t* counts;
  std::size_t stride, cells;
};

/// Which crossings of a list of two objects are what, a bit each from the nearest on.
struct ListCode {
  std::uint32_t of_b;  ///< those of object 1
  std::uint32_t entries;
};

/// Brings each list in ascending order, and gives its code; bits beyond its length mean nothing.
void sort_slots(const SlotLists<std::uint64_t>& lists, ListCode* codes);

/// What the lines say about objects 0 and 1, by winding numbers; the lists need no order.
/// @{
void judge_slots(const SlotLists<std::uint32_t>& lists, LayerVerdict* verdicts);
void judge_slots(const SlotLists<std::uint64_t>& lists, LayerVerdict* verdicts);
/// @}

}  // namespace impinge
