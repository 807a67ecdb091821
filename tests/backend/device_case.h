// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <gtest/gtest.h>
#include <impinge/scene.h>
#include <impinge/shapes.h>

#include <iostream>

#include "backend/backend.h"
#include "raster/raster_scene.h"

namespace impinge::test {

/// A mesh, and a shape without faces that crosses it.
inline Scene torus_and_ball() {
  Scene scene;
  scene.add("mesh", make_torus(1, 0.4, 40, 30));
  scene.add("ball", make_implicit_sphere(0.5), {.position = {0.8, 0.1, 0.05}});
  return scene;
}

/// A test of the OpenGL backend; where there is no device it says why and is counted as skipped.
class GlCase : public testing::Test {
 protected:
  void SetUp() override {
    opened = shared();
    if (opened.device == nullptr) {
      std::cout << "no OpenGL device: " << opened.info.reason << '\n';
      GTEST_SKIP() << opened.info.reason;
    }
    opened.device->take_notes();
    opened.device->drawing = Drawing::compute;
  }

  RasterDevice& device() { return *opened.device; }

  /// The objects of a scene as the device draws them.
  std::vector<RasterObject> on_device(const RasterScene& scene) {
    std::vector<RasterObject> objects = scene.objects;
    for (RasterObject& o : objects) o.device = opened.device.get();
    return objects;
  }

  OpenedBackend opened;

 private:
  // Never closed: when the process ends, the driver may be gone before it.
  static OpenedBackend& shared() {
    static OpenedBackend& one = *new OpenedBackend(open_gl_backend());
    return one;
  }
};

}  // namespace impinge::test
