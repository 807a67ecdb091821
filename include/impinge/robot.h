// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <impinge/engine.h>
#include <impinge/mesh.h>
#include <impinge/scene.h>
#include <impinge/shapes.h>

/// Robots: links that joints move. Their kinematics and what they meet; <impinge/io.h> is not needed for a robot that is
/// built by hand, load_robot() is of the `io` component.
namespace impinge {

struct RobotData;

/// How a joint moves the link after it.
enum class JointKind : std::uint8_t {
  fixed,       ///< not at all
  revolute,    ///< around its axis, between limits
  continuous,  ///< around its axis, without limits
  prismatic,   ///< along its axis, between limits
};

/// The word for each, as it stands in the enum and in URDF.
IMPINGE_EXPORT const char* to_string(JointKind kind) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, JointKind& kind) noexcept;

/// A joint that follows another one: its value is multiplier * value of that one + offset.
struct JointMimic {
  std::uint32_t joint = 0;  ///< which of RobotModel::joints
  double multiplier = 1;    ///< of any sign
  double offset = 0;        ///< radians, or the unit of the prismatic joint
};

/// A joint between two links. Values are in radians, or for prismatic ones in units of `axis`.
struct RobotJoint {
  std::string name;                   ///< unique among the joints
  JointKind kind = JointKind::fixed;  ///< how it moves
  std::uint32_t parent = 0;           ///< the link that carries it, of RobotModel::links
  std::uint32_t child = 0;            ///< the link that it moves
  Pose origin{};                      ///< the child's frame in that of the parent at value 0
  Vec3 axis = Vec3::UnitX();          ///< in the child's frame; of a prismatic joint the way for a value of 1
  double lower = -std::numeric_limits<double>::infinity();  ///< least value
  double upper = std::numeric_limits<double>::infinity();   ///< greatest value
  std::optional<JointMimic> mimic{};                        ///< if it follows another one
};

/// A part of a link: a mesh, or a simple solid as it is.
struct LinkBody {
  std::string name{};          ///< may be empty
  std::optional<Mesh> mesh{};  ///< one of the two is set
  SolidPtr solid{};            ///< see mesh
  Pose origin{};               ///< in the frame of the link
};

/// A link with what it consists of; there may be nothing.
struct RobotLink {
  std::string name;              ///< unique among the links
  std::vector<LinkBody> bodies;  ///< all of them move as one
};

/// Two links that are not checked against each other.
struct DisabledLinks {
  std::uint32_t a = 0;  ///< of RobotModel::links
  std::uint32_t b = 0;  ///< likewise
  std::string reason;   ///< "Adjacent", "Never" …
};

/// Joints that belong together, with the links between them.
struct JointGroup {
  std::string name;                   ///< as in SRDF
  std::vector<std::uint32_t> joints;  ///< ascending, of RobotModel::joints
  std::vector<std::uint32_t> links;   ///< likewise
};

/// A state that has a name.
struct NamedState {
  std::string name;                                      ///< as in SRDF; several groups may have one of the same name
  std::string group;                                     ///< whose joints it sets
  std::vector<std::pair<std::uint32_t, double>> values;  ///< joint and value
};

/// What a robot is made from.
struct RobotModel {
  std::string name;                       ///< for messages
  std::vector<RobotLink> links;           ///< one of them is no child of a joint: the root
  std::vector<RobotJoint> joints;         ///< together they make a tree
  std::vector<DisabledLinks> disabled{};  ///< pairs that are not checked
  std::vector<JointGroup> groups{};       ///< for people and rules
  std::vector<NamedState> states{};       ///< states by name
};

/// A robot: its kinematics. Its variables are the joints that neither are fixed nor follow another one, in the order of the
/// model; a state is a number for each of them.
class IMPINGE_EXPORT Robot {
 public:
  /// Throws Error (bad_scene) for links and joints that make no tree, repeated or unknown names, axes without a direction,
  /// limits that nothing can keep, mimic joints that follow themselves, bodies that are neither mesh nor solid.
  explicit Robot(RobotModel model);
  ~Robot();
  Robot(const Robot&);                 ///< shares the model
  Robot& operator=(const Robot&);      ///< likewise
  Robot(Robot&&) noexcept;             ///< leaves one that can only be assigned to or destroyed
  Robot& operator=(Robot&&) noexcept;  ///< likewise

  const RobotModel& model() const noexcept;                   ///< as given
  std::span<const std::uint32_t> variables() const noexcept;  ///< the joint of each variable

