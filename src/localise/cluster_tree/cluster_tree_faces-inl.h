// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The faces of a cluster in floats, in the frame of the second tree and relative to the middle of the cluster of the first.
// How far corners may be off there, on each axis:
//   a, turned: kOff scale by the steps and 5 roundings of 2^15 scale, times the stretch; and the margin of the frame;
//   b, still: kOff scale by the steps, 2 roundings of 2^15 scale, and 2 of the way between the middles.
#if defined(IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_FACES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_FACES_INL_H
#undef IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_FACES_INL_H
#else
#define IMPINGE_LOCALISE_CLUSTER_TREE_CLUSTER_TREE_FACES_INL_H
#endif

#include <hwy/highway.h>

#include <cmath>

#include "exact/pair_batch-inl.h"
#include "localise/cluster_tree/cluster_tree_frame.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kClusterFaces = FaceCluster::kFaces;
constexpr double kTurnedOff = FaceCluster::kOff + 0.01, kStillOff = FaceCluster::kOff + 0.005;
using FaceTag = hn::CappedTag<float, kClusterFaces>;
using FaceLanes = hn::Vec<FaceTag>;
using FaceFlags = hn::Mask<FaceTag>;

HWY_INLINE FaceLanes sum_of(FaceLanes x, FaceLanes y, FaceLanes z) { return hn::Add(hn::Add(x, y), z); }
HWY_INLINE FaceLanes sizes_of(FaceLanes x, FaceLanes y, FaceLanes z) { return sum_of(hn::Abs(x), hn::Abs(y), hn::Abs(z)); }

HWY_INLINE std::uint32_t bits_of_faces(FaceFlags flags) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(FaceTag(), flags, bytes);
  return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8;
}

HWY_INLINE float least_of(const float* row) {
  const FaceTag d;
  auto v = hn::Load(d, row);
  for (std::size_t i = hn::Lanes(d); i < kClusterFaces; i += hn::Lanes(d)) v = hn::Min(v, hn::Load(d, row + i));
  return hn::GetLane(hn::MinOfLanes(d, v));
}

HWY_INLINE float most_of(const float* row) {
  const FaceTag d;
  auto v = hn::Load(d, row);
  for (std::size_t i = hn::Lanes(d); i < kClusterFaces; i += hn::Lanes(d)) v = hn::Max(v, hn::Load(d, row + i));
  return hn::GetLane(hn::MaxOfLanes(d, v));
}

HWY_INLINE FaceLanes steps_of(const FaceCluster& cluster, std::size_t row, std::size_t i) {
  const hn::Rebind<std::int32_t, FaceTag> d32;
  const hn::Rebind<std::int16_t, FaceTag> d16;
  return hn::ConvertTo(FaceTag(), hn::PromoteTo(d32, hn::Load(d16, cluster.corners[row] + i)));
}

/// Corners, boxes and planes of sixteen faces.
struct ClusterFaces {
  alignas(64) float corners[9][kClusterFaces];                      ///< corner k on axis x in row 3 k + x
  alignas(64) float low[3][kClusterFaces], high[3][kClusterFaces];  ///< boxes, grown by off
  alignas(64) float edges[kClusterFaces];                           ///< sum of the edges of each box
  float off;                                                        ///< how far corners may be off on each axis
  float box_low[3], box_high[3];                                    ///< of all faces

  alignas(64) float normal[3][kClusterFaces], level[kClusterFaces];         ///< planes: normal . x = level
  alignas(64) float normal_size[kClusterFaces], normal_off[kClusterFaces];  ///< sum of its sizes; how far each may be off

  HWY_INLINE void set_boxes() {
    const FaceTag d;
    const auto grow = hn::Set(d, off);
    for (std::size_t i = 0; i < kClusterFaces; i += hn::Lanes(d)) {
      auto sum = hn::Zero(d);
      for (std::size_t x = 0; x < 3; ++x) {
        const auto p = hn::Load(d, corners[x] + i), q = hn::Load(d, corners[3 + x] + i), r = hn::Load(d, corners[6 + x] + i);
        const auto lowest = hn::Sub(hn::Min(hn::Min(p, q), r), grow), highest = hn::Add(hn::Max(hn::Max(p, q), r), grow);
        hn::Store(lowest, d, low[x] + i);
        hn::Store(highest, d, high[x] + i);
        sum = hn::Add(sum, hn::Sub(highest, lowest));
      }
      hn::Store(sum, d, edges + i);
    }
  }

