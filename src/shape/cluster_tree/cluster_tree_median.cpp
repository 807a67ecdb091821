// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Median splits without sorting: a coordinate of 15 bits and the place of the face in the part make one number, so that no
// two are equal. The threshold with the wanted number of keys below it is found by counting, which costs less than moving;
// then the three axes are parted in order, so that the result depends on neither lanes nor threads.
#include "shape/cluster_tree/cluster_tree_median.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <vector>

#include "shape/cluster_tree/cluster_tree.h"
#include "shape/cluster_tree/cluster_tree_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shape/cluster_tree/cluster_tree_median.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace {

namespace hn = hwy::HWY_NAMESPACE;

using IntTag = hn::ScalableTag<std::int32_t>;
using Ints = hn::Vec<IntTag>;

struct Extent {
  std::int32_t low, high;
};

Extent extent_of(const std::int32_t* keys, std::size_t n) {
  const IntTag d;
  const std::size_t lanes = hn::Lanes(d);
  Extent e{keys[0], keys[0]};
  std::size_t i = 0;
  if (n >= lanes) {
    Ints low = hn::LoadU(d, keys), high = low;
    for (; i + lanes <= n; i += lanes) {
      const Ints k = hn::LoadU(d, keys + i);
      low = hn::Min(low, k);
      high = hn::Max(high, k);
    }
    e = {hn::GetLane(hn::MinOfLanes(d, low)), hn::GetLane(hn::MaxOfLanes(d, high))};
  }
  for (; i < n; ++i) e = {std::min(e.low, keys[i]), std::max(e.high, keys[i])};
  return e;
}

std::size_t count_below(const std::int32_t* keys, std::size_t n, std::int32_t threshold) {
  const IntTag d;
  const std::size_t lanes = hn::Lanes(d);
  const Ints t = hn::Set(d, threshold);
  Ints sum = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    sum = hn::Sub(sum, hn::VecFromMask(d, hn::Lt(hn::LoadU(d, keys + i), t)));  // a true lane is -1
  auto count = static_cast<std::size_t>(hn::GetLane(hn::SumOfLanes(d, sum)));
  for (; i < n; ++i) count += keys[i] < threshold;
  return count;
}

// A number with exactly `rank` keys below it, 0 < rank < n. The keys differ, so there is one.
std::int32_t threshold_of(const std::int32_t* keys, std::size_t n, std::size_t rank, Extent e) {
  std::int64_t low = e.low, high = std::int64_t{e.high} + 1;
  std::size_t below_low = 0, below_high = n;
  for (bool guess = true;; guess = !guess) {
    // By turns where it lies if the keys are evenly spread, and the middle.
    const auto share = static_cast<double>(rank - below_low) / static_cast<double>(below_high - below_low);
    const std::int64_t step = guess ? static_cast<std::int64_t>(static_cast<double>(high - low) * share) : (high - low) / 2;
    const std::int64_t t = std::clamp(low + step, low + 1, high - 1);
    const std::size_t below = count_below(keys, n, static_cast<std::int32_t>(t));
    if (below == rank) return static_cast<std::int32_t>(t);
    if (below < rank) {
      low = t;
      below_low = below;
    } else {
      high = t;
      below_high = below;
    }
  }
}

// The three axes of a part, moved together.
class Medians {
 public:
  Medians(std::int32_t* axes, std::int32_t* room, std::size_t stride) : axes_(axes), room_(room), stride_(stride) {}

  // Faces [begin, end) as the clusters of one node.
  void order(std::size_t begin, std::size_t end, std::uint32_t clusters) {
    if (clusters == 1) return;
    const std::uint32_t each = child_clusters(clusters);
    split(begin, end, (clusters + each - 1) / each, each);
  }

 private:
  std::int32_t* axis(int a) { return axes_ + static_cast<std::size_t>(a) * stride_; }

