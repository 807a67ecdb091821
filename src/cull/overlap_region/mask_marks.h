// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <optional>
#include <vector>

#include "cull/overlap_region/slice_mask.h"

namespace impinge {

/// A mask that several threads mark: each in a mask of its own where they are few, since locked writes cost more than
/// joining the masks in the end; else all in one.
class MaskMarks {
 public:
  /// With cells of 2^halvings cells of the grid on each axis.
  explicit MaskMarks(const RegionGrid& grid, int halvings = 0)
      : masks_([&grid, halvings] { return SliceMask(grid, SliceMask::Marked::by_one, halvings); }) {
    if (tbb::this_task_arena::max_concurrency() > kFew) common_.emplace(grid, SliceMask::Marked::by_many, halvings);
  }

  /// The mask for this thread to mark, during a task.
  SliceMask& mine() { return common_ ? *common_ : masks_.local(); }

  /// All marks. To be called once, after all of them.
  SliceMask concatenate() {
    if (common_) return std::move(*common_);
    std::vector<SliceMask*> parts;
    for (SliceMask& mask : masks_) parts.push_back(&mask);
    if (parts.empty()) return std::move(masks_.local());
    const std::span<std::uint64_t> all = parts[0]->words();
    if (parts.size() > 1)
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, all.size(), kGrain), [&](const auto& range) {
        for (std::size_t p = 1; p < parts.size(); ++p) {
          const std::span<const std::uint64_t> part = parts[p]->words();
          for (std::size_t i = range.begin(); i != range.end(); ++i) all[i] |= part[i];
        }
      });
    return std::move(*parts[0]);
  }

 private:
  static constexpr int kFew = 8;                // threads
  static constexpr std::size_t kGrain = 16384;  // words

  tbb::enumerable_thread_specific<SliceMask> masks_;
  std::optional<SliceMask> common_;
};

}  // namespace impinge