  HWY_INLINE void set_planes() {
    const FaceTag d;
    for (std::size_t i = 0; i < kClusterFaces; i += hn::Lanes(d)) {
      const auto at = [&](std::size_t row) { return hn::Load(d, corners[row] + i); };
      const auto px = at(0), py = at(1), pz = at(2);
      const auto ux = hn::Sub(at(3), px), uy = hn::Sub(at(4), py), uz = hn::Sub(at(5), pz);
      const auto vx = hn::Sub(at(6), px), vy = hn::Sub(at(7), py), vz = hn::Sub(at(8), pz);
      const auto nx = hn::Sub(hn::Mul(uy, vz), hn::Mul(uz, vy)), ny = hn::Sub(hn::Mul(uz, vx), hn::Mul(ux, vz)),
                 nz = hn::Sub(hn::Mul(ux, vy), hn::Mul(uy, vx));
      hn::Store(nx, d, normal[0] + i);
      hn::Store(ny, d, normal[1] + i);
      hn::Store(nz, d, normal[2] + i);
      hn::Store(sum_of(hn::Mul(nx, px), hn::Mul(ny, py), hn::Mul(nz, pz)), d, level + i);
      hn::Store(sizes_of(nx, ny, nz), d, normal_size + i);
      const auto u = sizes_of(ux, uy, uz), v = sizes_of(vx, vy, vz), twice = hn::Set(d, 2 * off);
      const auto by_corners = hn::Mul(twice, hn::Add(hn::Add(u, v), hn::Add(twice, twice)));
      hn::Store(hn::Add(by_corners, hn::Mul(hn::Set(d, kFloatRounding), hn::Mul(u, v))), d, normal_off + i);
    }
  }
};

/// A cluster of a tree in another frame; its middle is the origin.
class TurnedCluster : public ClusterFaces {
 public:
  HWY_INLINE void set(const ClusterFrame& frame, const FaceCluster& cluster) {
    cluster_ = &cluster;
    const FaceTag d;
    for (int r = 0; r < 3; ++r) {
      middle_[r] = frame.offset[r];
      for (int c = 0; c < 3; ++c) middle_[r] += frame.matrix(r, c) * cluster.centre[c];
    }
    float scaled[3][3];
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) scaled[r][c] = static_cast<float>(frame.matrix(r, c) * static_cast<double>(cluster.scale));
    for (std::size_t k = 0; k < 9; k += 3)
      for (std::size_t i = 0; i < kClusterFaces; i += hn::Lanes(d)) {
        const auto x = steps_of(cluster, k, i), y = steps_of(cluster, k + 1, i), z = steps_of(cluster, k + 2, i);
        for (std::size_t r = 0; r < 3; ++r) {
          const float* const m = scaled[r];
          hn::Store(sum_of(hn::Mul(hn::Set(d, m[0]), x), hn::Mul(hn::Set(d, m[1]), y), hn::Mul(hn::Set(d, m[2]), z)), d,
                    corners[k + r] + i);
        }
      }
    off = static_cast<float>(kTurnedOff * frame.stretch * static_cast<double>(cluster.scale) + frame.margin);
    set_boxes();
    for (std::size_t x = 0; x < 3; ++x) {
      box_low[x] = least_of(low[x]);
      box_high[x] = most_of(high[x]);
    }
  }

  const FaceCluster& cluster() const { return *cluster_; }
  const double* middle() const { return middle_; }

 private:
  const FaceCluster* cluster_ = nullptr;
  double middle_[3];
};

/// The faces of child j of a node of the second tree, relative to the middle of a turned cluster.
HWY_INLINE void set_still(const FaceCluster& cluster, const ClusterNode& node, std::uint32_t j, const TurnedCluster& turned,
                          ClusterFaces& faces) {
  const FaceTag d;
  float way[3], longest = 0;
  for (std::size_t x = 0; x < 3; ++x) {
    way[x] = static_cast<float>(cluster.centre[x] - turned.middle()[x]);
    longest = std::max(longest, std::fabs(way[x]));
  }
  const auto scale = hn::Set(d, cluster.scale);
  for (std::size_t row = 0; row < 9; ++row) {
    const auto from = hn::Set(d, way[row % 3]);
    for (std::size_t i = 0; i < kClusterFaces; i += hn::Lanes(d))
      hn::Store(hn::Add(hn::Mul(scale, steps_of(cluster, row, i)), from), d, faces.corners[row] + i);
  }
  faces.off = static_cast<float>(kStillOff) * cluster.scale + longest * 0x1p-22f;
  faces.set_boxes();
  for (std::size_t x = 0; x < 3; ++x) {
    const double low = static_cast<double>(node.centre[x][j]) - static_cast<double>(node.half[x][j]) - turned.middle()[x];
    const double high = static_cast<double>(node.centre[x][j]) + static_cast<double>(node.half[x][j]) - turned.middle()[x];
    faces.box_low[x] = static_cast<float>(low) - faces.off;
    faces.box_high[x] = static_cast<float>(high) + faces.off;
  }
}

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
