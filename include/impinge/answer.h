// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/export.h>
#include <impinge/scene.h>

namespace impinge {

/// One word per object pair, about the solids and not only their surfaces.
enum class Verdict : std::uint8_t {
  disjoint,   ///< no common point, and farther apart than the clearance asked for
  near,       ///< no common point, but within the clearance asked for
  touching,   ///< they meet, their insides do not
  crossing,   ///< their insides overlap and neither contains the other; two open surfaces: a face pair crosses
  a_in_b,     ///< all of a lies in b (walls may be shared)
  b_in_a,     ///< all of b lies in a (walls may be shared)
  same,       ///< the two solids are equal, whatever their triangulation
  undecided,  ///< an open or dirty body does not tell, see PairAnswer::winding; or a shape without faces cannot
};

/// How two triangles meet.
enum class Relation : std::uint8_t {
  disjoint,  ///< no common point
  touching,  ///< a common point, but not crossing; coplanar overlap and everything about degenerate faces included
  crossing,  ///< the relative interiors meet and the planes differ
};

/// What a method promises about the pairs it reports.
enum class Guarantee : std::uint8_t {
  superset,  ///< every true pair, maybe more; the exact stage decides
  sampled,   ///< true at the sample lines
  direct,    ///< final, with a certificate
};

/// How sure the verdict of a pair is.
enum class Certainty : std::uint8_t {
  proved,        ///< exact, about the solids or surfaces as they are
  likely,        ///< a body has no exact inside; its generalised winding number tells, see PairAnswer::winding
  sampled,       ///< true at the lines of a raster; what lies between them was not seen
  within_bound,  ///< a simple solid: error bounds leave open whether it touches, or lies within; see PairAnswer::gap
  undecided,     ///< nothing tells: the verdict is `undecided`
};

/// The word for each, as it stands in the enum; from_string() sets the value of a word, or is false and leaves it.
/// @{
IMPINGE_EXPORT const char* to_string(Verdict verdict) noexcept;
IMPINGE_EXPORT const char* to_string(Relation relation) noexcept;
IMPINGE_EXPORT const char* to_string(Guarantee guarantee) noexcept;
IMPINGE_EXPORT const char* to_string(Certainty certainty) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Verdict& verdict) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Relation& relation) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Guarantee& guarantee) noexcept;
IMPINGE_EXPORT bool from_string(std::string_view word, Certainty& certainty) noexcept;
/// @}

/// The verdict with a and b swapped.
IMPINGE_EXPORT Verdict mirrored(Verdict verdict) noexcept;

/// Two faces that meet. Ordered by a_face, then b_face.
struct FacePair {
  std::uint32_t a_face = 0;                ///< face of a, from 0
  std::uint32_t b_face = 0;                ///< face of b, from 0
  Relation relation = Relation::disjoint;  ///< touching or crossing in an answer
  /// By a_face, then b_face; no pair of faces comes twice in an answer.
  auto operator<=>(const FacePair&) const = default;
};

/// Proof of a positive verdict, for people to look at; coordinates are rounded to double.
struct Witness {
  Vec3 a_point = Vec3::Zero();  ///< a point of a; for all verdicts but `near` equal to b_point and in both bodies
  Vec3 b_point = Vec3::Zero();  ///< a point of b
  /// The faces the points lie on; none where a point inside both bodies is the proof.
  std::optional<std::uint32_t> a_face{};
  std::optional<std::uint32_t> b_face{};  ///< see a_face
};

/// A number with a proof: the truth lies between `low` and `high`, unless it is `sampled`.
struct Bounded {
  double value = 0;  ///< the best estimate
  double low = 0;    ///< not above the truth
  double high = 0;   ///< not below the truth
  /// A body has no faces: `low` and `high` are those of the sample lines, and the truth may lie beyond.
  bool sampled = false;
};

/// How the direction of a raster's lines is found.
enum class DirectionRule : std::uint8_t {
  boxes,    ///< the axis along which the boxes of the two bodies share least
  faces,    ///< the mean normal, free of signs, of the faces that bound the overlap (an item buffer), else of those nearby
  last,     ///< the direction given, that of the last step, unless `faces` finds one with clearly less slope
  several,  ///< a number of directions, the one with the least slope first; what is proved along any of them counts
  local_boxes,  ///< the mean normal, free of signs, of the walls of both bodies' boxes in their own frames, by area
};

