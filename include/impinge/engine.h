// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/answer.h>
#include <impinge/export.h>
#include <impinge/overlap.h>
#include <impinge/scene.h>

namespace impinge {

struct Experiments;

/// The stage that turns object pairs into candidate face pairs.
enum class Method : std::uint8_t {
  automatic,     ///< pair by pair: `zlist` where a shape has no faces, else an exact one; the statistics say which
  face_octree,   ///< Smith & Kitamura 1994, chapter 3
  slice_map,     ///< bit masks over the region two objects share; nothing is precomputed
  cluster_tree,  ///< a wide BVH of each prepared shape, see Engine::prepare; built for the query where there is none
  zlist,         ///< Shinya & Forgue 1991: sorted crossings of a raster's lines; sampled unless `certified`
  depth_count,   ///< Myszkowski, Okunev & Kunii 1995: layers counted against depth maps; sampled
  moved_octree,  ///< Smith & Kitamura 1994, chapters 1 and 2: octrees of rigid shapes, moved; kept for prepared shapes
  /// Nio, Tokumasu & Ochi: convex bodies, without looking at their faces where they are apart, or cross and no face pairs
  /// are asked for; the rest goes on as with `automatic`. Error (bad_mesh) if an object is not convex.
  polar_newton,
  sweep_faces,  ///< Baraff 1992: sort and sweep over boxes of faces; the baseline, never chosen by `automatic`
};

/// Where the raster methods (zlist, depth_count, maps) do their work; the other methods always run on the processor.
enum class Backend : std::uint8_t {
  cpu,        ///< the processor
  gl,         ///< a graphics card through OpenGL 4.5 and EGL, without a window; Error (no_device) where there is none
  automatic,  ///< a graphics card where there is one, else, or where it fails, the processor
};

/// How to take a mesh that is not closed, or whose faces are not consistently oriented: it has no exact inside.
enum class OpenBodies : std::uint8_t {
  /// What is left of a solid: its generalised winding number tells what it encloses, see Certainty. A mere open sheet, which
  /// any closing surface would have to enlarge by two thirds of its area or more, encloses nothing but what is sure.
  solid,
  surface,  ///< a surface that encloses nothing
};

/// The word for each as on the command line; Method::automatic and Backend::automatic are "auto". from_string() sets the
/// value of a word, or is false and leaves it as it is.
/// @{
IMPINGE_EXPORT const char* to_string(OpenBodies open) noexcept;
IMPINGE_EXPORT const char* to_string(Method method) noexcept;
IMPINGE_EXPORT const char* to_string(Backend backend) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, OpenBodies& open) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Method& method) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Backend& backend) noexcept;
/// @}

/// A backend as it is listed to users.
struct BackendInfo {
  Backend backend = Backend::cpu;     ///< to ask for it
  std::string name;                   ///< its word
  bool available = false;             ///< it can be asked for
  std::string device;                 ///< the name of the card or processor; empty where there is none
  std::string driver;                 ///< who drives it, with its version
  std::string reason;                 ///< why it is not available
  std::vector<std::string> features;  ///< what the device can do beyond what is needed
  std::string conservative;  ///< what covers cells conservatively where its rasteriser draws: an extension, or a makeshift
  bool software = false;     ///< the device is a program on the processor
};

/// Every backend, the processor first. Looks for devices at the first call, which may take some tenths of a second.
IMPINGE_EXPORT std::vector<BackendInfo> backends();

/// A method as it is listed to users.
struct MethodInfo {
  std::string_view name;           ///< its noun, the same everywhere
  std::string_view stage;          ///< broad, cull, localise or exact
  Guarantee guarantee;             ///< what it promises
  std::string_view source;         ///< the paper, or "impinge"
  std::optional<Method> method{};  ///< what asks for it in CheckOptions, if something does
};

/// Every method of this build, stage by stage.
IMPINGE_EXPORT std::span<const MethodInfo> methods() noexcept;

