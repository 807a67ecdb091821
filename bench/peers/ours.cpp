// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/engine.h>
#include <impinge/shapes.h>

#include "peer.h"

namespace impinge::bench {
namespace {

// Larger than any distance of the bodies, whose radius is 1.
constexpr double kEveryDistance = 100;

class OursByCheck final : public Ours {
 public:
  explicit OursByCheck(int threads) : engine_({.threads = threads}) {}

  std::string name() const override { return "ours"; }
  std::string version() const override { return IMPINGE_VERSION; }
  std::string method() const override { return result_.stats.method; }

  bool offers(const Task& task) const override { return task.query != Query::build; }

  void begin(const Task& task) override {
    task_ = task;
    scene_ = {};
    options_ = {};
    if (task.query == Query::boolean) options_.max_pairs = 0;
    if (task.query == Query::distance) options_.clearance = kEveryDistance;
    const PlacedPair& p = *task.bodies;
    if (task.work == Work::fresh) return;
    // A rigid b stands in its own frame, with a pose; a deforming one is given where it stands.
    const bool rigid = task.work == Work::rigid;
    scene_.add("a", borrowed(p.a_vertices(0), p.a->faces));
    scene_.add("b", borrowed(rigid ? std::span<const Vec3>(p.b->frames[0]) : p.b_vertices(0), p.b->faces),
               rigid ? p.b_pose : Pose{});
  }

  // The topology of a fresh body is examined when its mesh is made, once for all queries; that is not timed.
  void renew(int frame) override {
    frame_ = frame;
    result_ = {};
    if (task_.work != Work::fresh) return;
    const PlacedPair& p = *task_.bodies;
    scene_ = {};
    meshes_.clear();
    meshes_.push_back(borrowed(p.a_vertices(frame), p.a->faces));
    meshes_.push_back(borrowed(p.b_vertices(frame), p.b->faces));
  }

  void ask() override {
    if (task_.work == Work::fresh) {
      scene_.add("a", meshes_[0]);
      scene_.add("b", meshes_[1]);
    } else if (task_.work == Work::deforming) {
      scene_.set_vertices({0}, task_.bodies->a_vertices(frame_));
      scene_.set_vertices({1}, task_.bodies->b_vertices(frame_));
    }
    result_ = engine_.check(scene_, options_);
  }

  Found found() override {
    Found found;
    for (const PairAnswer& pair : result_.pairs) {
      for (const FacePair& f : pair.face_pairs) found.pairs.push_back({f.a_face, f.b_face});
      // Without the list, one pair stands for them all.
      if (task_.query == Query::boolean && pair.face_pair_count > 0) found.pairs.push_back({});
      found.distance = pair.distance;
    }
    return found;
  }

 private:
  static Mesh borrowed(std::span<const Vec3> vertices, std::span<const Face> faces) { return Mesh::borrow(vertices, faces); }

  Engine engine_;
  Task task_;
  CheckOptions options_;
  Scene scene_;
  std::vector<Mesh> meshes_;
  int frame_ = 0;
  CheckResult result_;
};

}  // namespace

std::unique_ptr<Ours> make_ours(int threads) { return std::make_unique<OursByCheck>(threads); }

}  // namespace impinge::bench
