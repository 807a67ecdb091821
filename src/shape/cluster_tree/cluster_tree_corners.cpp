// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Corners as 16-bit steps from the middle of their cluster. What is lost, in steps (the extent is at most 32760 of them from
// the middle): 0.5 by rounding to a whole step, and below 0.02 by the floats in between, namely the corner relative to the
// first one (2^-24 of twice the extent), less the middle, times the inverse of the step. FaceCluster::kOff covers it.
#include "shape/cluster_tree/cluster_tree_corners.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shape/cluster_tree/cluster_tree_corners.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kFaces = FaceCluster::kFaces;
constexpr float kSteps = 32760;
constexpr float kLeastScale = 0x1p-60f;  // clusters in one point

// Points relative to the first one, with room for a fourth coordinate that means nothing.
template <std::size_t kPoints>
struct Points4 {
  alignas(64) float at[kPoints][4];
};

// Sets n points, given by the numbers of their vertices, and adds them to the box.
template <typename VertexOf>
HWY_INLINE void gather(const CornerSource& source, std::size_t n, const Vec3& first, const VertexOf& vertex_of,
                       float (*points)[4], Box& box) {
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
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t v = vertex_of(i);
      const auto at = hn::LoadU(d, (v == last ? last_vertex : vertices + 3 * std::size_t{v}) + a);
      least = hn::Min(least, at);
      most = hn::Max(most, at);
      hn::StoreU(hn::DemoteTo(f, hn::Mul(hn::Sub(at, from), per_unit)), f, points[i] + a);
    }
    hn::StoreU(least, d, low + a);
    hn::StoreU(most, d, high + a);
  }
  box.add(Vec3(low[0], low[1], low[2]));
  box.add(Vec3(high[0], high[1], high[2]));
}

using FaceTag = hn::CappedTag<float, kFaces>;

// Corners relative to the first one, axis by axis: corner k of face i on axis x at [k][x][i].
struct Axes {
  alignas(64) float at[3][3][kFaces];
  float low[3], high[3];

  // By the faces.
  Axes(const CornerSource& source, const FaceCluster& cluster, const Vec3& first, Box& box) {
    const FaceTag d;
    Points4<3 * kFaces> points;  // corner k of face i at k * kFaces + i
    gather(
        source, 3 * kFaces, first, [&](std::size_t n) { return source.faces[cluster.faces[n % kFaces]][n / kFaces]; },
        points.at, box);
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < kFaces; i += hn::Lanes(d)) {
        auto x = hn::Zero(d), y = x, z = x, nothing = x;
        hn::LoadInterleaved4(d, points.at[k * kFaces + i], x, y, z, nothing);
        hn::Store(x, d, at[k][0] + i);
        hn::Store(y, d, at[k][1] + i);
        hn::Store(z, d, at[k][2] + i);
      }
    set_extents();
  }

  // By the list of vertices.
  Axes(const CornerSource& source, const CornerList& list, const Vec3& first, Box& box) {
    constexpr std::size_t kPoints = 2 * kFaces;
    static_assert(CornerList::kMost <= kPoints);
    const FaceTag d;
    const hn::RebindToSigned<FaceTag> di;
    const hn::Rebind<std::uint8_t, FaceTag> d8;
    Points4<kPoints> points;
    gather(
        source, list.count, first, [&](std::size_t n) { return list.vertices[n]; }, points.at, box);
    alignas(64) float axis[3][kPoints];
    for (std::size_t i = 0; i < list.count; i += hn::Lanes(d)) {
      auto x = hn::Zero(d), y = x, z = x, nothing = x;
      hn::LoadInterleaved4(d, points.at[i], x, y, z, nothing);
      hn::Store(x, d, axis[0] + i);
      hn::Store(y, d, axis[1] + i);
      hn::Store(z, d, axis[2] + i);
    }
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < kFaces; i += hn::Lanes(d)) {
        const auto place = hn::PromoteTo(di, hn::LoadU(d8, list.corners[k] + i));
        for (std::size_t x = 0; x < 3; ++x) hn::Store(hn::GatherIndex(d, axis[x], place), d, at[k][x] + i);
      }
    set_extents();
  }

 private:
  void set_extents() {
    const FaceTag d;
    for (std::size_t x = 0; x < 3; ++x) {
      auto least = hn::Zero(d), most = least;  // the first corner is at 0
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < kFaces; i += hn::Lanes(d)) {
          least = hn::Min(least, hn::Load(d, at[k][x] + i));
          most = hn::Max(most, hn::Load(d, at[k][x] + i));
        }
      low[x] = hn::GetLane(hn::MinOfLanes(d, least));
      high[x] = hn::GetLane(hn::MaxOfLanes(d, most));
    }
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

ClusterBounds set_corners(const CornerSource& source, const CornerList* list, FaceCluster& cluster, Box& box) {
  const bool listed = list != nullptr && list->count > 0;
  const Vec3 first = source.vertices[listed ? list->vertices[0] : source.faces[cluster.faces[0]][0]];
  const Axes axes = listed ? Axes(source, *list, first, box) : Axes(source, cluster, first, box);
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