/// One line of text about what was decided and why. May come from any thread, one at a time.
using LogCallback = std::function<void(std::string_view line)>;

/// How a raster looks at two bodies, in checks as in maps.
struct ViewOptions {
  static constexpr int kResolution = 512;  ///< where none is given, and nothing else chooses it

  /// Cells along the longer side of the window, 1 to 8192; if not given kResolution, but for CheckOptions::certified, which
  /// chooses from the faces, and CheckOptions::volume, which takes 256.
  std::optional<int> resolution{};
  /// Along which the lines run, not zero; if not given `rule` chooses. With DirectionRule::last that of the last step.
  std::optional<Vec3> direction{};
  DirectionRule rule = DirectionRule::boxes;  ///< how to choose it
  /// With DirectionRule::several: how many, 1 to 64. A map is seen along the best, its volume bounded by all.
  int direction_count = 4;
};

/// What to ask, with the defaults of the command line.
struct CheckOptions {
  Method method = Method::automatic;  ///< the localiser
  /// Report pairs at most this far apart as `near`, with distance and nearest points; >= 0, in the scene's unit. Infinity
  /// gives the distance of every pair. Not with `self`. Shapes without faces have none: `undecided` where the pair may be
  /// this near.
  std::optional<double> clearance{};
  /// Depth of the face octree, 0 to 12, or of the octrees that moved_octree moves, 0 to 10; chosen from the faces if not
  /// given.
  std::optional<int> level{};
  ViewOptions view{};  ///< how rasters look: zlist, depth_count, volumes and depths
  /// With Method::zlist: cells are covered conservatively and face pairs decided exactly; misses nothing. Meshes only.
  bool certified = false;
  /// Also give volume and depth of overlaps of closed bodies, with bounds: from the exact solid or a map, as is cheaper.
  bool volume = false;
  int refine = 0;    ///< by lines: halve cells where more may be found at most this many times, 0 to 8; volumes as maps
  double error = 0;  ///< with `volume`: as in maps
  /// Of each pair of meshes that meet, in PairAnswer::overlap:
  /// @{
  bool contacts = false;  ///< the segment or polygon in which two faces meet, for each face pair
  bool curves = false;    ///< these, chained
  bool patches = false;   ///< the regions that two surfaces share
  bool overlap = false;   ///< what closed bodies have in common, as a solid
  bool parting = false;   ///< the least translation that parts a pair that crosses, and where to push
  /// @}
  /// An overlap no deeper than this is `touching`; >= 0.
  std::optional<double> tolerance{};
  /// What meshes without an exact inside are taken for. Not for answers that are `sampled`.
  OpenBodies open = OpenBodies::solid;
  /// Also compute and list the pairs that the scene or a rule ignores.
  bool ignored = false;
  /// Which pairs to compute, of those that the rules ask about: called once for each pair whose boxes are near, a the
  /// earlier one, one at a time. May be empty.
  std::function<bool(ObjectId a, ObjectId b)> asks{};
  /// Also check every object with itself.
  bool self = false;
  /// With `self`: these objects alone, each once; empty: all.
  std::vector<ObjectId> self_objects{};
  /// Check object pairs; turn off to ask for `self` alone.
  bool pairs = true;
  /// Find and count the face pairs that meet. If not, verdicts and distances are the same, and witnesses are points of both
  /// bodies: a prepared pair is answered from the first face pair that crosses, round and convex bodies without any.
  bool face_pairs = true;
  /// How many face pairs to list in all, filled in the order of the answer; counts are never cut.
  std::uint64_t max_pairs = UINT64_MAX;
  /// Bytes that the process may hold, 0: what it takes. Same answer, in tasks; shapes of open_scene() are read for each and
  /// dropped by use. With Method::automatic, without `level`, with `face_pairs`; else Error (bad_argument).
  std::uint64_t memory = 0;
  ProgressCallback on_progress{};  ///< may be empty
  CancelCallback is_cancelled{};   ///< may be empty
};

