// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// FCL's DynamicAABBTreeCollisionManager over mesh models. One thread: it has no others. Its broad phase has no swept
// boxes: the continuous test gets the pairs whose boxes meet at the end of the step, and may so miss some.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <limits>
#include <map>

#include "cases.h"
#include "fcl_model.h"
#include "peers.h"

namespace impinge::bench {
namespace {

struct MovingObject {
  std::unique_ptr<fcl::CollisionObjectd> object;
  fcl::Transform3d begin, ends[2];
};

class Fcl final : public MotionPeer {
 public:
  enum class Kind { at_end, all_at_end, sampled, advancement };
  explicit Fcl(Kind kind) : kind_(kind) {}
  std::string name() const override {
    switch (kind_) {
      case Kind::at_end: return "fcl";
      case Kind::all_at_end: return "fcl_all";
      case Kind::sampled: return "fcl_continuous";
      case Kind::advancement: return "fcl_advancement";
    }
    return {};
  }

  void prepare(const Scene& scene) override {
    manager_.clear();
    objects_.clear();
    std::map<const void*, std::shared_ptr<FclModel>> models;
    for (const SceneObject& o : scene.objects()) {
      auto& model = models[o.mesh.vertices().data()];
      if (!model) model = model_of(o.mesh);
      const fcl::Transform3d begin = transform_of(o.pose);
      objects_.push_back({std::make_unique<fcl::CollisionObjectd>(model, begin),
                          begin,
                          {transform_of(pose_at(o, kStepEnds[0])), transform_of(pose_at(o, kStepEnds[1]))}});
    }
    for (MovingObject& m : objects_) {
      m.object->setUserData(&m);
      m.object->computeAABB();
      manager_.registerObject(m.object.get());
    }
    manager_.setup();
  }

  std::size_t step(std::size_t end) override {
    hits_ = 0;
    end_ = end;
    for (MovingObject& m : objects_) {
      m.object->setTransform(m.ends[end_]);
      m.object->computeAABB();
    }
    manager_.update();
    const bool at_end = kind_ == Kind::at_end || kind_ == Kind::all_at_end;
    manager_.collide(this, at_end ? &Fcl::on_pair : &Fcl::on_pair_continuous);
    return hits_;
  }

 private:
  static bool on_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
    auto& self = *static_cast<Fcl*>(data);
    fcl::CollisionRequestd request;
    if (self.kind_ == Kind::all_at_end) request.num_max_contacts = std::numeric_limits<std::size_t>::max();
    fcl::CollisionResultd result;
    fcl::collide(a, b, request, result);
    self.hits_ += result.isCollision();
    return false;
  }

  static bool on_pair_continuous(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
    const auto &ma = *static_cast<MovingObject*>(a->getUserData()), &mb = *static_cast<MovingObject*>(b->getUserData());
    auto& self = *static_cast<Fcl*>(data);
    fcl::ContinuousCollisionRequestd request;
    if (self.kind_ == Kind::advancement) {
      request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
      request.gjk_solver_type = fcl::GST_LIBCCD;
      request.ccd_motion_type = fcl::CCDM_LINEAR;
    }
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(a->collisionGeometry().get(), ma.begin, ma.ends[self.end_], b->collisionGeometry().get(),
                           mb.begin, mb.ends[self.end_], request, result);
    self.hits_ += result.is_collide;
    return false;
  }

  Kind kind_;
  std::vector<MovingObject> objects_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
  std::size_t hits_ = 0;
  std::size_t end_ = 0;
};

}  // namespace

std::unique_ptr<MotionPeer> make_fcl_static() { return std::make_unique<Fcl>(Fcl::Kind::at_end); }
std::unique_ptr<MotionPeer> make_fcl_static_all() { return std::make_unique<Fcl>(Fcl::Kind::all_at_end); }
std::unique_ptr<MotionPeer> make_fcl_continuous() { return std::make_unique<Fcl>(Fcl::Kind::sampled); }
std::unique_ptr<MotionPeer> make_fcl_advancement() { return std::make_unique<Fcl>(Fcl::Kind::advancement); }

}  // namespace impinge::bench
