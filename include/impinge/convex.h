// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <impinge/answer.h>
#include <impinge/export.h>
#include <impinge/mesh.h>
#include <impinge/scene.h>

/// Convex bodies: queries whose cost does not grow with the face count, and answers that come with their proof.
///
/// Exactness refers to the body in its own frame under the given pose: the set of all rotation * x + position with x in the
/// convex hull of the body's vertices, in real numbers, with the doubles of the pose taken as they are. The rotation need
/// not be orthonormal to the last digit for that; one that is far from it costs speed and no truth.
namespace impinge {

struct ConvexBodyData;
struct ConvexPolygonData;

/// How the maps of a convex body are built.
struct ConvexOptions {
  /// Levels of the polygon mesh map, 1 to 8; the division that needs least memory is searched, level by level.
  int map_levels = 2;
  double faces_per_cell = 1;  ///< faces (vertices) a cell of the maps shall hold, 0.25 to 64
  /// Cells along each side of the small tables that answer most queries, 4 to 256; 0 chooses by the number of vertices.
  int bound_cells = 0;
};

/// What the maps of a body cost.
struct ConvexMaps {
  std::uint64_t face_map_bytes = 0;    ///< direction to face
  std::uint64_t vertex_map_bytes = 0;  ///< direction to extreme vertex
  std::uint64_t link_bytes = 0;        ///< neighbours of faces, a face for each vertex
  std::uint64_t bound_bytes = 0;       ///< the small tables; the same for every face count
  std::uint32_t face_cells_top = 0;    ///< cells along a cube side in the upper level of the face map
  double build_ms = 0;                 ///< everything after the hull
  double hull_ms = 0;                  ///< the hull of points, or the check of a mesh
  /// All but the constant part.
  std::uint64_t bytes() const noexcept { return face_map_bytes + vertex_map_bytes + link_bytes; }
};

/// How far a point is out, as a multiple of the way from the origin to the boundary, and the slope of that.
struct SurfaceSlope {
  double value = 0;              ///< 1 on the boundary, less inside
  Vec3 gradient = Vec3::Zero();  ///< by the point
};

/// A body in closed form that its origin sees all of. Derive from it to ask about a body of your own. Functions are called
/// from many threads, and their values must be good to 1e-14 of their size.
class IMPINGE_EXPORT StarSurface {
 public:
  StarSurface() = default;
  StarSurface(const StarSurface&) = default;             ///< for the classes that derive from it
  StarSurface& operator=(const StarSurface&) = default;  ///< for the classes that derive from it
  virtual ~StarSurface();
  /// At a point that is not zero: <= 1 in the body; gauge(t x) = t gauge(x) for t > 0.
  virtual SurfaceSlope gauge(const Vec3& x) const = 0;
  /// Of a ball around the origin that holds the body.
  virtual double radius() const = 0;
};

/// A convex one. Its edges and apices may be sharp: any one of the slopes there will do.
class IMPINGE_EXPORT CurvedSurface : public StarSurface {
 public:
  /// A point of the body farthest along a direction that is not zero.
  virtual Vec3 support(const Vec3& n) const = 0;
  /// By default that of the box around the body.
  double radius() const override;
  /// Mean of each x * x over the body, about: tables are made finer where the body is thin. By default from the gauge.
  virtual Vec3 spread() const;
};

/// A convex solid with its maps. A cheap handle; copies share everything. Immutable: any number of threads may ask it.
class IMPINGE_EXPORT ConvexBody {
 public:
  /// The solid that a closed convex mesh bounds; vertices at identical places are welded, the orientation of faces does not
  /// matter, and polygon soup is accepted as long as it covers the boundary of its hull. The check is exact. Throws Error
  /// (bad_mesh) that names the edge where the mesh is not convex, or says that it is open or flat.
  static ConvexBody from_mesh(const Mesh& mesh, const ConvexOptions& options = {});

  /// The convex hull of points, exactly. Throws Error (bad_mesh) for fewer than four points, points of one plane, NaN.
  static ConvexBody from_points(std::span<const Vec3> points, const ConvexOptions& options = {});

  /// Curved bodies, centred, with their axes along x, y, z and z the axis of revolution. Answers about them are proved with
  /// error bounds; within about 1e-12 of touching they say `decided = false`. Throw Error (bad_argument) for sizes that are
  /// not positive.
  /// @{
  static ConvexBody ellipsoid(const Vec3& radii, const ConvexOptions& options = {});
  static ConvexBody cylinder(double radius, double height, const ConvexOptions& options = {});
  static ConvexBody cone(double radius, double height, const ConvexOptions& options = {});  ///< apex at +height / 2
  /// What two balls have in common: a circle of the radius, `thickness` through its middle; thickness < 2 * radius.
  static ConvexBody lens(double radius, double thickness, const ConvexOptions& options = {});
  /// A body of your own, around the origin. Spot checks find a support or a gauge that is not that of one convex body;
  /// throws Error (bad_mesh) then.
  static ConvexBody from_surface(std::shared_ptr<const CurvedSurface> surface, const ConvexOptions& options = {});
  /// @}

