// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/parting/surface_distance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "exact/feature_gap.h"

namespace impinge {

namespace {

// Of a point and a box.
double squared_way(const Box& box, const Vec3& p) {
  return (box.low - p).cwiseMax(p - box.high).cwiseMax(Vec3::Zero()).squaredNorm();
}

class NearestSearch {
 public:
  NearestSearch(const WorldObject& object, const Vec3& p, double within, double enough)
      : object_(object), boxes_(object), p_(p), best_{within, p, 0}, squared_(within * within), enough_(enough) {}

  SurfacePoint run() {
    visit(0);
    return best_;
  }

 private:
  struct Child {
    double way;
    std::uint32_t index;
  };

  void visit(std::uint32_t number) {
    const ClusterNode& node = object_.clusters->nodes()[number];
    std::array<Child, ClusterNode::kWidth> children;
    std::uint32_t n = 0;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const double way = squared_way(boxes_.child(node, i), p_);
      if (!(way < squared_)) continue;
      std::uint32_t place = n++;
      for (; place > 0 && children[place - 1].way > way; --place) children[place] = children[place - 1];
      children[place] = {way, node.first + i};
    }
    for (std::uint32_t i = 0; i < n && children[i].way < squared_ && best_.distance > enough_; ++i) {
      if (node.leaf)
        look_at(object_.clusters->clusters()[children[i].index]);
      else
        visit(children[i].index);
    }
  }

  void look_at(const FaceCluster& cluster) {
    for (std::uint32_t i = 0; i < cluster.count; ++i) {
      const Triangle t = object_.triangle(cluster.faces[i]);
      if (!(squared_way(box_of(t), p_) < squared_)) continue;
      const ShortestWay way = point_to_triangle(p_, t.p[0], t.p[1], t.p[2]);
      const double squared = way.apart.squaredNorm();
      if (!(squared < squared_)) continue;
      // The shortest way may be rounded; that all of the face lies beyond a plane across it is a proof.
      double proved = std::sqrt(squared);
      const Vec3 across = way.apart / proved;
      if (proved > 0)
        for (const Vec3& corner : t.p) proved = std::min(proved, across.dot(p_ - corner));
      best_ = {std::max(0.0, proved), way.point, cluster.faces[i]};
      squared_ = best_.distance * best_.distance;
    }
  }

  const WorldObject& object_;
  WorldBoxes boxes_;
  Vec3 p_;
  SurfacePoint best_;
  double squared_, enough_;
};

}  // namespace

SurfacePoint nearest_on_surface(const Body& body, const Vec3& p, double within, double enough) {
  return NearestSearch(body.clustered(), p, within, enough).run();
}

double depth_inside(const Body& body, const Vec3& p, double within) {
  if (body.winding_at(RayStart(p)) == 0) return 0;
  const double size = largest_coordinate(body.object().box) + p.cwiseAbs().maxCoeff();
  return nearest_on_surface(body, p, within).distance * (1 - 0x1p-30) - size * 0x1p-36;
}

}  // namespace impinge
