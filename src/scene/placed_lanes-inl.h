// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Vertices several at a time. Included once for each SIMD target, hence no include guard of the usual kind.
#if defined(IMPINGE_SCENE_PLACED_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_SCENE_PLACED_LANES_INL_H
#undef IMPINGE_SCENE_PLACED_LANES_INL_H
#else
#define IMPINGE_SCENE_PLACED_LANES_INL_H
#endif

#include <hwy/highway.h>

#include "scene/world.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DoubleTag = hn::ScalableTag<double>;
using Doubles = hn::Vec<DoubleTag>;

struct Points {
  Doubles x, y, z;
};

// Loads vertices and places them: the operations of placed_point in their order.
class PlacedLanes {
 public:
  explicit PlacedLanes(const WorldObject& object) : object_(object) {}

  static size_t lanes() { return hn::Lanes(DoubleTag()); }

  Points load(size_t first) const {
    const DoubleTag d;
    Points p;
    hn::LoadInterleaved3(d, object_.local[first].data(), p.x, p.y, p.z);
    return place(p);
  }

  // As many vertices as there are lanes, given by their numbers, aligned.
  Points gather(const std::int64_t* vertices) const {
    const DoubleTag d;
    const hn::RebindToSigned<DoubleTag> di;
    const auto v = hn::Load(di, vertices), at = hn::Add(v, hn::Add(v, v));
    const double* base = object_.local.front().data();
    return place({hn::GatherIndex(d, base, at), hn::GatherIndex(d, base + 1, at), hn::GatherIndex(d, base + 2, at)});
  }

 private:
  Points place(const Points& p) const {
    if (object_.in_place) return p;
    return {row(p, 0), row(p, 1), row(p, 2)};
  }

  Doubles row(const Points& p, int i) const {
    const DoubleTag d;
    const auto& r = object_.pose.rotation;
    const auto sum = hn::Add(hn::Mul(hn::Set(d, r(i, 0)), p.x), hn::Mul(hn::Set(d, r(i, 1)), p.y));
    return hn::Add(hn::Add(sum, hn::Mul(hn::Set(d, r(i, 2)), p.z)), hn::Set(d, object_.pose.position[i]));
  }

  const WorldObject& object_;
};

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
