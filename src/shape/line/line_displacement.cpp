// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Procedural displacement: the surface moved by a height that is a function of the place. It is a level of the base's
// distance, so nothing is tessellated.
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <impinge/error.h>

#include "shape/line/distance_field.h"
#include "shape/line/line_function.h"
#include "shape/make/generator.h"
#include "shape/make/make_noise.h"

namespace impinge {
namespace {

class DisplacedShape final : public DistanceField {
 public:
  DisplacedShape(LineShapePtr base, Displacement displacement)
      : base_(std::move(base)), field_(distance_field(base_.get())), displacement_(std::move(displacement)) {
    const std::array<Vec3, 2> box = base_->bounds();
    bounds_.box = grown(Box{box[0], box[1]}, displacement_.amplitude);
    const double size = (bounds_.box.high - bounds_.box.low).stableNorm();
    bounds_.lipschitz = 1 + displacement_.lipschitz + 1e-12;
    bounds_.error = 32 * kRoundOff * largest_coordinate(bounds_.box);
    bounds_.resolution = 0x1p-20 * size;
    name_ = "displaced " + base_->name();
  }

  std::array<Vec3, 2> bounds() const override { return {bounds_.box.low, bounds_.box.high}; }
  std::string name() const override { return name_; }
  double distance(const Vec3& p) const override { return moved(p) / bounds_.lipschitz; }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const auto function = [this](const Vec3& p) { return moved(p); };
    function_crossings(function, bounds_, name_, nullptr, origin, direction, out);
  }

 private:
  // Far from the base the height does not matter and is not asked.
  double moved(const Vec3& p) const {
    const double distance = field_->distance(p);
    if (std::fabs(distance) > 2 * displacement_.amplitude)
      return distance - std::copysign(displacement_.amplitude, distance);
    const double height = displacement_.height(p);
    if (!std::isfinite(height)) refuse_value(name_, p, height);
    return distance - std::clamp(height, -displacement_.amplitude, displacement_.amplitude);
  }

  LineShapePtr base_;
  const DistanceField* field_;
  Displacement displacement_;
  FunctionBounds bounds_;
  std::string name_;
};

}  // namespace

Displacement make_waves(double amplitude, double wavelength) {
  require_length("waves", "amplitude", amplitude);
  require_length("waves", "wavelength", wavelength);
  const double k = 2 * std::numbers::pi / wavelength;
  const auto height = [=](const Vec3& p) {
    return amplitude * std::sin(k * p.x()) * std::sin(k * p.y()) * std::sin(k * p.z());
  };
  // The gradient of the product of three sines is never longer than 1.
  return {height, amplitude, amplitude * k * (1 + 1e-12)};
}

Displacement make_hills(double amplitude, double wavelength, std::uint64_t seed) {
  require_length("hills", "amplitude", amplitude);
  require_length("hills", "wavelength", wavelength);
  const auto height = [=](const Vec3& p) { return amplitude * octave_noise(p / wavelength, seed); };
  return {height, amplitude, amplitude / wavelength * kOctaveNoiseSlope};
}

LineShapePtr make_displaced(LineShapePtr base, Displacement displacement) {
  if (!base || !displacement.height)
    throw Error(ErrorCode::bad_argument, "displacement: needs a base shape and a height function");
  require_length("displacement", "amplitude", displacement.amplitude);
  require_length("displacement", "lipschitz", displacement.lipschitz);
  if (distance_field(base.get()) == nullptr)
    throw Error(ErrorCode::unsupported,
                fmt::format("displacement: the base \"{}\" gives no distances; use a sphere, torus, superquadric, "
                            "metaballs, a function with a Lipschitz bound, a closed mesh, or CSG of these",
                            base->name()));
  return std::make_shared<DisplacedShape>(std::move(base), std::move(displacement));
}

}  // namespace impinge
