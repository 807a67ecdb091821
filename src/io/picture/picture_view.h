// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>
#include <impinge/scene.h>

#include <span>
#include <vector>

#include "io/picture/picture_layer.h"

namespace impinge {

/// The world coordinates of a scene's vertices, object by object.
using WorldVertices = std::vector<std::vector<Vec3>>;
WorldVertices world_vertices(const Scene& scene);

/// A camera with a mild perspective that shows a whole scene, or a part of it.
class PictureView {
 public:
  /// `width` and `height` in samples. With a `frame` the camera stands where it shows the whole scene, and the picture is
  /// the part of what it sees that these points are in, with some of their surroundings.
  PictureView(const WorldVertices& vertices, const PictureOptions& options, int width, int height,
              std::span<const Vec3> frame = {});

  ScreenPoint project(const Vec3& world) const;

  /// The brightness of a face with these corners; both of its sides are lit.
  float light(const Vec3& a, const Vec3& b, const Vec3& c) const;

  /// True if the camera sees the face from its inner side.
  bool from_behind(const Vec3& a, const Vec3& b, const Vec3& c) const;

  /// Samples per unit of length at the given nearness, with the unit that nearness is measured in.
  double samples_per_length(double nearness) const { return scale_ * nearness; }

 private:
  Vec3 to_camera(const Vec3& world) const;

  Vec3 centre_ = Vec3::Zero(), right_, up_, into_;
  double shrink_ = 1;  // brings coordinates of any size to about 1
  double scale_ = 1, middle_x_ = 0, middle_y_ = 0;
  double centre_x_ = 0, centre_y_ = 0;
};

}  // namespace impinge
