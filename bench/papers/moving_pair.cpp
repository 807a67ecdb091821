// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "moving_pair.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace impinge::bench::papers {

MovingPair::MovingPair(const Body& a, const Body& b) : bodies_{a, b} {
  for (const Body& body : bodies_) {
    Motion motion;
    motion.velocity = body.velocity;
    motion.angular_velocity = body.spin;
    scene_.set_motion(scene_.add(scene_.objects().empty() ? "a" : "b", body.mesh, body.pose), std::move(motion));
  }
  scene_.duration = 1;
  const Timeline timeline(scene_);
  for (std::uint32_t i = 0; i < 2; ++i) {
    steps_.push_back(timeline.step(i, 0));
    shapes_.push_back(
        std::make_unique<SweptShape>(scene_.objects()[i], std::make_shared<const FeatureOwners>(bodies_[i].mesh)));
  }
}

Vec3 MovingPair::point(int i, std::uint32_t vertex) const {
  return world_point(bodies_[i].pose, bodies_[i].mesh.vertices()[vertex]);
}

Vec3 MovingPair::relative_velocity(int i, const Vec3& point) const {
  const auto velocity = [&](const Body& b) -> Vec3 { return b.velocity + b.spin.cross(point - b.pose.position); };
  return velocity(bodies_[i]) - velocity(bodies_[1 - i]);
}

std::vector<bool> MovingPair::culled(int i) const {
  std::vector<bool> culled;
  for (const Face& f : faces(i)) {
    const Vec3 a = point(i, f[0]), b = point(i, f[1]), c = point(i, f[2]), normal = (b - a).cross(c - a);
    culled.push_back(relative_velocity(i, a).dot(normal) < 0 && relative_velocity(i, b).dot(normal) < 0 &&
                     relative_velocity(i, c).dot(normal) < 0);
  }
  return culled;
}

double share_of(const std::vector<bool>& a, const std::vector<bool>& b) {
  const auto out = std::count(a.begin(), a.end(), true) + std::count(b.begin(), b.end(), true);
  return static_cast<double>(out) / static_cast<double>(a.size() + b.size());
}

}  // namespace impinge::bench::papers
