// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A user's function of space, made safe by a bound on how fast it changes; distances are the case of the bound 1, after:
// J. C. Hart, Sphere tracing, 1996.
#include "shape/line/line_function.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include "shape/line/distance_field.h"

namespace impinge {
namespace {

class FunctionShape final : public DistanceField {
 public:
  explicit FunctionShape(ImplicitFunction function) : function_(std::move(function)) {
    bounds_.box = {function_.bounds[0], function_.bounds[1]};
    bounds_.lipschitz = function_.lipschitz;
    bounds_.curvature = function_.curvature;
    const double size = (bounds_.box.high - bounds_.box.low).stableNorm();
    bounds_.error = function_.value_error;
    bounds_.resolution = function_.resolution > 0 ? function_.resolution : 0x1p-20 * size;
    // Finer steps would compare errors.
    if (bounds_.lipschitz > 0) bounds_.resolution = std::max(bounds_.resolution, bounds_.error / bounds_.lipschitz);
  }

  std::array<Vec3, 2> bounds() const override { return function_.bounds; }
  std::string name() const override { return function_.name; }
  bool knows_distance() const override { return function_.lipschitz > 0; }

  double distance(const Vec3& p) const override {
    const double f = function_.value(p);
    if (!std::isfinite(f)) refuse_value(function_.name, p, f);
    // The solid also ends at its box.
    const double outside = std::max((bounds_.box.low - p).maxCoeff(), (p - bounds_.box.high).maxCoeff());
    return std::max(f / function_.lipschitz, outside);
  }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    function_crossings(function_.value, bounds_, function_.name, &function_.slope_bound, origin, direction, out);
  }

  // NaN is found early where it is plain to see.
  void sample() const {
    for (int i = 0; i < 125; ++i) {
      const Vec3 share(i % 5 / 4.0, i / 5 % 5 / 4.0, i / 25 / 4.0);
      const Vec3 p = bounds_.box.low + share.cwiseProduct(bounds_.box.high - bounds_.box.low);
      const double f = function_.value(p);
      if (!std::isfinite(f)) refuse_value(function_.name, p, f);
    }
  }

 private:
  ImplicitFunction function_;
  FunctionBounds bounds_;
};

void require(bool good, const std::string& name, const char* what) {
  if (!good) throw Error(ErrorCode::bad_argument, fmt::format("shape \"{}\": {}", name, what));
}

bool is_bound(double value) { return value >= 0 && std::isfinite(value); }

}  // namespace

void refuse_value(const std::string& name, const Vec3& point, double value) {
  throw Error(ErrorCode::bad_argument,
              fmt::format("shape \"{}\": its function gives {} at ({}, {}, {}); it must give a finite number everywhere in "
                          "the shape's box",
                          name, value, point.x(), point.y(), point.z()));
}

LineShapePtr make_implicit(ImplicitFunction function) {
  const std::string& name = function.name;
  require(static_cast<bool>(function.value), name, "has no function");
  require(is_solid_box({function.bounds[0], function.bounds[1]}), name,
          "bounds must be the low and the high corner of a box that is finite and not flat");
  require(is_bound(function.lipschitz) && is_bound(function.curvature) && is_bound(function.value_error) &&
              is_bound(function.resolution),
          name, "lipschitz, curvature, value_error and resolution must be finite and not negative");
  require(function.lipschitz > 0 || function.curvature > 0 || function.slope_bound, name,
          "needs a bound on how fast the function changes: give lipschitz, curvature or slope_bound");
  auto shape = std::make_shared<FunctionShape>(std::move(function));
  shape->sample();
  return shape;
}

LineShapePtr make_signed_distance(std::function<double(const Vec3&)> distance, const std::array<Vec3, 2>& bounds,
                                  std::string name) {
  const double size = std::max(bounds[0].cwiseAbs().maxCoeff(), bounds[1].cwiseAbs().maxCoeff());
  return make_implicit({.value = std::move(distance),
                        .bounds = bounds,
                        .lipschitz = 1 + 1e-12,
                        .value_error = 16 * kRoundOff * size,
                        .name = std::move(name)});
}

}  // namespace impinge
