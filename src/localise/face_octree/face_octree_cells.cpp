// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Places are sorted by the Morton keys of their cells: by counting where the cells of the step are few, by digits where they
// are not. G. M. Morton, A computer oriented geodetic data base and a new technique in file sequencing, 1966.
#include "localise/face_octree/face_octree_cells.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "base/concatenate.h"
#include "localise/face_octree/face_octree_radix.h"
#include "localise/face_octree/face_octree_touch.h"

namespace impinge {

namespace {

constexpr int kCountedBits = 15;         // cells that counting can have: the counters stay in the cache
constexpr std::size_t kChunk = 1 << 16;  // faces a task

// Morton keys of the cells of a node: the bits of the axes in turn, the highest first.
class CellKeys {
 public:
  CellKeys(const OctreeNode& node, const CellBits& bits) : node_(node), bits_(bits.sum()) {
    int left[3], at = bits.sum();
    for (int k = 0; k < 3; ++k) {
      part_[k].assign(std::size_t{1} << bits.axis[k], 0);
      left[k] = bits.axis[k];
      shift_[k] = node.shift[k] - bits.axis[k];
    }
    while (at > 0) {
      const int longest = std::max({left[0], left[1], left[2]});
      for (int k = 2; k >= 0; --k) {
        if (left[k] < longest) continue;
        --left[k];
        --at;
        for (std::size_t c = 0; c < part_[k].size(); ++c) part_[k][c] |= static_cast<std::uint32_t>(c >> left[k] & 1) << at;
      }
    }
  }

  std::size_t count() const { return std::size_t{1} << bits_; }
  int bits() const { return bits_; }
  const int (&shifts() const)[3] { return shift_; }
  double middle(int k, std::uint32_t at) const { return node_.low[k] + std::ldexp(at + 0.5, shift_[k]); }

  std::size_t places(const LatticeFace& f) const {
    std::size_t n = 1;
    for (int k = 0; k < 3; ++k) n *= last(f, k) - first(f, k) + 1;
    return n;
  }

  // Calls visit(key, x, y, z) for each cell that the box reaches.
  template <typename Visit>
  void each(const LatticeFace& f, const Visit& visit) const {
    const std::uint32_t low[3] = {first(f, 0), first(f, 1), first(f, 2)}, high[3] = {last(f, 0), last(f, 1), last(f, 2)};
    for (std::uint32_t z = low[2]; z <= high[2]; ++z)
      for (std::uint32_t y = low[1]; y <= high[1]; ++y)
        for (std::uint32_t x = low[0]; x <= high[0]; ++x) visit(part_[0][x] | part_[1][y] | part_[2][z], x, y, z);
  }

  OctreeNode cell(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    const std::uint32_t at[3] = {x, y, z};
    OctreeNode node;
    for (int k = 0; k < 3; ++k) {
      node.low[k] = static_cast<std::int32_t>(static_cast<std::uint32_t>(node_.low[k]) + (at[k] << shift_[k]));
      node.shift[k] = shift_[k];
    }
    return node;
  }

  // The cell with that key, by a face in it.
  OctreeNode cell(std::uint32_t key, const LatticeFace& f) const {
    std::uint32_t at[3];
    for (int k = 0; k < 3; ++k)
      for (at[k] = first(f, k); part_[k][at[k]] != (key & part_[k].back());) ++at[k];
    return cell(at[0], at[1], at[2]);
  }

 private:
  std::uint32_t first(const LatticeFace& f, int k) const {
    return static_cast<std::uint32_t>(std::max(f.low[k], node_.low[k]) - node_.low[k]) >> shift_[k];
  }
  std::uint32_t last(const LatticeFace& f, int k) const {
    return static_cast<std::uint32_t>(std::min(f.high[k], node_.high(k)) - node_.low[k]) >> shift_[k];
  }

  OctreeNode node_;
  int bits_;
  int shift_[3];
  std::vector<std::uint32_t> part_[3];  // what a cell's number on each axis adds to its key
};

// The faces of a node and the keys of their cells.
struct Places {
  const FaceLattice& lattice;
  const CellKeys& keys;
  std::span<const std::uint32_t> faces;
  double long_extent;
  Vec3 half_cell;

