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
enum class Verdict : std::uint8_t;  // in <impinge/answer.h>

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

/// An object pair that is known and accepted: as under a rule that ignores it, before all rules.
struct IgnoredPair {
  ObjectId a;          ///< the earlier object
  ObjectId b;          ///< the later one
  std::string reason;  ///< for people
};

/// How much a finding matters, for people and for what reads the answers; all of them count alike.
enum class Severity : std::uint8_t { low, medium, high, critical };

/// The word for each, as it stands in the enum.
IMPINGE_EXPORT const char* to_string(Severity severity) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, Severity& severity) noexcept;

/// What is asked about the pairs of two selections of objects, and what is accepted there. Of the rules that fit a pair the
/// first one counts.
///
/// A selection is a list of patterns, and holds the objects that one of them fits: by name, or with `group:` or `layer:` in
/// front by one of the object's groups or by its layer (`name:` is for names that begin so). `*` stands for any text, `?`
/// for one character, `[a-z]` and `[!a-z]` for one that is among some or is not, `[[]` for a bracket.
struct Rule {
  std::vector<std::string> a{};  ///< one selection
  std::vector<std::string> b{};  ///< the other; the order of the two matters to `accept` alone
  /// The rule is about the objects of `a` with themselves (CheckOptions::self), not about pairs; `b` is empty.
  bool self = false;
  bool ignore = false;  ///< not computed, unless CheckOptions::ignored; then listed, and no finding
  /// Pairs at most this far apart are `near`; >= 0, in the scene's unit. In place of CheckOptions::clearance.
  std::optional<double> min{};
  std::optional<double> max{};  ///< pairs farther apart than this are findings too; > min
  /// Verdicts that are no finding; in a_in_b and b_in_a, a is the object of this rule's `a`.
  std::vector<Verdict> accept{};
  /// Overlaps are no finding that go no deeper: LeastParting::length is at most this, to 1e-9 of it; >= 0. If the bounds of
  /// the depth leave it open, or there is none, the pair is a finding that says so. What touches has depth and volume 0.
  std::optional<double> max_depth{};
  std::optional<double> max_volume{};    ///< likewise by OverlapSolid::volume; with max_depth both must hold
  Severity severity = Severity::medium;  ///< of what is found
  std::string reason{};                  ///< for people
  std::string origin{};                  ///< where it stands, for messages: "cell.json: rules[2]"
};

/// What a rule was good for. A rule about objects with themselves counts objects.
struct RuleUse {
  std::uint64_t pairs = 0;     ///< how many fell under it
  std::uint64_t selected = 0;  ///< how many it fits, earlier rules aside
};

/// Pairs of objects that were not computed.
struct SkippedPairs {
  std::uint64_t ignored = 0;  ///< the scene or a rule ignores them
  std::uint64_t unasked = 0;  ///< there are rules that ask, and none of them about these
  std::uint64_t refused = 0;  ///< CheckOptions::asks was against it; only pairs whose boxes are near were put to it
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
  std::vector<std::string> groups{};  ///< that rules select it by, beside the word of `group`
  std::string layer{};                ///< likewise; empty if it is on none
  bool hidden = false;                ///< queries about the whole scene leave it out, see Scene::hide; so if it was removed
  bool removed = false;               ///< only its place is left, see Scene::remove
  /// Tells the states of an object apart: each call that changes it gives a number that no state had before, in any scene.
  std::uint64_t change = 0;
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

  /// Scenes that change. Ids stay, whatever is done to other objects, and none is given twice. What a check of the same
  /// engine has found about objects that did not change is not computed again, see Engine::check. All of these throw Error
  /// (bad_argument) for an id that is not in the scene, or no longer.
  /// @{
  /// Takes an object out, with the pairs that ignore() names it in; its name is free again. objects() keeps its place.
  void remove(ObjectId id);
  /// Gives an object another shape. Name, pose, groups, layer and ignored pairs stay; what set_vertices() gave is dropped.
  /// Error (bad_argument) if it has a motion by vertices that do not fit.
  void replace(ObjectId id, Mesh mesh);
  void replace(ObjectId id, std::shared_ptr<const LineShape> shape);  ///< as add() takes it; not under such a motion
  /// Error (bad_argument) for a name that another object has.
  void rename(ObjectId id, std::string name);
  /// Queries about the whole scene, their counts and pictures leave a hidden object out until it is shown again; those that
  /// name it by its id (meet, hits, map, points, rays) answer as ever.
  void hide(ObjectId id, bool hidden = true);
  /// @}

  /// Moves an object. The matrix is taken as it is: one that scales or shears changes the shape in place, a mirror turns it
  /// inside out, which verdicts take in their stride (inside is where the winding number is not 0), and neither is an error;
  /// what needs a rotation (motions, batches of poses, files) says so. Prepared shapes are fastest where it is a rotation.
  /// Throws Error (bad_argument) for an id that is not in the scene, or a NaN or infinite pose.
  void set_pose(ObjectId id, const Pose& pose);

