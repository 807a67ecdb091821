// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The device itself: what is sent, what is kept, what happens when it fails.
#include <impinge/impinge.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "backend/gl_case.h"
#include "base/sanitizer.h"

namespace impinge::test {
namespace {

using GlDevice = GlCase;

// Two bodies of a scene as an engine hands them to the device.
class SceneOnDevice {
 public:
  explicit SceneOnDevice(RasterDevice& device) : device_(device) {
    a_ = scene.add("a", make_icosphere(1, 3));
    Pose pose;
    pose.position = {0.5, 0.2, 1.2};
    b_ = scene.add("b", make_torus(1, 0.4, 40, 30), pose);
  }

  DepthCountResult count(const DepthCountOptions& options = {}) {
    world_ = place(scene);
    const RasterObject a{&world_[0], nullptr, {}, true, &device_, &scene.objects()[0]};
    const RasterObject b{&world_[1], nullptr, {}, true, &device_, &scene.objects()[1]};
    const ViewFrame frame = ViewFrame::along({0, 0, 1});
    const RasterView view(frame, {{-1, -1, -1}, {1.5, 1.5, 3}}, {{-2, -2, -2}, {3, 3, 3}}, 64);
    return depth_count_of(view, a, b, options, control_);
  }
  void move_b(double z) {
    Pose pose;
    pose.position = {0.5, 0.2, z};
    scene.set_pose(b_, pose);
  }

  Scene scene;
  ObjectId a_, b_;

