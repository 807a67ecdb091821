// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Corners as 16-bit steps from the middle of their cluster. What is lost, in steps (the extent is at most 32760 of them from
// the middle): 0.5 by rounding to a whole step, and below 0.02 by the floats in between, namely the corner relative to the
// first one (2^-24 of twice the extent), less the middle, times the inverse of the step. FaceCluster::kOff covers it.
#include "shape/cluster_tree_corners.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shape/cluster_tree_corners.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kFaces = FaceCluster::kFaces;
constexpr float kSteps = 32760;
constexpr float kLeastScale = 0x1p-60f;  // clusters in one point

// Corner k of face i at [k][i], relative to the first one, with room for a fourth coordinate that means nothing.
struct Corners {
  alignas(64) float at[3][kFaces][4];
};

void gather(const CornerSource& source, const FaceCluster& cluster, const Vec3& first, Corners& corners, Box& box) {
  const hn::CappedTag<double, 4> d;
  const hn::Rebind<float, decltype(d)> f;
  const std::size_t lanes = hn::Lanes(d);
  const double* const vertices = source.vertices[0].data();
  // Whole vectors are read, so the last vertex needs room behind it.
  const std::uint32_t last = static_cast<std::uint32_t>(source.vertices.size() - 1);
  const Vec3& p = source.vertices[last];
  const double last_vertex[4] = {p.x(), p.y(), p.z(), 0}, start[4] = {first.x(), first.y(), first.z(), 0};
  double low[4] = {first.x(), first.y(), first.z(), 0}, high[4] = {first.x(), first.y(), first.z(), 0};
  const auto per_unit = hn::Set(d, source.per_unit);
  for (std::size_t a = 0; a < 3; a += lanes) {
    const auto from = hn::LoadU(d, start + a);
    auto least = from, most = from;
    for (std::size_t i = 0; i < kFaces; ++i) {
      const Face& face = source.faces[cluster.faces[i]];
      for (std::size_t k = 0; k < 3; ++k) {
        const auto at = hn::LoadU(d, (face[k] == last ? last_vertex : vertices + 3 * std::size_t{face[k]}) + a);
        least = hn::Min(least, at);
        most = hn::Max(most, at);
        hn::StoreU(hn::DemoteTo(f, hn::Mul(hn::Sub(at, from), per_unit)), f, corners.at[k][i] + a);
      }
    }
    hn::StoreU(least, d, low + a);
    hn::StoreU(most, d, high + a);
  }
  box.add(Vec3(low[0], low[1], low[2]));
  box.add(Vec3(high[0], high[1], high[2]));
}

using FaceTag = hn::CappedTag<float, kFaces>;

// The same axis by axis, corner by corner.
struct Axes {
  alignas(64) float at[3][3][kFaces];
  float low[3], high[3];

  explicit Axes(const Corners& corners) {
    const FaceTag d;
    auto lx = hn::Zero(d), ly = lx, lz = lx, hx = lx, hy = lx, hz = lx;  // the first corner is at 0
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < kFaces; i += hn::Lanes(d)) {
        auto x = lx, y = lx, z = lx, nothing = lx;
        hn::LoadInterleaved4(d, corners.at[k][i], x, y, z, nothing);
        lx = hn::Min(lx, x), ly = hn::Min(ly, y), lz = hn::Min(lz, z);
        hx = hn::Max(hx, x), hy = hn::Max(hy, y), hz = hn::Max(hz, z);
        hn::Store(x, d, at[k][0] + i), hn::Store(y, d, at[k][1] + i), hn::Store(z, d, at[k][2] + i);
      }
    const auto least = [&](auto v) { return hn::GetLane(hn::MinOfLanes(d, v)); };
    const auto most = [&](auto v) { return hn::GetLane(hn::MaxOfLanes(d, v)); };
    low[0] = least(lx), low[1] = least(ly), low[2] = least(lz);
    high[0] = most(hx), high[1] = most(hy), high[2] = most(hz);
  }
};