  /// Corners of the hull (all vertices of a mesh that faces use); empty for a curved body.
  std::span<const Vec3> vertices() const noexcept;
  /// Triangles, counter-clockwise from outside; those of the mesh in its order where the body came from a clean one.
  std::span<const Face> faces() const noexcept;
  /// True for ellipsoid, cylinder, cone, lens and surfaces of your own.
  bool curved() const noexcept;
  /// The inner point that rays start from; strictly inside.
  const Vec3& inner_point() const noexcept;
  /// Of the smallest ball around the inner point that holds the body.
  double radius() const noexcept;
  /// Cost of the maps.
  const ConvexMaps& maps() const noexcept;

  /// The face that the ray from the inner point through `point` meets, by the face map and a short walk; exact. The lowest
  /// is not promised where the ray meets an edge. Throws Error (bad_argument) for a curved body.
  std::uint32_t face_towards(const Vec3& point) const;
  /// Whether the point, in the body's frame, lies in the body or on its boundary; exact for polytopes.
  bool contains(const Vec3& point) const;
  /// The vertex farthest along a direction, by the vertex map and a short climb; exact. Throws Error (bad_argument) for a
  /// curved body.
  std::uint32_t extreme_vertex(const Vec3& direction) const;

 private:
  friend struct Internals;
  explicit ConvexBody(std::shared_ptr<const ConvexBodyData> data) : data_(std::move(data)) {}

  std::shared_ptr<const ConvexBodyData> data_;
};

/// A body that a kernel point sees all of. Point location in constant time, and a screening that proves meetings.
class IMPINGE_EXPORT StarBody {
 public:
  /// A closed mesh of which every face can be seen from the kernel point. Throws Error (bad_mesh) that names a face which
  /// cannot.
  StarBody(const Mesh& mesh, const Vec3& kernel, const ConvexOptions& options = {});
  /// A curved body around the origin, its kernel point. Location and screening are as good as its gauge. Throws Error
  /// (bad_argument) where there is none, bad_mesh where spot checks find that the gauge is none.
  explicit StarBody(std::shared_ptr<const StarSurface> surface);
  /// The surface of a convex body, polytope or curved, as a star body.
  explicit StarBody(const ConvexBody& body);

  const Vec3& kernel() const noexcept;  ///< rays start here
  bool curved() const noexcept;         ///< given by a surface, without faces
  /// The face that the ray from the kernel point through `point` meets. Throws Error (bad_argument) for a curved body.
  std::uint32_t face_towards(const Vec3& point) const;
  /// Where that ray leaves the body; the kernel point for itself.
  Vec3 boundary_towards(const Vec3& point) const;
  /// Whether the point, in the body's frame, lies in the body or on its boundary; exact for meshes.
  bool contains(const Vec3& point) const;
  /// True if the screening proves that two placed bodies have a common point; false says nothing.
  static bool screened(const StarBody& a, const Pose& a_pose, const StarBody& b, const Pose& b_pose);

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// Where a query ended, in the order of trying. The first six are the paper's.
enum class ConvexStop : std::uint8_t {
  spheres,    ///< bounding spheres lie apart
  screening,  ///< the stretches of the line between the inner points overlap
  newton,     ///< an iterate lies in both bodies
  cone_1,     ///< c-1: two consecutive wedges have nothing in common
  cone_2,     ///< c-2: two consecutive wedges miss a bounding sphere
  cone_3,     ///< c-3: a half-space misses the other's bounding sphere
  support,    ///< support look-ups along a normal or the bisector of both
  gjk,        ///< the simplex of Gilbert, Johnson and Keerthi on the same look-ups
  exact,      ///< exact arithmetic
  warm,       ///< the proof of the last query still holds
};
inline constexpr int kConvexStops = 10;  ///< how many there are
/// The word for a stop, as in the enum.
IMPINGE_EXPORT const char* to_string(ConvexStop stop) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, ConvexStop& stop) noexcept;

/// A proof that anyone can check. Points and normals have the axes of the world and their origin at a's position.
struct ConvexCertificate {
  /// What the proof consists of.
  enum class Kind : std::uint8_t {
    none,           ///< no proof: a curved pair within the error bounds of touching
    point,          ///< `vector` lies in both bodies
    plane,          ///< vector . x < offset for all of a, > offset for all of b
    simplex_point,  ///< the origin is in the hull of the differences of `n_pairs` point pairs
    simplex_plane,  ///< the normal that the pairs define separates: see `pairs`
  };
  Kind kind = Kind::none;      ///< which of the proofs it is
  Vec3 vector = Vec3::Zero();  ///< the point or the normal
  double offset = 0;           ///< of the plane
  std::uint8_t n_pairs = 0;    ///< of the simplex
  /// A point of a and one of b each: a vertex, or kInner, or half-way from the inner point to a vertex (kHalf | vertex).
  /// With differences p = a - b, a normal is -p0 for one pair, p0 x p1 for two, (p1 - p0) x (p2 - p0) for three. The proof
  /// of touching is three pairs around the origin whose plane parts the bodies, or a pair at the origin followed by those of
  /// such a plane.
  std::array<std::array<std::uint32_t, 2>, 4> pairs{};
  static constexpr std::uint32_t kInner = UINT32_MAX;  ///< the inner point
  static constexpr std::uint32_t kHalf = 1u << 31;     ///< see pairs
};
/// The word for a kind, as in the enum.
IMPINGE_EXPORT const char* to_string(ConvexCertificate::Kind kind) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, ConvexCertificate::Kind& kind) noexcept;

