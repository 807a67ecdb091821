// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <impinge/scene.h>

namespace impinge::scenes {

/// What a generated plant is like.
struct PlantOptions {
  std::uint32_t parts = 1000;  ///< 13 or more
  std::uint64_t faces = 0;     ///< of all parts together, about; 0: 500 a part
  std::uint32_t clashes = 0;   ///< planted, at most one for each 13 parts
  std::uint64_t seed = 1;      ///< the same seed gives the same plant everywhere
};

/// A part: a shape that others show too, and where it stands.
struct PlantPart {
  std::string name;
  std::uint32_t shape = 0;
  Vec3 position = Vec3::Zero();
  std::array<double, 4> rotation = {0, 0, 0, 1};  ///< as Pose::from_quaternion takes it
};

/// An industrial plant in millimetres: floors of bays, each with slab, column, machine, pump, two runs of pipes with valves
/// and a bend, and cable trays. Nothing meets anything but the planted pairs, which cross: a valve pushed into its pipe, a
/// tray sunk into a pipe, a machine set too low, a pump pushed into a machine.
struct Plant {
  PlantOptions options;
  double detail = 1;  ///< how fine shapes are
  std::vector<PlantPart> parts;
  std::vector<std::array<std::uint32_t, 2>> clashes;  ///< parts that cross, ordered: these pairs and no others
  std::uint32_t shapes = 0;                           ///< how many different ones there are
  std::uint64_t faces = 0;                            ///< of all parts together
};

/// Throws Error (bad_argument) for too few parts or too many clashes.
Plant make_plant(const PlantOptions& options);

/// One of its shapes: "machine_7", and the mesh.
std::string plant_shape_name(const Plant& plant, std::uint32_t shape);
Mesh make_plant_shape(const Plant& plant, std::uint32_t shape);

/// All of it in memory.
Scene plant_scene(const Plant& plant);

}  // namespace impinge::scenes