/// The word for each, as on the command line.
IMPINGE_EXPORT const char* to_string(DirectionRule rule) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, DirectionRule& rule) noexcept;

/// How steep the faces in the window are against the direction of view; 0 is best.
struct SlopeStats {
  double mean_deg = 0;      ///< mean angle between face normals and the direction, weighted by area
  double steep_share = 0;   ///< share of the area steeper than 75 degrees
  std::uint64_t faces = 0;  ///< how many faces were looked at
};

/// A direction that was looked along.
struct ViewChoice {
  Vec3 direction = Vec3::UnitZ();  ///< unit vector
  std::string rule;                ///< "given", or the word of the DirectionRule that found it
  SlopeStats slope;                ///< how well it suits the faces where the boxes of the two bodies overlap
};

struct Overlap;

/// The answer for one object pair (a earlier than b in the scene), or for one object with itself (a = b).
struct PairAnswer {
  ObjectId a;                               ///< the earlier object
  ObjectId b;                               ///< the later object, or a itself
  Verdict verdict = Verdict::disjoint;      ///< how the two solids meet
  Certainty certainty = Certainty::proved;  ///< how sure that is
  /// Generalised winding number of the body without an exact inside, at the point of the other body that `verdict` rests
  /// on, the least certain of several; where the certainty is `likely` or `undecided`. Near 0 outside, near 1 (or -1, if
  /// the faces look inwards) inside. Doubled faces count once, and faces are turned as their neighbours are.
  std::optional<double> winding;
  std::uint64_t face_pair_count = 0;  ///< face pairs that meet: crossing + touching
  std::uint64_t crossing_count = 0;   ///< face pairs that cross
  std::uint64_t touching_count = 0;   ///< face pairs that merely touch
  /// The face pairs themselves in order, as many as CheckOptions::max_pairs allows.
  std::vector<FacePair> face_pairs;
  bool truncated = false;  ///< face_pairs was cut by max_pairs; the counts never are
  /// Minimum distance, when a clearance was asked for: 0 exactly when bodies meet, none when the verdict is undecided.
  std::optional<double> distance;
  std::optional<Bounded> gap{};    ///< with a clearance, of a pair with a Solid: proved bounds; overlaps: minus the depth
  std::optional<Witness> witness;  ///< unless disjoint, or undecided without a winding number
  /// Volume of the overlap, when CheckOptions::volume asks for it and both bodies are closed.
  std::optional<Bounded> overlap_volume;
  /// Longest overlap along the direction in which it is least, when `volume` or `tolerance` asks for it.
  std::optional<Bounded> depth;
  std::optional<Vec3> depth_direction;  ///< unit vector along which that is; where there is a depth
  /// Contacts, curves, patches, the overlap as a solid, the least way out: what CheckOptions asks for, of two meshes that
  /// meet; see <impinge/overlap.h>.
  std::shared_ptr<const Overlap> overlap;
  Guarantee guarantee = Guarantee::direct;  ///< `sampled` where only the lines of a raster were looked at
  std::vector<ViewChoice> views{};          ///< along which a raster looked, where the answer is `sampled`
  /// Faces of parts thinner than a cell that no line met, where the answer is `sampled`: proxies stood in for them, and
  /// what these hit was put to the exact test.
  std::uint64_t proxy_faces = 0;
  bool ignored = false;                  ///< the scene, or the rule, ignores this pair; it is no finding
  bool accepted = false;                 ///< the rule accepts the verdict or tolerates the overlap; it is no finding
  bool beyond = false;                   ///< farther apart than Rule::max: a finding, though `disjoint`
  std::optional<std::uint32_t> rule{};   ///< which of Scene::rules() the pair fell under, if one
  Severity severity = Severity::medium;  ///< as the rule says
  std::string reason{};                  ///< of the rule, or why the scene ignores the pair
  std::string statement{};               ///< what the rule's limits make of the pair, or why that is not told
};

/// Work of one stage.
struct StageStats {
  std::string name;       ///< the method, or the stage where there is only one
  double ms = 0;          ///< wall time
  std::uint64_t in = 0;   ///< items that entered
  std::uint64_t out = 0;  ///< items that were passed on
};

