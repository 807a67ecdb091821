// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Boxes around the body are halved, and the surface cut with them. What of a solid lies in a box is held by every convex
// set that has the corners of the cut surface and those corners of the box that the solid encloses: any other point of it
// can be moved to and fro along the box without leaving it, and is no extreme one.
#include "pipeline/robot/body_balls.h"

#include <algorithm>
#include <cmath>

#include "base/box.h"

namespace impinge {

namespace {

constexpr int kGroupDepth = 3, kPartDepth = 3;  // 8 groups of 8
constexpr double kBallRoom = 1 + 0x1p-20;       // for what is rounded, the floats of the ball too

struct BodyPart {
  std::vector<std::vector<Vec3>> polygons;
  Box box;  // holds all of it
};

// What of a polygon is not beyond a plane across an axis.
std::vector<Vec3> clipped_polygon(const std::vector<Vec3>& polygon, int axis, double at, double side) {
  std::vector<Vec3> kept;
  const auto height = [&](const Vec3& p) { return side * (p[axis] - at); };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &p = polygon[i], &q = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const double hp = height(p), hq = height(q);
    if (hp <= 0) kept.push_back(p);
    if ((hp < 0 && hq > 0) || (hp > 0 && hq < 0)) {
      Vec3 cut = p + hp / (hp - hq) * (q - p);
      cut[axis] = at;
      kept.push_back(cut);
    }
  }
  return kept;
}

class BallCover {
 public:
  BallCover(double radius, const std::function<bool(const Vec3&)>& encloses) : radius_(radius), encloses_(encloses) {}

  BodyBalls run(BodyPart all) {
    split(std::move(all), kGroupDepth, [&](BodyPart part) {
      BodyBalls::Group group;
      group.all = ball_of(part);
      split(std::move(part), kPartDepth, [&](const BodyPart& leaf) { group.parts.push_back(ball_of(leaf)); });
      balls_.groups.push_back(std::move(group));
    });
    return std::move(balls_);
  }

 private:
  std::vector<Vec3> corners(const BodyPart& content) const {
    std::vector<Vec3> points;
    for (const std::vector<Vec3>& polygon : content.polygons) points.insert(points.end(), polygon.begin(), polygon.end());
    for (int i = 0; i < 8; ++i) {
      const Box& b = content.box;
      const Vec3 corner((i & 1) != 0 ? b.high.x() : b.low.x(), (i & 2) != 0 ? b.high.y() : b.low.y(),
                        (i & 4) != 0 ? b.high.z() : b.low.z());
      if (encloses_(corner)) points.push_back(corner);
    }
    return points;
  }

  template <typename Leaf>
  void split(BodyPart content, int depth, const Leaf& leaf) {
    const std::vector<Vec3> points = corners(content);
    if (points.empty()) return;
    content.box = Box();
    for (const Vec3& p : points) content.box.add(p);
    if (depth == 0) return leaf(std::move(content));
    Eigen::Index axis = 0;
    (content.box.high - content.box.low).maxCoeff(&axis);
    const double at = content.box.low[axis] / 2 + content.box.high[axis] / 2;
    for (const double side : {1.0, -1.0}) {
      BodyPart half;
      half.box = content.box;
      (side > 0 ? half.box.high : half.box.low)[axis] = at;
      for (const std::vector<Vec3>& polygon : content.polygons) {
        std::vector<Vec3> kept = clipped_polygon(polygon, static_cast<int>(axis), at, side);
        if (!kept.empty()) half.polygons.push_back(std::move(kept));
      }
      split(std::move(half), depth - 1, leaf);
    }
  }

  // The middle goes towards the farthest point in ever smaller steps (Badoiu & Clarkson 2003).
  BodyBall ball_of(const BodyPart& content) const {
    constexpr int kSteps = 12;
    const std::vector<Vec3> points = corners(content);
    Vec3 middle = content.box.low / 2 + content.box.high / 2, best = middle;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kSteps; ++i) {
      const auto far = std::max_element(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) {
        return (p - middle).squaredNorm() < (q - middle).squaredNorm();
      });
      const double reach = (*far - middle).norm();
      if (reach < least) {
        least = reach;
        best = middle;
      }
      middle += (*far - middle) * (0.5 / (i + 2));
    }
    const double size = best.cwiseAbs().maxCoeff() + least + radius_;
    return {static_cast<float>(best.x()), static_cast<float>(best.y()), static_cast<float>(best.z()),
            static_cast<float>((least + radius_) * kBallRoom + size * 0x1p-20)};
  }

  double radius_;
  const std::function<bool(const Vec3&)>& encloses_;
  BodyBalls balls_;
};

}  // namespace

BodyBalls cover_by_balls(std::span<const std::vector<Vec3>> polygons, double radius,
                         const std::function<bool(const Vec3&)>& encloses) {
  BodyPart all;
  all.polygons.assign(polygons.begin(), polygons.end());
  for (const std::vector<Vec3>& polygon : all.polygons)
    for (const Vec3& p : polygon) all.box.add(p);
  return BallCover(radius, encloses).run(std::move(all));
}

}  // namespace impinge
