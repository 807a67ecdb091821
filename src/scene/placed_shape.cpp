// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A shape moved in its frame: lines are taken back to where the shape stands unmoved.
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/scene.h>
#include <Eigen/Geometry>

#include "shape/line/distance_field.h"
#include "shape/line/near_line.h"

namespace impinge {
namespace {

class PlacedShape final : public DistanceField {
 public:
  PlacedShape(LineShapePtr shape, const Pose& pose)
      : shape_(std::move(shape)), field_(distance_field(shape_.get())), pose_(pose) {
    const std::array<Vec3, 2> b = shape_->bounds();
    for (int corner = 0; corner < 8; ++corner)
      box_.add(world_point(pose_, Vec3(b[corner & 1].x(), b[corner >> 1 & 1].y(), b[corner >> 2].z())));
    box_ = grown(box_, 16 * kRoundOff * (largest_coordinate(box_) + pose.position.norm()));
    middle_ = (box_.low + box_.high) / 2;
  }

  std::array<Vec3, 2> bounds() const override { return {box_.low, box_.high}; }
  bool closed() const override { return shape_->closed(); }
  std::string name() const override { return shape_->name(); }
  bool knows_distance() const override { return field_ != nullptr; }
  double distance(const Vec3& p) const override { return field_->distance(back(p)); }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const NearLine line(origin, direction, middle_);
    const std::size_t first = out.size();
    shape_->crossings(back(line.origin), pose_.rotation.transpose() * direction, out);
    // What moving the line rounds off, along the line.
    const double error = 16 * kRoundOff * (line.origin.norm() + pose_.position.norm());
    for (std::size_t i = first; i < out.size(); ++i) {
      out[i].t_low = line.low(out[i].t_low - error);
      out[i].t_high = line.high(out[i].t_high + error);
    }
  }

 private:
  Vec3 back(const Vec3& p) const { return pose_.rotation.transpose() * (p - pose_.position); }

  LineShapePtr shape_;
  const DistanceField* field_;
  Pose pose_;
  Box box_;
  Vec3 middle_;
};

}  // namespace

LineShapePtr make_placed(LineShapePtr shape, const Pose& pose) {
  if (!shape) throw Error(ErrorCode::bad_argument, "placed shape: there is no shape");
  if (!pose.position.allFinite() || !(pose.rotation.transpose() * pose.rotation).isIdentity(1e-9) ||
      pose.rotation.col(0).cross(pose.rotation.col(1)).dot(pose.rotation.col(2)) < 0)
    throw Error(ErrorCode::bad_argument,
                fmt::format("placed shape \"{}\": the pose must be finite and its matrix a rotation", shape->name()));
  return std::make_shared<PlacedShape>(std::move(shape), pose);
}

}  // namespace impinge
