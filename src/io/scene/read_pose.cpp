// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/scene/read_pose.h"

#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

namespace impinge::io {
namespace {

constexpr double kOrthonormal = 1e-3;  // of the products of rows: what four digits leave

std::array<double, 4> components(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }

/// Exact at right angles, so that parts turned by them stay exact.
Eigen::Quaterniond turn_about(const Vec3& axis, double degrees) {
  const double half = std::remainder(degrees, 720) / 2 * std::numbers::pi / 180;
  Eigen::Quaterniond q;
  q.w() = std::cos(half);
  q.vec() = std::sin(half) * axis;
  return q;
}

std::array<double, 4> read_matrix(const SceneValues& values, const Json& value, const std::string& path) {
  Eigen::Matrix3d m;
  if (value.size() != 3) values.refuse(path, fmt::format("a matrix has 3 rows, not {}", value.size()));
  for (int row = 0; row < 3; ++row) {
    const auto given = values.numbers<3>(value[static_cast<std::size_t>(row)], fmt::format("{}[{}]", path, row));
    m.row(row) << given[0], given[1], given[2];
  }
  const double size = std::cbrt(std::fabs(m.determinant()));
  const auto off = [&](double scale) {
    return (m * m.transpose() / (scale * scale) - Eigen::Matrix3d::Identity()).cwiseAbs();
  };
  if (!(off(1).maxCoeff() <= kOrthonormal)) {
    if (size > 0 && off(size).maxCoeff() <= kOrthonormal)
      values.refuse(
          path, fmt::format("the matrix also scales, by {:.6g}; give that as \"scale\", and the matrix without it", size));
    values.refuse(path, "the rows are not a rotation: they must have length 1 and be at right angles");
  }
  if (m.determinant() < 0)
    values.refuse(path, "the matrix mirrors; give \"scale\": [-1, 1, 1] and a matrix that only turns");
  return components(Eigen::Quaterniond(m));
}

/// Three letters, all small or all large, no two alike side by side.
bool is_order(std::string_view order) {
  if (order.size() != 3 || order[0] == order[1] || order[1] == order[2]) return false;
  return order.find_first_not_of("xyz") == order.npos || order.find_first_not_of("XYZ") == order.npos;
}

std::array<double, 4> read_turns(const SceneValues& values, const Json& value, const std::string& path) {
  const std::string order = values.text(values.required(value, path, "order"), path + ".order");
  if (!is_order(order))
    values.refuse(path + ".order",
                  fmt::format("\"{}\" is not an order of turns; give three letters such as \"xyz\" (about the fixed axes, x "
                              "first) or \"ZYX\" (about the axes of the object, Z first)",
                              order));
  const auto degrees = values.numbers<3>(values.required(value, path, "degrees"), path + ".degrees");
  const bool turns_along = order[0] < 'a';
  Eigen::Quaterniond q = Eigen::Quaterniond::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Quaterniond next = turn_about(Vec3::Unit(order[i] - (turns_along ? 'X' : 'x')), degrees[i]);
    q = turns_along ? q * next : next * q;
  }
  return components(q);
}

std::array<double, 4> read_axis(const SceneValues& values, const Json& value, const std::string& path) {
  const auto given = values.numbers<3>(values.required(value, path, "axis"), path + ".axis");
  const Vec3 axis(given[0], given[1], given[2]);
  const double degrees = values.number(values.required(value, path, "degrees"), path + ".degrees");
  if (axis.isZero(0)) values.refuse(path + ".axis", "an axis of no length points nowhere");
  return components(turn_about(axis.stableNormalized(), degrees));
}

}  // namespace

std::array<double, 4> read_rotation(const SceneValues& values, const Json& value, const std::string& path) {
  if (value.is_array() && !value.empty() && value[0].is_array()) return read_matrix(values, value, path);
  if (value.is_array()) return values.numbers<4>(value, path);
  if (!value.is_object())
    values.refuse(path,
                  fmt::format("must be a quaternion [x, y, z, w], a matrix of three rows, or an object with \"degrees\" "
                              "and \"axis\" or \"order\", not {}",
                              value.type_name()));
  values.require_keys(value, path, {"axis", "order", "degrees"});
  if (value.contains("axis") == value.contains("order"))
    values.refuse(path, "must have \"degrees\" and either \"axis\" or \"order\"");
  return value.contains("axis") ? read_axis(values, value, path) : read_turns(values, value, path);
}

Pose read_pose(const SceneValues& values, const Json& value, const std::string& path) {
  Vec3 position = Vec3::Zero();
  if (value.contains("position")) {
    const auto given = values.numbers<3>(value["position"], path + ".position");
    position = {given[0], given[1], given[2]};
  }
  if (!value.contains("rotation")) return {.position = position};
  const auto rotation = read_rotation(values, value["rotation"], path + ".rotation");
  return values.at(path + ".rotation", [&] { return Pose::from_quaternion(position, rotation); });
}

}  // namespace impinge::io
