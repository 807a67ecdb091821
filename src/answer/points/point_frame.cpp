// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// World points are R (o + U x) + t, rounded (o origin, U unit, x tree
// coordinates). For a rotation R, to within 2^-44, the way back is x = R^T (w -
// t) / U - o / U. Of a shape that stands in place w - o is taken first, which
// loses least.
#include "answer/points/point_frame.h"

namespace impinge {

namespace {

constexpr double kMostMargin = 0x1p2;  // of a body of 2^21: beyond, a tree in
                                       // world coordinates finds less in vain
constexpr double kSkew = 0x1p-44;

double largest(const Vec3& v) { return v.cwiseAbs().maxCoeff(); }

}  // namespace

// A tree of world coordinates, and an object that stands where its vertices
// are.
struct PointFrame::Placed {
  std::vector<Vec3> vertices;
  std::unique_ptr<ClusterTree> tree;
  WorldObject object;
};

PointFrame::PointFrame(const WorldObject& object) : object_(&object) {
  if (set(object)) return;
  const auto placed = std::make_shared<Placed>();
  placed->vertices.resize(object.local.size());
  for (std::uint32_t v = 0; v < placed->vertices.size(); ++v) placed->vertices[v] = object.vertex(v);
  placed->tree = std::make_unique<ClusterTree>(placed->vertices, object.faces);
  placed->object = object;
  placed->object.local = placed->vertices;
  placed->object.pose = Pose{};
  placed->object.in_place = true;
  placed->object.clusters = placed->tree.get();
  object_ = &placed->object;
  placed_ = placed;
  set(*object_);
}

bool PointFrame::set(const WorldObject& object) {
  const ClusterTree& tree = *object.clusters;
  unit_ = tree.unit();
  margin_ = 2 * ClusterTree::kRounding;
  if (object.in_place) {
    matrix_ = Eigen::Matrix3d::Identity() / unit_;
    position_ = tree.origin();
    origin_ = Vec3::Zero();
    return true;
  }
  const Eigen::Matrix3d& r = object.pose.rotation;
  if (!((r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < kSkew)) return false;
  matrix_ = r.transpose() / unit_;
  position_ = object.pose.position;
  origin_ = tree.origin() / unit_;
  // The world coordinates of vertices, the way back, and what R lacks of a
  // rotation: some roundings of what was added up.
  const double size = largest(tree.origin()) + largest(position_) + 0x1p22 * unit_;
  margin_ += size * (0x1p-48 / unit_) + (largest(tree.origin()) / unit_ + 0x1p22) * 4 * kSkew;
  return margin_ <= kMostMargin;
}

}  // namespace impinge