// The direction of the sum of the faces' normals, 1 long or 0.
HWY_INLINE void set_normal(const Axes& axes, double* normal) {
  const FaceTag d;
  alignas(64) float sums[3][kFaces];
  for (std::size_t i = 0; i < kFaces; i += hn::Lanes(d)) {
    const auto edge = [&](std::size_t k, std::size_t x) {
      return hn::Sub(hn::Load(d, axes.at[k][x] + i), hn::Load(d, axes.at[0][x] + i));
    };
    const auto ux = edge(1, 0), uy = edge(1, 1), uz = edge(1, 2), vx = edge(2, 0), vy = edge(2, 1), vz = edge(2, 2);
    hn::Store(hn::Sub(hn::Mul(uy, vz), hn::Mul(uz, vy)), d, sums[0] + i);
    hn::Store(hn::Sub(hn::Mul(uz, vx), hn::Mul(ux, vz)), d, sums[1] + i);
    hn::Store(hn::Sub(hn::Mul(ux, vy), hn::Mul(uy, vx)), d, sums[2] + i);
  }
  for (std::size_t x = 0; x < 3; ++x) {
    // In an order that does not depend on the lanes.
    for (std::size_t n = kFaces / 2; n > 0; n /= 2)
      for (std::size_t i = 0; i < n; ++i) sums[x][i] += sums[x][i + n];
    normal[x] = static_cast<double>(sums[x][0]);
  }
  const double length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (std::size_t x = 0; x < 3; ++x) normal[x] = length > 0 ? normal[x] / length : 0;
}

// Lowest and highest corner along a normal.
HWY_INLINE void set_slab(const Axes& axes, const double* normal, double* low, double* high) {
  const FaceTag d;
  auto least = hn::Zero(d), most = least;  // the first corner is at 0
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < kFaces; i += hn::Lanes(d)) {
      const auto along = [&](std::size_t x) {
        return hn::Mul(hn::Set(d, static_cast<float>(normal[x])), hn::Load(d, axes.at[k][x] + i));
      };
      const auto height = hn::Add(hn::Add(along(0), along(1)), along(2));
      least = hn::Min(least, height);
      most = hn::Max(most, height);
    }
  *low = static_cast<double>(hn::GetLane(hn::MinOfLanes(d, least)));
  *high = static_cast<double>(hn::GetLane(hn::MaxOfLanes(d, most)));
}

HWY_INLINE void set_steps(const Axes& axes, const float* middle, FaceCluster& cluster) {
  const FaceTag d;
  const hn::Rebind<std::int16_t, FaceTag> d16;
  const auto per_step = hn::Set(d, 1 / cluster.scale);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t x = 0; x < 3; ++x)
      for (std::size_t i = 0; i < kFaces; i += hn::Lanes(d)) {
        const auto off = hn::Sub(hn::Load(d, axes.at[k][x] + i), hn::Set(d, middle[x]));
        hn::Store(hn::DemoteTo(d16, hn::NearestInt(hn::Mul(off, per_step))), d16, cluster.corners[3 * k + x] + i);
      }
}

}  // namespace

ClusterBounds set_corners(const CornerSource& source, FaceCluster& cluster, Box& box) {
  const Vec3 first = source.vertices[source.faces[cluster.faces[0]][0]];
  Corners corners;
  gather(source, cluster, first, corners, box);
  const Axes axes(corners);
  float middle[3], extent = 0;
  for (std::size_t x = 0; x < 3; ++x) {
    middle[x] = (axes.low[x] + axes.high[x]) / 2;
    extent = std::max(extent, (axes.high[x] - axes.low[x]) / 2);
  }
  cluster.scale = std::max(extent / kSteps, kLeastScale);
  set_steps(axes, middle, cluster);

  ClusterBounds bounds;
  double low, high;
  set_normal(axes, bounds.normal);
  set_slab(axes, bounds.normal, &low, &high);
  bounds.mid = (low + high) / 2;
  // Floats relative to the first corner are off by 2^-24 of twice the extent, heights above it by a few times that.
  const double slack = static_cast<double>(extent) * 0x1p-22 + ClusterTree::kRounding;
  bounds.thick = (high - low) / 2 + 8 * slack;
  for (std::size_t x = 0; x < 3; ++x) {
    cluster.centre[x] =
        (first[static_cast<int>(x)] - source.origin[static_cast<int>(x)]) * source.per_unit + static_cast<double>(middle[x]);
    bounds.centre[x] = cluster.centre[x];
    bounds.half[x] = (static_cast<double>(axes.high[x]) - static_cast<double>(axes.low[x])) / 2 + slack;
    bounds.mid -= bounds.normal[x] * static_cast<double>(middle[x]);
  }
  return bounds;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

HWY_EXPORT(set_corners);

SetCorners corner_setter() { return &HWY_DYNAMIC_DISPATCH(set_corners); }

}  // namespace impinge
#endif
