// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/answer.h>
#include <impinge/export.h>
#include <impinge/mesh.h>

namespace impinge {

/// What a point of a face lies on.
enum class FaceFeature : std::uint8_t {
  vertex,  ///< a corner
  edge,    ///< an edge, between its corners
  face,    ///< the face, off its edges
};

/// The word for each, as it stands in the enum.
IMPINGE_EXPORT const char* to_string(FaceFeature feature) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, FaceFeature& feature) noexcept;

/// A corner of what two faces have in common.
struct ContactPoint {
  Vec3 point = Vec3::Zero();                  ///< correctly rounded
  FaceFeature a_feature = FaceFeature::face;  ///< what it lies on in the face of a
  FaceFeature b_feature = FaceFeature::face;  ///< what it lies on in the face of b
  std::uint8_t a_index = 0;  ///< which corner of the face of a, or which edge: i runs from corner i to i + 1
  std::uint8_t b_index = 0;  ///< likewise
};

/// Two faces that meet, and where.
struct Contact {
  std::uint32_t a_face = 0;                ///< face of a, from 0
  std::uint32_t b_face = 0;                ///< face of b, from 0
  Relation relation = Relation::touching;  ///< touching or crossing
  bool coplanar = false;                   ///< they lie in one plane
  Vec3 a_normal = Vec3::Zero();            ///< unit length; 0 for a face without area
  Vec3 b_normal = Vec3::Zero();            ///< likewise
  /// One point, the two ends of a segment, or the corners of a convex polygon, counter-clockwise about a_normal.
  std::vector<ContactPoint> points;
};

/// Segments in which the surfaces meet, joined where they share an end. Ends where the number of segments at a point is not
/// two: at the border of an open surface, at a patch, or where several curves meet.
struct ContactCurve {
  bool closed = false;       ///< the last point is joined to the first
  double length = 0;         ///< of all segments
  std::vector<Vec3> points;  ///< at least two
  /// The faces of a and b that segment i runs in, from points[i] to the next; the lowest of each where there are several.
  std::vector<std::array<std::uint32_t, 2>> faces;
};

/// A region of one plane that belongs to both surfaces.
struct ContactPatch {
  double area = 0;             ///< without its holes
  Vec3 normal = Vec3::Zero();  ///< unit length, out of a
  Vec3 middle = Vec3::Zero();  ///< its centroid
  /// The outer boundary, counter-clockwise about the normal, then the holes, clockwise.
  std::vector<std::vector<Vec3>> outline;
  std::vector<std::uint32_t> a_faces;  ///< ascending
  std::vector<std::uint32_t> b_faces;  ///< ascending
};

/// A connected part of the solid, with its cavities.
struct Lump {
  double volume = 0;                   ///< > 0
  double area = 0;                     ///< of its surface
  Vec3 centroid = Vec3::Zero();        ///< of its volume
  Vec3 box_low = Vec3::Zero();         ///< its box
  Vec3 box_high = Vec3::Zero();        ///< see box_low
  std::vector<std::uint32_t> a_faces;  ///< faces of a that bound it, ascending
  std::vector<std::uint32_t> b_faces;  ///< faces of b that bound it, ascending
  std::uint32_t first_face = 0;        ///< its faces in OverlapSolid::mesh: from here
  std::uint32_t face_count = 0;        ///< this many
};

/// What two solids have in common, or their union or difference: topology is decided exactly on the input, points are
/// rounded at the end.
struct OverlapSolid {
  std::optional<Mesh> mesh;  ///< closed, faces outwards, ordered by lump; none where there is no volume
  std::vector<Lump> lumps;   ///< by volume, the largest first
  double volume = 0;         ///< of all lumps, from unrounded points
  double area = 0;           ///< of all lumps
  /// Rounding turned no face over and made none degenerate. If not, the mesh is still closed, but may meet itself within the
  /// rounding of its points.
  bool embedded = true;
};

/// The least translation that leaves two bodies touching, over all directions.
struct LeastParting {
  Vec3 direction = Vec3::Zero();  ///< unit length; b moves along it
  double length = 0;              ///< moved by direction * length, exactly, the pair no longer crosses
  double at_least = 0;            ///< no translation shorter than this parts them
  std::string reason;             ///< why: "convex", "ball inside the overlap", "convex parts"
};

/// A point where a simulator may push: on the way out.
struct PushPoint {
  Vec3 point = Vec3::Zero();   ///< in the middle between the two surfaces
  Vec3 normal = Vec3::Zero();  ///< unit length; b moves along it
  double depth = 0;            ///< how far the surfaces overlap here
  std::uint32_t lump = 0;      ///< which lump of the solid, from 0: the largest first
};

/// Where two bodies overlap and how much; only what was asked for is there.
struct Overlap {
  std::vector<Contact> contacts;        ///< by a_face, then b_face
  std::vector<ContactCurve> curves;     ///< longest first
  std::vector<ContactPatch> patches;    ///< largest first
  std::optional<OverlapSolid> solid;    ///< of two closed bodies
  std::optional<LeastParting> parting;  ///< of a pair that crosses
  std::vector<PushPoint> pushes;        ///< at most four a lump, with `parting`
  std::string statement;                ///< what could not be told and why, for people; mostly empty
};

/// How two solids are combined; inside is where the winding number is not 0.
enum class Combination : std::uint8_t {
  intersection,  ///< in both
  unite,         ///< in one or both
  difference,    ///< in a, not in b
};

/// The word for each as on the command line; that of Combination::unite is "union".
IMPINGE_EXPORT const char* to_string(Combination how) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, Combination& how) noexcept;

/// Combines two closed meshes. Throws Error: bad_mesh if one is not closed, too_large as Engine::check does.
IMPINGE_EXPORT OverlapSolid combine(const Mesh& a, const Mesh& b, Combination how = Combination::intersection);

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
