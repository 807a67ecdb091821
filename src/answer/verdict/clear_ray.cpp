// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The ray runs along the normal of its face, where a body mostly ends, in tree coordinates and floats. With the pose x ->
// R x + t, where R^T R is 1 but for E, world points w of tree points y = (v - o) / U satisfy
//   | (R^T (w - t) - o) / U - y | <= (|E| |v| + |R^T| (rounding of w)) / U:
// what the map does to world points is exact affine, so a ray that misses all faces there by more than this misses them in
// the world. Corners are off by the steps of their cluster as well. Cost: half a microsecond for a few thousand faces.
#include "answer/verdict/clear_ray.h"

#include <cmath>

#include "shape/cluster_tree/cluster_tree.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "answer/verdict/clear_ray.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef IMPINGE_LOCALISE_CLEAR_RAY_ONCE
#define IMPINGE_LOCALISE_CLEAR_RAY_ONCE
namespace impinge {

/// A ray in the frame of a tree.
struct TreeRay {
  double start[3];
  float way[3];        ///< its largest component is 1 or -1
  int along;           ///< the axis of that component
  float margin;        ///< how far corners and boxes may be off, beyond the steps of clusters
  std::uint32_t face;  ///< where it starts
};

}  // namespace impinge
#endif

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr float kRayRounding = 0x1p-20f;  // some roundings of a float

template <std::size_t kMost>
using RayTag = hn::CappedTag<float, kMost>;

template <typename D>
HWY_INLINE std::uint32_t ray_bits(D d, hn::Mask<D> flags) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, flags, bytes);
  return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8;
}

// Children whose boxes the ray may meet: none is all behind the start, and none lies aside as seen along an axis.
HWY_INLINE std::uint32_t children_ahead(const TreeRay& ray, const ClusterNode& node) {
  const RayTag<ClusterNode::kWidth> d;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < ClusterNode::kWidth; i += hn::Lanes(d)) {
    hn::Vec<decltype(d)> at[3], half[3], way[3];
    auto missed = hn::FirstN(d, 0);
    for (std::size_t x = 0; x < 3; ++x) {
      // Tree coordinates are below 2^21: three roundings of that.
      at[x] = hn::Sub(hn::LoadU(d, node.centre[x] + i), hn::Set(d, static_cast<float>(ray.start[x])));
      half[x] = hn::Add(hn::LoadU(d, node.half[x] + i), hn::Set(d, ray.margin + 1));
      way[x] = hn::Set(d, ray.way[x]);
      const auto ahead = hn::Mul(at[x], hn::Set(d, ray.way[x] < 0 ? -1.0f : 1.0f));
      const auto bound = ray.way[x] == 0 ? hn::Abs(at[x]) : hn::Neg(ahead);
      missed = hn::Or(missed, hn::Gt(bound, half[x]));
    }
    for (std::size_t x = 0; x < 3; ++x) {
      const std::size_t y = (x + 1) % 3;
      const auto aside = hn::Abs(hn::Sub(hn::Mul(at[x], way[y]), hn::Mul(at[y], way[x])));
      const auto reach = hn::Add(hn::Mul(half[x], hn::Abs(way[y])), hn::Mul(half[y], hn::Abs(way[x])));
      const auto room = hn::Mul(hn::Add(hn::Abs(at[x]), hn::Abs(at[y])), hn::Set(d, kRayRounding));
      missed = hn::Or(missed, hn::Gt(aside, hn::Add(reach, room)));
    }
    bits |= ray_bits(d, hn::Not(missed)) << i;
  }
  return bits & ((1u << node.count) - 1);
}

