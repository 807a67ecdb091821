// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "backend/device_case.h"

namespace impinge::test {

/// Two bodies of a scene as an engine hands them to a device.
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
    const RasterObject a{&world_[0], nullptr, {}, true, &scene.objects()[0]};
    const RasterObject b{&world_[1], nullptr, {}, true, &scene.objects()[1]};
    const ViewFrame frame = ViewFrame::along({0, 0, 1});
    const RasterView view(frame, {{-1, -1, -1}, {1.5, 1.5, 3}}, {{-2, -2, -2}, {3, 3, 3}}, 64);
    return depth_count_of(view, a, b, options, control_, &device_);
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

}  // namespace impinge::test
