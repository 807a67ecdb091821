// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/bands/depth_run.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raster/bands/depth_run.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DepthTag = hn::CappedTag<double, 8>;
using CountTag = hn::Rebind<std::uint32_t, DepthTag>;
using StepTag = hn::Rebind<std::int32_t, DepthTag>;

HWY_INLINE auto keys_at(hn::Vec<StepTag> z, std::uint32_t base) {
  const CountTag d;
  return hn::Or(hn::ShiftLeft<kDepthShift<std::uint32_t>>(hn::BitCast(d, z)), hn::Set(d, base));
}
HWY_INLINE auto keys_at(hn::Vec<StepTag> z, std::uint64_t base) {
  const hn::Rebind<std::uint64_t, DepthTag> d;
  return hn::Or(hn::ShiftLeft<kDepthShift<std::uint64_t>>(hn::PromoteTo(d, hn::BitCast(CountTag(), z))), hn::Set(d, base));
}

HWY_INLINE auto widened(CountTag, hn::Vec<CountTag> v) { return v; }
HWY_INLINE auto widened(hn::Rebind<std::uint64_t, DepthTag> d, hn::Vec<CountTag> v) { return hn::PromoteTo(d, v); }

// The operations of RasterSpan::for_each_depth.
template <typename Key>
HWY_INLINE hn::Vec<StepTag> depths(const DepthRun<Key>& run, std::int32_t first) {
  const DepthTag d;
  const auto steps = hn::Mul(hn::Iota(d, first), hn::Set(d, double(kSubcells)));
  const auto x = hn::Add(hn::Set(d, run.x), steps);
  const auto z = hn::Add(hn::Set(d, run.z0), hn::Add(hn::Mul(x, hn::Set(d, run.ax)), hn::Set(d, run.y)));
  const auto kept = hn::Min(hn::Max(z, hn::Set(d, run.low)), hn::Set(d, run.high));
  return hn::DemoteTo(StepTag(), hn::Add(kept, hn::Set(d, 0.5)));
}

template <typename Key>
void put_all(const DepthRun<Key>* runs, std::size_t count, Key* slots, std::uint32_t* counts, std::size_t stride) {
  const CountTag c;
  const hn::Rebind<Key, DepthTag> d;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(c));
  for (const DepthRun<Key>* run = runs; run != runs + count; ++run)
    for (std::int32_t i = 0; i < run->count; i += lanes) {
      const auto keys = keys_at(depths(*run, i), run->base);
      const std::size_t cell = run->cell + static_cast<std::uint32_t>(i);
      const auto in = static_cast<std::size_t>(run->count - i);
      const auto lengths = hn::LoadU(c, counts + cell);
      const auto wide = widened(d, lengths);
      // Neighbouring lists are mostly as long as each other; those of one length are put at once.
      for (auto rest = hn::FirstN(d, in); !hn::AllFalse(d, rest);) {
        const std::uint32_t length = counts[cell + static_cast<std::size_t>(hn::FindFirstTrue(d, rest))];
        const auto same = hn::And(rest, hn::Eq(wide, hn::Set(d, Key{length})));
        const std::size_t slot = HWY_MIN(length, kMostSlots);
        hn::BlendedStore(keys, same, d, slots + slot * stride + cell);
        rest = hn::AndNot(same, rest);
      }
      hn::BlendedStore(hn::Add(lengths, hn::Set(c, 1u)), hn::FirstN(c, in), c, counts + cell);
    }
}

void put_small(const DepthRun<std::uint32_t>* runs, std::size_t count, std::uint32_t* slots, std::uint32_t* counts,
               std::size_t stride) {
  put_all(runs, count, slots, counts, stride);
}
void put_large(const DepthRun<std::uint64_t>* runs, std::size_t count, std::uint64_t* slots, std::uint32_t* counts,
               std::size_t stride) {
  put_all(runs, count, slots, counts, stride);
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

HWY_EXPORT(put_small);
HWY_EXPORT(put_large);

void put_runs(std::span<const DepthRun<std::uint32_t>> runs, std::uint32_t* slots, std::uint32_t* counts,
              std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(put_small)(runs.data(), runs.size(), slots, counts, stride);
}
void put_runs(std::span<const DepthRun<std::uint64_t>> runs, std::uint64_t* slots, std::uint32_t* counts,
              std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(put_large)(runs.data(), runs.size(), slots, counts, stride);
}

}  // namespace impinge
#endif