  // Faces [begin, end) as children of `each` clusters, the last one with the rest.
  void split(std::size_t begin, std::size_t end, std::uint32_t children, std::uint32_t each) {
    if (children == 1)
      return order(begin, end, static_cast<std::uint32_t>((end - begin + FaceCluster::kFaces - 1) / FaceCluster::kFaces));
    const std::uint32_t left = (children + 1) / 2;
    const std::size_t rank = std::size_t{left} * each * FaceCluster::kFaces;
    int longest = 0;
    Extent widest = extent_of(axis(0) + begin, end - begin);
    for (int a = 1; a < 3; ++a) {
      const Extent e = extent_of(axis(a) + begin, end - begin);
      if (e.high - e.low > widest.high - widest.low) {
        longest = a;
        widest = e;
      }
    }
    part(begin, end, longest, threshold_of(axis(longest) + begin, end - begin, rank, widest));
    split(begin, begin + rank, left, each);
    split(begin + rank, end, children - left, each);
  }

  // Faces below the threshold first, both sides in the order they were.
  void part(std::size_t begin, std::size_t end, int along, std::int32_t threshold) {
    const IntTag d;
    const std::size_t lanes = hn::Lanes(d);
    const Ints t = hn::Set(d, threshold);
    std::size_t left = begin, right = 0, i = begin;
    for (; i + lanes <= end; i += lanes) {
      const auto below = hn::Lt(hn::LoadU(d, axis(along) + i), t);
      const auto above = hn::Not(below);
      const std::size_t n = hn::CountTrue(d, below);
      for (int a = 0; a < 3; ++a) {
        const Ints v = hn::LoadU(d, axis(a) + i);
        // Whole vectors are stored: what is too much on the left is read already, on the right it is overwritten later.
        hn::StoreU(hn::Compress(v, below), d, axis(a) + left);
        hn::StoreU(hn::Compress(v, above), d, room_ + static_cast<std::size_t>(a) * stride_ + right);
      }
      left += n;
      right += lanes - n;
    }
    for (; i < end; ++i) {
      const bool below = axis(along)[i] < threshold;
      for (int a = 0; a < 3; ++a)
        (below ? axis(a)[left] : room_[static_cast<std::size_t>(a) * stride_ + right]) = axis(a)[i];
      ++(below ? left : right);
    }
    for (int a = 0; a < 3; ++a)
      std::memcpy(axis(a) + left, room_ + static_cast<std::size_t>(a) * stride_, right * sizeof(std::int32_t));
  }

  std::int32_t *axes_, *room_;
  std::size_t stride_;
};

}  // namespace

void order_axes(std::int32_t* axes, std::int32_t* room, std::size_t stride, std::size_t n) {
  Medians(axes, room, stride).order(0, n, static_cast<std::uint32_t>((n + FaceCluster::kFaces - 1) / FaceCluster::kFaces));
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(order_axes);

constexpr std::size_t kSlack = 80;  // a whole vector behind the last number, and a stride that is not a power of two

}  // namespace

void order_part(std::span<const FaceKey> keys, std::span<const std::uint32_t> ids, std::span<std::uint32_t> ordered,
                ClusterArray<std::int32_t>& room) {
  const std::size_t n = keys.size(), stride = n + kSlack;
  assert(n <= ClusterOrder::kMostFaces);
  std::uint32_t low[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, high[3] = {};
  for (const FaceKey& k : keys)
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], k.axis(a));
      high[a] = std::max(high[a], k.axis(a));
    }
  const std::uint32_t widest = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
  const int shift = std::max(0, static_cast<int>(std::bit_width(widest)) - 15);
  if (room.size() < 6 * stride) room.resize(6 * stride);
  std::int32_t* const memory = room.data();
  for (std::size_t i = 0; i < n; ++i)
    for (int a = 0; a < 3; ++a)
      memory[static_cast<std::size_t>(a) * stride + i] =
          static_cast<std::int32_t>((keys[i].axis(a) - low[a]) >> shift << 16 | i);
  HWY_DYNAMIC_DISPATCH(order_axes)(memory, memory + 3 * stride, stride, n);
  for (std::size_t i = 0; i < n; ++i) ordered[i] = ids[static_cast<std::uint32_t>(memory[i]) & 0xffff];
}

}  // namespace impinge
#endif