/// What to ask of a motion, with the defaults of the command line.
struct SweepOptions {
  /// Drop faces that move away from the other body before they are paired (Vaněček). Sound, and used, only where two closed
  /// bodies whose faces are proved to look outwards begin a step apart; the answer says where it was refused and why.
  bool velocity_backface = false;
  /// Report pairs that come as near as this at any moment, with their least distance; >= 0, in the scene's unit. Infinity
  /// gives the least distance of every pair. Proved between the moments that are sampled; what misses the clearance by less
  /// than 1e-6 of it, or by rounding alone, counts as near. Not with `self`.
  std::optional<double> clearance{};
  /// How well least distances are bounded: a share of each, 1e-6 to 1. Smaller ones take longer.
  double precision = 1e-3;
  /// Also follow the pairs that the scene or a rule ignores; of rules a motion knows who is asked about, nothing else.
  bool ignored = false;
  /// Also check objects with themselves.
  bool self = false;
  /// What an open or dirty body is taken for. A solid may hold what got in through a hole: SweptPair::enclosed, looked for
  /// at moments between which nothing moves by more than a sixteenth of the body.
  OpenBodies open = OpenBodies::solid;
  /// Look no further than the first contact of each pair: no intervals, no worst moment.
  bool first_only = false;
  /// Of each pair of meshes in contact, at the worst moment, in SweptPair::overlap; see CheckOptions:
  /// @{
  bool contacts = false;
  bool curves = false;
  bool patches = false;
  bool overlap = false;
  bool parting = false;
  /// @}
  /// Take it as known that no objects meet at the beginning, as after a step that was answered; else that is checked first.
  bool begins_apart = false;
  /// Moments at which distances are sampled for the curve, at least; and no fewer than the motion has steps.
  int samples = 64;
  ProgressCallback on_progress{};  ///< may be empty
  CancelCallback is_cancelled{};   ///< may be empty
};

/// What to ask of a map.
struct MapOptions {
  ViewOptions view{};  ///< along which direction, in how many cells
  /// Cells where much is uncertain are halved at most this many times for volume, area and depth, 0 to 8. Solids only.
  int refine = 0;
  /// Refine until the bounds of volume and depth are this near, as a share of the value, 0 to 1; 0: as `refine` says.
  double error = 0;
  /// Open surfaces become solids: closed by their outline, along the view and away from the other body.
  bool close_scans = false;
  /// Gaps up to this wide belong to the map, in the scene's unit; wider ones are left out. >= 0.
  double range = std::numeric_limits<double>::infinity();
  double tolerance = 0;            ///< an overlap no deeper than this is contact, not penetration; >= 0
  std::vector<Vec3> directions{};  ///< more of them along which to ask for the translation that parts the bodies
  ProgressCallback on_progress{};  ///< may be empty
  CancelCallback is_cancelled{};   ///< may be empty
};

/// What to ask about points.
struct PointOptions {
  bool sides = true;    ///< tell inside, outside and on; distances have no sign without
  bool nearest = true;  ///< find the nearest face and point, and the distance
  /// Surfaces farther away than this are not looked for; >= 0. Costs less than all distances.
  double range = std::numeric_limits<double>::infinity();
  OpenBodies open = OpenBodies::solid;  ///< what a mesh without an exact inside is taken for
  ProgressCallback on_progress{};       ///< may be empty
  CancelCallback is_cancelled{};        ///< may be empty
};

/// What to ask about rays.
struct RayOptions {
  double limit = std::numeric_limits<double>::infinity();  ///< crossings beyond this t are not looked for; >= 0
  ProgressCallback on_progress{};                          ///< may be empty
  CancelCallback is_cancelled{};                           ///< may be empty
};

