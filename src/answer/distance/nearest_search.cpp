// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/distance/nearest_search.h"

#include <cmath>

#include "answer/distance/frame_along.h"

namespace impinge {

namespace {

// The turned boxes are grown by this, relative to the largest coordinate: far more than the turn is rounded.
constexpr double kGrowth = 0x1p-47;

// The boxes of all nodes relative to the origin, in the frame; children stand behind their parents.
std::vector<Box> turned_boxes(const Body& body, double scale, const Eigen::Matrix3d& frame, const Vec3& origin) {
  const auto nodes = body.tree().nodes();
  const auto faces = body.tree().faces();
  std::vector<Box> boxes(nodes.size());
  for (std::size_t n = nodes.size(); n-- > 0;) {
    if (!nodes[n].leaf()) {
      boxes[n] = boxes[n + 1];
      boxes[n].add(boxes[nodes[n].right]);
      continue;
    }
    for (std::uint32_t i = nodes[n].begin; i < nodes[n].end; ++i)
      for (const Vec3& p : body.object().triangle(faces[i]).p) boxes[n].add(Vec3(frame * (p * scale - origin)));
    const double growth = kGrowth * std::max(boxes[n].low.cwiseAbs().maxCoeff(), boxes[n].high.cwiseAbs().maxCoeff());
    boxes[n].low.array() -= growth;
    boxes[n].high.array() += growth;
  }
  return boxes;
}

}  // namespace

NearestSearch::Entry NearestSearch::entry(std::uint32_t a, std::uint32_t b) const {
  const double bound = squared_gap(a_nodes_[a].box, b_nodes_[b].box, scale_);
  if (a_turned_.empty()) return {a, b, bound};
  return {a, b, std::max(bound, squared_gap(a_turned_[a], b_turned_[b], 1))};
}

void NearestSearch::turn(const Vec3& direction) {
  const double length = direction.norm();
  if (!(length > 0x1p-400 && length < 0x1p400)) return;
  const Eigen::Matrix3d frame = frame_along(direction);
  const Vec3 origin = a_nodes_[0].box.low * scale_;
  a_turned_ = turned_boxes(a_, scale_, frame, origin);
  b_turned_ = turned_boxes(b_, scale_, frame, origin);
}

}  // namespace impinge
