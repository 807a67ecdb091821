// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include "base/internals.h"
#include "shape/solid/solid_data.h"

namespace impinge {

/// A solid where an object stands. World = rotation * local + position, in real numbers; `skew` is how far the matrix is
/// from a rotation, which all error bounds have room for.
struct PlacedSolid {
  const SolidData* data = nullptr;
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Vec3 position = Vec3::Zero();
  double skew = 0;

  Vec3 to_local(const Vec3& world) const { return rotation.transpose() * (world - position); }
  Vec3 to_world(const Vec3& local) const { return rotation * local + position; }
  /// Each axis of the solid lies along an axis of the world.
  bool aligned() const;
};

/// The solid in closed form that an object is; null for meshes, height fields, which are meshes too, and other shapes.
const SolidData* solid_of(const SceneObject& object);

/// Throws Error (bad_scene) that names the object if its matrix is no rotation.
PlacedSolid placed_solid(const SceneObject& object);

/// A bound for what rounding does to places of both, as seen from either.
double rounding_of(const PlacedSolid& a, const PlacedSolid& b);

}  // namespace impinge
