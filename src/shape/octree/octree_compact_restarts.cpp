// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Local search: the cubes in and around one are taken away, and their voxels scanned again from another corner, in another
// order of axes or from another size on. Results that are as good are taken too, so that the search does not stand still.
#include <algorithm>

#include "shape/octree/octree_compact_block.h"

namespace impinge {

namespace {

class Neighbourhoods {
 public:
  Neighbourhoods(std::vector<OctreeCube> cubes, std::uint64_t dice)
      : cubes_(std::move(cubes)), dice_(dice), bounds_(cubes_) {
    for (int k = 0; k < 3; ++k) size_[k] = bounds_.high[k] - bounds_.low[k];
    owner_.assign(std::size_t{size_[0]} * size_[1] * size_[2], kNone);
    for (std::uint32_t i = 0; i < cubes_.size(); ++i) own(i);
  }

  std::vector<OctreeCube> restart_all() {
    for (std::size_t n = cubes_.size(); n > 0; --n) restart(next_random(dice_) % cubes_.size());
    return std::move(cubes_);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::uint32_t kMostEdge = 12, kMostEdgeWide = 40;  // larger cubes stay where they are
  // Now and then this many voxels around: layers of single voxels between large cubes go only if the large ones change.
  static constexpr std::uint32_t kWide = 10, kWideEvery = 16;

  template <typename Value, std::size_t n>
  Value one_of(const Value (&values)[n]) {
    return values[next_random(dice_) % n];
  }

  std::uint32_t* row(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return owner_.data() + (std::size_t{z - bounds_.low[2]} * size_[1] + y - bounds_.low[1]) * size_[0] + x - bounds_.low[0];
  }

  void own(std::uint32_t i) {
    const OctreeCube& c = cubes_[i];
    for (std::uint32_t z = c.z; z < c.z + c.edge; ++z)
      for (std::uint32_t y = c.y; y < c.y + c.edge; ++y) std::fill_n(row(c.x, y, z), c.edge, i);
  }

  // The cubes in and next to one, each once.
  void find_around(const OctreeCube& c, std::uint32_t voxels) {
    const std::uint32_t at[3] = {c.x, c.y, c.z};
    std::uint32_t from[3], to[3];
    for (int k = 0; k < 3; ++k) {
      from[k] = at[k] - std::min(voxels, at[k] - bounds_.low[k]);
      to[k] = std::min(at[k] + c.edge + voxels, bounds_.high[k]);
    }
    old_.clear();
    for (std::uint32_t z = from[2]; z < to[2]; ++z)
      for (std::uint32_t y = from[1]; y < to[1]; ++y) {
        const std::uint32_t* owners = row(from[0], y, z);
        for (std::uint32_t x = 0; x < to[0] - from[0]; ++x) {
          const std::uint32_t i = owners[x];
          if (i != kNone && (old_.empty() || old_.back() != i) && cubes_[i].edge <= most_edge_) old_.push_back(i);
        }
      }
    std::sort(old_.begin(), old_.end());
    old_.erase(std::unique(old_.begin(), old_.end()), old_.end());
  }

  void restart(std::size_t index) {
    constexpr std::uint32_t widths[] = {1, 2, 2, 3, 5},
                            sizes[] = {CompactBlock::kMostEdge, CompactBlock::kMostEdge, 2, 3, 4, 5, 6, 7};
    constexpr std::uint32_t wide_sizes[] = {CompactBlock::kMostEdge, 4, 6, 8, 10, 12, 14, 16};
    const bool wide = next_random(dice_) % kWideEvery == 0;
    most_edge_ = wide ? kMostEdgeWide : kMostEdge;
    if (cubes_[index].edge > most_edge_) return;
    find_around(cubes_[index], wide ? kWide : one_of(widths));
    part_.clear();
    for (const std::uint32_t i : old_) part_.push_back(cubes_[i]);
    const Orientation turned(CubeBounds(part_), static_cast<unsigned>(next_random(dice_) % Orientation::kAll));
    for (OctreeCube& c : part_) c = turned.apply(c);
    const bool shuffled = next_random(dice_) % 8 == 0;
    const std::vector<OctreeCube> anew =
        CompactBlock(part_).scan(wide ? one_of(wide_sizes) : one_of(sizes), shuffled ? &dice_ : nullptr);
    if (anew.size() > old_.size()) return;
    for (std::size_t k = 0; k < anew.size(); ++k) {
      cubes_[old_[k]] = turned.undo(anew[k]);
      own(old_[k]);
    }
    // The places that were saved are filled from the end.
    for (std::size_t k = old_.size(); k-- > anew.size();) {
      const auto last = static_cast<std::uint32_t>(cubes_.size() - 1);
      cubes_[old_[k]] = cubes_[last];
      cubes_.pop_back();
      if (old_[k] != last) own(old_[k]);
    }
  }

  std::vector<OctreeCube> cubes_;
  std::uint64_t dice_;
  CubeBounds bounds_;
  std::uint32_t size_[3];
  std::uint32_t most_edge_ = kMostEdge;
  std::vector<std::uint32_t> owner_;  // of each voxel
  std::vector<std::uint32_t> old_;    // the cubes that are covered again
  std::vector<OctreeCube> part_;
};

}  // namespace

std::vector<OctreeCube> restarted(std::vector<OctreeCube> cubes, std::uint64_t dice) {
  return Neighbourhoods(std::move(cubes), dice).restart_all();
}

}  // namespace impinge
