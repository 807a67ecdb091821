// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// FCL with trees of OBBRSS boxes and its dynamic AABB tree as the broad phase: what its documents recommend for loops.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <limits>
#include <map>
#include <vector>

#include "fcl_model.h"
#include "peer.h"

namespace impinge::bench {
namespace {

bool meet(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b) {
  const fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
  fcl::collide(a, b, request, result);
  return result.isCollision();
}

bool count_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  *static_cast<std::size_t*>(data) += meet(a, b) ? 1 : 0;
  return false;
}

bool first_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  auto& found = *static_cast<bool*>(data);
  found = found || meet(a, b);
  return found;
}

bool nearer_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data, double& best) {
  const fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
  result.min_distance = *static_cast<double*>(data);
  best = std::min(best, fcl::distance(a, b, request, result));
  *static_cast<double*>(data) = best;
  return best <= 0;
}

class Fcl final : public LoopPeer {
 public:
  void add(const Mesh& mesh, const Pose& pose, bool managed) override {
    auto& model = models_[mesh.vertices().data()];
    if (!model) model = model_of(mesh);
    objects_.push_back(std::make_unique<fcl::CollisionObjectd>(model, transform_of(pose)));
    objects_.back()->computeAABB();
    if (managed) manager_.registerObject(objects_.back().get());
  }
  void set_pose(std::size_t object, const Pose& pose) override {
    objects_[object]->setTransform(transform_of(pose));
    objects_[object]->computeAABB();
  }
  std::size_t collide_all() override {
    manager_.setup();
    manager_.update();
    std::size_t count = 0;
    manager_.collide(&count, count_pair);
    return count;
  }
  bool hits(std::size_t object) override {
    begin();
    bool found = false;
    manager_.collide(objects_[object].get(), &found, first_pair);
    return found;
  }
  double nearest(std::size_t object) override {
    begin();
    double best = std::numeric_limits<double>::max();
    manager_.distance(objects_[object].get(), &best, nearer_pair);
    return best;
  }
  bool collide(std::size_t a, std::size_t b) override { return meet(objects_[a].get(), objects_[b].get()); }

 private:
  void begin() {
    if (!begun_) manager_.setup();
    begun_ = true;
  }

  std::map<const void*, std::shared_ptr<FclModel>> models_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<LoopPeer> make_loop_peer() { return std::make_unique<Fcl>(); }

}  // namespace impinge::bench