/// How an answer was found.
struct Stats {
  /// Words of the localisers that ran, in order; the choice of `auto` is spelt out. Of a sweep those of Swept and Parallel.
  std::vector<std::string> methods;
  std::string backend;             ///< the word of the backend that took part, "cpu" where no device did
  std::string not_as_asked;        ///< what the card left to the processor, or drew in another way, and why; mostly empty
  int threads = 1;                 ///< how many could take part
  double total_ms = 0;             ///< wall time of the check, without loading
  std::vector<StageStats> stages;  ///< in the order they ran
};

/// Everything a check found, by (a, b): pairs that are not disjoint, or are so only on the lines of a raster (`sampled`), or
/// are farther apart than a rule allows (`beyond`).
struct CheckResult {
  std::vector<PairAnswer> pairs;  ///< ordered by (a, b)
  Stats stats;                    ///< how they were found
  std::uint64_t asked = 0;        ///< how many pairs were asked about, objects with themselves included
  SkippedPairs skipped{};         ///< how many were not
  std::vector<RuleUse> rules{};   ///< of each of Scene::rules()
};

/// Where and when two objects first touch.
struct FirstContact {
  double t = 0;                         ///< never later than the truth
  Vec3 point = Vec3::Zero();            ///< in the world
  std::optional<std::uint32_t> a_face;  ///< none where one body begins inside the other
  std::optional<std::uint32_t> b_face;  ///< see a_face
};

/// A time of uninterrupted contact. Its end is found by bisection between moments that are 1/32 of a step or less apart;
/// gaps that begin and end between two of them are bridged.
struct ContactInterval {
  double begin = 0;  ///< as FirstContact::t
  double end = 0;    ///< to 1e-6 of the step
};

/// The least distance of two objects over a whole motion, with a proof: the truth lies between `low` and `high`.
struct LeastDistance {
  double value = 0;  ///< at `t`; 0 in contact
  double low = 0;    ///< not above the truth at any moment, sampled or not
  double high = 0;   ///< not below the truth: `value` and rounding
  double t = 0;      ///< a moment at which they are that near; the first one of a contact
};

/// An overlap at one moment of a motion.
struct OverlapMoment {
  double t = 0;       ///< the moment
  PairAnswer answer;  ///< what a check says then; face pairs are counted, not listed
};

/// A time during which one body is within another that is open or dirty, or may be: told by generalised winding numbers at
/// single moments, before surfaces meet.
struct Enclosure {
  double begin = 0;                            ///< the first moment found, to 1e-6 of its step
  double end = 0;                              ///< the last one; the body may have been outside between the two
  double t = 0;                                ///< the moment that tells most, of which the rest is said
  Verdict verdict = Verdict::undecided;        ///< a_in_b, b_in_a, crossing (some components inside), same or undecided
  Certainty certainty = Certainty::undecided;  ///< likely or undecided
  std::optional<double> winding;               ///< see PairAnswer::winding
  Vec3 point = Vec3::Zero();                   ///< where that number is, in the world
};

/// What the motion does to one object pair (a earlier than b in the scene), or to one object with itself (a = b).
struct SweptPair {
  ObjectId a;                                   ///< the earlier object
  ObjectId b;                                   ///< the later object, or a itself
  std::optional<FirstContact> first_contact;    ///< none for a pair that only comes near, or is enclosed
  std::vector<ContactInterval> intervals;       ///< ascending
  double worst_t = 0;                           ///< most crossing face pairs of the moments looked at, else least distance
  std::uint64_t worst_crossing_count = 0;       ///< crossing face pairs then
  std::optional<LeastDistance> least_distance;  ///< when a clearance was asked for; none of an object with itself
  /// What SweepOptions asks for about the overlap, at its worst: when closed bodies have most volume in common, of the
  /// moments looked at; when most faces of open ones cross; else at the first contact. None of an object with itself, or
  /// where bodies graze so slightly that no moment shows it.
  std::optional<OverlapMoment> overlap;
  std::optional<Enclosure> enclosed{};  ///< before the first contact, unless SweepOptions::open is `surface`
  bool ignored = false;                 ///< the scene, or a rule, ignores this pair; it is no finding
  std::string reason{};                 ///< why, as it says
};

/// A sampled distance of a pair within the clearance asked for.
struct DistanceSample {
  double t = 0;         ///< the moment
  ObjectId a;           ///< the earlier object
  ObjectId b;           ///< the later object
  double distance = 0;  ///< 0 while in contact
};