  template <typename Visit>
  void each(std::uint32_t i, const Visit& visit) const {
    const LatticeFace& f = lattice[i];
    if (lattice.extent(f) <= long_extent)
      return keys.each(f, [&](std::uint32_t key, std::uint32_t, std::uint32_t, std::uint32_t) { visit(key); });
    const TouchTest test(lattice.triangle(i), half_cell);
    CellMiddles middles;
    std::uint32_t waiting[CellMiddles::kCells];
    const auto flush = [&] {
      for (std::uint64_t bits = test.touched(middles), k = 0; k < middles.count; ++k)
        if ((bits >> k & 1) != 0) visit(waiting[k]);
      middles.count = 0;
    };
    keys.each(f, [&](std::uint32_t key, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      const std::uint32_t at[3] = {x, y, z};
      for (int k = 0; k < 3; ++k) middles.at[k][middles.count] = lattice.world(k, keys.middle(k, at[k]));
      waiting[middles.count++] = key;
      if (middles.count == CellMiddles::kCells) flush();
    });
    flush();
  }

  std::size_t chunks() const { return (faces.size() + kChunk - 1) / kChunk; }
  template <typename Work>
  void each_chunk(const Work& work) const {
    if (chunks() == 1) return work(std::size_t{0}, faces);
    tbb::parallel_for(std::size_t{0}, chunks(), [&](std::size_t c) {
      work(c, faces.subspan(c * kChunk, std::min(kChunk, faces.size() - c * kChunk)));
    });
  }
};

// Ends of the cells' places, in the order of keys; the faces go to their places. The long ones are asked twice.
std::vector<std::uint32_t> count_sorted(const Places& places, std::vector<std::uint32_t>& sorted) {
  const std::size_t cells = places.keys.count();
  std::vector<std::vector<std::uint32_t>> next(places.chunks());
  places.each_chunk([&](std::size_t c, std::span<const std::uint32_t> faces) {
    next[c].assign(cells, 0);
    for (const std::uint32_t i : faces) places.each(i, [&](std::uint32_t key) { ++next[c][key]; });
  });
  std::vector<std::uint32_t> ends(cells);
  std::uint32_t at = 0;
  for (std::size_t key = 0; key < cells; ++key) {
    for (auto& n : next) at += std::exchange(n[key], at);
    ends[key] = at;
  }
  sorted.resize(at);
  places.each_chunk([&](std::size_t c, std::span<const std::uint32_t> faces) {
    for (const std::uint32_t i : faces) places.each(i, [&](std::uint32_t key) { sorted[next[c][key]++] = i; });
  });
  return ends;
}

// The same for many cells: the key of each place in the high half, its face in the low one.
std::vector<std::uint64_t> digit_sorted(const Places& places) {
  std::vector<std::vector<std::uint64_t>> found(places.chunks());
  places.each_chunk([&](std::size_t c, std::span<const std::uint32_t> faces) {
    found[c].reserve(faces.size() * 2);
    for (const std::uint32_t i : faces)
      places.each(i, [&](std::uint32_t key) { found[c].push_back(std::uint64_t{key} << 32 | i); });
  });
  std::vector<std::uint64_t> all = found.size() == 1 ? std::move(found.front()) : concatenate(found);
  radix_sort(all, 32, 32 + places.keys.bits());
  return all;
}

}  // namespace

std::size_t count_places(const FaceLattice& lattice, const OctreeNode& node, std::span<const std::uint32_t> faces,
                         const CellBits& bits) {
  const CellKeys keys(node, bits);
  std::size_t n = 0;
  for (const std::uint32_t i : faces) n += keys.places(lattice[i]);
  return n;
}

NodeCells::NodeCells(const FaceLattice& lattice, const OctreeNode& node, std::span<const std::uint32_t> faces,
                     const CellBits& bits, double long_extent, bool self) {
  const CellKeys keys(node, bits);
  const Places places{lattice, keys, faces, long_extent, lattice.half_cell(keys.shifts())};
  const auto keep = [&](std::uint32_t key, std::size_t begin, std::size_t end) {
    if (end - begin < 2) return;
    const LatticeFace &front = lattice[faces_[begin]], &back = lattice[faces_[end - 1]];
    if (self || front.object != back.object) cells_.push_back({places.keys.cell(key, front), begin, end});
  };
  if (bits.sum() <= kCountedBits) {
    const std::vector<std::uint32_t> ends = count_sorted(places, faces_);
    for (std::uint32_t key = 0, begin = 0; key < ends.size(); begin = ends[key++]) keep(key, begin, ends[key]);
    return;
  }
  const std::vector<std::uint64_t> sorted = digit_sorted(places);
  faces_.resize(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) faces_[i] = static_cast<std::uint32_t>(sorted[i]);
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end] >> 32 == sorted[begin] >> 32) ++end;
    keep(static_cast<std::uint32_t>(sorted[begin] >> 32), begin, end);
  }
}

}  // namespace impinge
