// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A curved convex body of one's own: its gauge and its support are all that polar_newton needs, no mesh stands for it.
#include <cmath>
#include <cstdio>
#include <memory>

#include <impinge/convex.h>

using impinge::Vec3;

// All points within `radius` of the box of half edges `core`, seen from the middle.
class RoundedBox : public impinge::CurvedSurface {
 public:
  RoundedBox(const Vec3& core, double radius) : core_(core), radius_(radius) {}

  // How far out x is, as a share of the way to the wall, and how fast that grows.
  impinge::SurfaceSlope gauge(const Vec3& x) const override {
    double inside = 0, outside = x.norm() / radius_;
    for (int i = 0; i < 200 && outside - inside > 1e-16 * outside; ++i) {
      const double share = (inside + outside) / 2;
      (excess(x, share).norm() > share * radius_ ? inside : outside) = share;
    }
    // The wall's normal there, scaled so that the slope along x is the gauge.
    const Vec3 normal = excess(x, outside);
    return {outside, normal * (outside / normal.dot(x))};
  }

  Vec3 support(const Vec3& n) const override {
    Vec3 corner;
    for (int k = 0; k < 3; ++k) corner[k] = std::copysign(core_[k], n[k]);
    return corner + radius_ * n.normalized();
  }

 private:
  // From the core, made `share` times as large, to x.
  Vec3 excess(const Vec3& x, double share) const {
    Vec3 out;
    for (int k = 0; k < 3; ++k) out[k] = std::copysign(std::fmax(0, std::fabs(x[k]) - share * core_[k]), x[k]);
    return out;
  }

  Vec3 core_;
  double radius_;
};

int main() {
  const auto brick = impinge::ConvexBody::from_surface(std::make_shared<RoundedBox>(Vec3(1, 0.5, 0.25), 0.125));
  const auto ball = impinge::ConvexBody::ellipsoid({0.5, 0.5, 0.5});
  int meeting = 0;
  for (int step = 0; step <= 8; ++step) {
    const impinge::Pose pose{.position = {2 - 0.125 * step, 0, 0}};
    const impinge::ConvexAnswer answer = impinge::polar_newton(brick, {}, ball, pose);
    if (answer.decided && !impinge::verify(brick, {}, ball, pose, answer.relation, answer.certificate)) return 1;
    std::printf("x = %.3f: %s\n", pose.position.x(), answer.decided ? to_string(answer.relation) : "too close to tell");
    meeting += answer.decided && answer.meet() ? 1 : 0;
  }
  // The walls meet at x = 1.625: there the answer is open, nearer they share a point.
  return meeting == 5 ? 0 : 1;
}
