// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/scene.h>

namespace impinge {

class Solid;

/// Points whose hull, grown by a radius, holds a body: what separates covers separates bodies.
class BodyCover {
 public:
  BodyCover() = default;  ///< of nothing that it could hold
  /// Of a mesh the corners of its hull, of a simple solid points around it; a half-space has none.
  explicit BodyCover(const SceneObject& object);

  bool exists() const { return !x_.empty(); }
  const Vec3& centre() const { return centre_; }
  double radius() const { return radius_; }                ///< that the hull is grown by
  double ball() const { return ball_; }                    ///< all of the cover is within this of the centre
  double reach() const { return centre_.norm() + ball_; }  ///< … and of the origin of its frame

  /// The least value of direction . point over the points; `at` is the place of one that has it.
  double least(const Vec3& direction, std::uint32_t& at) const;
  Vec3 point(std::uint32_t at) const { return {x_[at], y_[at], z_[at]}; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(x_.size()); }

 private:
  void take_solid(const Solid& solid);
  void take_mesh(std::span<const Vec3> vertices, std::span<const Face> faces);
  void take(std::span<const Vec3> points, double radius);

  std::vector<double> x_, y_, z_;
  Vec3 centre_ = Vec3::Zero();
  double radius_ = 0, ball_ = 0;
};

/// Where a cover stands.
struct PlacedCover {
  const BodyCover* cover;
  const Pose* pose;
};

/// How far a direction of the frame of a (unit length, from a to b) parts two covers, at least; negative where it does not.
double parted_along(const PlacedCover& a, const PlacedCover& b, const Vec3& direction);

/// Looks for a direction of the frame of a that parts two covers by more than `margin`. GJK proposes, parted_along() proves:
/// gives what it says of `direction`, which is the first guess and the answer.
double find_parting(const PlacedCover& a, const PlacedCover& b, double margin, Vec3& direction);

}  // namespace impinge
