// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <gtest/gtest.h>
#include <impinge/scene.h>
#include <impinge/shapes.h>

#include <iostream>
#include <map>

#include "backend/registry.h"
#include "raster/cover/cover_list.h"
#include "raster/depth_count/depth_count.h"
#include "raster/raster_scene.h"
#include "raster/zlist/zlist.h"

namespace impinge::test {

/// A mesh, and a shape without faces that crosses it.
inline Scene torus_and_ball() {
  Scene scene;
  scene.add("mesh", make_torus(1, 0.4, 40, 30));
  scene.add("ball", make_implicit_sphere(0.5), {.position = {0.8, 0.1, 0.05}});
  return scene;
}

/// The backends that have a device, there or not.
inline std::vector<BackendRow> device_rows() {
  std::vector<BackendRow> rows;
  for (const BackendRow& row : backend_registry())
    if (row.has_device()) rows.push_back(row);
  return rows;
}

inline std::string device_name(const testing::TestParamInfo<BackendRow>& row) { return row.param.name; }

/// A test that runs once for each backend with a device; where the device is missing it says why and is counted as skipped.
class DeviceCase : public testing::TestWithParam<BackendRow> {
 protected:
  void SetUp() override {
    opened = shared(GetParam());
    if (opened.device == nullptr) {
      std::cout << "no device for " << GetParam().name << ": " << opened.info.reason << '\n';
      GTEST_SKIP() << opened.info.reason;
    }
    opened.device->take_notes();
    opened.device->drawing = Drawing::compute;
  }

  RasterDevice& device() { return *opened.device; }
  Backend backend() const { return GetParam().backend; }
  const char* name() const { return GetParam().name; }

  /// A device of its own, for who changes its limits.
  OpenedBackend open_another() const { return open_row(GetParam()); }

  /// The ways of drawing that the device has.
  std::vector<Drawing> drawings() const {
    if (!has_rasteriser()) return {Drawing::compute};
    return {Drawing::compute, Drawing::raster};
  }
  bool has_rasteriser() const { return !opened.info.conservative.empty(); }

  OpenedBackend opened;

 private:
  // Never closed: when the process ends, the driver may be gone before it.
  static OpenedBackend& shared(const BackendRow& row) {
    static auto& all = *new std::map<Backend, OpenedBackend>;
    const auto found = all.find(row.backend);
    return found != all.end() ? found->second : all.emplace(row.backend, open_row(row)).first->second;
  }
};

}  // namespace impinge::test

/// Runs the tests of a suite for every backend with a device.
#define IMPINGE_FOR_EACH_DEVICE(suite) \
  INSTANTIATE_TEST_SUITE_P(Backends, suite, testing::ValuesIn(device_rows()), device_name)