  /// 0 for each variable, or the middle of its limits where 0 is beyond them.
  std::vector<double> rest() const;
  /// Sets the variable of a joint. Throws Error (bad_argument) for a joint that does not exist, is fixed, or follows
  /// another.
  void set(std::vector<double>& state, std::string_view joint, double value) const;
  /// Sets what a named state says, of one group or of all that have it. Throws Error (bad_argument) for a name that no state
  /// has.
  void set_named(std::vector<double>& state, std::string_view name, std::string_view group = {}) const;
  /// Throws Error (bad_argument) for another number of values, one that is not finite, or with `limits` one beyond the
  /// limits of its joint or of one that follows it by more than 1e-9.
  void require_state(std::span<const double> state, bool limits = true) const;

  /// The value of each joint of the model.
  std::vector<double> joint_values(std::span<const double> state) const;
  /// Where each link stands in the frame of the root.
  std::vector<Pose> link_poses(std::span<const double> state) const;
  /// True for two links with nothing between them but joints, and links without bodies.
  bool adjacent(std::uint32_t a, std::uint32_t b) const;

 private:
  friend struct Internals;
  std::shared_ptr<const RobotData> data_;
};

/// Which pairs of links are left out when a robot is put into a scene.
enum class AdjacentLinks : std::uint8_t {
  automatic,  ///< what the model disables; if it disables none, links that are adjacent
  ignored,    ///< what the model disables, and links that are adjacent
  checked,    ///< what the model disables, nothing else
};

/// The word for each, as it stands in the enum; the first is "auto".
IMPINGE_EXPORT const char* to_string(AdjacentLinks adjacent) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, AdjacentLinks& adjacent) noexcept;

/// How a robot is read, see load_robot() in <impinge/io.h>.
struct RobotFiles {
  std::filesystem::path srdf{};                   ///< empty: the file of the same name beside the URDF, if there is one
  std::vector<std::filesystem::path> packages{};  ///< where package:// is looked for first: packages, or folders of them
  std::string units = "m";                        ///< of the scene, as LoadOptions::units; files of robots are in metres
};

/// The objects of a robot in a scene.
struct PlacedRobot {
  std::vector<ObjectId> objects;     ///< one for each body, link by link
  std::vector<std::uint32_t> links;  ///< of each object
};

/// Puts a robot into a scene: an object for each body, named as its link, or "link/body" where there are several, in the
/// groups "link" and those of its joint groups. Bodies of one link and of links that are left out are ignored
/// (Scene::ignore). `base` is where the root stands; `prefix` goes before every name.
IMPINGE_EXPORT PlacedRobot place_robot(Scene& scene, const Robot& robot, std::span<const double> state,
                                       const Pose& base = {}, AdjacentLinks adjacent = AdjacentLinks::automatic,
                                       std::string_view prefix = {});
/// Moves its objects to another state.
IMPINGE_EXPORT void move_robot(Scene& scene, const Robot& robot, const PlacedRobot& placed, std::span<const double> state,
                               const Pose& base = {});

/// What is found at one state.
struct RobotStateAnswer {
  std::optional<std::array<ObjectId, 2>> hit{};  ///< the first pair, by its ids, that has a common point
};

/// States at times. Between two of them each joint goes straight from value to value.
struct JointTrajectory {
  std::vector<double> times;   ///< ascending
  std::vector<double> states;  ///< one after another
};

/// What to ask of a trajectory.
struct RobotSweepOptions {
  /// Also give pairs that come this near at any moment, with their least distance; >= 0, may be infinity.
  std::optional<double> clearance{};
  double precision = 1e-3;         ///< how well least distances are bounded: a share of each, 1e-6 to 1
  ProgressCallback on_progress{};  ///< may be empty
  CancelCallback is_cancelled{};   ///< may be empty
};

/// When two objects first meet on a trajectory.
struct JointContact {
  double t = 0;               ///< never later than the truth
  std::vector<double> state;  ///< of the joints then
};

/// What a trajectory does to a pair.
struct RobotSweepPair {
  ObjectId a;                                     ///< the earlier object
  ObjectId b;                                     ///< the later one
  std::optional<JointContact> contact{};          ///< none for a pair that only comes near
  std::optional<LeastDistance> least_distance{};  ///< when a clearance was asked for
};

/// Everything that was found along a trajectory.
struct RobotSweepResult {
  std::vector<RobotSweepPair> pairs;  ///< in contact, or near when a clearance was asked for; by their ids
  std::uint64_t asked = 0;            ///< pairs that were asked about
  std::uint64_t ignored = 0;          ///< pairs that the scene leaves out
  double contact_gap = 0;             ///< pairs that come this near count as in contact
  double ms = 0;                      ///< wall time
};