/// What is known of two placed convex bodies.
struct ConvexAnswer {
  Relation relation = Relation::disjoint;  ///< touching: they meet, their insides do not
  ConvexStop stop = ConvexStop::spheres;   ///< what settled it
  bool in_bounds = true;                   ///< the small tables were enough
  bool decided = true;                     ///< false only for a curved pair within the error bounds of touching
  std::uint16_t pair_checks = 0;           ///< pairs of faces looked up, as the paper counts them
  ConvexCertificate certificate;           ///< the proof
  /// True if the bodies have a common point.
  bool meet() const noexcept { return relation != Relation::disjoint; }
};

/// What a query leaves for the next one of the same pair. Start with an empty one; any pair may follow, at a loss of time.
struct ConvexWarmStart {
  Vec3 vector = Vec3::Zero();                                    ///< a point or normal in a's frame
  ConvexCertificate::Kind kind = ConvexCertificate::Kind::none;  ///< which of the two
};

/// Whether two placed bodies meet, never wrong, with a certificate. NaN in a pose: Error (bad_argument).
IMPINGE_EXPORT ConvexAnswer polar_newton(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose,
                                         ConvexWarmStart* warm = nullptr);

/// One of many pairs.
struct ConvexPair {
  const ConvexBody* a;  ///< never null
  const ConvexBody* b;  ///< never null
  Pose a_pose;          ///< where a stands
  Pose b_pose;          ///< where b stands
};
/// Many pairs on the threads of the caller's TBB arena; answers[i] belongs to pairs[i].
IMPINGE_EXPORT void polar_newton(std::span<const ConvexPair> pairs, std::span<ConvexAnswer> answers);

/// Checks a certificate in exact arithmetic, by all vertices and faces and without any map: small and slow on purpose.
IMPINGE_EXPORT bool verify(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose,
                           Relation relation, const ConvexCertificate& certificate);

/// Distance of two bodies, or how deep they are in each other; world coordinates, in doubles.
struct ConvexDistance {
  double distance = 0;            ///< > 0 apart, 0 touching, < 0: minus the penetration depth
  double lower = 0;               ///< the true distance is at least this, up to rounding
  Vec3 a_point = Vec3::Zero();    ///< nearest (deepest) point of a
  Vec3 b_point = Vec3::Zero();    ///< and of b
  Vec3 direction = Vec3::Zero();  ///< unit vector from a to b; moving b along it by the depth parts the bodies
  std::uint16_t iterations = 0;   ///< support pairs looked up
};
/// By GJK on the maps; with `depth` the penetration of meeting bodies too (else 0), by expanding a polytope.
IMPINGE_EXPORT ConvexDistance convex_distance(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b,
                                              const Pose& b_pose, bool depth = true);

/// Two doubles without alignment demands.
using Vec2 = Eigen::Matrix<double, 2, 1, Eigen::DontAlign>;
/// A matrix of the plane without alignment demands.
using Mat2 = Eigen::Matrix<double, 2, 2, Eigen::DontAlign>;

/// Where a polygon stands: world = rotation * local + position.
struct Pose2 {
  Mat2 rotation = Mat2::Identity();  ///< applied first
  Vec2 position = Vec2::Zero();      ///< added after it
};

/// A convex polygon with its one-dimensional maps: the same method in the plane.
class IMPINGE_EXPORT ConvexPolygon {
 public:
  /// The hull of points of the plane, exactly. Throws Error (bad_mesh) for fewer than three, collinear ones, NaN.
  explicit ConvexPolygon(std::span<const Vec2> points, const ConvexOptions& options = {});

  std::span<const Vec2> vertices() const noexcept;            ///< corners, counter-clockwise
  const Vec2& inner_point() const noexcept;                   ///< strictly inside
  std::uint64_t map_bytes() const noexcept;                   ///< memory of the maps
  std::uint32_t edge_towards(const Vec2& point) const;        ///< edge i runs from vertex i to the next
  bool contains(const Vec2& point) const;                     ///< exact, boundary included
  std::uint32_t extreme_vertex(const Vec2& direction) const;  ///< exact

 private:
  friend struct Internals;
  std::shared_ptr<const ConvexPolygonData> data_;
};

/// The same for polygons; the third coordinate of a certificate is 0, its pairs define normals by -p0 (one) or the left
/// normal of p1 - p0 (two).
IMPINGE_EXPORT ConvexAnswer polar_newton(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b,
                                         const Pose2& b_pose);
/// Checks a certificate of two polygons by all their vertices, exactly.
IMPINGE_EXPORT bool verify(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose,
                           Relation relation, const ConvexCertificate& certificate);

}  // namespace impinge
