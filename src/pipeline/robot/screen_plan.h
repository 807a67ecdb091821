// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "pipeline/robot/body_field.h"
#include "pipeline/robot/cell_plan.h"

namespace impinge {

/// A CellPlan in floats, for many states at a time. Frames are those of the root, of each joint that moves, and of bodies
/// that do not lie in one of these; all in the frame of the root. Whatever rounding does to a point of any body, it moves it
/// by less than the margin.
struct ScreenPlan {
  explicit ScreenPlan(const CellPlan& plan);

  using Matrix = std::array<float, 9>;  // row by row

  /// What a joint does: its frame in that of the parent is fixed + cos * cosine + sin * sine, at `position`; of a prismatic
  /// one `fixed` at position + value * way.
  struct Joint {
    std::uint32_t parent, frame;
    std::uint32_t variable;
    bool turns;
    double factor, offset;
    Matrix fixed, cosine, sine;
    std::array<float, 3> position, way;
  };
  /// Of the values of a joint, by its variable; what is allowed.
  struct Limit {
    std::uint32_t variable;
    double factor, offset, lower, upper;
  };
  /// A frame that stands still in another one.
  struct Still {
    std::uint32_t parent, frame;
    Matrix rotation;
    std::array<float, 3> position;
  };
  struct Body {
    std::uint32_t frame;
    std::array<float, 3> centre;
    std::shared_ptr<const BodyField> field;  // null where none can be made
  };
  struct Pair {
    std::uint32_t field, balls;  // of the bodies, whose field and whose balls are asked
    float near;                  // no nearer are the centres where they are apart
    bool usable;                 // if not, it is always open
  };

  /// False where sizes do not fit floats.
  bool usable() const { return usable_; }

  std::vector<Joint> joints;
  std::vector<Limit> limits;
  std::vector<Still> stills;
  std::vector<Body> bodies;  ///< as in the plan
  std::vector<Pair> pairs;   ///< likewise
  std::uint32_t frames = 1;  ///< 0 is the root
  std::uint32_t variables = 0;
  float margin = 0;

 private:
  struct Place {
    std::uint32_t frame;
    Pose pose;
  };

  std::vector<Place> add_joints(const CellPlan& plan);
  void add_bodies(const CellPlan& plan, const std::vector<Place>& links);
  void add_fields(const CellPlan& plan);
  void add_pairs(const CellPlan& plan);

  bool usable_ = false;
};

}  // namespace impinge