 private:
  RasterDevice& device_;
  std::vector<WorldObject> world_;
  Control control_{{}, {}};
};

TEST_F(GlDevice, NamesTheCard) {
  EXPECT_EQ(opened.info.name, "gl");
  EXPECT_TRUE(opened.info.available);
  EXPECT_FALSE(opened.info.device.empty());
  EXPECT_FALSE(opened.info.driver.empty());
  std::cout << opened.info.device << ", " << opened.info.driver << '\n';
}

TEST_F(GlDevice, MapsOfTheStencilAreKeptToo) {
  SceneOnDevice bodies(device());
  device().drawing = Drawing::raster;
  bodies.count();
  const std::uint64_t maps = device().maps_drawn();
  bodies.move_b(0.9);
  EXPECT_TRUE(bodies.count().collision);
  EXPECT_EQ(device().maps_drawn(), maps);
}

TEST_F(GlDevice, AMoveSendsAMatrixAndADeformationTheVertices) {
  SceneOnDevice bodies(device());
  bodies.count();
  std::uint64_t sent = device().bytes_sent(), maps = device().maps_drawn();
  bodies.count();
  EXPECT_EQ(device().bytes_sent(), sent);  // nothing has changed
  EXPECT_EQ(device().maps_drawn(), maps);
  bodies.move_b(0.9);
  EXPECT_TRUE(bodies.count().collision);
  EXPECT_LE(device().bytes_sent(), sent + 1024);
  EXPECT_EQ(device().maps_drawn(), maps);  // of A, which has not moved
  sent = device().bytes_sent();
  std::vector<Vec3> vertices(bodies.scene.objects()[1].mesh.vertices().begin(),
                             bodies.scene.objects()[1].mesh.vertices().end());
  for (Vec3& v : vertices) v.z() += 40;
  bodies.scene.set_vertices(bodies.b_, vertices);
  EXPECT_FALSE(bodies.count().collision);
  EXPECT_LE(device().bytes_sent(), sent + vertices.size() * sizeof(Vec3) + 1024);
}

TEST_F(GlDevice, ALostCardIsAnErrorAndThenBeginsAnew) {
  SceneOnDevice bodies(device());
  const DepthCountResult before = bodies.count();
  device().lose();
  try {
    bodies.count();
    FAIL() << "the loss went unnoticed";
  } catch (const Error& trouble) {
    EXPECT_EQ(trouble.code(), ErrorCode::no_device);
    EXPECT_NE(std::string(trouble.what()).find("reset"), std::string::npos) << trouble.what();
  }
  EXPECT_EQ(bodies.count().cases, before.cases);
}

TEST_F(GlDevice, ACardWithoutMemoryIsAnError) {
  SceneOnDevice bodies(device());
  const DepthCountResult before = bodies.count();
  device().lack_memory();
  try {
    bodies.count();
    FAIL() << "the lack went unnoticed";
  } catch (const Error& trouble) {
    EXPECT_EQ(trouble.code(), ErrorCode::no_device);
    EXPECT_NE(std::string(trouble.what()).find("out of memory"), std::string::npos) << trouble.what();
  }
  EXPECT_EQ(bodies.count().cases, before.cases);
}

TEST_F(GlDevice, ViewsAndListsOverItsLimitsGoToTheProcessor) {
  OpenedBackend own = open_gl_backend();
  SceneOnDevice bodies(*own.device);
  own.device->drawing = Drawing::raster;
  const DepthCountResult before = bodies.count();
  EXPECT_EQ(own.device->take_notes(), "");
  own.device->lower_limits(32, 1 << 24);
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(own.device->take_notes().find("limit of 32"), std::string::npos);
  own.device->lower_limits(4096, 1 << 17);
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(own.device->take_notes().find("more faces than"), std::string::npos);
  own.device->lower_limits(4096, 1 << 14);
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(own.device->take_notes().find("more than a buffer"), std::string::npos);
}

TEST_F(GlDevice, TheProcessorGoesOnWhereThatIsAllowed) {
  SceneOnDevice bodies(device());
  const DepthCountResult before = bodies.count();
  device().may_fail = true;
  device().lose();
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(device().take_notes().find("reset"), std::string::npos);
  device().may_fail = false;
  bodies.count();
  EXPECT_EQ(device().take_notes(), "");
}

TEST_F(GlDevice, WhatTheCardCannotHoldIsLeftToTheProcessor) {
  // A window of a thousandth of a cell at the corner of a huge body.
  RasterScene scene({make_box({1e9, 1e9, 1e9}), make_icosphere(1, 1)});
  std::vector<RasterObject> objects = on_device(scene);
  const Box extent = scene.world[0].box;
  const RasterView view(ViewFrame::along({0, 0, 1}), {{-1, -1, -1}, {1, 1, 1}}, extent, 64);
  const Zlist cpu(view, scene.objects, scene.control), card(view, objects, scene.control);
  EXPECT_EQ(card.size(), cpu.size());
  EXPECT_NE(device().take_notes().find("too far"), std::string::npos);
}

TEST_F(GlDevice, ThreadsTakeTurns) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  SceneOnDevice reference(device());
  const DepthCountResult expected = reference.count();
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      SceneOnDevice bodies(device());
      for (int i = 0; i < 5; ++i) wrong += bodies.count().cases != expected.cases;
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

// Memory of the process; grows if contexts, programs or buffers stay behind.
std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0, resident = 0;
  statm >> size >> resident;
  return resident * 4096;
}

TEST_F(GlDevice, AHundredDevicesLeaveNothingBehind) {
  const auto once = [] {
    OpenedBackend own = open_gl_backend();
    ASSERT_NE(own.device, nullptr);
    SceneOnDevice bodies(*own.device);
    bodies.count();
    own.device->drawing = Drawing::raster;
    bodies.count();
    RasterScene scene({make_icosphere(1, 2), make_icosphere(1, 2)});
    for (RasterObject& o : scene.objects) o.device = own.device.get();
    const RasterView view = scene.view({1, 2, 3}, 40);
    const Zlist lists(view, scene.objects, scene.control);
    const CoverList covers(view, scene.objects, INT32_MIN, INT32_MAX, scene.control);
    EXPECT_GT(lists.size() + covers.size(), 0u);
  };
  for (int i = 0; i < 10; ++i) once();
  const std::size_t before = resident_bytes();
  for (int i = 0; i < 90; ++i) once();
  // The address sanitizer keeps what was freed, and looks for leaks itself.
  if (!kAddressSanitizer) {
    EXPECT_LT(resident_bytes(), before + (std::size_t{64} << 20));
  }
}

TEST_F(GlDevice, AnswersOfAnEngineAreTheProcessors) {
  Scene scene;
  scene.add("a", make_torus(1, 0.4, 40, 30));
  Pose pose;
  pose.position = {0.9, 0.1, 0.05};
  scene.add("b", make_icosphere(0.5, 3), pose);
  const Engine cpu;
  for (const Drawing drawing : {Drawing::compute, Drawing::raster}) {
    const Engine card({.backend = Backend::gl, .drawing = drawing});
    for (const Method method : {Method::zlist, Method::depth_count}) {
      CheckOptions options;
      options.method = method, options.resolution = 100;
      const CheckResult x = cpu.check(scene, options), y = card.check(scene, options);
      EXPECT_EQ(y.stats.backend, "gl");
      EXPECT_EQ(y.stats.not_as_asked, "");
      ASSERT_EQ(x.pairs.size(), y.pairs.size());
      EXPECT_EQ(x.pairs[0].verdict, y.pairs[0].verdict);
      EXPECT_EQ(x.pairs[0].face_pairs, y.pairs[0].face_pairs);
    }
    CheckOptions certified;
    certified.method = Method::zlist, certified.certified = true, certified.volume = true;
    const CheckResult x = cpu.check(scene, certified), y = card.check(scene, certified);
    EXPECT_GT(x.pairs[0].face_pairs.size(), 0u);
    EXPECT_EQ(x.pairs[0].face_pairs, y.pairs[0].face_pairs);
    EXPECT_DOUBLE_EQ(x.pairs[0].overlap_volume->value, y.pairs[0].overlap_volume->value);
  }
}

TEST_F(GlDevice, StatisticsSayWhatTheCardDidNotDo) {
  Scene scene;
  scene.add("mesh", make_torus(1, 0.4, 40, 30));
  Pose pose;
  pose.position = {0.8, 0.1, 0.05};
  scene.add("ball", make_implicit_sphere(0.5), pose);
  std::string log;
  const Engine cpu, card({.backend = Backend::gl, .on_log = [&](std::string_view line) { log += line; }});
  CheckOptions options;
  options.resolution = 64;
  for (const Method method : {Method::zlist, Method::depth_count}) {
    options.method = method;
    const CheckResult x = cpu.check(scene, options), y = card.check(scene, options);
    EXPECT_EQ(x.stats.backend, "cpu");
    ASSERT_EQ(x.pairs.size(), y.pairs.size());
    EXPECT_EQ(x.pairs[0].verdict, y.pairs[0].verdict);
    if (method == Method::zlist) {
      EXPECT_EQ(y.stats.backend, "gl");  // crossings of the ball join those of the mesh on the card
      EXPECT_EQ(y.stats.not_as_asked, "");
    } else {
      EXPECT_NE(y.stats.not_as_asked.find("shapes without faces"), std::string::npos);
      EXPECT_NE(log.find("not done as asked: "), std::string::npos);
    }
  }
}

TEST_F(GlDevice, SweepsCullTheSameFaces) {
  Scene scene;
  const ObjectId a = scene.add("a", make_displaced_sphere(1, 0.2, 30, 40, 3));
  const ObjectId b = scene.add("b", make_torus(1, 0.4, 40, 30));
  Motion falls;
  falls.keyframes = {{0, {0, 0, 4}, {0, 0, 0, 1}}, {1, {0.3, 0, 0.5}, {0.2, 0.1, 0, 1}}};
  scene.set_motion(a, falls);
  Motion turns;
  turns.keyframes = {{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {0, 0.1, 0}, {0, 0, 0.3, 1}}};
  scene.set_motion(b, turns);
  SweepOptions options;
  options.velocity_backface = true;
  const Engine cpu, card({.backend = Backend::gl});
  const SweepResult x = cpu.sweep(scene, options), y = card.sweep(scene, options);
  EXPECT_EQ(y.stats.backend, "gl");
  EXPECT_GT(x.cull->faces_dropped, 0u);
  EXPECT_EQ(x.cull->faces_dropped, y.cull->faces_dropped);
  ASSERT_EQ(x.pairs.size(), y.pairs.size());
  EXPECT_EQ(x.pairs[0].first_contact->t, y.pairs[0].first_contact->t);
}

}  // namespace
}  // namespace impinge::test
