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
  proved,     ///< exact, about the solids or surfaces as they are
  likely,     ///< a body has no exact inside; its generalised winding number tells, see PairAnswer::winding
  sampled,    ///< true at the lines of a raster; what lies between them was not seen
  undecided,  ///< nothing tells: the verdict is `undecided`
};

/// The word for each, as it stands in the enum.
/// @{
IMPINGE_EXPORT const char* to_string(Verdict verdict) noexcept;
IMPINGE_EXPORT const char* to_string(Relation relation) noexcept;
IMPINGE_EXPORT const char* to_string(Guarantee guarantee) noexcept;
IMPINGE_EXPORT const char* to_string(Certainty certainty) noexcept;
/// @}
/// Sets the value that has this word; false, and leaves it as it is, if none has.
/// @{
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
  std::optional<std::uint32_t> a_face;
  std::optional<std::uint32_t> b_face;  ///< see a_face
};

/// A number with a proof: the truth lies between `low` and `high`, unless it is `sampled`.
struct Bounded {
  double value = 0;  ///< the best estimate
  double low = 0;    ///< not above the truth
  double high = 0;   ///< not below the truth
  /// A shape without faces is among the bodies: `low` and `high` are those of the sample lines, which know nothing of what
  /// lies between them, and the truth may lie beyond.
  bool sampled = false;
};

/// How the direction of a raster's lines is found.
enum class DirectionRule : std::uint8_t {
  boxes,    ///< the axis along which the boxes of the two bodies share least
  faces,    ///< the mean normal, free of signs, of the faces that bound the overlap (an item buffer), else of those nearby
  last,     ///< the direction given, that of the last step, unless `faces` finds one with clearly less slope
  several,  ///< a number of directions, the one with the least slope first; what is proved along any of them counts
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
  bool ignored = false;       ///< the scene lists this pair as accepted
  std::string ignore_reason;  ///< why, as the scene says it
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

/// Everything a check found, by (a, b): pairs that are not disjoint, or are so only on the lines of a raster (`sampled`).
struct CheckResult {
  std::vector<PairAnswer> pairs;  ///< ordered by (a, b)
  Stats stats;                    ///< how they were found
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
  double t = 0;      ///< a moment at which they are so near; of a contact the first
};

/// What the motion does to one object pair (a earlier than b in the scene), or to one object with itself (a = b).
struct SweptPair {
  ObjectId a;                                   ///< the earlier object
  ObjectId b;                                   ///< the later object, or a itself
  std::optional<FirstContact> first_contact;    ///< none for a pair that only comes near
  std::vector<ContactInterval> intervals;       ///< ascending
  double worst_t = 0;                           ///< most crossing face pairs of the moments looked at, else least distance
  std::uint64_t worst_crossing_count = 0;       ///< crossing face pairs then
  std::optional<LeastDistance> least_distance;  ///< when a clearance was asked for; none of an object with itself
  bool ignored = false;                         ///< the scene lists this pair as accepted
  std::string ignore_reason;                    ///< why, as the scene says it
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
  std::uint64_t steps = 0;            ///< it has so many
  std::vector<SweptPair> pairs;       ///< ordered by (a, b): in contact at some time, or near when a clearance was asked for
  std::vector<DistanceSample> curve;  ///< ordered by t, then (a, b); empty without a clearance
  std::optional<CullStats> cull;      ///< when velocity_backface was asked for
  Stats stats;                        ///< how they were found
};

/// Called now and then with the stage's name and the share of the whole done, 0 to 1. May come from any thread, one at a
/// time.
using ProgressCallback = std::function<void(std::string_view stage, double share)>;
/// Polled from any thread; return true to stop the query with Error (cancelled).
using CancelCallback = std::function<bool()>;

/// What a line through the middle of a cell meets.
enum class MapCell : std::uint8_t {
  empty,        ///< neither body
  a_only,       ///< body a alone
  b_only,       ///< body b alone
  gap,          ///< both, apart
  contact,      ///< both, closer or deeper by no more than tolerance and a small error bound
  penetration,  ///< both, overlapping
  undecided,    ///< the line grazes a face, so that its errors leave open what it meets, or its crossings do not pair up
};

/// The word for each, as it stands in the enum.
IMPINGE_EXPORT const char* to_string(MapCell cell) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, MapCell& cell) noexcept;

