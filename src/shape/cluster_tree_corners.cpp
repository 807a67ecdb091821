// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Corners as 16-bit steps from the middle of their cluster. What is lost, in steps (the extent is at most 32760 of them from
// the middle): 0.5 by rounding to a whole step, and below 0.02 by the floats in between, namely the corner relative to the
// first one (2^-24 of twice the extent), less the middle, times the inverse of the step. FaceCluster::kOff covers it.
#include "shape/cluster_tree_corners.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shape/cluster_tree_corners.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kFaces = FaceCluster::kFaces;
constexpr float kSteps = 32760;
constexpr float kLeastScale = 0x1p-60f;  // clusters in one point

// Corner k of face i at [k][i], relative to the first one, with room for a fourth coordinate that means nothing.
struct Corners {
  alignas(64) float at[3][kFaces][4];
};

void gather(const CornerSource& source, const FaceCluster& cluster, const Vec3& first, Corners& corners) {
  const hn::CappedTag<double, 4> d;
  const hn::Rebind<float, decltype(d)> f;
  const std::size_t lanes = hn::Lanes(d);
  const double* const vertices = source.vertices[0].data();
  // Whole vectors are read, so the last vertex needs room behind it.
  const std::uint32_t last = static_cast<std::uint32_t>(source.vertices.size() - 1);
  const Vec3& p = source.vertices[last];
  const double last_vertex[4] = {p.x(), p.y(), p.z(), 0}, start[4] = {first.x(), first.y(), first.z(), 0};
  const auto per_unit = hn::Set(d, source.per_unit);
  for (std::size_t i = 0; i < kFaces; ++i) {
    const Face& face = source.faces[cluster.faces[i]];
    for (std::size_t k = 0; k < 3; ++k) {
      const double* const from = face[k] == last ? last_vertex : vertices + 3 * std::size_t{face[k]};
      for (std::size_t a = 0; a < 3; a += lanes) {
        const auto off = hn::Sub(hn::LoadU(d, from + a), hn::LoadU(d, start + a));
        hn::StoreU(hn::DemoteTo(f, hn::Mul(off, per_unit)), f, corners.at[k][i] + a);
      }
    }
  }
}

ClusterBox set_corners(const CornerSource& source, FaceCluster& cluster) {
  const hn::CappedTag<float, kFaces> d;
  const hn::Rebind<std::int16_t, decltype(d)> d16;
  const std::size_t lanes = hn::Lanes(d);
  const Vec3 first = source.vertices[source.faces[cluster.faces[0]][0]];
  Corners corners;
  gather(source, cluster, first, corners);

  alignas(64) float axes[3][3][kFaces];  // corner, axis
  auto low_x = hn::Zero(d), low_y = low_x, low_z = low_x, high_x = low_x, high_y = low_x, high_z = low_x;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < kFaces; i += lanes) {
      auto x = low_x, y = low_x, z = low_x, nothing = low_x;
      hn::LoadInterleaved4(d, corners.at[k][i], x, y, z, nothing);
      low_x = hn::Min(low_x, x), low_y = hn::Min(low_y, y), low_z = hn::Min(low_z, z);
      high_x = hn::Max(high_x, x), high_y = hn::Max(high_y, y), high_z = hn::Max(high_z, z);
      hn::Store(x, d, axes[k][0] + i), hn::Store(y, d, axes[k][1] + i), hn::Store(z, d, axes[k][2] + i);
    }
  const auto least = [&](auto v) { return hn::GetLane(hn::MinOfLanes(d, v)); };
  const auto most = [&](auto v) { return hn::GetLane(hn::MaxOfLanes(d, v)); };
  const float low[3] = {least(low_x), least(low_y), least(low_z)}, high[3] = {most(high_x), most(high_y), most(high_z)};
  float middle[3], half[3];
  for (int a = 0; a < 3; ++a) middle[a] = (low[a] + high[a]) / 2, half[a] = (high[a] - low[a]) / 2;
  const float extent = std::max({half[0], half[1], half[2]});
  cluster.scale = std::max(extent / kSteps, kLeastScale);

  const auto per_step = hn::Set(d, 1 / cluster.scale);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t i = 0; i < kFaces; i += lanes) {
        const auto off = hn::Sub(hn::Load(d, axes[k][a] + i), hn::Set(d, middle[a]));
        hn::Store(hn::DemoteTo(d16, hn::NearestInt(hn::Mul(off, per_step))), d16, cluster.corners[3 * k + a] + i);
      }
  ClusterBox box;
  const double slack = static_cast<double>(extent) * 0x1p-22 + ClusterTree::kRounding;
  for (int a = 0; a < 3; ++a) {
    cluster.centre[a] = (first[a] - source.origin[a]) * source.per_unit + static_cast<double>(middle[a]);
    box.centre[a] = cluster.centre[a];
    box.half[a] = static_cast<double>(half[a]) + slack;
  }
  return box;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

HWY_EXPORT(set_corners);

SetCorners corner_setter() { return &HWY_DYNAMIC_DISPATCH(set_corners); }

}  // namespace impinge
#endif
