// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Bullet's GImpact meshes: trees of quantised boxes, then its triangle test, as its own mesh algorithm calls them, but
// without the cap of four contacts. Debian's Bullet counts in floats and has a tolerance, so its pairs are not exact. One
// thread. Based on: F. Leon, GImpact, 2007.
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <fmt/format.h>

#include "peer_makers.h"

namespace impinge::bench {
namespace {

// What a mesh in Bullet points to.
struct Arrays {
  std::vector<btScalar> vertices[2];  // by state
  std::vector<int> faces;
};

std::vector<btScalar> scalars_of(std::span<const Vec3> vertices) {
  std::vector<btScalar> scalars;
  scalars.reserve(3 * vertices.size());
  for (const Vec3& p : vertices)
    for (int i = 0; i < 3; ++i) scalars.push_back(p[i]);
  return scalars;
}

std::vector<int> ints_of(std::span<const Face> faces) {
  std::vector<int> ints;
  ints.reserve(3 * faces.size());
  for (const Face& f : faces)
    for (const std::uint32_t v : f) ints.push_back(static_cast<int>(v));
  return ints;
}

class Tree {
 public:
  explicit Tree(Arrays& arrays, int state)
      : current_(arrays.vertices[state]),
        mesh_(static_cast<int>(arrays.faces.size() / 3), arrays.faces.data(), 3 * sizeof(int),
              static_cast<int>(current_.size() / 3), current_.data(), 3 * sizeof(btScalar)),
        part_(&mesh_, 0) {
    part_.setMargin(0);
    part_.updateBound();
  }

  void refit(const std::vector<btScalar>& vertices) {
    std::copy(vertices.begin(), vertices.end(), current_.begin());
    part_.postUpdate();
    part_.updateBound();
  }

  btGImpactMeshShapePart& part() { return part_; }

 private:
  std::vector<btScalar> current_;
  btTriangleIndexVertexArray mesh_;
  btGImpactMeshShapePart part_;
};

class Bullet final : public Peer {
 public:
  std::string name() const override { return "bullet"; }
  std::string version() const override { return fmt::format("{}.{}", btGetVersion() / 100, btGetVersion() % 100); }
  bool offers(const Task& task) const override { return task.query != Query::distance; }

  void begin(const Task& task) override {
    task_ = task;
    const PlacedPair& p = *task.bodies;
    const bool own_frame = task.work == Work::rigid;
    for (int f : {0, 1}) {
      a_arrays_.vertices[f] = scalars_of(p.a_vertices(f));
      b_arrays_.vertices[f] = scalars_of(own_frame ? std::span<const Vec3>(p.b->states[f]) : p.b_vertices(f));
    }
    a_arrays_.faces = ints_of(p.a->faces);
    b_arrays_.faces = ints_of(p.b->faces);
    state_ = 0;
    drop();
    if (!builds()) build();
  }

  void renew(int state) override {
    state_ = state;
    found_.clear();
    if (builds()) drop();
  }

  void ask() override {
    if (builds()) build();
    if (task_.work == Work::deforming) {
      a_->refit(a_arrays_.vertices[state_]);
      b_->refit(b_arrays_.vertices[state_]);
    }
    if (task_.query != Query::build) collide();
  }

  Found found() override { return {found_, {}}; }

 private:
  bool builds() const { return task_.work == Work::fresh || task_.query == Query::build; }
  void drop() {
    a_.reset();
    b_.reset();
  }
  void build() {
    a_ = std::make_unique<Tree>(a_arrays_, state_);
    b_ = std::make_unique<Tree>(b_arrays_, state_);
  }

  btTransform pose_of_b() const {
    btTransform pose = btTransform::getIdentity();
    if (task_.work != Work::rigid) return pose;
    const Eigen::Matrix3d& r = task_.bodies->b_pose.rotation;
    const Vec3& t = task_.bodies->b_pose.position;
    pose.setBasis({r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)});
    pose.setOrigin({t.x(), t.y(), t.z()});
    return pose;
  }

  void collide() {
    const btTransform a_pose = btTransform::getIdentity(), b_pose = pose_of_b();
    btGImpactMeshShapePart &a = a_->part(), &b = b_->part();
    btPairSet boxes;
    btGImpactBoxSet::find_collision(a.getBoxSet(), a_pose, b.getBoxSet(), b_pose, boxes);
    a.lockChildShapes();
    b.lockChildShapes();
    for (int i = 0; i < boxes.size(); ++i) {
      if (!meet(a, a_pose, boxes[i].m_index1, b, b_pose, boxes[i].m_index2)) continue;
      found_.push_back({static_cast<std::uint32_t>(boxes[i].m_index1), static_cast<std::uint32_t>(boxes[i].m_index2)});
      if (task_.query == Query::boolean) break;
    }
    a.unlockChildShapes();
    b.unlockChildShapes();
  }

  static bool meet(const btGImpactMeshShapePart& a, const btTransform& a_pose, int a_face, const btGImpactMeshShapePart& b,
                   const btTransform& b_pose, int b_face) {
    btPrimitiveTriangle s, t;
    a.getPrimitiveTriangle(a_face, s);
    b.getPrimitiveTriangle(b_face, t);
    s.applyTransform(a_pose);
    t.applyTransform(b_pose);
    s.buildTriPlane();
    t.buildTriPlane();
    GIM_TRIANGLE_CONTACT contact;
    return s.overlap_test_conservative(t) && s.find_triangle_collision_clip_method(t, contact);
  }

  Task task_;
  Arrays a_arrays_, b_arrays_;
  std::unique_ptr<Tree> a_, b_;
  int state_ = 0;
  std::vector<FaceIds> found_;
};

}  // namespace

std::unique_ptr<Peer> make_bullet() { return std::make_unique<Bullet>(); }

}  // namespace impinge::bench
