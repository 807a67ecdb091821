// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/cell_band.h"

#include <bit>
#include <cstring>

#include "base/most_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/cell_band.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

static_assert(std::endian::native == std::endian::little);

void look_up_items(const CellBand& band, const CellItem* items, const std::uint32_t* chosen, size_t count,
                   std::vector<CellBand::Found>& found) {
  const hn::ScalableTag<float> d;
  const size_t n = hn::Lanes(d);
  for (size_t k = 0; k < count; ++k) {
    const CellItem& item = items[chosen[k]];
    band.visit(item, [&](std::size_t c, int x, int y) HWY_ATTR {
      for (size_t e = band.start[c], end = band.start[c + 1]; e < end; e += n) {
        auto meet = hn::FirstN(d, end - e);
        for (int axis = 0; axis < 3; ++axis) {
          meet = hn::And(meet, hn::Le(hn::LoadU(d, &band.bounds[axis][e]), hn::Set(d, item.high[axis])));
          meet = hn::And(meet, hn::Ge(hn::LoadU(d, &band.bounds[3 + axis][e]), hn::Set(d, item.low[axis])));
        }
        if (hn::AllFalse(d, meet)) continue;
        alignas(8) std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(d, meet, bytes);
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes, sizeof bits);  // the lowest lane in the lowest bit, on little-endian machines
        for (; bits != 0; bits &= bits - 1) {
          const size_t i = e + static_cast<size_t>(std::countr_zero(bits));
          const int first_x = std::max<int>(item.first[0], band.corners[i] & 0xffff);
          const int first_y = std::max<int>(item.first[1], band.corners[i] >> 16);
          if (x == first_x && y == first_y) found.push_back({band.faces[i], item.face});
        }
      }
    });
  }
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(look_up_items);

}  // namespace

void CellBand::list(std::span<const CellItem> items, std::span<const std::uint32_t> chosen) {
  start.assign(static_cast<std::size_t>(columns.size[0]) * (last - first + 1) + 1, 0);
  for (const std::uint32_t i : chosen) visit(items[i], [&](std::size_t c, int, int) { ++start[c + 1]; });
  for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
  for (auto& b : bounds) b.resize(start.back() + kMostLanes);
  faces.resize(start.back());
  corners.resize(start.back());
  std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
  for (const std::uint32_t i : chosen)
    visit(items[i], [&](std::size_t c, int, int) {
      const std::uint32_t e = next[c]++;
      for (int axis = 0; axis < 3; ++axis) {
        bounds[axis][e] = items[i].low[axis];
        bounds[3 + axis][e] = items[i].high[axis];
      }
      faces[e] = items[i].face;
      corners[e] = items[i].first[0] | static_cast<std::uint32_t>(items[i].first[1]) << 16;
    });
}

void CellBand::look_up(std::span<const CellItem> items, std::span<const std::uint32_t> chosen,
                       std::vector<Found>& found) const {
  HWY_DYNAMIC_DISPATCH(look_up_items)(*this, items.data(), chosen.data(), chosen.size(), found);
}

}  // namespace impinge
#endif
