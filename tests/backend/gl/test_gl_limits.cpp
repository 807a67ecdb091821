// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What OpenGL alone has: limits of viewports and buffers, and what is said of them.
#include "backend/scene_on_device.h"

namespace impinge::test {
namespace {

OpenedBackend open_gl() {
  for (const BackendRow& row : backend_registry())
    if (row.backend == Backend::gl) return open_row(row);
  return {};
}

TEST(GlLimits, ViewsAndListsOverThemGoToTheProcessor) {
  const OpenedBackend own = open_gl();
  if (own.device == nullptr) GTEST_SKIP() << own.info.reason;
  SceneOnDevice bodies(*own.device);
  own.device->drawing = Drawing::raster;
  const DepthCountResult before = bodies.count();
  EXPECT_EQ(own.device->take_notes(), "");
  own.hooks->lower_limits(32, 1 << 24);
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(own.device->take_notes().find("limit of 32"), std::string::npos);
  own.hooks->lower_limits(4096, 140000);
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(own.device->take_notes().find("more faces than"), std::string::npos);
  own.hooks->lower_limits(4096, 1 << 14);
  EXPECT_EQ(bodies.count().collision, before.collision);
  EXPECT_NE(own.device->take_notes().find("more than a buffer"), std::string::npos);
}

}  // namespace
}  // namespace impinge::test
