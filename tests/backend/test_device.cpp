// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The device itself: what is sent, what is kept, what happens when it fails.
#include <impinge/impinge.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "backend/device_case.h"
#include "base/sanitizer.h"
#include "support/case_count.h"

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
  own.device->lower_limits(4096, 140000);
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(own.device->take_notes().find("more faces than"), std::string::npos);
  own.device->lower_limits(4096, 1 << 14);
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(own.device->take_notes().find("more than a buffer"), std::string::npos);
}

TEST_F(GlDevice, BandsOfLargeViewsAreJoined) {
  OpenedBackend own = open_gl_backend();
  SceneOnDevice bodies(*own.device);
  for (const Drawing drawing : {Drawing::compute, Drawing::raster}) {
    own.device->drawing = drawing;
    own.device->lower_limits(4096, 1 << 24);
    const DepthCountResult whole = bodies.count();
    own.device->lower_limits(4096, 160000);  // rows of 2,500 cells at a time
    const DepthCountResult joined = bodies.count();
    EXPECT_EQ(own.device->take_notes(), "");
    EXPECT_EQ(joined.cases, whole.cases);
    EXPECT_EQ(joined.collision, whole.collision);
    EXPECT_EQ(joined.covered, whole.covered);
    EXPECT_EQ(joined.alone, whole.alone);
    EXPECT_EQ(joined.scored_two, whole.scored_two);
    EXPECT_EQ(joined.swap_roles, whole.swap_roles);
    EXPECT_EQ(joined.settled_first + joined.settled_second + joined.settled_layers, whole.covered);
  }
  RasterScene scene({make_torus(1, 0.4, 40, 30), make_icosphere(1, 2)});
  for (RasterObject& o : scene.objects) o.device = own.device.get();
  const RasterView view = scene.view({1, 2, 3}, 64);
  std::uint64_t whole = 0, joined = 0;
  own.device->lower_limits(4096, 1 << 24);
  ASSERT_TRUE(own.device->overlapping_lines(view, scene.objects, whole));
  own.device->lower_limits(4096, 200000);
  ASSERT_TRUE(own.device->overlapping_lines(view, scene.objects, joined));
  EXPECT_GT(whole, 0u);
  EXPECT_EQ(joined, whole);
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
  for (int i = 0; i < case_count(90, 90); ++i) once();
  // The address sanitizer keeps what was freed, and looks for leaks itself, where few repeats do.
  if (!kAddressSanitizer) {
    EXPECT_LT(resident_bytes(), before + (std::size_t{64} << 20));
  }
}

}  // namespace
}  // namespace impinge::test
