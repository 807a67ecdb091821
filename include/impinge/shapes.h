// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <impinge/export.h>
#include <impinge/mesh.h>

/// Generators: shapes from numbers. Closed ones have their normals outwards. Each throws Error (bad_argument) for
/// parameters out of range, and gives the same coordinates on every machine.
namespace impinge {

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

/// Utah teapot from its Bézier patches as published, `size` high, standing on z = 0 with its spout along x; `divisions`
/// squares along each patch: open, with the patches' own seams, 64 * divisions^2 - 8 * divisions triangles (those that
/// collapse at the poles are left out).
IMPINGE_EXPORT Mesh make_teapot(double size, int divisions);

/// A solid teapot of 552 faces, placed as make_teapot, with the face count of the one that falls on the Mandelbrot field in
/// Shinya & Forgue 1991.
IMPINGE_EXPORT Mesh make_closed_teapot(double size);

/// A concave winged body of 528 faces after the space shuttle of Smith & Kitamura 1994; `size` is the hull's length, its
/// nose is along x.
IMPINGE_EXPORT Mesh make_shuttle(double size);

/// A chair of 146 faces, `size` high, standing on z = 0 and facing along x.
IMPINGE_EXPORT Mesh make_chair(double size);

/// A head of 1816 faces with a neck, `size` high, facing along x.
IMPINGE_EXPORT Mesh make_head(double size);

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
};

}  // namespace impinge
