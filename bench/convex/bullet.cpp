// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bullet's convex hulls with its GJK: apart or not. Supports are a scan of all points there.
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include "peers.h"

namespace impinge::bench {
namespace {

std::unique_ptr<btConvexHullShape> hull_of(const ConvexBody& body) {
  auto hull = std::make_unique<btConvexHullShape>();
  for (const Vec3& v : body.vertices()) hull->addPoint(btVector3(v.x(), v.y(), v.z()), false);
  hull->setMargin(0);
  hull->recalcLocalAabb();
  return hull;
}

btTransform transform_of(const Pose& pose) {
  const Eigen::Matrix3d& r = pose.rotation;
  const Vec3& t = pose.position;
  return btTransform(btMatrix3x3(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
                     btVector3(t.x(), t.y(), t.z()));
}

class Bullet final : public ConvexPeer {
 public:
  Bullet(const ConvexBody& a, const ConvexBody& b) : a_(hull_of(a)), b_(hull_of(b)) {}
  bool meet(const Query& q) override {
    const btTransform a = transform_of(q.a), b = transform_of(q.b);
    btGjkEpaSolver2::sResults results;
    return !btGjkEpaSolver2::Distance(a_.get(), a, b_.get(), b, b.getOrigin() - a.getOrigin(), results);
  }

 private:
  std::unique_ptr<btConvexHullShape> a_, b_;
};

}  // namespace

std::unique_ptr<ConvexPeer> make_convex_bullet(const ConvexBody& a, const ConvexBody& b) {
  return std::make_unique<Bullet>(a, b);
}

}  // namespace impinge::bench
