// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/export.h>
#include <impinge/mesh.h>

/// Generators: shapes from numbers. Closed ones have their normals outwards. Each throws Error (bad_argument) for
/// parameters out of range, and gives the same coordinates on every machine.
namespace impinge {

struct Pose;
struct SolidData;
class Solid;

/// Axis-aligned box, centred, by its full edge lengths; `subdivisions` squares along each edge: 12 s^2 faces.
IMPINGE_EXPORT Mesh make_box(const Vec3& edges, int subdivisions = 1);

/// Latitude-longitude sphere of 2 * slices * (stacks - 1) faces; stacks >= 2, slices >= 3.
IMPINGE_EXPORT Mesh make_sphere(double radius, int stacks, int slices);

/// The latitude-longitude sphere of the 1994 report with that many faces: 8, 10, 24, 48, 54, 80, 120, 168, 224, 360, 528,
/// 728, 960, 3968, or any other number that a sphere of near-square patches has; else the next larger one.
IMPINGE_EXPORT Mesh make_sphere_of_faces(double radius, std::uint32_t faces);

/// Icosahedron subdivided `level` times onto the sphere: 20 * 4^level faces.
IMPINGE_EXPORT Mesh make_icosphere(double radius, int level);

/// Torus around z: ring radius, tube radius, segments around the ring and around the tube.
IMPINGE_EXPORT Mesh make_torus(double ring, double tube, int ring_segments, int tube_segments);

/// Latitude-longitude sphere with a radial displacement of three octaves, `amplitude` of the radius; closed and concave.
IMPINGE_EXPORT Mesh make_displaced_sphere(double radius, double amplitude, int stacks, int slices, std::uint64_t seed = 1);

/// The randomly displaced mesh of Shinya & Forgue 1991: a closed ball whose vertices are moved at random, independent of
/// each other, `amplitude` of the radius at most.
IMPINGE_EXPORT Mesh make_random_mesh(double radius, double amplitude, int stacks, int slices, std::uint64_t seed = 1);

/// A grid of heights, row by row along y, `columns` of them in each row along x, `cell` apart, centred: an open surface of
/// 2 * (columns - 1) * (rows - 1) faces. With a depth > 0 it is a solid: walls go down to a floor that much below the lowest
/// height.
IMPINGE_EXPORT Mesh make_height_field(std::span<const double> heights, int columns, double cell, double depth = 0);

/// A square height field of smooth random hills, `amplitude` up and down at most: 2 * cells^2 faces, and a solid with a
/// depth > 0.
IMPINGE_EXPORT Mesh make_noise_field(double size, double amplitude, int cells, std::uint64_t seed = 1, double depth = 0);

/// A square height field whose heights, 0 to `height`, tell how long points stay near the Mandelbrot set: 8192 faces with
/// the 64 cells along each side of Shinya & Forgue 1991, and a solid with a depth > 0.
IMPINGE_EXPORT Mesh make_mandelbrot_field(double size, double height, double depth = 0, int cells = 64);

/// An open surface closed to a solid by its outline: the surface, a flat copy of it `depth` beyond its farthest point along
/// `away`, and walls between the outlines. For scans and height fields, which are seen once along `away`; the surface is
/// turned inside out where most of it looks along `away`. A closed mesh stays as it is. Throws Error (bad_argument) for a
/// direction without length or a depth that is not positive and finite.
IMPINGE_EXPORT Mesh close_scan(const Mesh& scan, const Vec3& away, double depth);

/// Utah teapot from its Bézier patches as published, `size` high, standing on z = 0 with its spout along x; `divisions`
/// squares along each patch: open, with the patches' own seams, 64 * divisions^2 - 8 * divisions triangles (those that
/// collapse at the poles are left out).
IMPINGE_EXPORT Mesh make_teapot(double size, int divisions);

/// A solid teapot of 552 faces, placed as make_teapot, with the face count of the one that falls on the Mandelbrot field in
/// Shinya & Forgue 1991.
IMPINGE_EXPORT Mesh make_closed_teapot(double size);

/// A concave body that every line along z meets in one stretch: the kind that Myszkowski, Okunev & Kunii 1995 call convex
/// along the line. A cross with tapering arms in a cube of that size, divided into at least that many faces.
IMPINGE_EXPORT Mesh make_line_convex(double size, std::uint32_t faces);

/// Parallel plates on a common back: lines along z meet two layers of faces for each plate, six for three. In a cube of that
/// size, divided into at least that many faces.
IMPINGE_EXPORT Mesh make_comb(double size, int plates, std::uint32_t faces);

/// A row of fourteen teeth on a horseshoe arch, a closed solid of 20 r^2 + 62 r + 2 faces for resolution r (74 gives
/// 114,110). The lower row's crowns point up from its gum at z = 0, the upper row's down; `size` is the width of the upper
/// arch, about 64 mm in life. With the upper row at z = 0.31 * size the first cusps meet.
IMPINGE_EXPORT Mesh make_teeth(double size, int resolution, bool upper);

/// Where a line passes through the surface of a shape.
struct Crossing {
  double t_low = 0;   ///< the crossing lies at a parameter not below this
  double t_high = 0;  ///< … and not above this
  int sign = 0;       ///< +1 where the line enters, -1 where it leaves
};

/// Anything that can list its crossings with a line: what the raster methods take beside meshes.
/// The functions are called from many threads at once.
class LineShape {
 public:
  virtual ~LineShape() = default;
  /// Two opposite corners of a box that holds the shape, in its own frame.
  virtual std::array<Vec3, 2> bounds() const = 0;
  /// Appends every crossing of the line origin + t direction (unit length, all t), in any order, in the shape's own frame.
  virtual void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const = 0;
  /// True if the shape bounds a solid, so that every line enters as often as it leaves.
  virtual bool closed() const { return true; }
  /// What it is, for messages.
  virtual std::string name() const { return "shape"; }
  /// The solid in closed form that it is, or null: checks answer those by proof, not along lines.
  virtual const Solid* solid() const { return nullptr; }
};

/// The usual handle: shapes are immutable and may be shared by scenes and threads.
using LineShapePtr = std::shared_ptr<const LineShape>;

/// Ball around the origin by its equation.
IMPINGE_EXPORT LineShapePtr make_implicit_sphere(double radius);

/// Ellipsoid around the origin by its three half axes.
IMPINGE_EXPORT LineShapePtr make_implicit_ellipsoid(const Vec3& radii);

/// Torus around z by the radii of ring and tube, tube < ring.
IMPINGE_EXPORT LineShapePtr make_implicit_torus(double ring, double tube);

/// Barr's superellipsoid by its half axes and the exponents along z (e1) and around z (e2), each 0.1 to 2, where it is
/// convex: (|x/a|^(2/e2) + |y/b|^(2/e2))^(e2/e1) + |z/c|^(2/e1) = 1. (1, 1) is an ellipsoid, small ones approach a box.
IMPINGE_EXPORT LineShapePtr make_superquadric(const Vec3& radii, double e1, double e2);

/// A centre of influence: strength * (1 - (distance / radius)^2)^3 within its radius, nothing beyond.
struct Metaball {
  Vec3 centre = Vec3::Zero();  ///< where it is strongest
  double radius = 1;           ///< how far it reaches, > 0
  double strength = 1;         ///< at the centre; negative ones carve
};

/// The solid where the influences add up to more than the threshold (> 0). At least one ball must have a strength > 0.
IMPINGE_EXPORT LineShapePtr make_metaballs(std::vector<Metaball> balls, double threshold = 0.5);

/// A function of space whose solid is where it is negative, inside a box. One bound at least must be given: it is what
/// makes sure that no crossing is missed between the places where the function is asked.
struct ImplicitFunction {
  std::function<double(const Vec3&)> value;  ///< continuous; negative inside; called from many threads at once
  std::array<Vec3, 2> bounds{};              ///< the solid ends at this box at the latest
  double lipschitz = 0;                      ///< the value changes by no more than this for each unit of length
  double curvature = 0;                      ///< bound on the second derivative along any unit direction; 0: not known
  /// Bound on the length of the gradient in a box given by its two corners; sharper than `lipschitz` where it knows better.
  std::function<double(const Vec3& low, const Vec3& high)> slope_bound{};
  double value_error = 0;         ///< bound on the rounding error of `value`
  double resolution = 0;          ///< two crossings closer than this may be missed together; 0: 2^-20 of the box's diagonal
  std::string name = "function";  ///< for messages
};

/// The solid where the function is negative. Throws Error (bad_argument) where it gives NaN, at once or in a query.
IMPINGE_EXPORT LineShapePtr make_implicit(ImplicitFunction function);

/// A signed distance function, negative inside, or any function that changes by no more than the distance walked.
IMPINGE_EXPORT LineShapePtr make_signed_distance(std::function<double(const Vec3&)> distance,
                                                 const std::array<Vec3, 2>& bounds, std::string name = "sdf");

/// Signed distance of a box by its full edge lengths whose edges are rounded by a radius, at most half the least edge.
IMPINGE_EXPORT LineShapePtr make_rounded_box(const Vec3& edges, double radius);

/// Signed distance of everything within a radius of the segment from one point to another.
IMPINGE_EXPORT LineShapePtr make_capsule(const Vec3& from, const Vec3& to, double radius);

/// Signed distance of a cylinder around z, centred, by its radius and full height.
IMPINGE_EXPORT LineShapePtr make_implicit_cylinder(double radius, double height);

/// How far a surface is moved outwards, as a function of the place; called from many threads at once.
struct Displacement {
  std::function<double(const Vec3&)> height;  ///< outwards > 0, inwards < 0
  double amplitude = 0;                       ///< bound on its size, > 0
  double lipschitz = 0;                       ///< the height changes by no more than this for each unit of length, > 0
};

/// Waves along all three axes: amplitude * sin sin sin, with that wavelength.
IMPINGE_EXPORT Displacement make_waves(double amplitude, double wavelength);

/// Smooth random hills, `wavelength` apart.
IMPINGE_EXPORT Displacement make_hills(double amplitude, double wavelength, std::uint64_t seed = 1);

/// The solid where the distance to the base is less than the height. The base must know its distance: sphere, torus,
/// superquadric, metaballs, functions, meshes, and CSG, placing and displacement of these. Where a base knows only a
/// function that changes by no more than the distance (all but spheres, tori, meshes and true distance functions), heights
/// are lengths of that function.
IMPINGE_EXPORT LineShapePtr make_displaced(LineShapePtr base, Displacement displacement);

/// A rational spline surface, not trimmed: degrees, knots (as many as control points in that direction + degree + 1,
/// never falling) and control points, those of one u after the other: points[iu * count_v + iv].
struct NurbsSurface {
  int degree_u = 0;               ///< 1 to 15
  int degree_v = 0;               ///< 1 to 15
  std::vector<double> knots_u{};  ///< inside, none may stand more than degree times
  std::vector<double> knots_v{};  ///< likewise
  std::vector<Vec3> points{};     ///< (knots_u - degree_u - 1) * (knots_v - degree_v - 1) of them
  std::vector<double> weights{};  ///< > 0, one for each point; none at all: polynomial
};

/// One or more surfaces. Where all borders meet in pairs or shrink to points they bound a solid, and the side of its normals
/// is found; else the shape is open. Throws Error (bad_argument) for knots, weights or points that make no surface.
IMPINGE_EXPORT LineShapePtr make_nurbs(std::vector<NurbsSurface> surfaces);

/// Sphere as one surface of degree 2, 4 x 2 Bézier patches, poles on z; the same points as the implicit one.
IMPINGE_EXPORT NurbsSurface make_nurbs_sphere(double radius);

/// Torus around z as one surface of degree 2, 4 x 4 Bézier patches.
IMPINGE_EXPORT NurbsSurface make_nurbs_torus(double ring, double tube);

/// A mesh as a shape that lists its crossings, for CSG with others. A line through an edge or a vertex counts by a half-open
/// rule, so that closed meshes have as many entries as exits on every line.
IMPINGE_EXPORT LineShapePtr make_line_mesh(Mesh mesh);

/// A shape moved in its frame, as an object is in its scene; for parts of CSG.
IMPINGE_EXPORT LineShapePtr make_placed(LineShapePtr shape, const Pose& pose);

/// Everything that is in one part at least. Parts must be closed shapes. What is thinner than the error of the crossings is
/// left out, so that parts that share a face become one.
IMPINGE_EXPORT LineShapePtr make_union(std::vector<LineShapePtr> parts);

/// What is in all parts. Throws Error (bad_argument) where their boxes have nothing in common.
IMPINGE_EXPORT LineShapePtr make_intersection(std::vector<LineShapePtr> parts);

/// What is in the first part and in no other.
IMPINGE_EXPORT LineShapePtr make_difference(std::vector<LineShapePtr> parts);

/// What a solid is.
enum class SolidKind : std::uint8_t { half_space, box, sphere, capsule, cylinder, cone, ellipsoid, height_field, points };

/// The word for each, as it stands in the enum.
IMPINGE_EXPORT const char* to_string(SolidKind kind) noexcept;
/// Sets the value that has this word; false, and leaves it as it is, if none has.
IMPINGE_EXPORT bool from_string(std::string_view word, SolidKind& kind) noexcept;

/// The usual handle: solids are immutable and may be shared by scenes and threads.
using SolidPtr = std::shared_ptr<const Solid>;

/// A simple solid as it is, not tessellated, for Scene::add among meshes: check, meet, sweep and points answer pairs of
/// solids, and of a solid with a mesh, by closed forms and proofs; see Certainty and PairAnswer::gap for how sure and how
/// exact. Centred in its own frame, with z as the axis of revolution; its pose in a scene must be a rotation. Each function
/// throws Error (bad_argument) for sizes that are not finite and greater than 0.
class IMPINGE_EXPORT Solid final : public LineShape {
 public:
  /// All x with normal . x <= offset; the normal has any length but 0. Ends 1e75 away from its origin.
  static SolidPtr half_space(const Vec3& normal, double offset = 0);
  static SolidPtr box(const Vec3& edges);                  ///< by its full edge lengths
  static SolidPtr sphere(double radius);                   ///< a ball
  static SolidPtr capsule(double radius, double length);   ///< all within the radius of a segment of that length along z
  static SolidPtr cylinder(double radius, double height);  ///< with flat ends
  static SolidPtr cone(double radius, double height);      ///< apex at +height / 2
  static SolidPtr ellipsoid(const Vec3& radii);            ///< by its half axes
  /// A grid of heights with walls and a floor, `depth` > 0 below the lowest height: exactly the mesh that
  /// make_height_field() makes, which is what meshes and other fields meet.
  static SolidPtr height_field(std::span<const double> heights, int columns, double cell, double depth);
  /// Balls of one radius around points, or, with radius 0, the points themselves, which have no inside. At least one.
  static SolidPtr points(std::vector<Vec3> points, double radius = 0);
  ~Solid() override;

  SolidKind kind() const noexcept;  ///< which it is
  /// From the surface to a point of its own frame, negative inside; rounded. To points of radius 0 it is never negative.
  double signed_distance(const Vec3& point) const;
  /// Triangles for pictures, corners on the surface, `segments` (3 to 4096) around; a half-space as a slab of that size.
  Mesh tessellated(int segments = 48, double size = 1) const;
  /// Of points their centres; empty else.
  std::span<const Vec3> centres() const noexcept;

  std::array<Vec3, 2> bounds() const override;  ///< of a half-space, what ends 1e75 away
  /// None for half-spaces and points, which lines do not tell about.
  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override;
  bool closed() const override;       ///< false for half-spaces and points, which methods by lines cannot take
  std::string name() const override;  ///< the word of its kind
  const Solid* solid() const override { return this; }

 private:
  friend struct Internals;
  explicit Solid(std::shared_ptr<const SolidData> data) : data_(std::move(data)) {}

  std::shared_ptr<const SolidData> data_;
};

}  // namespace impinge
