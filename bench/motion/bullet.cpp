// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Bullet's dynamic box tree over GImpact meshes, at the end of the step. One thread. It has no continuous test of meshes.
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <btBulletCollisionCommon.h>

#include <map>
#include <vector>

#include "cases.h"
#include "peers.h"

namespace impinge::bench {
namespace {

struct MeshArrays {
  std::vector<btScalar> vertices;
  std::vector<int> faces;
  std::unique_ptr<btTriangleIndexVertexArray> arrays;
  std::unique_ptr<btGImpactMeshShape> shape;

  explicit MeshArrays(const Mesh& mesh) {
    for (const Vec3& p : mesh.vertices())
      for (int i = 0; i < 3; ++i) vertices.push_back(p[i]);
    for (const Face& f : mesh.faces())
      for (const std::uint32_t v : f) faces.push_back(static_cast<int>(v));
    arrays = std::make_unique<btTriangleIndexVertexArray>(static_cast<int>(faces.size() / 3), faces.data(), 3 * sizeof(int),
                                                          static_cast<int>(vertices.size() / 3), vertices.data(),
                                                          3 * sizeof(btScalar));
    shape = std::make_unique<btGImpactMeshShape>(arrays.get());
    shape->setMargin(0);
    shape->updateBound();
  }
};

class Bullet final : public MotionPeer {
 public:
  std::string name() const override { return "bullet"; }

  void prepare(const Scene& scene) override {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    for (const SceneObject& o : scene.objects()) {
      auto& mesh = meshes_[o.mesh.vertices().data()];
      if (!mesh) mesh = std::make_unique<MeshArrays>(o.mesh);
      auto& object = objects_.emplace_back(std::make_unique<btCollisionObject>());
      object->setCollisionShape(mesh->shape.get());
      object->setActivationState(DISABLE_DEACTIVATION);
      for (const double t : kStepEnds) ends_.push_back(transform_of(pose_at(o, t)));
      object->setWorldTransform(transform_of(o.pose));
      world_.addCollisionObject(object.get());
    }
  }
  ~Bullet() override {
    for (const auto& o : objects_) world_.removeCollisionObject(o.get());
  }

  std::size_t step(std::size_t end) override {
    for (std::size_t i = 0; i < objects_.size(); ++i) objects_[i]->setWorldTransform(ends_[2 * i + end]);
    world_.performDiscreteCollisionDetection();
    std::size_t hits = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i)
      hits += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts() > 0;
    return hits;
  }

 private:
  static btTransform transform_of(const Pose& pose) {
    const Eigen::Matrix3d& r = pose.rotation;
    btTransform transform;
    transform.setBasis({r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)});
    transform.setOrigin({pose.position.x(), pose.position.y(), pose.position.z()});
    return transform;
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_;
  btCollisionWorld world_{&dispatcher_, &broad_, &configuration_};
  std::map<const void*, std::unique_ptr<MeshArrays>> meshes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  std::vector<btTransform> ends_;  // two for each object
};

}  // namespace

std::unique_ptr<MotionPeer> make_bullet_static() { return std::make_unique<Bullet>(); }

}  // namespace impinge::bench
