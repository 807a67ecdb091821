// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/scene.h>

namespace impinge {

/// The moving objects at one pose after another.
class Movers {
 public:
  Movers(const Scene& scene, std::span<const ObjectId> moving) {
    for (const ObjectId id : moving) objects_.push_back(scene.object(id));
    rest_.reserve(objects_.size());
    for (const SceneObject& o : objects_) rest_.push_back(o.pose);
  }

  std::span<const SceneObject> at(const Pose& pose) {
    if (objects_.size() == 1) {
      objects_[0].pose = pose;
    } else {
      for (std::size_t i = 0; i < objects_.size(); ++i) objects_[i].pose = composed(pose, rest_[i]);
    }
    return objects_;
  }

 private:
  static Pose composed(const Pose& outer, const Pose& inner) {
    return {outer.rotation * inner.rotation, outer.rotation * inner.position + outer.position};
  }

  std::vector<SceneObject> objects_;
  std::vector<Pose> rest_;
};

}  // namespace impinge
