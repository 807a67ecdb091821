// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/control.h"
#include "raster/view/raster_object.h"
#include "support/soup.h"

namespace impinge::test {

/// Bodies in the world, ready to be drawn.
class RasterScene {
 public:
  explicit RasterScene(std::vector<Mesh> meshes, std::vector<Pose> poses = {}) {
    poses.resize(meshes.size());
    for (std::size_t i = 0; i < meshes.size(); ++i) scene_.add("body", meshes[i], poses[i]);
    world = place(scene_);
    for (const WorldObject& o : world) objects.push_back({&o, nullptr, {}, o.closed()});
  }
  RasterScene(const RasterScene&) = delete;

  /// Everything seen along a direction.
  RasterView view(const Vec3& direction, int resolution, double margin = 0) const {
    const ViewFrame frame = ViewFrame::along(direction);
    Box box;
    for (const RasterObject& o : objects) box.add(o.seen(frame));
    return RasterView(frame, grown(box, margin), box, resolution);
  }

  std::vector<WorldObject> world;
  std::vector<RasterObject> objects;
  Control control{{}, {}};

 private:
  Scene scene_;
};

}  // namespace impinge::test
