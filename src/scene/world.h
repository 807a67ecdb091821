// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <impinge/scene.h>

#include "base/box.h"
#include "scene/placed_point.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

class ClusterTree;
class FaceGroups;
struct VertexBoxes;

/// An object where it stands: the one geometry that all stages and answers refer to. World coordinates are computed where
/// they are read, so that a stage that touches few faces pays for few.
struct WorldObject {
  std::span<const Vec3> local;  ///< vertices in the object's own frame
  std::span<const Face> faces;
  const MeshTopology* topology = nullptr;
  Pose pose;
  bool in_place = true;                                     ///< the pose is the identity
  Box box;                                                  ///< holds all vertices; tight unless it came from a cluster tree
  std::shared_ptr<const VertexBoxes> boxes;                 ///< unless the box came from a cluster tree
  Vec3 middle = Vec3::Zero();                               ///< all vertices are within `radius` of it
  double radius = std::numeric_limits<double>::infinity();  ///< infinite where nobody knows
  double inner_radius = 0;                                  ///< all points within this of the middle are inside
  const ClusterTree* clusters = nullptr;                    ///< where the engine keeps one for this shape as it is now
  const FaceGroups* groups = nullptr;                       ///< where the engine keeps them for these faces
  LazyShell* shell = nullptr;                               ///< the mesh's own, where the vertices are its own
  LazyClosePairs* close_pairs = nullptr;                    ///< likewise

  Vec3 vertex(std::uint32_t v) const { return in_place ? local[v] : placed_point(pose, local[v]); }
  Triangle triangle(std::uint32_t face) const {
    const Face& f = faces[face];
    return {{vertex(f[0]), vertex(f[1]), vertex(f[2])}};
  }
  bool closed() const { return topology->report.closed; }
  bool sound() const { return topology->report.sound(); }  ///< closed, and encloses something
};

/// Holds all vertices of an object.
struct Ball {
  Vec3 middle = Vec3::Zero();
  double radius = std::numeric_limits<double>::infinity();  ///< infinite where nobody knows
};

/// The ball of a tree where a pose puts it, however the pose stretches it, with room for all rounding.
Ball placed_ball(const ClusterTree& clusters, const Pose& pose);

/// True if two balls are proved farther apart than the distance.
bool balls_apart(const Ball& a, const Ball& b, double distance);

/// A distance that the points of two balls are proved to keep, 0 where none is known.
double least_distance(const Ball& a, const Ball& b);

/// True if the balls around two objects are proved farther apart than the distance.
bool balls_apart(const WorldObject& a, const WorldObject& b, double distance);

/// A point inside both objects, if the balls inside and around them prove that each has a part in the other and a part
/// outside it.
std::optional<Vec3> balls_cross(const WorldObject& a, const WorldObject& b);

/// Throws Error (unsupported) that says what to do if the object is not a mesh: stages that work on faces would mistake its
/// box for it.
void require_mesh(const SceneObject& object);

/// One object with its world box, found by its cluster tree if there is one. Throws Error (bad_scene) where a coordinate
/// overflows.
WorldObject place(const SceneObject& object, const ClusterTree* clusters = nullptr);

/// Holds every corner of the local box where world_point puts it, and so all that lies between.
Box placed_box(const Box& local, const Pose& pose);

/// All objects of a scene.
std::vector<WorldObject> place(const Scene& scene);

}  // namespace impinge
