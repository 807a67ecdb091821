// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

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

/// Utah teapot from its Bézier patches as published, `divisions` squares along each patch: open, with the patches' own
/// seams, 2 * divisions^2 triangles a patch less those that collapse at the poles.
IMPINGE_EXPORT Mesh make_teapot(double size, int divisions);

/// The closed teapot of 552 faces that falls on the Mandelbrot field in Shinya & Forgue 1991.
IMPINGE_EXPORT Mesh make_closed_teapot(double size);

}  // namespace impinge
