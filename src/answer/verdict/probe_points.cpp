// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/verdict/probe_points.h"

#include <cmath>

namespace impinge {

namespace {

constexpr std::size_t kFewFaces = 4096;  // that a ray may look at one by one

// Without a tree a ray looks at all faces.
bool cheap(const WorldObject& o) { return o.clusters != nullptr || o.faces.size() <= kFewFaces; }

// The point `from`, moved along the axis on which `own` sticks out of `other` farthest to the middle of what sticks out.
// Nothing if it does not stick out.
std::optional<Vec3> point_beyond(const Box& own, const Box& other, Vec3 from) {
  double farthest = 0;
  std::optional<Vec3> point;
  for (int axis = 0; axis < 3; ++axis) {
    const auto look = [&](double ways, double end, double border) {
      const double middle = 0.5 * end + 0.5 * border;
      if (!(ways > farthest) || (middle >= other.low[axis] && middle <= other.high[axis])) return;
      farthest = ways;
      point = from;
      (*point)[axis] = middle;
    };
    look(other.low[axis] - own.low[axis], own.low[axis], other.low[axis]);
    look(own.high[axis] - other.high[axis], own.high[axis], other.high[axis]);
  }
  return point;
}

}  // namespace

bool probes_prove_crossing(const Body& a, const Body& b) {
  const WorldObject &oa = a.object(), &ob = b.object();
  if (!oa.closed() || !ob.closed() || !cheap(oa) || !cheap(ob)) return false;
  const Box common = intersection(oa.box, ob.box);
  const Vec3 middle = 0.5 * common.low + 0.5 * common.high;
  const auto in_a = point_beyond(oa.box, ob.box, middle), in_b = point_beyond(ob.box, oa.box, middle);
  return in_a && in_b && middle.allFinite() && a.surely_holds(middle) && b.surely_holds(middle) && a.surely_holds(*in_a) &&
         b.surely_holds(*in_b);
}

}  // namespace impinge
