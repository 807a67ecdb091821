// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// FCL with trees of OBBRSS boxes, pair by pair behind the boxes along the axes. With as few objects as a robot has links
// this is quicker than its broad phases, which must be updated for each state.
#include <fcl/narrowphase/collision.h>

#include <map>
#include <vector>

#include "fcl_model.h"
#include "peer.h"

namespace impinge::bench {
namespace {

class Fcl final : public RobotPeer {
 public:
  void add(const Mesh& mesh) override {
    auto& model = models_[mesh.vertices().data()];
    if (!model) model = model_of(mesh);
    objects_.emplace_back(model);
  }
  bool meets(std::span<const Pose> poses, std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs) override {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      objects_[i].setTransform(transform_of(poses[i]));
      objects_[i].computeAABB();
    }
    for (const auto& [a, b] : pairs) {
      if (!objects_[a].getAABB().overlap(objects_[b].getAABB())) continue;
      const fcl::CollisionRequestd request;
      fcl::CollisionResultd result;
      fcl::collide(&objects_[a], &objects_[b], request, result);
      if (result.isCollision()) return true;
    }
    return false;
  }

 private:
  std::map<const void*, std::shared_ptr<FclModel>> models_;
  std::vector<fcl::CollisionObjectd> objects_;
};

}  // namespace

std::unique_ptr<RobotPeer> make_robot_peer() { return std::make_unique<Fcl>(); }

}  // namespace impinge::bench
