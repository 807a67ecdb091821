// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Section 2.3 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994. The report lists
// every cube of whole edge that lies in the black part and takes, from the largest on, those that overlap none taken before;
// it repeats that from other places of the list, and names random orders as a way to better ones. Here both are used: scans
// from other sizes and corners over the whole body, then restarts in small neighbourhoods.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/octree.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>

#include "shape/octree/octree_compact_block.h"
#include "shape/octree/octree_key.h"

namespace impinge {

namespace {

constexpr std::uint64_t kMostVoxels = std::uint64_t{1} << 27;  // of a block that is scanned as a whole
constexpr int kBlockHeight = 8;                                // of the parts of a larger one
constexpr std::uint32_t kRegion = 48;                          // voxels along an edge: what a thread searches at a time

// The report starts its scans at every cube of the list. Starts among cubes of one size hardly differ, so one start for each
// size is taken, the largest, then from 2 on; and each from another corner of the box.
std::vector<OctreeCube> scanned(std::span<const OctreeCube> cubes, int scans) {
  constexpr std::uint32_t sizes[] = {CompactBlock::kMostEdge, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 28, 32};
  constexpr int n_sizes = static_cast<int>(std::size(sizes));
  std::vector<OctreeCube> best(cubes.begin(), cubes.end()), turned(cubes.size());
  const CubeBounds bounds(cubes);
  for (int begin = 0; begin < scans; begin += n_sizes) {
    const Orientation corner(bounds, static_cast<unsigned>(7 * (begin / n_sizes)) % Orientation::kAll);
    std::transform(cubes.begin(), cubes.end(), turned.begin(), [&](const OctreeCube& c) { return corner.apply(c); });
    CompactBlock block(turned);
    for (int s = begin; s < std::min(begin + n_sizes, scans); ++s) {
      std::vector<OctreeCube> found = block.scan(sizes[s - begin]);
      if (found.size() >= best.size()) continue;
      best = std::move(found);
      for (OctreeCube& c : best) c = corner.undo(c);
    }
  }
  return best;
}

// Cubes that a block could not hold are no part of it: no neighbour could make them larger.
std::vector<OctreeCube> all_scanned(const Octree& octree, int scans) {
  const std::vector<OctreeCube> cubes = octree.cubes();
  std::vector<OctreeCube> found, small;
  for (const OctreeCube& c : cubes) (c.edge > CompactBlock::kMostEdge / 2 ? found : small).push_back(c);
  if (small.empty()) return found;
  std::size_t end = 0;
  const bool whole = CubeBounds(small).voxels() <= kMostVoxels;
  for (std::size_t begin = 0; begin < small.size(); begin = end) {
    const auto block_of = [&](const OctreeCube& c) { return whole ? 0 : morton(c.x, c.y, c.z) >> 3 * kBlockHeight; };
    for (end = begin; end < small.size() && block_of(small[end]) == block_of(small[begin]); ++end) {
    }
    const std::vector<OctreeCube> part = scanned(std::span(small).subspan(begin, end - begin), scans);
    found.insert(found.end(), part.begin(), part.end());
  }
  return found;
}

// One restart of all neighbourhoods, region by region; the walls between regions are elsewhere in the next round. Whatever
// the number of threads, each region has dice of its own.
void restart_regions(std::vector<OctreeCube>& cubes, int round, std::uint64_t seed) {
  const std::uint32_t shift = static_cast<std::uint32_t>(round) * 19 % kRegion;
  std::map<std::uint64_t, std::vector<OctreeCube>> regions;
  std::vector<OctreeCube> kept;
  for (const OctreeCube& c : cubes) {
    const auto region = [&](std::uint32_t at) { return (at + shift) / kRegion; };
    const std::uint32_t x = region(c.x), y = region(c.y), z = region(c.z);
    const bool inside = region(c.x + c.edge - 1) == x && region(c.y + c.edge - 1) == y && region(c.z + c.edge - 1) == z;
    if (inside)
      regions[morton(x, y, z)].push_back(c);
    else
      kept.push_back(c);
  }
  std::vector<std::pair<std::uint64_t, std::vector<OctreeCube>>> parts(regions.begin(), regions.end());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    const std::uint64_t dice = (seed + static_cast<std::uint64_t>(round)) * 0x9e3779b97f4a7c15u ^ parts[i].first;
    parts[i].second = restarted(std::move(parts[i].second), dice);
  });
  cubes = std::move(kept);
  for (const auto& part : parts) cubes.insert(cubes.end(), part.second.begin(), part.second.end());
}

}  // namespace

std::vector<OctreeCube> compacted(const Octree& octree, const Compaction& compaction) {
  if (compaction.scans < 1 || compaction.restarts < 0)
    throw Error(ErrorCode::bad_argument, "compacted: give at least one scan, and 0 restarts or more");
  if (octree.frame().level > OctreeFrame::kMaxMadeLevel)
    throw Error(ErrorCode::bad_argument, fmt::format("compacted: level {} at most", OctreeFrame::kMaxMadeLevel));
  std::vector<OctreeCube> all = all_scanned(octree, compaction.scans);
  for (int r = 0; r < compaction.restarts; ++r) restart_regions(all, r, compaction.seed);
  // Neighbours together, which motion likes.
  std::sort(all.begin(), all.end(),
            [](const OctreeCube& a, const OctreeCube& b) { return morton(a.x, a.y, a.z) < morton(b.x, b.y, b.z); });
  return all;
}

}  // namespace impinge
