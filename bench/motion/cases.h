// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <functional>
#include <string>
#include <vector>

namespace impinge::bench {

/// One step of a motion, all bodies apart when it begins.
struct MotionCase {
  std::string name;
  bool quick = false;  ///< part of a quick run
  bool peers = true;   ///< small enough for the peers
  std::function<Scene()> make;
  bool self = false;  ///< a deforming body against itself
};

/// The report's figures 3.6 to 3.9, 4.2 and 4.3 as scenes, and beyond them; recorded motions where the folder has them.
std::vector<MotionCase> motion_cases(const std::string& data_folder);

/// Where an object of a case is at t of its step, which lasts from 0 to 1.
Pose pose_at(const SceneObject& object, double t);

}  // namespace impinge::bench
