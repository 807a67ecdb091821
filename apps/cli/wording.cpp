// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impinge::cli {
namespace {

constexpr int kDigits = 7, kAllDigits = 17;

/// The longest edge of an object's box in its own frame.
double size_of(const SceneObject& object) {
  const std::span<const Vec3> vertices = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  Vec3 low = vertices.front(), high = low;
  for (const Vec3& point : vertices) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  return (high - low).maxCoeff();
}

}  // namespace

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string number(double value, int digits) {
  // -0 would only puzzle.
  return fmt::format("{:.{}g}", value == 0 ? 0.0 : value, digits);
}

Detail::Detail(const Scene& scene) {
  for (const SceneObject& object : scene.objects()) sizes_.push_back(size_of(object));
}

std::string point_text(const Vec3& point, double detail) {
  const auto digits = [&](double value) {
    const double needed = std::ceil(std::log10(std::abs(value) / detail));
    return std::isfinite(needed) ? std::clamp(static_cast<int>(needed), kDigits, kAllDigits) : kDigits;
  };
  const auto text = [&](double value) { return number(value, digits(value)); };
  return fmt::format("({}, {}, {})", text(point.x()), text(point.y()), text(point.z()));
}

}  // namespace impinge::cli
