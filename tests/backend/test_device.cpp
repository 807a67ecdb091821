// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A device itself: what is sent, what is kept, what happens when it fails.
#include <impinge/impinge.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "backend/scene_on_device.h"
#include "base/sanitizer.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

class Device : public DeviceCase {};

// Tests that need more of a device than its work.
class DeviceHooks : public DeviceCase {
 protected:
  void SetUp() override {
    DeviceCase::SetUp();
    if (!IsSkipped() && opened.hooks == nullptr) GTEST_SKIP() << "the device has no hooks for tests";
  }
  DeviceTestHooks& hooks() { return *opened.hooks; }
};

TEST_P(Device, NamesTheCard) {
  EXPECT_EQ(opened.info.backend, backend());
  EXPECT_EQ(opened.info.name, name());
  EXPECT_TRUE(opened.info.available);
  EXPECT_FALSE(opened.info.device.empty());
  EXPECT_FALSE(opened.info.driver.empty());
  std::cout << opened.info.device << ", " << opened.info.driver << '\n';
}

TEST_P(DeviceHooks, MapsOfTheStencilAreKeptToo) {
  if (!has_rasteriser()) GTEST_SKIP() << "the device has no rasteriser";
  SceneOnDevice bodies(device());
  device().drawing = Drawing::raster;
  bodies.count();
  const std::uint64_t maps = hooks().maps_drawn();
  bodies.move_b(0.9);
  EXPECT_TRUE(bodies.count().collision);
  EXPECT_EQ(hooks().maps_drawn(), maps);
}

TEST_P(DeviceHooks, AMoveSendsAMatrixAndADeformationTheVertices) {
  SceneOnDevice bodies(device());
  bodies.count();
  std::uint64_t sent = hooks().bytes_sent(), maps = hooks().maps_drawn();
  bodies.count();
  EXPECT_EQ(hooks().bytes_sent(), sent);  // nothing has changed
  EXPECT_EQ(hooks().maps_drawn(), maps);
  bodies.move_b(0.9);
  EXPECT_TRUE(bodies.count().collision);
  EXPECT_LE(hooks().bytes_sent(), sent + 1024);
  EXPECT_EQ(hooks().maps_drawn(), maps);  // of A, which has not moved
  sent = hooks().bytes_sent();
  std::vector<Vec3> vertices(bodies.scene.objects()[1].mesh.vertices().begin(),
                             bodies.scene.objects()[1].mesh.vertices().end());
  for (Vec3& v : vertices) v.z() += 40;
  bodies.scene.set_vertices(bodies.b_, vertices);
  EXPECT_FALSE(bodies.count().collision);
  EXPECT_LE(hooks().bytes_sent(), sent + vertices.size() * sizeof(Vec3) + 1024);
}

TEST_P(DeviceHooks, ALostCardIsAnErrorAndThenBeginsAnew) {
  SceneOnDevice bodies(device());
  const DepthCountResult before = bodies.count();
  hooks().lose();
  try {
    bodies.count();
    FAIL() << "the loss went unnoticed";
  } catch (const Error& trouble) {
    EXPECT_EQ(trouble.code(), ErrorCode::no_device);
    EXPECT_NE(std::string(trouble.what()).find("reset"), std::string::npos) << trouble.what();
  }
  EXPECT_EQ(bodies.count().cases, before.cases);
}

TEST_P(DeviceHooks, ACardWithoutMemoryIsAnError) {
  SceneOnDevice bodies(device());
  const DepthCountResult before = bodies.count();
  hooks().lack_memory();
  try {
    bodies.count();
    FAIL() << "the lack went unnoticed";
  } catch (const Error& trouble) {
    EXPECT_EQ(trouble.code(), ErrorCode::no_device);
    EXPECT_NE(std::string(trouble.what()).find("out of memory"), std::string::npos) << trouble.what();
  }
  EXPECT_EQ(bodies.count().cases, before.cases);
}

TEST_P(DeviceHooks, BandsOfLargeViewsAreJoined) {
  OpenedBackend own = open_another();
  SceneOnDevice bodies(*own.device);
  for (const Drawing drawing : drawings()) {
    own.device->drawing = drawing;
    own.hooks->lower_limits(4096, 1 << 24);
    const DepthCountResult whole = bodies.count();
    own.hooks->lower_limits(4096, 160000);  // rows of 2,500 cells at a time
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
  const RasterView view = scene.view({1, 2, 3}, 64);
  std::uint64_t whole = 0, joined = 0;
  own.hooks->lower_limits(4096, 1 << 24);
  ASSERT_TRUE(own.device->overlapping_lines(view, scene.objects, whole));
  own.hooks->lower_limits(4096, 200000);
  ASSERT_TRUE(own.device->overlapping_lines(view, scene.objects, joined));
  EXPECT_GT(whole, 0u);
  EXPECT_EQ(joined, whole);
}

TEST_P(DeviceHooks, TheProcessorGoesOnWhereThatIsAllowed) {
  SceneOnDevice bodies(device());
  const DepthCountResult before = bodies.count();
  device().may_fail = true;
  hooks().lose();
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(device().take_notes().find("reset"), std::string::npos);
  device().may_fail = false;
  bodies.count();
  EXPECT_EQ(device().take_notes(), "");
}

TEST_P(Device, WhatTheCardCannotHoldIsLeftToTheProcessor) {
  // A window of a thousandth of a cell at the corner of a huge body.
  RasterScene scene({make_box({1e9, 1e9, 1e9}), make_icosphere(1, 1)});
  const Box extent = scene.world[0].box;
  const RasterView view(ViewFrame::along({0, 0, 1}), {{-1, -1, -1}, {1, 1, 1}}, extent, 64);
  const Zlist cpu(view, scene.objects, scene.control), card(view, scene.objects, scene.control, &device());
  EXPECT_EQ(card.size(), cpu.size());
  EXPECT_NE(device().take_notes().find("too far"), std::string::npos);
}

TEST_P(Device, ThreadsTakeTurns) {
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

TEST_P(Device, AHundredDevicesLeaveNothingBehind) {
  const auto once = [&] {
    OpenedBackend own = open_another();
    ASSERT_NE(own.device, nullptr);
    SceneOnDevice bodies(*own.device);
    bodies.count();
    own.device->drawing = drawings().back();
    bodies.count();
    RasterScene scene({make_icosphere(1, 2), make_icosphere(1, 2)});
    const RasterView view = scene.view({1, 2, 3}, 40);
    const Zlist lists(view, scene.objects, scene.control, own.device.get());
    const CoverList covers(view, scene.objects, INT32_MIN, INT32_MAX, scene.control, own.device.get());
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

IMPINGE_FOR_EACH_DEVICE(Device);
IMPINGE_FOR_EACH_DEVICE(DeviceHooks);

}  // namespace
}  // namespace impinge::test
