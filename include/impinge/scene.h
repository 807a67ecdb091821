// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
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

/// Where an object stands at a moment of its motion; absolute, in place of the object's own pose.
struct Keyframe {
  double t = 0;                                   ///< in the unit of Scene::duration
  Vec3 position = Vec3::Zero();                   ///< as in Pose
  std::array<double, 4> rotation = {0, 0, 0, 1};  ///< a quaternion x y z w, as Pose::from_quaternion takes it
};

/// How an object gets from one keyframe to the next.
enum class Path : std::uint8_t {
  straight,  ///< its origin in a straight line, its orientation at constant angular velocity, the shorter way round
  screw,     ///< both at once around one fixed axis (a constant twist); turns below 1e-9 rad go straight
};

/// The word for each, as in scene files.
IMPINGE_EXPORT const char* to_string(Path path) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, Path& path) noexcept;

/// How an object moves: by keyframes, or by velocities, or by vertices of a deformation; exactly one of them. Before its
/// first and after its last moment it stands still.
struct Motion {
  std::vector<Keyframe> keyframes{};     ///< one or more, by ascending t; less than half a turn between two
  Vec3 velocity = Vec3::Zero();          ///< of the object's origin, from its own pose on, over the scene's duration
  Vec3 angular_velocity = Vec3::Zero();  ///< rad per unit of time around the object's origin, axes of the world
  /// Two or more sets of local vertices; each vertex moves straight between two.
  std::vector<std::vector<Vec3>> vertex_keyframes{};
  std::vector<double> vertex_times{};  ///< ascending, one for each of them; empty: evenly over the scene's duration
  Path path = Path::straight;          ///< between keyframes
};

/// If any object of a scene has a group, only pairs across the groups are checked; objects without one meet all others.
enum class Group : std::uint8_t { none, a, b };

/// The word for each, as it stands in the enum.
IMPINGE_EXPORT const char* to_string(Group group) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, Group& group) noexcept;

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
  /// How it moves; nothing if it stands still.
  std::shared_ptr<const Motion> motion{};
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

  /// Gives an object a motion, for Engine::sweep. Throws Error (bad_scene) for NaN or infinite input, none or several kinds
  /// of motion, times that do not ascend (a step of zero length), half a turn or more between two keyframes (add one
  /// between), or vertex_keyframes of another number of vertices.
  void set_motion(ObjectId id, Motion motion);

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

  /// How long the motion takes, from t = 0; greater than 0. If not given: up to the last time of a keyframe, else 1 for each
  /// step between sets of vertices; velocities need it.
  std::optional<double> duration{};

 private:
  std::vector<SceneObject> objects_;
  std::vector<IgnoredPair> ignored_;
  std::unordered_map<std::string, std::uint32_t> ids_;    // by name
  std::unordered_map<std::string, std::uint32_t> times_;  // how often a name was asked for
};

}  // namespace impinge
