// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "shape/convex/convex_body.h"

namespace impinge {

/// Two placed bodies in axes of the world with their origin at a's inner point, and what rounding may cost there. Bodies of
/// the plane have all third coordinates 0.
struct PolarFrame {
  Vec3 b_centre;                        ///< b's inner point
  double distance2;                     ///< of the inner points, squared
  double a_radius, b_radius;            ///< of balls around the inner points that hold the placed bodies
  double stray;                         ///< how far the rotations are from orthonormal, at most
  double error;                         ///< of places, at most
  double a_gauge_error, b_gauge_error;  ///< the same as a share of the way to the boundary
};

/// The same with the bodies.
struct ConvexFrame : PolarFrame {
  ConvexFrame(const ConvexBodyData& a_body, const Pose& a_pose, const ConvexBodyData& b_body, const Pose& b_pose,
              double margin = 0);

  const ConvexBodyData &a, &b;
  const Pose &a_pose, &b_pose;
  Vec3 a_centre;  ///< a's inner point relative to its position
};

/// A body by its small tables: bounds from above for gauge and support.
class BoundedSide {
 public:
  BoundedSide(const ConvexBodyData& body, const Pose& pose) : tables_(body.bound_tables) {
    if (tables_.aligned)
      frame_ = pose.rotation;
    else
      frame_.noalias() = pose.rotation.lazyProduct(tables_.axes.transpose());
  }
  /// An upper bound, with the slope of that bound; `x` from the inner point in the axes of the world.
  Slope gauge(const Vec3& x) const {
    Slope s = tables_.gauge.at(turned(x).cwiseProduct(tables_.stretch));
    s.gradient = back(s.gradient.cwiseProduct(tables_.stretch));
    return s;
  }
  double gauge_value(const Vec3& x) const { return tables_.gauge.value(turned(x).cwiseProduct(tables_.stretch)); }
  /// An upper bound of n . x over the body, x from the inner point.
  double support(const Vec3& n) const { return tables_.support.value(turned(n).cwiseProduct(tables_.shrink)); }
  /// A point close to where that is.
  Vec3 support_point(const Vec3& n) const {
    return back(tables_.support.at(turned(n).cwiseProduct(tables_.shrink)).gradient.cwiseProduct(tables_.shrink));
  }

 private:
  Vec3 turned(const Vec3& x) const {
    return {frame_(0, 0) * x.x() + frame_(1, 0) * x.y() + frame_(2, 0) * x.z(),
            frame_(0, 1) * x.x() + frame_(1, 1) * x.y() + frame_(2, 1) * x.z(),
            frame_(0, 2) * x.x() + frame_(1, 2) * x.y() + frame_(2, 2) * x.z()};
  }
  Vec3 back(const Vec3& y) const {
    return {frame_(0, 0) * y.x() + frame_(0, 1) * y.y() + frame_(0, 2) * y.z(),
            frame_(1, 0) * y.x() + frame_(1, 1) * y.y() + frame_(1, 2) * y.z(),
            frame_(2, 0) * y.x() + frame_(2, 1) * y.y() + frame_(2, 2) * y.z()};
  }

  const BoundTables& tables_;
  Eigen::Matrix3d frame_;
};

/// A body by all its faces and vertices, through its maps: the same questions, tight.
class FullSide {
 public:
  FullSide(const ConvexBodyData& body, const Pose& pose) : body_(body), rotation_(pose.rotation) {}
  Slope gauge(const Vec3& x) const {
    if (x.isZero(0)) return {0, Vec3::Zero()};
    Slope s = body_.gauge(rotation_.transpose() * x);
    s.gradient = rotation_ * s.gradient;
    return s;
  }
  double gauge_value(const Vec3& x) const { return gauge(x).value; }
  double least_gauge(const Vec3& x) const { return x.isZero(0) ? 0 : body_.least_gauge(rotation_.transpose() * x); }
  double support(const Vec3& n) const {
    const Vec3 m = rotation_.transpose() * n;
    return m.dot(body_.support_offset(m));
  }
  Vec3 support_point(const Vec3& n) const { return rotation_ * body_.support_offset(rotation_.transpose() * n); }

 private:
  const ConvexBodyData& body_;
  const Eigen::Matrix3d& rotation_;
};

}  // namespace impinge