// True if the ray misses all faces of a cluster but its own.
HWY_INLINE bool misses_faces(const TreeRay& ray, const FaceCluster& cluster) {
  const RayTag<FaceCluster::kFaces> d;
  const hn::Rebind<std::int32_t, decltype(d)> d32;
  const hn::Rebind<std::int16_t, decltype(d)> d16;
  const auto z = static_cast<std::size_t>(ray.along), x = (z + 1) % 3, y = (z + 2) % 3;
  float from[3], far = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    from[k] = static_cast<float>(cluster.centre[k] - ray.start[k]);
    far = std::max(far, std::fabs(from[k]));
  }
  // The way along the axis is 1 in size, so a shadow is off by at most twice what a corner is.
  const float off = static_cast<float>(FaceCluster::kOff + 0.03) * cluster.scale + ray.margin + far * kRayRounding;
  const auto shadow_off = hn::Set(d, 2 * off), minus_off = hn::Set(d, -2 * off);
  const auto x_way = hn::Set(d, ray.way[x] * ray.way[z]), y_way = hn::Set(d, ray.way[y] * ray.way[z]);
  const auto scale = hn::Set(d, cluster.scale);
  std::uint32_t met = 0;
  for (std::size_t i = 0; i < FaceCluster::kFaces; i += hn::Lanes(d)) {
    hn::Vec<decltype(d)> u[3], v[3];
    auto least_u = hn::Set(d, INFINITY), least_v = least_u, most_u = hn::Neg(least_u), most_v = most_u, ahead = most_u;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto corner = [&](std::size_t axis) {
        const auto steps = hn::ConvertTo(d, hn::PromoteTo(d32, hn::LoadU(d16, cluster.corners[3 * k + axis] + i)));
        return hn::Add(hn::Mul(steps, scale), hn::Set(d, from[axis]));
      };
      const auto w = corner(z);
      u[k] = hn::Sub(corner(x), hn::Mul(w, x_way));
      v[k] = hn::Sub(corner(y), hn::Mul(w, y_way));
      least_u = hn::Min(least_u, u[k]);
      most_u = hn::Max(most_u, u[k]);
      least_v = hn::Min(least_v, v[k]);
      most_v = hn::Max(most_v, v[k]);
      ahead = hn::Max(ahead, hn::Mul(w, hn::Set(d, ray.way[z])));
    }
    auto missed = hn::Or(hn::Or(hn::Gt(least_u, shadow_off), hn::Lt(most_u, minus_off)),
                         hn::Or(hn::Gt(least_v, shadow_off), hn::Lt(most_v, minus_off)));
    missed = hn::Or(missed, hn::Lt(ahead, minus_off));
    // The start's shadow is outside if it surely lies on different sides of two edges.
    const auto size = hn::Max(hn::Max(hn::Neg(least_u), most_u), hn::Max(hn::Neg(least_v), most_v));
    const auto bound = hn::Mul(size, hn::MulAdd(size, hn::Set(d, kRayRounding), hn::Set(d, 12 * off)));
    const auto side = [&](std::size_t p, std::size_t q) { return hn::Sub(hn::Mul(u[p], v[q]), hn::Mul(u[q], v[p])); };
    const auto e0 = side(0, 1), e1 = side(1, 2), e2 = side(2, 0);
    const auto low = hn::Min(hn::Min(e0, e1), e2), high = hn::Max(hn::Max(e0, e1), e2);
    missed = hn::Or(missed, hn::And(hn::Lt(low, hn::Neg(bound)), hn::Gt(high, bound)));
    met |= ray_bits(d, hn::Not(missed)) << i;
  }
  for (met &= (1u << cluster.count) - 1; met != 0; met &= met - 1)
    if (cluster.faces[hwy::Num0BitsBelowLS1Bit_Nonzero32(met)] != ray.face) return false;
  return true;
}

}  // namespace

bool ray_misses_all(const TreeRay& ray, const ClusterTree& tree) {
  constexpr std::size_t kMost = 64;  // nodes that wait: a clear ray does not need more
  std::uint32_t stack[kMost], count = 1;
  stack[0] = 0;
  while (count > 0) {
    const ClusterNode& node = tree.nodes()[stack[--count]];
    for (std::uint32_t bits = children_ahead(ray, node); bits != 0; bits &= bits - 1) {
      const std::uint32_t child = node.first + static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
      if (node.leaf) {
        if (!misses_faces(ray, tree.clusters()[child])) return false;
      } else {
        if (count == kMost) return false;
        stack[count++] = child;
      }
    }
  }
  return true;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(ray_misses_all);

constexpr double kMostSkew = 0x1p-44;  // of R^T R against 1

}  // namespace

bool has_clear_ray(const WorldObject& object, std::uint32_t face, const Vec3& point, double error) {
  const ClusterTree& tree = *object.clusters;
  const Eigen::Matrix3d& r = object.pose.rotation;
  if (!((r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= kMostSkew)) return false;
  const Triangle t = object.triangle(face);
  const Vec3 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0], normal = cross(u, v);
  // A face so thin that rounding turns its normal has no sure side.
  if (!(normal.squaredNorm() > 0x1p-40 * u.squaredNorm() * v.squaredNorm()) || !(normal.squaredNorm() > 0x1p-600))
    return false;
  const Vec3 way = r.transpose() * normal,
             start = (r.transpose() * (point - object.pose.position) - tree.origin()) / tree.unit();
  const double sizes =
      point.cwiseAbs().maxCoeff() + object.pose.position.cwiseAbs().maxCoeff() + tree.origin().cwiseAbs().maxCoeff();
  const double margin = (sizes * 0x1p-42 + 2 * error) / tree.unit() + 0x1p-20;
  if (!(margin < 0x1p10) || !(start.cwiseAbs().maxCoeff() < 0x1p22)) return false;
  TreeRay ray{{start.x(), start.y(), start.z()}, {}, 0, static_cast<float>(margin), face};
  const double longest = way.cwiseAbs().maxCoeff(&ray.along);
  for (int x = 0; x < 3; ++x) ray.way[x] = static_cast<float>(way[x] / longest);
  return HWY_DYNAMIC_DISPATCH(ray_misses_all)(ray, tree);
}

}  // namespace impinge
#endif
