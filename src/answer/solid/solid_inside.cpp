// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The distance to a convex body is a convex function, so over a convex body it is largest at a corner. Curved bodies are
// held between corners on their surface and corners just outside: a rim is cut into arcs, each within the triangle of its
// ends and the meeting point of their tangents; an ellipsoid into patches of a sphere, each within a triangle and the same
// pushed out to touch it. Pieces that matter are halved until the question is settled; the bounds close in as squares.
#include "answer/solid/solid_inside.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>

#include <Eigen/Geometry>

#include "shape/solid/solid_distance.h"

namespace impinge {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr int kMostPieces = 4096;
constexpr double kAgreed = 1e-12;  // of the size

class Outside {
 public:
  Outside(const PlacedSolid& a, const PlacedSolid& b, double rounding)
      : a_(*a.data),
        b_(*b.data),
        turn_(b.rotation.transpose() * a.rotation),
        way_(b.rotation.transpose() * (a.position - b.position)),
        rounding_(rounding) {}

  Excess find() {
    const double radius = a_.radius;
    switch (a_.kind) {
      case SolidKind::half_space: return {kUnbounded, kUnbounded};
      case SolidKind::sphere: add_corner(Vec3::Zero()); break;
      case SolidKind::capsule:
        add_corner({0, 0, a_.half.z()});
        add_corner({0, 0, -a_.half.z()});
        break;
      case SolidKind::box:
        for (int k = 0; k < 8; ++k)
          add_corner({(k & 1) != 0 ? a_.half.x() : -a_.half.x(), (k & 2) != 0 ? a_.half.y() : -a_.half.y(),
                      (k & 4) != 0 ? a_.half.z() : -a_.half.z()});
        break;
      case SolidKind::cone:
        add_corner({0, 0, a_.half.z()});
        add_rim(-a_.half.z());
        break;
      case SolidKind::cylinder:
        add_rim(a_.half.z());
        add_rim(-a_.half.z());
        break;
      default: add_ellipsoid();
    }
    return {low_ + radius - rounding_, std::max(low_, high_) + radius + rounding_};
  }

 private:
  struct Arc {
    double from, to, high;
    bool operator<(const Arc& other) const { return high < other.high; }
  };
  struct Patch {
    Vec3 p[3];
    double high;
    bool operator<(const Patch& other) const { return high < other.high; }
  };

  // Of a point of a's frame. Where a has a radius the value counts inside too, and must be the distance.
  double over(const Vec3& p) const {
    const Vec3 q = turn_ * p + way_;
    return (a_.radius > 0 ? core_distance(b_, q).distance : core_distance_low(b_, q)) - b_.radius;
  }
  void add_corner(const Vec3& p) { low_ = std::max(low_, over(p)); }
  bool settled(double high) const {
    return low_ > 2 * rounding_ || high < -2 * rounding_ || high - low_ <= kAgreed * a_.reach;
  }

  // Around b's own axis the farthest point is the one farthest from it.
  bool round_b() const {
    return b_.kind == SolidKind::sphere || b_.kind == SolidKind::capsule || b_.kind == SolidKind::cylinder ||
           b_.kind == SolidKind::cone;
  }

  void add_rim(double z) {
    const double r = a_.half.x();
    if (b_.kind == SolidKind::half_space) {
      const Vec3 n = turn_.transpose() * b_.normal;
      const double across = std::hypot(n.x(), n.y());
      return add_corner(across > 0 ? Vec3(r * n.x() / across, r * n.y() / across, z) : Vec3(r, 0, z));
    }
    if (round_b() && std::hypot(turn_(0, 2), turn_(1, 2)) <= 4 * kSolidRounding) {
      const Vec3 middle = turn_ * Vec3(0, 0, z) + way_;
      const double rho = std::hypot(middle.x(), middle.y()) + r;
      low_ = std::max(low_, core_distance(b_, Vec3(rho, 0, middle.z())).distance - b_.radius);
      return;
    }
    const auto at = [&](double angle, double radius) {
      return over({radius * std::cos(angle), radius * std::sin(angle), z});
    };
    std::priority_queue<Arc> arcs;
    const auto add = [&](double from, double to) {
      const double ends = std::max(at(from, r), at(to, r));
      low_ = std::max(low_, ends);
      arcs.push({from, to, std::max(ends, at(from / 2 + to / 2, r / std::cos(to / 2 - from / 2)))});
    };
    for (int i = 0; i < 6; ++i) add(std::numbers::pi / 3 * i, std::numbers::pi / 3 * (i + 1));
    for (int n = 0; n < kMostPieces && !settled(arcs.top().high); ++n) {
      const Arc arc = arcs.top();
      arcs.pop();
      add(arc.from, arc.from / 2 + arc.to / 2);
      add(arc.from / 2 + arc.to / 2, arc.to);
    }
    high_ = std::max(high_, arcs.top().high);
  }

  void add_ellipsoid() {
    const auto on = [&](const Vec3& p) { return over(a_.half.cwiseProduct(p)); };
    if (b_.kind == SolidKind::half_space) return add_corner(core_support(a_, turn_.transpose() * b_.normal));
    std::priority_queue<Patch> patches;
    const auto add = [&](const Vec3& x, const Vec3& y, const Vec3& z) {
      const double corners = std::max({on(x), on(y), on(z)});
      low_ = std::max(low_, corners);
      // The plane of the corners, pushed out from the middle until it touches the sphere.
      const Vec3 normal = (y - x).cross(z - x);
      const double out = normal.norm() / normal.dot(x);
      patches.push({{x, y, z}, std::max({corners, on(out * x), on(out * y), on(out * z)})});
    };
    for (int k = 0; k < 8; ++k) {
      const Vec3 x((k & 1) != 0 ? -1 : 1, 0, 0), y(0, (k & 2) != 0 ? -1 : 1, 0), z(0, 0, (k & 4) != 0 ? -1 : 1);
      ((k ^ k >> 1 ^ k >> 2) & 1) != 0 ? add(x, z, y) : add(x, y, z);
    }
    for (int n = 0; n < kMostPieces && !settled(patches.top().high); ++n) {
      const Patch t = patches.top();
      patches.pop();
      const Vec3 a = (t.p[0] + t.p[1]).normalized(), b = (t.p[1] + t.p[2]).normalized(), c = (t.p[2] + t.p[0]).normalized();
      add(t.p[0], a, c);
      add(a, t.p[1], b);
      add(c, b, t.p[2]);
      add(a, b, c);
    }
    high_ = std::max(high_, patches.top().high);
  }

  const SolidData &a_, &b_;
  Eigen::Matrix3d turn_;
  Vec3 way_;
  double rounding_;
  double low_ = -kUnbounded, high_ = -kUnbounded;
};

}  // namespace

Excess excess(const PlacedSolid& a, const PlacedSolid& b, double rounding) { return Outside(a, b, rounding).find(); }

}  // namespace impinge
