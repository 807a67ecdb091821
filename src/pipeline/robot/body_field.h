// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <impinge/scene.h>

#include "base/box.h"
#include "pipeline/robot/body_balls.h"
#include "pipeline/robot/body_cover.h"

namespace impinge {

class BodyVoxels;

/// What is proved of a body without looking at its faces, for many places at once: balls that hold it, balls that lie in
/// it, and a lattice of cells with bounds on how far away the body is. What it encloses belongs to it.
class BodyField {
 public:
  static constexpr float kSteps = 256;    ///< of a cell that bounds are told in
  static constexpr float kFarthest = 32;  ///< in cells; nothing is told beyond

  /// Of a rigid object, about so many cells. A mesh encloses something if it is `sound`.
  BodyField(const SceneObject& object, const BodyCover& cover, std::size_t cells);

  /// False where numbers are too large or too small for floats, or there is nothing to enclose the body with.
  bool usable() const { return usable_; }

  const std::array<std::uint32_t, 3>& count() const { return count_; }
  const std::array<float, 3>& low() const { return low_; }  ///< corner of the lattice
  float per_cell() const { return per_cell_; }              ///< cells per length
  /// Of each cell two numbers of 16 bits, in steps: below the lower bound, from every point of it to every point of the
  /// body, above the upper one, to some point of its surface or inside.
  const std::int32_t* cells() const { return cells_.data(); }

  const BodyBalls& cover() const { return cover_; }
  /// Balls in the inside, large ones first.
  const std::vector<BodyBall>& inner() const { return inner_; }

 private:
  void take_mesh(const SceneObject& object, std::size_t cells);
  void take_solid(const Solid& solid, const BodyCover& cover, std::size_t cells);
  void take_lattice(const BodyVoxels& voxels);
  void add_inner(const BodyVoxels& voxels, const std::vector<double>& depths);
  bool fits(const Box& box) const;

  bool usable_ = false;
  std::array<std::uint32_t, 3> count_{};
  std::array<float, 3> low_{};
  float per_cell_ = 0;
  std::vector<std::int32_t> cells_;
  BodyBalls cover_;
  std::vector<BodyBall> inner_;
};

}  // namespace impinge
