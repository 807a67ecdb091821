// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/engine.h>

#include <limits>

#include "peer.h"

namespace impinge::bench {
namespace {

class OursByEngine final : public Ours {
 public:
  explicit OursByEngine(int threads) : engine_({.threads = threads}) {}

  std::string name() const override { return "ours"; }
  std::string version() const override { return IMPINGE_VERSION; }
  bool offers(const Task&) const override { return true; }

  // Only check() tells what it chose.
  std::string method() const override {
    if (task_.query == Query::build || task_.query == Query::boolean) return to_string(Method::cluster_tree);
    std::string words;
    for (const std::string& word : result_.stats.methods) words += (words.empty() ? "" : "+") + word;
    return words;
  }

  void begin(const Task& task) override {
    drop();
    task_ = task;
    options_ = {};
    if (task.query == Query::distance) options_.clearance = std::numeric_limits<double>::infinity();
    if (builds()) return;
    take(0);
    for (const Mesh& mesh : meshes_) engine_.prepare(mesh);
    place();
  }

  // The topology of a fresh body is examined when its mesh is made, once for all queries; that is not timed.
  void renew(int state) override {
    state_ = state;
    result_ = {};
    if (task_.work == Work::rigid && task_.query == Query::boolean) step();
    if (!builds()) return;
    drop();
    take(state);
  }

  void ask() override {
    if (task_.query == Query::build) {
      for (const Mesh& mesh : meshes_) engine_.prepare(mesh);
      return;
    }
    if (task_.work == Work::fresh) place();
    if (task_.work == Work::deforming) {
      scene_.set_vertices({0}, task_.bodies->a_vertices(state_));
      scene_.set_vertices({1}, task_.bodies->b_vertices(state_));
    }
    if (task_.query == Query::boolean)
      meet_ = engine_.meet(scene_, {0}, {1});
    else
      result_ = engine_.check(scene_, options_);
  }

  Found found() override {
    Found found;
    // One pair stands for all that a boolean query does not look for.
    if (task_.query == Query::boolean && meet_) found.pairs.push_back({});
    for (const PairAnswer& pair : result_.pairs) {
      for (const FacePair& f : pair.face_pairs) found.pairs.push_back({f.a_face, f.b_face});
      found.distance = pair.distance;
    }
    return found;
  }

 private:
  bool builds() const { return task_.work == Work::fresh || task_.query == Query::build; }

  // A rigid b stands in its own frame, with a pose; any other is given where it stands.
  void take(int state) {
    const PlacedPair& p = *task_.bodies;
    meshes_.push_back(Mesh::borrow(p.a_vertices(state), p.a->faces));
    const std::span<const Vec3> own = p.b->states[state];
    meshes_.push_back(Mesh::borrow(task_.work == Work::rigid ? own : p.b_vertices(state), p.b->faces));
  }

  void place() {
    scene_.add("a", meshes_[0]);
    scene_.add("b", meshes_[1], task_.work == Work::rigid ? task_.bodies->b_pose : Pose{});
  }

  // Body b to and fro by a thousandth of its radius, so that no two questions in a row are the same.
  void step() {
    Pose pose = task_.bodies->b_pose;
    pose.position += 1e-3 * (++steps_ % 3 - 1) * Vec3(0.6, 0.64, 0.48);
    scene_.set_pose({1}, pose);
  }

  void drop() {
    for (const Mesh& mesh : meshes_) engine_.forget(mesh);
    meshes_.clear();
    scene_ = {};
  }

  Engine engine_;
  Task task_;
  CheckOptions options_;
  Scene scene_;
  std::vector<Mesh> meshes_;
  int state_ = 0, steps_ = 0;
  CheckResult result_;
  bool meet_ = false;
};

}  // namespace

std::unique_ptr<Ours> make_ours(int threads) { return std::make_unique<OursByEngine>(threads); }

}  // namespace impinge::bench
