// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/meet/surface_balls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/box.h"

namespace impinge {

namespace {

constexpr double kRoom = 1 + 0x1p-40;  // for what is rounded here

class BallBuilder {
 public:
  BallBuilder(const ClusterTree& tree, std::span<const Vec3> vertices, std::span<const Face> faces, double finest)
      : tree_(tree), vertices_(vertices), faces_(faces), finest_(finest) {}

  std::vector<SurfaceBall> run() {
    balls_.emplace_back();
    fill(0, 0);
    return std::move(balls_);
  }

 private:
  // Ball `at` becomes that of a node; those of its children follow each other.
  void fill(std::uint32_t at, std::uint32_t index) {
    const ClusterNode& node = tree_.nodes()[index];
    const auto first = static_cast<std::uint32_t>(balls_.size());
    balls_.resize(balls_.size() + node.count);
    for (std::uint32_t i = 0; i < node.count; ++i) {
      if (node.leaf)
        balls_[first + i] = ball_of(tree_.clusters()[node.first + i]);
      else
        fill(first + i, node.first + i);
    }
    SurfaceBall ball;
    Box box;
    for (std::uint32_t i = first; i < first + node.count; ++i)
      for (const double side : {-balls_[i].radius, balls_[i].radius}) box.add(Vec3(balls_[i].middle.array() + side));
    ball.middle = (box.low + box.high) / 2;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = first; i < first + node.count; ++i) {
      ball.radius = std::max(ball.radius, (balls_[i].middle - ball.middle).norm() + balls_[i].radius);
      const double way = (balls_[i].corner - ball.middle).squaredNorm();
      if (way < nearest) ball.corner = balls_[i].corner;
      nearest = std::min(nearest, way);
    }
    ball.radius *= kRoom;
    if (ball.radius > finest_) {
      ball.first = first;
      ball.count = node.count;
    } else {
      balls_.resize(first);  // nobody needs to know more
    }
    balls_[at] = ball;
  }

  SurfaceBall ball_of(const FaceCluster& cluster) const {
    SurfaceBall ball;
    Box box;
    const auto each_corner = [&](const auto& visit) {
      for (std::uint32_t i = 0; i < cluster.count; ++i)
        for (const std::uint32_t v : faces_[cluster.faces[i]]) visit(vertices_[v]);
    };
    each_corner([&](const Vec3& p) { box.add(p); });
    ball.middle = (box.low + box.high) / 2;
    double farthest = 0, nearest = std::numeric_limits<double>::infinity();
    each_corner([&](const Vec3& p) {
      const double way = (p - ball.middle).squaredNorm();
      farthest = std::max(farthest, way);
      if (way < nearest) ball.corner = p;
      nearest = std::min(nearest, way);
    });
    ball.radius = std::sqrt(farthest) * kRoom;
    return ball;
  }

  const ClusterTree& tree_;
  std::span<const Vec3> vertices_;
  std::span<const Face> faces_;
  double finest_;
  std::vector<SurfaceBall> balls_;
};

}  // namespace

std::vector<SurfaceBall> surface_balls(const ClusterTree& tree, std::span<const Vec3> vertices, std::span<const Face> faces,
                                       double finest) {
  return BallBuilder(tree, vertices, faces, finest).run();
}

}  // namespace impinge
