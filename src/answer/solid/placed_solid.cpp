// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/solid/placed_solid.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <cmath>

#include "shape/solid/solid_distance.h"

namespace impinge {

namespace {

constexpr double kSkew = 1e-9;  // farther from a rotation it changes the shape, and bounds would be loose

// Where the solid is measured from: of a half-space how far its wall is.
double size_of(const SolidData& data) {
  return data.kind == SolidKind::half_space ? std::fabs(data.offset) / data.normal_length : data.reach;
}

}  // namespace

bool PlacedSolid::aligned() const {
  const auto whole = [](double x) { return x == 0 || x == 1 || x == -1; };
  return skew == 0 && rotation.unaryExpr([&](double x) { return whole(x) ? 1.0 : 0.0; }).sum() == 9;
}

const SolidData* solid_of(const SceneObject& object) {
  if (!object.shape) return nullptr;
  const Solid* const solid = object.shape->solid();
  return solid == nullptr || solid->kind() == SolidKind::height_field ? nullptr : &Internals::data(*solid);
}

PlacedSolid placed_solid(const SceneObject& object) {
  PlacedSolid placed{solid_of(object), object.pose.rotation, object.pose.position};
  const Eigen::Matrix3d& r = placed.rotation;
  placed.skew = (r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  const double determinant = r.col(0).dot(Vec3(r(1, 1) * r(2, 2) - r(2, 1) * r(1, 2), r(2, 1) * r(0, 2) - r(0, 1) * r(2, 2),
                                               r(0, 1) * r(1, 2) - r(1, 1) * r(0, 2)));
  if (!(placed.skew <= kSkew) || !(determinant > 0))
    throw Error(ErrorCode::bad_scene,
                fmt::format("object '{}' is a solid \"{}\", and the matrix of its pose is no rotation (determinant {:.6g}, "
                            "columns off by {:.3g}); give it other sizes instead",
                            object.name, object.shape->name(), determinant, placed.skew));
  return placed;
}

double rounding_of(const PlacedSolid& a, const PlacedSolid& b) {
  const double size = size_of(*a.data) + size_of(*b.data) + (b.position - a.position).norm();
  return (kSolidRounding + 2 * (a.skew + b.skew)) * size;
}

}  // namespace impinge
