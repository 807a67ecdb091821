// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Seen along an axis, a face keeps to one side of the line through an edge, as far out as its third corner: another face
// that keeps farther out to one side, or to the other, does not meet it. With corners off by up to d on each axis and ways
// between them of up to R, ways are off by e = 2 d + 2^-24 R, and cross products of two of them by 4 R e + 2 e^2, to which
// floats add 4 R^2 2^-24; two such products are compared.
#include "answer/own_pairs/face_lines.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "answer/own_pairs/face_lines.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using PairTag = hn::CappedTag<float, FacePairBatch::kPairs>;
using Floats = hn::Vec<PairTag>;

struct Points {
  Floats x, y;

  HWY_INLINE Points operator-(const Points& p) const { return {hn::Sub(x, p.x), hn::Sub(y, p.y)}; }
};

HWY_INLINE Floats cross(const Points& u, const Points& v) { return hn::Sub(hn::Mul(u.x, v.y), hn::Mul(u.y, v.x)); }

struct Corners {
  Points p[3];

  HWY_INLINE Corners(const FacePairBatch& batch, std::size_t face, std::size_t first) {
    const PairTag d;
    for (std::size_t k = 0; k < 3; ++k)
      p[k] = {hn::Load(d, batch.at[face][k][0] + first), hn::Load(d, batch.at[face][k][1] + first)};
  }
};

HWY_INLINE hn::Mask<PairTag> parts(const Corners& a, const Corners& b, Floats bound) {
  const PairTag d;
  const auto zero = hn::Zero(d);
  auto result = hn::MaskFromVec(zero);
  for (std::size_t k = 0; k < 3; ++k) {
    const Points &from = a.p[k], way = a.p[(k + 1) % 3] - from;
    const auto own = cross(way, a.p[(k + 2) % 3] - from);
    const auto x = cross(way, b.p[0] - from), y = cross(way, b.p[1] - from), z = cross(way, b.p[2] - from);
    const auto least = hn::Min(hn::Min(x, y), z), most = hn::Max(hn::Max(x, y), z);
    result = hn::Or(result, hn::Gt(least, hn::Add(hn::Max(own, zero), bound)));
    result = hn::Or(result, hn::Lt(most, hn::Sub(hn::Min(own, zero), bound)));
  }
  return result;
}

std::uint32_t unparted(const FacePairBatch& batch) {
  const PairTag d;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < FacePairBatch::kPairs; i += hn::Lanes(d)) {
    const Corners a(batch, 0, i), b(batch, 1, i);
    const auto bound = hn::Load(d, batch.bound + i);
    std::uint8_t bytes[8] = {};  // Highway may write eight
    hn::StoreMaskBits(d, hn::Not(hn::Or(parts(a, b, bound), parts(b, a, bound))), bytes);
    const auto lanes = static_cast<std::uint32_t>((std::uint64_t{1} << hn::Lanes(d)) - 1);
    bits |= ((static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8) & lanes) << i;
  }
  return bits & static_cast<std::uint32_t>((std::uint64_t{1} << batch.count) - 1);
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {
namespace {
HWY_EXPORT(unparted);
}  // namespace

FaceView::FaceView(const FaceBoxes& a, const FaceBoxes& b) {
  float extent[3];
  for (std::size_t x = 0; x < 3; ++x)
    extent[x] = std::max(a.all_high[x], b.all_high[x]) - std::min(a.all_low[x], b.all_low[x]);
  axis = static_cast<std::size_t>(std::min_element(extent, extent + 3) - extent);
  const float reach = 1.001f * std::max(extent[(axis + 1) % 3], extent[(axis + 2) % 3]);
  const float off = 2 * std::max(a.off, b.off) + 0x1p-24f * reach;
  bound = 2.01f * (4 * reach * off + 2 * off * off + 0x1p-22f * reach * reach);
}

void FacePairBatch::add(const FaceView& view, const FaceBoxes& a, std::uint32_t i, const FaceBoxes& b, std::uint32_t j,
                        OwnPair pair) {
  const std::size_t x = (view.axis + 1) % 3, y = (view.axis + 2) % 3;
  for (std::size_t k = 0; k < 3; ++k) {
    at[0][k][0][count] = a.corners[k][x][i];
    at[0][k][1][count] = a.corners[k][y][i];
    at[1][k][0][count] = b.corners[k][x][j];
    at[1][k][1][count] = b.corners[k][y][j];
  }
  bound[count] = view.bound;
  faces[count++] = pair;
}

std::uint32_t find_unparted(const FacePairBatch& batch) { return HWY_DYNAMIC_DISPATCH(unparted)(batch); }

}  // namespace impinge
#endif
