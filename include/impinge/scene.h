// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <impinge/export.h>
#include <impinge/mesh.h>
#include <Eigen/Core>

namespace impinge {

struct VertexBoxes;
class LineShape;

/// Index of an object in its scene, in the order of adding.
struct ObjectId {
  std::uint32_t value = 0;  ///< from 0
  /// In the order of adding.
  auto operator<=>(const ObjectId&) const = default;
};

/// Where an object stands: world = rotation * local + position.
struct IMPINGE_EXPORT Pose {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< applied first
  Vec3 position = Vec3::Zero();                            ///< added after it

  /// From a quaternion (x, y, z, w) of any length but zero. One within 1e-12 of one of the 24 rotations of the axes is taken
  /// as exactly that, so that axis-aligned parts stay exact. Throws Error (bad_scene) for zero, NaN or infinite input.
  static Pose from_quaternion(const Vec3& position, const std::array<double, 4>& xyzw);
};

/// The one definition of world coordinates: ((r0*x + r1*y) + r2*z) + t for each row, rounded after each operation.
/// Every stage and every answer refers to the doubles that this function gives.
IMPINGE_EXPORT Vec3 world_point(const Pose& pose, const Vec3& local) noexcept;

/// If any object of a scene has a group, only pairs across the groups are checked; objects without one meet all others.
enum class Group : std::uint8_t { none, a, b };

/// An object pair that is still checked and listed, but is no finding.
struct IgnoredPair {
  ObjectId a;          ///< the earlier object
  ObjectId b;          ///< the later one
  std::string reason;  ///< for people
};

/// One placed shape.
struct SceneObject {
  std::string name;  ///< unique in its scene
  /// The shape in its own frame. If `shape` is set this is only the box around it, 12 faces for pictures and the search for
  /// near pairs.
  Mesh mesh;
  Pose pose{};                ///< where it stands
  Group group = Group::none;  ///< which pairs it is checked in
  /// Local vertices that replace the mesh's own while the object deforms; empty if it does not.
  std::span<const Vec3> deformed{};
  /// Boxes of `deformed`, for the library itself.
  std::shared_ptr<const VertexBoxes> deformed_boxes{};
  /// Tells the states of deforming objects apart: no two have the same number, in whatever scene; 0 before the first.
  std::uint64_t revision = 0;
  /// What the object is if it is no mesh: a shape that lists its crossings with a line. Null for meshes.
  std::shared_ptr<const LineShape> shape{};
};

/// Objects with a shape and a pose. Not thread-safe while it is changed; reading from many threads is fine.
class IMPINGE_EXPORT Scene {
 public:
  /// Adds an object. A repeated name gets `#2`, `#3` …
  ObjectId add(std::string name, Mesh mesh, Pose pose = {}, Group group = Group::none);

  /// Adds an object that is no mesh, see <impinge/shapes.h>: maps and the methods by lines take it, those by faces refuse
  /// it. Its `mesh` is the box around it. Throws Error (bad_argument) for a null shape or one whose box is flat or not
  /// finite.
  ObjectId add(std::string name, std::shared_ptr<const LineShape> shape, Pose pose = {}, Group group = Group::none);

  /// Moves an object. Throws Error (bad_argument) for an id that is not in the scene, or a NaN or infinite pose.
  void set_pose(ObjectId id, const Pose& pose);

  /// New local vertices for a deforming object, as many as its mesh has. The span is borrowed: it must stay valid, and its
  /// values unchanged, during every query until the next call. Only finiteness is checked, unless vertices that were
  /// identical before have parted: then the topology is examined anew. An empty span goes back to the mesh's own vertices.
  void set_vertices(ObjectId id, std::span<const Vec3> vertices);

  /// Marks a pair as known and accepted, with the reason why.
  void ignore(ObjectId a, ObjectId b, std::string reason);

  /// All objects, by their ids. Valid until the next add().
  std::span<const SceneObject> objects() const noexcept { return objects_; }
  /// One object; throws Error (bad_argument) for an id that is not in the scene.
  const SceneObject& object(ObjectId id) const;
  /// The accepted pairs.
  std::span<const IgnoredPair> ignored() const noexcept { return ignored_; }

  /// The object of that name; throws Error (bad_scene) if there is none.
  ObjectId find(std::string_view name) const;

  /// Unit of length, echoed in every answer; impinge does not interpret it.
  std::string units = "mm";

 private:
  std::vector<SceneObject> objects_;
  std::vector<IgnoredPair> ignored_;
  std::unordered_map<std::string, std::uint32_t> ids_;    // by name
  std::unordered_map<std::string, std::uint32_t> times_;  // how often a name was asked for
};

}  // namespace impinge