/// How far one body must be moved along a direction to part it from the other.
struct Parting {
  Vec3 direction = Vec3::Zero();  ///< unit length; b moves along it
  /// How far. Of two meshes the exact check of the moved pair proves both bounds: b moved by `low` still overlaps a, moved
  /// by `high` it does not, and `value` is `high`. Otherwise `value` is what parts them at the sample lines.
  Bounded distance;
};

/// What was looked at once more for the numbers of a map.
struct RefinedLevel {
  double cell = 0;          ///< edge of the cells that were halved
  std::uint64_t cells = 0;  ///< how many were: steep, with long lists, deepest, or on the border of the overlap
};

/// Two bodies seen along a direction: what every line through a cell's middle meets, and the numbers summed over all cells.
/// Numbers and cells keep to `verdict`: bodies that are proved apart have no contact on any line, whatever it grazes.
/// Row 0 is the lowest; cell (column, row) is centred at origin + (column + 1/2) cell right + (row + 1/2) cell up.
struct InterferenceMap {
  Vec3 origin = Vec3::Zero();       ///< lower left corner of the window, at depth 0
  Vec3 right = Vec3::UnitX();       ///< unit vector along a row
  Vec3 up = Vec3::UnitY();          ///< unit vector from row to row
  Vec3 direction = Vec3::UnitZ();   ///< unit vector along which the lines run
  std::string direction_rule;       ///< "given", "boxes", "faces", "last" or "several"
  std::vector<ViewChoice> views;    ///< all directions that were looked along, that of the map first
  SlopeStats slope;                 ///< how well the direction suits the faces
  double cell = 0;                  ///< edge of a cell
  int columns = 0;                  ///< cells in a row
  int rows = 0;                     ///< rows
  std::vector<MapCell> cells;       ///< what each cell holds, row by row
  std::vector<float> gap;           ///< along the line: gap > 0, penetration < 0; NaN where no such length is known
  std::vector<float> distance_low;  ///< the same, corrected by the slope of the flatter surface: not above the true distance
  std::vector<std::uint32_t> a_face;  ///< face of a that bounds the gap or overlap, UINT32_MAX where there is none
  std::vector<std::uint32_t> b_face;  ///< face of b, likewise

  /// How the bodies meet. Of two meshes that of the exact check, as in PairAnswer, but never `near`; `touching` also where
  /// the overlap is no deeper than the tolerance. Of other shapes what the lines show.
  Verdict verdict = Verdict::disjoint;
  Certainty certainty = Certainty::proved;  ///< how sure that is
  std::optional<double> distance;           ///< between two meshes that do not meet; 0 where they do

  std::optional<Bounded> overlap_volume;  ///< of the two solids; none for open surfaces
  /// Area of the places where they overlap or touch as the view shows it: of their shadow across the direction, not on the
  /// surfaces. `value` counts lines whose gap is 0 within their error bounds.
  Bounded projected_area;
  Bounded max_depth;                  ///< longest overlap along a line
  std::vector<RefinedLevel> refined;  ///< cells that were halved for these three, by level; empty: none
  std::optional<Vec3> centroid;       ///< of the overlap of two solids, where lines meet it
  std::optional<Vec3> deepest_point;  ///< middle of the longest overlap, where a line meets one
  std::optional<double> min_gap;      ///< least gap along a line, where lines meet the bodies apart
  std::vector<Parting> partings;      ///< along the direction of view first, then those asked for
  bool solids = true;                 ///< both bodies are closed, so that volume and containment are defined
  std::string statement;              ///< what is not defined and why, for people; empty if all is well
  std::uint64_t undecided_cells = 0;  ///< how many cells are undecided
  Stats stats;                        ///< how it was found
};

}  // namespace impinge