/// How an engine works, whatever it is asked.
struct EngineOptions {
  int threads = 0;                 ///< for a query; 0: the caller's TBB arena, all cores unless the caller limits them
  Backend backend = Backend::cpu;  ///< where raster methods work; what was drawn stays on the card, as long as the engine
  LogCallback on_log{};            ///< may be empty
};

/// What to ask of many poses.
struct PoseOptions {
  /// check_poses() gives the distance to the nearest object that is at most this far away; >= 0, may be infinity.
  std::optional<double> clearance{};
  OpenBodies open = OpenBodies::solid;  ///< as in CheckOptions
  ProgressCallback on_progress{};       ///< may be empty
  CancelCallback is_cancelled{};        ///< may be empty
};

/// Owns what outlives a query. check() is const and may be called from many threads at once on scenes that nobody changes.
class IMPINGE_EXPORT Engine {
 public:
  /// While an engine lives, up to 256 MB of what queries used is kept in the process for the next one. Throws Error:
  /// bad_argument for an option out of range, no_device for a backend that is not there.
  explicit Engine(EngineOptions options = {});
  /// The same, by other ways than the usual ones; see <impinge/experiments.h>.
  Engine(EngineOptions options, const Experiments& experiments);
  ~Engine();
  Engine(Engine&&) noexcept;             ///< leaves an engine that can only be assigned to or destroyed
  Engine& operator=(Engine&&) noexcept;  ///< see the constructor

  /// Finds every object pair that is not disjoint, exactly. The answer is the same, in the same order, for any number of
  /// threads. Throws Error: bad_argument for an option out of range, bad_scene for world coordinates that overflow,
  /// too_large for more than 2^28 candidates of face_octree or face pairs that meet, cancelled when the callback said so.
  /// From the second check of a scene on, what was found is kept: pairs of which neither object has changed are not computed
  /// again. Not with `asks`, nor with methods by name but slice_map and cluster_tree. The answer is that of a fresh check.
  CheckResult check(const Scene& scene, const CheckOptions& options = {}) const;
  /// The same for loops: a result's memory is used again, what was found is kept from the first check on. No allocations.
  void check(const Scene& scene, const CheckOptions& options, CheckResult& result) const;

  /// A check in parts, as for several machines: tasks of a second or less that share shapes, smaller for less memory.
  CheckPlan plan(const Scene& scene, const CheckOptions& options = {}) const;
  /// The answer of one of them; shapes that were read are kept for the next, within CheckOptions::memory.
  CheckResult check_task(const Scene& scene, const CheckTask& task, const CheckOptions& options = {}) const;
  /// All of them, in any order, as the answer that check() gives.
  CheckResult join(const Scene& scene, std::vector<CheckResult> parts, const CheckOptions& options = {}) const;

  /// True if two objects of the scene have a common point, one inside the other included; stops at the first proof. Of
  /// prepared rigid objects that are apart and asked about often it is remembered how far: until they have moved as much, in
  /// a scene that stays where it is in memory, the next answers take a fraction of a microsecond. Of open or dirty bodies
  /// taken for solids it is true as well where check() says `likely` or `undecided`, and nothing is remembered.
  /// Throws Error: bad_argument for an id that is not in the scene, bad_scene as check() does.
  bool meet(const Scene& scene, ObjectId a, ObjectId b, OpenBodies open = OpenBodies::solid) const;

  /// The first other object, by its id, that this one has a point in common with, as meet() tells; nothing if there is none.
  /// Objects are compared by the balls around them first, if their shapes are prepared: a few dozen nanoseconds each. Pairs
  /// that the scene accepts count; those whose groups do not meet are left out. Throws Error as meet() does.
  std::optional<ObjectId> hits(const Scene& scene, ObjectId id, OpenBodies open = OpenBodies::solid) const;

  /// The other object nearest to this one, at most `limit` away; of several as near the first by its id. Prepared shapes are
  /// asked far faster. Throws Error as meet() does, and bad_argument for a limit that is negative or NaN.
  std::optional<NearestObject> nearest(const Scene& scene, ObjectId id,
                                       double limit = std::numeric_limits<double>::infinity()) const;

