// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Boxes by the slabs of their axes, several at a time, with room for all
// rounding; faces by the sides on which the line passes their edges. Slabs: T.
// Kay & J. Kajiya, Ray tracing complex scenes, 1986; edges: N. Platis & T.
// Theoharis, Fast ray-tetrahedron intersection using Plücker coordinates, 2003.
#include "answer/points/line_walk.h"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "answer/points/line_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "answer/points/nearest_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

// The children of a node that the line may meet, and where it enters them.
std::uint32_t meet_children(const LineSteps& line, const ClusterNode& node, float* enters) {
  const BoxTag d;
  std::uint32_t met = 0;
  for (std::size_t i = 0; i < ClusterNode::kWidth; i += hn::Lanes(d)) {
    auto enter = hn::Zero(d), leave = hn::Set(d, line.most);
    for (std::size_t x = 0; x < 3; ++x) {
      const auto inverse = hn::Set(d, line.inverse[x]);
      const auto middle = hn::Sub(hn::LoadU(d, node.centre[x] + i), hn::Set(d, line.at[x]));
      const auto half = hn::Add(hn::LoadU(d, node.half[x] + i), hn::Set(d, line.margin));
      const auto near = hn::Mul(hn::Sub(middle, half), inverse), far = hn::Mul(hn::Add(middle, half), inverse);
      enter = hn::Max(enter, hn::Min(near, far));
      leave = hn::Min(leave, hn::Max(near, far));
    }
    // Products are off by a rounding or two.
    const auto early = hn::Mul(enter, hn::Set(d, 1 - 0x1p-20f));
    hn::StoreU(early, d, enters + i);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Le(early, hn::Mul(leave, hn::Set(d, 1 + 0x1p-20f))), bits);
    met |= static_cast<std::uint32_t>(bits[0]) << i;
  }
  return met & ((1u << node.count) - 1);
}

std::uint32_t meet_faces(const LineSteps& line, const FaceCluster& cluster) { return faces_on_line(line, cluster); }

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(meet_children);
HWY_EXPORT(meet_faces);

constexpr double kFarthest = 0x1p30;  // in tree coordinates
constexpr float kAlong = 0x1p100f;    // the inverse of a step that is none

}  // namespace

bool LineWalk::begin(const Vec3& from, const Vec3& way, double most) {
  from_ = frame_.to_tree(from);
  Vec3 step = frame_.direction(way);
  // Of about the size of the tree, so that floats hold what is made of it; a
  // power of two changes nothing else.
  const double length = step.cwiseAbs().maxCoeff(), size = from_.cwiseAbs().maxCoeff();
  if (!(size < kFarthest) || !(length > 0x1p-900 && length < 0x1p900)) return false;
  const int power = 20 - std::ilogb(length);
  step = step.unaryExpr([&](double x) { return std::ldexp(x, power); });
  size_ = std::ldexp(1.0, power);
  for (int x = 0; x < 3; ++x) {
    at_[x] = static_cast<float>(from_[x]);
    way_[x] = static_cast<float>(step[x]);
    inverse_[x] = std::fabs(way_[x]) > 0x1p-60f ? 1 / way_[x] : kAlong;
  }
  stack_.assign(1, {0, 0});
  shorten(most);
  // Where the line is when it meets the tree is off by what floats lose of the
  // way there: so many times the tree away.
  const double reach = size + 0x1p22;
  margin_ = static_cast<float>(frame_.margin(from_) + reach * 0x1p-20);
  return true;
}

void LineWalk::shorten(double most) {
  const double times = most / size_;
  most_ = times < 0x1p60 ? static_cast<float>(times * (1 + 0x1p-20)) : 0x1p60f;
}

std::span<const std::uint32_t> LineWalk::next() {
  LineSteps line{};
  std::copy_n(way_, 3, line.way);
  std::copy_n(inverse_, 3, line.inverse);
  faces_.clear();
  while (faces_.empty() && !stack_.empty()) {
    const Entry entry = stack_.back();
    stack_.pop_back();
    if (entry.enter > most_) continue;
    std::copy_n(at_, 3, line.at);
    line.most = most_;
    line.margin = margin_;
    const ClusterNode& node = frame_.tree().nodes()[entry.node];
    float enters[ClusterNode::kWidth];
    std::uint32_t met = HWY_DYNAMIC_DISPATCH(meet_children)(line, node, enters);
    const std::size_t base = stack_.size();
    for (; met != 0; met &= met - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(met));
      if (!node.leaf) {
        stack_.push_back({enters[i], node.first + i});
        continue;
      }
      const FaceCluster& cluster = frame_.tree().clusters()[node.first + i];
      double longest = 0;
      for (int x = 0; x < 3; ++x) {
        const double way = from_[x] - cluster.centre[x];
        line.at[x] = static_cast<float>(way);
        longest = std::max(longest, std::fabs(way));
      }
      const double scale = static_cast<double>(cluster.scale);
      line.margin = static_cast<float>((FaceCluster::kOff + 0.05) * scale + frame_.margin(from_) + longest * 0x1p-22);
      std::uint32_t faces = HWY_DYNAMIC_DISPATCH(meet_faces)(line, cluster);
      for (; faces != 0; faces &= faces - 1) faces_.push_back(cluster.faces[std::countr_zero(faces)]);
    }
    std::sort(stack_.begin() + static_cast<std::ptrdiff_t>(base), stack_.end(),
              [](const Entry& a, const Entry& b) { return a.enter > b.enter; });
  }
  return faces_;
}

}  // namespace impinge
#endif
