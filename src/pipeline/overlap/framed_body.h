// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/overlap.h>

#include "answer/body/body.h"
#include "base/axis_frame.h"

namespace impinge {

/// A closed body as it stands in a frame, its vertices placed there: searches that round on their way find the same in it,
/// however the body was turned, mirrored or posed. The faces of mirrored ones are passed the other way round, so that what
/// the topology of the mesh says about edges of faces does not hold for them.
class FramedBody {
 public:
  /// The body must outlive this.
  FramedBody(const Body& body, const AxisFrame& frame);

  const Body& body() const { return own_ ? *own_ : source_; }
  /// Columns: the axes along which the mesh was made.
  const Eigen::Matrix3d& axes() const { return axes_; }

 private:
  const Body& source_;
  Eigen::Matrix3d axes_;
  std::vector<Vec3> vertices_;
  std::vector<Face> faces_;  // of a mirrored body
  WorldObject object_;
  std::optional<Body> own_;  // unless the source stands in the frame as it is
};

/// The same solid there, outwards.
OverlapSolid in_frame(const OverlapSolid& solid, const AxisFrame& frame);

}  // namespace impinge