  /// For each pose 1 if the object, standing there instead of where it stands, meets another one of the scene, else 0: as
  /// set_pose() and hits() for each of them, on all threads. Prepare the shapes first. Neighbouring poses help each other,
  /// in whatever order they are given. Throws Error as meet() does, bad_argument for a pose with a NaN or a matrix that is
  /// no rotation, and cancelled when the callback said so.
  std::vector<std::uint8_t> meet_poses(const Scene& scene, ObjectId id, std::span<const Pose> poses,
                                       const PoseOptions& options = {}) const;
  /// The same for objects that move together, as a gripper with a part: each pose moves all of them from where they stand in
  /// the scene. How they meet each other is not asked.
  std::vector<std::uint8_t> meet_poses(const Scene& scene, std::span<const ObjectId> ids, std::span<const Pose> poses,
                                       const PoseOptions& options = {}) const;

  /// The same as meet_poses() with the object that is hit first, the verdict, and the distance if a clearance is given.
  std::vector<PoseAnswer> check_poses(const Scene& scene, ObjectId id, std::span<const Pose> poses,
                                      const PoseOptions& options = {}) const;
  /// The same for objects that move together.
  std::vector<PoseAnswer> check_poses(const Scene& scene, std::span<const ObjectId> ids, std::span<const Pose> poses,
                                      const PoseOptions& options = {}) const;

  /// Looks at two objects along a direction: gap or penetration on every line, overlap volume, depth and projected
  /// contact area with their error bounds. Throws Error: bad_argument for an id that is not in the scene or an option out of
  /// range, too_large for more cells than memory allows, bad_scene as check() does, cancelled when the callback said so.
  InterferenceMap map(const Scene& scene, ObjectId a, ObjectId b, const MapOptions& options = {}) const;

  /// Continuous collision detection over the scene's motion, from 0 to its duration: when which objects are in contact. A
  /// first contact (time of impact) is never later than the truth, and early by at most 1e-6 of the step it falls into,
  /// unless the bodies graze within rounding or within what they move in that time. The answer is the same for any number of
  /// threads. Throws Error as check() does, and bad_scene for a motion without a duration.
  SweepResult sweep(const Scene& scene, const SweepOptions& options = {}) const;

  /// Where points of the world lie with respect to an object: inside, outside or on it, and its nearest face. Sides are
  /// exact for closed bodies, whatever overlaps in them. Points may come in any order; many in one call cost far less than
  /// one by one, and the tree of a prepared shape is used under any pose. The answer is the same for any number of threads.
  /// Throws Error: bad_argument for an id that is not in the scene, a NaN or infinite point, which is named by its number,
  /// or an option out of range; bad_scene as check() does; cancelled when the callback said so.
  PointAnswers points(const Scene& scene, ObjectId id, std::span<const Vec3> points, const PointOptions& options = {}) const;

  /// Where rays first meet an object, from either side. Throws Error as points(), and unsupported for shapes without faces.
  RayAnswers rays(const Scene& scene, ObjectId id, std::span<const Ray> rays, const RayOptions& options = {}) const;

  /// What makes queries that are asked again and again fast: call it once for each shape, before the loop. Copies of a Mesh
  /// are handles to the same arrays and share it, and so do all objects of a shape, in any scene; a mesh that is built anew
  /// from the same numbers does not. Builds a BVH over the shape's faces (and for a convex shape of up to 65,536 faces the
  /// maps of a ConvexBody) that queries on objects of this shape share from then on, whatever their poses; for an object
  /// that deforms it is refitted where that pays. Kept, with the mesh, as long as the engine, or until forget(). Some 30
  /// bytes a face. May be called while other threads query.
  void prepare(const Mesh& mesh);
  /// Drops what prepare() has built for the shape.
  void forget(const Mesh& mesh);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace impinge
