// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// FCL's convex shapes with the GJK of libccd, as its users get it: yes or no.
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>

#include "peers.h"

namespace impinge::bench {
namespace {

std::shared_ptr<fcl::Convexd> convex_of(const ConvexBody& body) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(body.vertices().begin(), body.vertices().end());
  auto faces = std::make_shared<std::vector<int>>();
  for (const Face& f : body.faces()) {
    faces->push_back(3);
    for (const std::uint32_t v : f) faces->push_back(static_cast<int>(v));
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(body.faces().size()), faces, false);
}

fcl::Transform3d transform_of(const Pose& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = pose.rotation;
  t.translation() = pose.position;
  return t;
}

class Fcl final : public ConvexPeer {
 public:
  Fcl(const ConvexBody& a, const ConvexBody& b) : a_(convex_of(a)), b_(convex_of(b)) {
    request_.gjk_solver_type = fcl::GST_LIBCCD;
  }
  bool meet(const Query& q) override {
    fcl::CollisionResultd result;
    return fcl::collide<double>(a_.get(), transform_of(q.a), b_.get(), transform_of(q.b), request_, result) > 0;
  }

 private:
  std::shared_ptr<fcl::Convexd> a_, b_;
  fcl::CollisionRequestd request_;
};

}  // namespace

std::unique_ptr<ConvexPeer> make_convex_fcl(const ConvexBody& a, const ConvexBody& b) { return std::make_unique<Fcl>(a, b); }

}  // namespace impinge::bench
