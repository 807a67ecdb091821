// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/own_pairs/face_boxes.h"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "answer/own_pairs/face_boxes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using FaceBoxTag = hn::CappedTag<float, FaceBoxes::kFaces>;
using CornerTag = hn::RebindToUnsigned<FaceBoxTag>;

struct SimpleCorners {
  hn::Vec<CornerTag> first, second, third;

  HWY_INLINE SimpleCorners(const FaceBoxes& b, std::size_t j)
      : first(hn::Load(CornerTag(), b.simple[0] + j)),
        second(hn::Load(CornerTag(), b.simple[1] + j)),
        third(hn::Load(CornerTag(), b.simple[2] + j)) {}

  HWY_INLINE hn::Mask<CornerTag> have(std::uint32_t corner) const {
    const auto c = hn::Set(CornerTag(), corner != FaceBoxes::kNoCorner ? corner : FaceBoxes::kNoCorner - 1);
    return hn::Or(hn::Or(hn::Eq(first, c), hn::Eq(second, c)), hn::Eq(third, c));
  }
};

HWY_INLINE std::uint32_t bits_of(hn::Mask<FaceBoxTag> mask) {
  std::uint8_t bytes[8] = {};  // Highway may write eight
  hn::StoreMaskBits(FaceBoxTag(), mask, bytes);
  return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8;
}

// The faces of a whose boxes meet the box of all of b.
HWY_INLINE std::uint32_t near_all(const FaceBoxes& a, const FaceBoxes& b) {
  const FaceBoxTag d;
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < FaceBoxes::kFaces; i += hn::Lanes(d)) {
    const auto on = [&](std::size_t x) HWY_ATTR {
      return hn::And(hn::Le(hn::Load(d, a.low[x] + i), hn::Set(d, b.all_high[x])),
                     hn::Ge(hn::Load(d, a.high[x] + i), hn::Set(d, b.all_low[x])));
    };
    result |= bits_of(hn::And(hn::And(on(0), on(1)), on(2))) << i;
  }
  return result;
}

std::uint32_t meeting_boxes(const FaceBoxes& a, const FaceBoxes& b, std::uint32_t (&meeting)[FaceBoxes::kFaces]) {
  const FaceBoxTag d;
  const std::uint32_t near_b = near_all(a, b);
  for (std::uint32_t bits = near_b; bits != 0; bits &= bits - 1) meeting[std::countr_zero(bits)] = 0;
  for (std::size_t j = 0; j < FaceBoxes::kFaces; j += hn::Lanes(d)) {
    const auto x_low = hn::Load(d, b.low[0] + j), y_low = hn::Load(d, b.low[1] + j), z_low = hn::Load(d, b.low[2] + j);
    const auto x_high = hn::Load(d, b.high[0] + j), y_high = hn::Load(d, b.high[1] + j), z_high = hn::Load(d, b.high[2] + j);
    const SimpleCorners corners(b, j);
    for (std::uint32_t bits = near_b; bits != 0; bits &= bits - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(bits));
      const auto x = hn::And(hn::Le(x_low, hn::Set(d, a.high[0][i])), hn::Ge(x_high, hn::Set(d, a.low[0][i])));
      const auto y = hn::And(hn::Le(y_low, hn::Set(d, a.high[1][i])), hn::Ge(y_high, hn::Set(d, a.low[1][i])));
      const auto z = hn::And(hn::Le(z_low, hn::Set(d, a.high[2][i])), hn::Ge(z_high, hn::Set(d, a.low[2][i])));
      const auto common =
          hn::Or(hn::Or(corners.have(a.simple[0][i]), corners.have(a.simple[1][i])), corners.have(a.simple[2][i]));
      meeting[i] |= bits_of(hn::AndNot(hn::RebindMask(d, common), hn::And(hn::And(x, y), z))) << j;
    }
  }
  return near_b;
}

void box_cluster(const FaceCluster& cluster, float margin, FaceBoxes& boxes) {
  const FaceBoxTag d;
  const hn::RebindToSigned<FaceBoxTag> di;
  const hn::Rebind<std::int16_t, FaceBoxTag> narrow;
  boxes.off = static_cast<float>(FaceCluster::kOff + 0.05) * cluster.scale + margin;
  const auto off = hn::Set(d, boxes.off);
  const auto scale = hn::Set(d, cluster.scale);
  for (std::size_t x = 0; x < 3; ++x) {
    const auto centre = hn::Set(d, static_cast<float>(cluster.centre[x]));
    for (std::size_t i = 0; i < FaceBoxes::kFaces; i += hn::Lanes(d)) {
      const auto corner = [&](std::size_t k) HWY_ATTR {
        const auto steps = hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(narrow, cluster.corners[3 * k + x] + i)));
        const auto at = hn::Add(centre, hn::Mul(scale, steps));
        hn::Store(at, d, boxes.corners[k][x] + i);
        return at;
      };
      const auto p = corner(0), q = corner(1), r = corner(2);
      const auto least = hn::Min(hn::Min(p, q), r), most = hn::Max(hn::Max(p, q), r);
      hn::Store(hn::Sub(least, off), d, boxes.low[x] + i);
      hn::Store(hn::Add(most, off), d, boxes.high[x] + i);
    }
  }
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {
namespace {
HWY_EXPORT(meeting_boxes);
HWY_EXPORT(box_cluster);
}  // namespace

void FaceBoxes::set(const FaceCluster& cluster, float margin) {
  HWY_DYNAMIC_DISPATCH(box_cluster)(cluster, margin, *this);
  for (std::size_t x = 0; x < 3; ++x) {
    all_low[x] = *std::min_element(low[x], low[x] + kFaces);
    all_high[x] = *std::max_element(high[x], high[x] + kFaces);
  }
}

std::uint32_t find_meeting_boxes(const FaceBoxes& a, const FaceBoxes& b, std::uint32_t (&meeting)[FaceBoxes::kFaces]) {
  return HWY_DYNAMIC_DISPATCH(meeting_boxes)(a, b, meeting);
}
}  // namespace impinge
#endif
