// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <impinge/robot.h>

#include "pipeline/prepared/prepared_shapes.h"
#include "pipeline/robot/body_cover.h"
#include "scene/robot/robot_data.h"

namespace impinge {

/// An object of the cell: a body of a link, or one that stands still.
struct CellBody {
  static constexpr std::uint32_t kStill = UINT32_MAX;

  std::uint32_t object = 0;     ///< in the scene
  std::uint32_t link = kStill;  ///< of the robot
  Pose origin;                  ///< in the frame of its link; of one that stands still in the world
  bool in_frame = false;        ///< the origin is the identity
  std::shared_ptr<const BodyCover> cover;
  std::optional<ConvexBody> convex;  ///< of a mesh that is convex
};

/// Two objects that are asked about, and how they move against each other: by the joints between them.
struct CellPair {
  /// A joint between them. What it carries is b's side, else a's.
  struct Between {
    std::uint32_t joint, variable;
    double rate;   ///< of the joint's value to the variable, not negative
    double reach;  ///< no point of what it carries is ever farther from its axis; of a prismatic one its way for 1
    bool carries_b;
  };

  std::uint32_t a = 0, b = 0;  ///< of CellPlan::bodies, a moves
  bool winding = false;        ///< winding numbers may be asked: surfaces that are apart prove nothing then
  std::vector<Between> between;
};

/// What is asked of a robot in its cell, worked out once.
struct CellPlan {
  CellPlan(const Scene& scene, const Robot& robot, const PlacedRobot& placed, const Pose& base, OpenBodies open);

  /// Where each link stands.
  void place(std::span<const double> state, std::span<Pose> links) const;
  /// Where each body stands; those that stand still are there already.
  void place_bodies(std::span<const Pose> links, std::span<Pose> bodies) const;
  /// The axis of a joint that turns or moves, in the world: a point of it and its direction.
  std::pair<Vec3, Vec3> axis(std::uint32_t joint, std::span<const Pose> links) const;

  Scene scene;
  Robot robot;
  const RobotData& data;
  Pose base;
  OpenBodies open;
  PreparedShapes shapes;
  std::vector<CellBody> bodies;      ///< that are in a pair
  std::vector<CellPair> pairs;       ///< ordered by the objects' ids
  std::uint64_t ignored = 0;         ///< pairs that the scene or its rules leave out
  double size = 0;                   ///< no coordinate is ever larger: what rounding is measured by
  double slack = 0;                  ///< lengths in the world are off by less, since the base may be a little askew
  std::vector<std::uint32_t> level;  ///< joints above each link

 private:
  void add_bodies(const PlacedRobot& placed);
  void add_pairs();
  void add_between(CellPair& pair) const;
  double reach_of(std::uint32_t joint, const CellBody& body) const;

  bool base_is_identity_ = false;
};

}  // namespace impinge