  /// New local vertices for a deforming object, as many as its mesh has. The span is borrowed: it must stay valid, and its
  /// values unchanged, during every query until the next call. Only finiteness is checked, unless vertices that were
  /// identical before have parted: then the topology is examined anew. An empty span goes back to the mesh's own vertices.
  void set_vertices(ObjectId id, std::span<const Vec3> vertices);

  /// Gives an object a motion, for Engine::sweep. Throws Error (bad_scene) for NaN or infinite input, none or several kinds
  /// of motion, times that do not ascend (a step of zero length), half a turn or more between two keyframes (add one
  /// between), or vertex_keyframes of another number of vertices.
  void set_motion(ObjectId id, Motion motion);

  /// Puts an object into groups and on a layer for rules to select it by. Throws Error (bad_argument) for an id that is not
  /// in the scene.
  /// @{
  void set_groups(ObjectId id, std::vector<std::string> groups);
  void set_layer(ObjectId id, std::string layer);
  /// @}

  /// What is asked about which pairs. As soon as one of the rules is about pairs and does not ignore them, pairs that no
  /// rule fits are not asked about, and not computed. Throws Error (bad_scene), with the rule's origin or number, for a
  /// selection that is empty or a pattern that is none, NaN or negative limits, and limits that nothing can keep.
  void set_rules(std::vector<Rule> rules);
  /// As set.
  std::span<const Rule> rules() const noexcept { return rules_; }
  /// The first rule that fits two objects, or an object with itself; null if none does. Pairs that are ignored one by one
  /// are not looked at.
  const Rule* find_rule(ObjectId a, ObjectId b) const;

  /// Marks a pair as known and accepted, with the reason why: it is ignored, whatever the rules say.
  void ignore(ObjectId a, ObjectId b, std::string reason);

  /// All objects, by their ids, hidden and removed ones too. Valid until the next add().
  std::span<const SceneObject> objects() const noexcept { return objects_; }
  /// One object; throws Error (bad_argument) for an id that is not in the scene, or no longer.
  const SceneObject& object(ObjectId id) const;
  /// The pairs of ignore().
  std::span<const IgnoredPair> ignored() const noexcept { return ignored_; }

  /// The object of that name; throws Error (bad_scene) if there is none.
  ObjectId find(std::string_view name) const;

  /// Unit of length, echoed in every answer; impinge does not interpret it.
  std::string units = "mm";

  /// How long the motion takes, from t = 0; greater than 0. If not given: up to the last time of a keyframe, else 1 for each
  /// step between sets of vertices; velocities need it.
  std::optional<double> duration{};

 private:
  friend struct Internals;
  struct Change {
    std::uint64_t number;
    std::uint32_t object;
  };
  // Who is asked about whom may have changed too, unless only the object itself has.
  void note_change(ObjectId id, bool only_itself);
  Scene without_hidden(std::vector<std::uint32_t>& ids) const;

  std::vector<SceneObject> objects_;
  std::vector<IgnoredPair> ignored_;
  std::vector<Rule> rules_;
  std::unordered_map<std::string, std::uint32_t> ids_;    // by name
  std::unordered_map<std::string, std::uint32_t> times_;  // how often a name was asked for
  std::uint64_t origin_ = 0;                              // of this scene and its copies; 0 before the first change
  std::uint64_t asking_ = 0;                              // number of the last change to who is asked about whom
  std::vector<Change> changes_;                           // the latest ones, in order
  std::uint64_t forgotten_ = 0;                           // so many came before them
};

/// A half line: origin + t * direction, t >= 0.
struct Ray {
  Vec3 origin = Vec3::Zero();      ///< finite
  Vec3 direction = Vec3::UnitX();  ///< finite, of any length but 0
};

/// A share of a check (Engine::plan): pairs near each other, which have objects and shapes in common.
struct CheckTask {
  std::vector<std::array<ObjectId, 2>> pairs;  ///< a < b, or an object with itself; ordered
  std::uint64_t objects = 0;                   ///< in these pairs
  std::uint64_t faces = 0;                     ///< of these objects
  std::uint64_t bytes = 0;                     ///< of their shapes, each once
  double seconds = 0;                          ///< estimated, on one core
};

/// What a check will have to do, known from boxes and counts alone.
struct CheckPlan {
  std::vector<CheckTask> tasks;  ///< neighbours follow each other
  std::uint64_t pairs = 0;       ///< whose boxes are near; those of all tasks
  std::uint64_t faces = 0;       ///< placed, of the objects in them
  std::uint64_t shapes = 0;      ///< that several objects may show
  std::uint64_t bytes = 0;       ///< that these shapes take in memory
  double seconds = 0;            ///< of all tasks
};

}  // namespace impinge
