// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
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
  std::uint32_t face_count = 0;        ///< so many
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

/// Combines two closed meshes. Throws Error: bad_mesh if one is not closed, too_large as Engine::check does.
IMPINGE_EXPORT OverlapSolid combine(const Mesh& a, const Mesh& b, Combination how = Combination::intersection);

}  // namespace impinge