/// What velocity_backface did.
struct CullStats {
  std::uint64_t pairs = 0;             ///< object pairs and steps it was used for
  std::uint64_t faces = 0;             ///< faces of those
  std::uint64_t faces_dropped = 0;     ///< faces that cannot be where the pair first touches
  std::uint64_t by_plane = 0;          ///< of them, those whose plane the other body's ball stays clear of
  std::uint64_t face_pairs = 0;        ///< candidates of those pairs
  std::uint64_t face_pairs_saved = 0;  ///< candidates that needed no test
  std::uint64_t refused_open = 0;      ///< pairs and steps where it would be unsound: a surface is open
  std::uint64_t refused_contact = 0;   ///< the same: in contact, or touched before, in this step
  std::uint64_t refused_inward = 0;    ///< the same: faces not proved to look outwards, as of a solid turned inside out
};

/// Everything a sweep found.
struct SweepResult {
  double duration = 0;                ///< the motion goes from 0 to here
  std::uint64_t steps = 0;            ///< how many steps it has
  std::vector<SweptPair> pairs;       ///< ordered by (a, b): in contact, enclosed, or near when a clearance was asked for
  std::vector<DistanceSample> curve;  ///< ordered by t, then (a, b); empty without a clearance
  std::optional<CullStats> cull;      ///< when velocity_backface was asked for
  Stats stats;                        ///< how they were found
  std::uint64_t asked = 0;            ///< how many pairs were asked about, objects with themselves included
  SkippedPairs skipped{};             ///< how many were not
};

/// Called now and then with the stage's name and the share done, 0 to 1. May come from any thread, one at a time.
using ProgressCallback = std::function<void(std::string_view stage, double share)>;
/// Polled from any thread; return true to stop the query with Error (cancelled).
using CancelCallback = std::function<bool()>;

/// Where a point lies with respect to a solid.
enum class PointSide : std::uint8_t {
  outside,
  inside,     ///< the winding number is not 0, over all components of the body
  on,         ///< on a face that has an area, exactly
  undecided,  ///< an open or dirty body of which nothing tells
};

/// The word for each, as it stands in the enum.
IMPINGE_EXPORT const char* to_string(PointSide side) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, PointSide& side) noexcept;

/// What was asked about points, in their order; arrays that were not asked for are empty.
struct PointAnswers {
  static constexpr std::uint32_t kNone = UINT32_MAX;  ///< no face

  std::vector<PointSide> sides;  ///< where they lie
  /// To the surface, negative inside; rounded, and 0 exactly for points on it. Infinite beyond PointOptions::range. Of a
  /// shape without faces as far as the nearest crossing that was found, which is not below the truth.
  std::vector<double> distances;
  std::vector<double> least_distances;  ///< shapes without faces alone: not above the truth, without a sign
  std::vector<std::uint32_t> faces;     ///< the nearest, of equal ones the lowest; kNone beyond the range, or without faces
  std::vector<Vec3> nearest;            ///< the point of it, rounded; NaN beyond the range
  std::vector<double> windings;         ///< generalised winding numbers where they told the sides: bodies that are not sound
  Certainty certainty = Certainty::proved;  ///< of the sides: `likely` with winding numbers, `sampled` without faces
};

/// The first crossing of each ray with the surface, in their order.
struct RayAnswers {
  static constexpr std::uint32_t kNone = UINT32_MAX;  ///< no face

  std::vector<std::uint32_t> faces;  ///< met first, decided exactly, borders included; of equal ones the lowest; kNone: none
  std::vector<double> times;         ///< t there, rounded; infinite where no face is met
};

/// The other object nearest to one, see Engine::nearest.
struct NearestObject {
  ObjectId object;                   ///< which
  double distance = 0;               ///< 0 where the two meet
  std::optional<Witness> witness{};  ///< nearest points, a_point on the object asked about; none where the two meet
};

/// What an object, or the first of several, does at a pose.
struct PoseAnswer {
  /// Of the moving object, as a, and `hit`, as b. `near` within the clearance, else `disjoint`, where it meets none.
  Verdict verdict = Verdict::disjoint;
  std::optional<ObjectId> hit{};     ///< the first other object, by its id, that is met, else the nearest one of `near`
  ObjectId moving{};                 ///< which of several moving objects that is
  std::optional<double> distance{};  ///< with a clearance: 0 where one is met, none if all are farther away
};

}  // namespace impinge
