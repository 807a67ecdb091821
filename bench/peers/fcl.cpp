// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// FCL's triangle meshes under trees of oriented boxes and swept spheres. One thread: it has no others.
// Based on: Pan, Chitta & Manocha, FCL: a general purpose library for collision and proximity queries, 2012.
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <limits>

#include "peer_makers.h"

namespace impinge::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::unique_ptr<Model> built(const std::vector<Vec3>& vertices, const std::vector<fcl::Triangle>& faces) {
  auto model = std::make_unique<Model>();
  model->beginModel(static_cast<int>(faces.size()), static_cast<int>(vertices.size()));
  model->addSubModel(vertices, faces);
  model->endModel();
  return model;
}

void refit(Model& model, const std::vector<Vec3>& vertices) {
  model.beginReplaceModel();
  model.replaceSubModel(vertices);
  model.endReplaceModel(true, true);
}

std::vector<fcl::Triangle> faces_of(const Body& body) {
  std::vector<fcl::Triangle> faces;
  for (const Face& f : body.faces) faces.emplace_back(f[0], f[1], f[2]);
  return faces;
}

class Fcl final : public Peer {
 public:
  std::string name() const override { return "fcl"; }
  std::string version() const override { return FCL_VERSION; }
  bool offers(const Task&) const override { return true; }

  void begin(const Task& task) override {
    const bool same = task_.bodies != nullptr && a_body_ == task.bodies->a && b_body_ == task.bodies->b;
    if (!same) take_bodies(*task.bodies);
    task_ = task;
    if (task.work == Work::deforming || (rigid() && !rigid_ready_)) build();
    rigid_ready_ = rigid();
  }

  void renew(int state) override {
    state_ = state;
    collided_.clear();
    nearest_.clear();
    if (builds()) {
      a_.reset();
      b_.reset();
    }
  }

  void ask() override {
    if (builds()) build();
    if (task_.work == Work::deforming) {
      refit(*a_, a_body_->states[state_]);
      refit(*b_, task_.bodies->b_world[state_]);
    }
    const fcl::Transform3d a_pose = fcl::Transform3d::Identity(), b_pose = pose_of_b();
    if (task_.query == Query::distance)
      distance_ = fcl::distance(a_.get(), a_pose, b_.get(), b_pose, fcl::DistanceRequestd(), nearest_);
    if (task_.query == Query::all || task_.query == Query::boolean)
      fcl::collide(a_.get(), a_pose, b_.get(), b_pose, request(), collided_);
  }

  Found found() override {
    Found found;
    for (std::size_t i = 0; i < collided_.numContacts(); ++i) {
      const fcl::Contactd& c = collided_.getContact(i);
      found.pairs.push_back({static_cast<std::uint32_t>(c.b1), static_cast<std::uint32_t>(c.b2)});
    }
    if (task_.query == Query::distance) found.distance = distance_;
    return found;
  }

 private:
  bool rigid() const { return task_.work == Work::rigid && task_.query != Query::build; }
  bool builds() const { return task_.work == Work::fresh || task_.query == Query::build; }

  void take_bodies(const PlacedPair& pair) {
    a_body_ = pair.a;
    b_body_ = pair.b;
    a_faces_ = faces_of(*pair.a);
    b_faces_ = faces_of(*pair.b);
    rigid_ready_ = false;
  }

  // Rigid bodies are built in their own frames.
  void build() {
    const bool own_frame = task_.work == Work::rigid;
    const int state = builds() ? state_ : 0;
    a_ = built(a_body_->states[state], a_faces_);
    b_ = built(own_frame ? b_body_->states[state] : task_.bodies->b_world[state], b_faces_);
  }

  fcl::Transform3d pose_of_b() const {
    fcl::Transform3d pose = fcl::Transform3d::Identity();
    if (task_.work != Work::rigid) return pose;
    pose.linear() = task_.bodies->b_pose.rotation;
    pose.translation() = task_.bodies->b_pose.position;
    return pose;
  }

  fcl::CollisionRequestd request() const {
    fcl::CollisionRequestd request;
    request.num_max_contacts = task_.query == Query::boolean ? 1 : std::numeric_limits<std::size_t>::max();
    request.enable_contact = false;
    return request;
  }

  Task task_;
  std::shared_ptr<const Body> a_body_, b_body_;
  std::vector<fcl::Triangle> a_faces_, b_faces_;
  std::unique_ptr<Model> a_, b_;
  bool rigid_ready_ = false;  // the trees are those of the rigid bodies
  int state_ = 0;
  fcl::CollisionResultd collided_;
  fcl::DistanceResultd nearest_;
  double distance_ = 0;
};

}  // namespace

std::unique_ptr<Peer> make_fcl() { return std::make_unique<Fcl>(); }

}  // namespace impinge::bench
