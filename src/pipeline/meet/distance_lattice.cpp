// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// With corners c at distances d(c), a point p is at least max d(c) - |p - c| and at most min d(c) + |p - c| away: of the
// eight around it one lies nearly straight away from the surface and one nearly towards it, so that the bounds are a tenth
// of a cell apart rather than a whole one. Cost: some ten nanoseconds a point, a microsecond a corner.
#include "pipeline/meet/distance_lattice.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "answer/body/body.h"
#include "answer/points/nearest_face.h"
#include "answer/points/point_frame.h"
#include "answer/points/point_sides.h"

namespace impinge {

namespace {

constexpr std::size_t kBlock = 1024;  // corners that a thread takes at a time

}  // namespace

DistanceLattice::DistanceLattice(const Box& box, std::size_t corners, double reach, double size) {
  const Vec3 widths = box.high - box.low;
  const double largest = widths.maxCoeff(), coordinates = largest_coordinate(box) + size;
  if (!(largest > 0x1p-60 && coordinates < 0x1p60 && reach < 0x1p60)) return;
  // Flat boxes have a layer of cells.
  const Vec3 least = widths.cwiseMax(largest * 0x1p-6);
  double cell = std::cbrt(least.x() * least.y() * least.z() / static_cast<double>(corners));
  cell = std::max({cell, reach * 0x1p-6, coordinates * 0x1p-20});
  for (int axis = 0; axis < 3; ++axis) {
    view_.count[axis] = static_cast<std::uint32_t>(std::ceil(widths[axis] / cell)) + 2;
    view_.low[axis] = box.low[axis] - cell / 4;
  }
  view_.cell = cell;
  view_.per_cell = 1 / cell;
  reach_ = reach + 2 * cell;
  view_.slack = static_cast<float>((reach_ + cell) * 0x1p-18 + coordinates * 0x1p-36);
  const auto z = static_cast<std::int32_t>(1), y = static_cast<std::int32_t>(view_.count[2]),
             x = static_cast<std::int32_t>(view_.count[1]) * y;
  for (std::size_t i = 0; i < 8; ++i)
    view_.offsets[i] = ((i & 4) != 0 ? x : 0) + ((i & 2) != 0 ? y : 0) + ((i & 1) != 0 ? z : 0);
  distances_.assign(std::size_t{view_.count[0]} * view_.count[1] * view_.count[2], static_cast<float>(reach_));
  view_.distances = distances_.data();
  usable_ = true;
}

Vec3 DistanceLattice::corner(std::size_t index) const {
  const std::size_t z = index % view_.count[2], y = index / view_.count[2] % view_.count[1],
                    x = index / view_.count[2] / view_.count[1];
  return Vec3(view_.low[0], view_.low[1], view_.low[2]) +
         view_.cell * Vec3(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z));
}

void DistanceLattice::add(const WorldObject& object, Control& control) {
  const PointFrame frame(object);
  const Body body(frame.object(), control);
  const Box near = grown(object.box, reach_);
  const bool closed = object.closed();
  tbb::parallel_for(std::size_t{0}, (distances_.size() + kBlock - 1) / kBlock, [&](std::size_t block) {
    control.poll();
    std::vector<Vec3> points;
    std::vector<std::size_t> indices;
    for (std::size_t i = block * kBlock; i < std::min(distances_.size(), (block + 1) * kBlock); ++i) {
      const Vec3 p = corner(i);
      if (!box_contains(near, p)) continue;
      points.push_back(p);
      indices.push_back(i);
    }
    if (points.empty()) return;
    std::vector<NearestFace> found(points.size());
    find_nearest_faces(frame, points, reach_, closed, found);
    PointSides sides(frame, body);
    for (std::size_t k = 0; k < points.size(); ++k) {
      float& known = distances_[indices[k]];
      const double distance = std::min(found[k].distance, reach_);
      const float here = std::min(std::fabs(known), static_cast<float>(distance));
      bool inside = std::signbit(known);
      // All are asked: links are to the points before.
      if (closed && !found[k].on && sides.winding(points[k], distance, found[k].link) != 0) inside = true;
      known = inside ? -here : here;
    }
  });
}

void DistanceLattice::mark(const Vec3& point, double distance) {
  if (marks_.empty()) marks_.resize(distances_.size());
  Cell from{}, to{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double at = point[static_cast<int>(axis)] - view_.low[axis], most = view_.count[axis] - 1;
    if (at + distance < -view_.cell || at - distance > (most + 1) * view_.cell) return;
    from[axis] = static_cast<std::uint32_t>(std::clamp((at - distance) * view_.per_cell - 1, 0.0, most));
    to[axis] = static_cast<std::uint32_t>(std::clamp((at + distance) * view_.per_cell + 1, 0.0, most));
  }
  for (std::uint32_t x = from[0]; x <= to[0]; ++x)
    for (std::uint32_t y = from[1]; y <= to[1]; ++y)
      for (std::uint32_t z = from[2]; z <= to[2]; ++z) marks_[index({x, y, z})] = 1;
}

bool DistanceLattice::marked(const Vec3& point) const {
  if (marks_.empty()) return false;
  Cell cell{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double at = (point[static_cast<int>(axis)] - view_.low[axis]) * view_.per_cell;
    if (!(at >= 0 && at < view_.count[axis] - 1)) return true;
    cell[axis] = static_cast<std::uint32_t>(at);
  }
  return marks_[index(cell)] != 0;
}

}  // namespace impinge
