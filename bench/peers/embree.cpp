// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Embree's rtcCollide on user geometry, one primitive a face. It gives pairs of boxes; an exact test stands behind it.
// Based on: Wald et al., Embree: a kernel framework for efficient CPU ray tracing, 2014.
#include <embree3/rtcore.h>
#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <cfloat>
#include <stdexcept>

#include "base/box.h"
#include "exact/face_pair_static.h"
#include "peer_makers.h"

namespace impinge::bench {

bool triangles_meet(const Triangle& a, const Triangle& b) { return face_pair_static(a, b) != Relation::disjoint; }

namespace {

struct Faces {
  std::span<const Vec3> vertices;
  std::span<const Face> faces;
  Triangle operator[](std::uint32_t face) const { return triangle_of(vertices, faces[face]); }
};

// Embree's boxes are floats; rounded outwards without the price of nextafter.
float below(double x) {
  const auto f = static_cast<float>(x);
  return f - (std::abs(f) * FLT_EPSILON + FLT_MIN);
}
float above(double x) { return -below(-x); }

void give_bounds(const RTCBoundsFunctionArguments* args) {
  const Box box = box_of((*static_cast<const Faces*>(args->geometryUserPtr))[args->primID]);
  RTCBounds& out = *args->bounds_o;
  out.lower_x = below(box.low.x());
  out.lower_y = below(box.low.y());
  out.lower_z = below(box.low.z());
  out.upper_x = above(box.high.x());
  out.upper_y = above(box.high.y());
  out.upper_z = above(box.high.z());
}

// One body in a scene of its own, as rtcCollide wants it.
class Tree {
 public:
  Tree(RTCDevice device, const Faces& faces, RTCBuildQuality quality) : faces_(faces), scene_(rtcNewScene(device)) {
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    if (quality == RTC_BUILD_QUALITY_REFIT) rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    geometry_ = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(faces.faces.size()));
    rtcSetGeometryUserData(geometry_, &faces_);
    rtcSetGeometryBoundsFunction(geometry_, give_bounds, nullptr);
    rtcSetGeometryBuildQuality(geometry_, quality);
    rtcAttachGeometry(scene_, geometry_);
    commit();
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
  }

  void refit(std::span<const Vec3> vertices) {
    faces_.vertices = vertices;
    commit();
  }
  RTCScene scene() const { return scene_; }

 private:
  void commit() {
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }

  Faces faces_;
  RTCScene scene_;
  RTCGeometry geometry_;
};

class Embree final : public Peer {
 public:
  Embree(std::string name, TriangleTest test, int threads) : name_(std::move(name)), test_(test) {
    device_ = rtcNewDevice(fmt::format("threads={},set_affinity=0", threads).c_str());
    if (!device_) throw std::runtime_error("Embree gives no device");
  }
  ~Embree() override {
    drop();
    rtcReleaseDevice(device_);
  }

  std::string name() const override { return name_; }
  std::string version() const override { return RTC_VERSION_STRING; }
  bool offers(const Task& task) const override { return task.query != Query::distance; }

  void begin(const Task& task) override {
    task_ = task;
    drop();
    if (task.work == Work::deforming) build(RTC_BUILD_QUALITY_REFIT);
    if (task.work == Work::rigid && task.query != Query::build) build(RTC_BUILD_QUALITY_LOW);
  }

  void renew(int state) override {
    state_ = state;
    if (builds()) drop();
    found_.clear();
    met_ = false;
  }

  void ask() override {
    if (builds()) build(RTC_BUILD_QUALITY_LOW);
    if (task_.work == Work::deforming) {
      a_->refit(task_.bodies->a_vertices(state_));
      b_->refit(task_.bodies->b_vertices(state_));
    }
    if (task_.query == Query::build) return;
    rtcCollide(a_->scene(), b_->scene(), take, this);
    check_device();
  }

  Found found() override {
    Found all;
    for (const auto& part : found_) all.pairs.insert(all.pairs.end(), part.begin(), part.end());
    return all;
  }

 private:
  bool builds() const { return task_.work == Work::fresh || task_.query == Query::build; }

  void build(RTCBuildQuality quality) {
    const PlacedPair& p = *task_.bodies;
    const int state = builds() ? state_ : 0;
    a_ = std::make_unique<Tree>(device_, Faces{p.a_vertices(state), p.a->faces}, quality);
    b_ = std::make_unique<Tree>(device_, Faces{p.b_vertices(state), p.b->faces}, quality);
    check_device();
  }

  void drop() {
    a_.reset();
    b_.reset();
  }

  void check_device() const {
    if (const RTCError error = rtcGetDeviceError(device_); error != RTC_ERROR_NONE)
      throw std::runtime_error(fmt::format("Embree reports error {}", static_cast<int>(error)));
  }

  // rtcCollide cannot be stopped; after the first hit of a boolean query it is only not listened to.
  static void take(void* user, RTCCollision* hits, unsigned n) {
    auto& self = *static_cast<Embree*>(user);
    const bool first = self.task_.query == Query::boolean;
    if (first && self.met_.load(std::memory_order_relaxed)) return;
    const PlacedPair& p = *self.task_.bodies;
    const Faces a{p.a_vertices(self.state_), p.a->faces}, b{p.b_vertices(self.state_), p.b->faces};
    std::vector<FaceIds>& found = self.found_.local();
    for (unsigned i = 0; i < n; ++i) {
      const Triangle s = a[hits[i].primID0], t = b[hits[i].primID1];
      if (!boxes_meet(box_of(s), box_of(t)) || !self.test_(s, t)) continue;
      found.push_back({hits[i].primID0, hits[i].primID1});
      if (!first) continue;
      self.met_ = true;
      return;
    }
  }

  std::string name_;
  TriangleTest test_;
  RTCDevice device_;
  Task task_;
  int state_ = 0;
  std::unique_ptr<Tree> a_, b_;
  std::atomic<bool> met_ = false;
  tbb::enumerable_thread_specific<std::vector<FaceIds>> found_;
};

}  // namespace

std::unique_ptr<Peer> make_embree(std::string name, TriangleTest test, int threads) {
  return std::make_unique<Embree>(std::move(name), test, threads);
}

}  // namespace impinge::bench