/// What becomes of two links in all states of a robot.
enum class LinkPairKind : std::uint8_t {
  adjacent,   ///< see Robot::adjacent
  always,     ///< they meet in nearly all states
  at_rest,    ///< they meet at rest()
  never,      ///< they meet nowhere
  sometimes,  ///< none of these: a pair to be checked
};

/// The word for each, as it stands in the enum; SRDF has its own.
IMPINGE_EXPORT const char* to_string(LinkPairKind kind) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, LinkPairKind& kind) noexcept;

/// What was found about two links.
struct LinkPairFinding {
  std::uint32_t a = 0;                          ///< of RobotModel::links
  std::uint32_t b = 0;                          ///< likewise, the later one
  LinkPairKind kind = LinkPairKind::sometimes;  ///< what they do
  Certainty certainty = Certainty::sampled;     ///< proved for all states within the limits, or sampled
  std::uint64_t hits = 0;                       ///< samples in which they meet
  std::uint64_t samples = 0;                    ///< how many there were
  std::uint64_t boxes = 0;                      ///< of joint values that were looked at for a proof of `never`
};

/// How pairs of links are looked for.
struct LinkPairOptions {
  std::uint64_t samples = 100000;  ///< random states
  std::uint64_t seed = 1;          ///< of them; the same states on every machine
  double always = 0.95;            ///< share of samples from which a pair `always` meets
  std::uint64_t boxes = 20000;     ///< most boxes of joint values for one proof; 0: no proofs
  int threads = 0;                 ///< as in EngineOptions
  ProgressCallback on_progress{};  ///< may be empty
  CancelCallback is_cancelled{};   ///< may be empty
};

/// Tells for all pairs of links with bodies what they do, as MoveIt's assistant does; `never` is proved by boxes of joint
/// values where that succeeds. Surfaces alone are looked at in open bodies. Throws Error: bad_argument for options out of
/// range and joints without finite limits that are not continuous, cancelled.
IMPINGE_EXPORT std::vector<LinkPairFinding> find_link_pairs(const Robot& robot, const LinkPairOptions& options = {});

struct RobotCellData;

/// A robot among other objects, prepared to be asked about many states. What is asked about follows from the scene: pairs of
/// which an object of the robot is one, that neither the scene nor a rule ignores and whose groups meet. States are in joint
/// values, one state after another in one array, and must be within the limits of the joints.
class IMPINGE_EXPORT RobotCell {
 public:
  /// The scene is copied; where the robot stands in it does not matter. `threads` as in EngineOptions. Throws Error
  /// (bad_argument) for objects that are not those that place_robot() gave, unsupported for shapes without faces that are no
  /// simple solids.
  RobotCell(const Scene& scene, const Robot& robot, const PlacedRobot& placed, const Pose& base = {},
            OpenBodies open = OpenBodies::solid, int threads = 0);
  ~RobotCell();
  RobotCell(RobotCell&&) noexcept;             ///< leaves one that can only be assigned to or destroyed
  RobotCell& operator=(RobotCell&&) noexcept;  ///< likewise

  /// For each state 1 if the robot meets itself or another object, else 0: as place_robot() there and Engine::meet for each
  /// pair, on all threads. Neighbouring states help each other: paths and their samples are best given in order. Throws
  /// Error: bad_argument for a number of values that makes no whole states, and as Robot::require_state(), which names the
  /// state; cancelled when the callback said so.
  std::vector<std::uint8_t> meet_poses(std::span<const double> states, const PoseOptions& options = {}) const;
  /// The same with the pair.
  std::vector<RobotStateAnswer> check_poses(std::span<const double> states, const PoseOptions& options = {}) const;

  /// Follows a trajectory by conservative advancement: each link goes its true way through the joints, and no contact
  /// between two moments is missed. A first contact is never late, and early by no more than what the bodies need for the
  /// last RobotSweepResult::contact_gap between them; bodies that pass each other as near as that count as in contact. An
  /// open body taken for a solid may hold what got in through its hole; that is looked at in the waypoints. Throws Error:
  /// bad_argument for times that do not ascend and states that are none, cancelled.
  RobotSweepResult sweep(const JointTrajectory& trajectory, const RobotSweepOptions& options = {}) const;

  /// How many pairs are asked about, and how many the scene leaves out.
  std::uint64_t pairs() const noexcept;
  std::uint64_t ignored() const noexcept;  ///< see pairs()

 private:
  friend struct Internals;
  std::unique_ptr<const RobotCellData> data_;
};

}  // namespace impinge
