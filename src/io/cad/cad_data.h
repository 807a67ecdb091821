// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What a CAD file becomes: triangles that know their surface, with a bound on how far it lies from them. Plain data, so that
// the reading process can hand it over; see cad_wire.h.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace impinge::io {

using Point3 = std::array<double, 3>;

enum class SurfaceKind : std::uint8_t { plane, cylinder, cone, sphere, torus, spline, extruded, revolved, other };

/// The surface under a face, in the frame of its shape.
struct CadFace {
  SurfaceKind kind = SurfaceKind::other;
  bool estimated = false;  ///< the bounds of its triangles are estimates: only the kernel's evaluator knows the surface
  bool turned = false;     ///< the solid's outside is opposite to the normal of the surface
  Point3 origin{}, axis{}, x_axis{};  ///< of analytic surfaces
  double radius = 0;                  ///< of a cylinder, cone (at the origin) or sphere; the ring of a torus
  double second = 0;                  ///< half the angle of a cone, the tube of a torus
};

/// One use of an edge by a face; between two of its parameters lies a side of a triangle.
struct CadSide {
  std::int32_t coedge = -1;  ///< none for a side inside the face
  double t0 = 0, t1 = 0;     ///< at the corner where the side begins, and where it ends
};

struct CadCoedge {
  std::uint32_t face = 0, edge = 0;
};

struct CadTriangle {
  std::array<std::uint32_t, 3> corners{};
  std::uint32_t face = 0;
  std::array<std::array<double, 2>, 3> uv{};  ///< of the corners on the surface
  std::array<CadSide, 3> sides{};             ///< from corner k to k + 1
  double bound = 0;                           ///< no point of it is farther from its piece of the surface, nor the other way
};

/// A solid or a sheet in its own frame.
struct CadShape {
  std::vector<Point3> points;
  std::vector<CadTriangle> triangles;
  std::vector<CadFace> faces;
  std::vector<CadCoedge> coedges;
  bool solid = false;          ///< a solid of the file; else faces that bound none
  std::uint32_t unmeshed = 0;  ///< faces that got no triangles
  double off = 0;              ///< so far from their faces are edges at most
};

/// A shape where the assembly puts it.
struct CadInstance {
  std::uint32_t shape = 0;
  std::array<double, 12> pose{};  ///< rows of the 3 x 4 matrix; may mirror
  std::vector<std::string> path;  ///< names from the root to the part
  std::string layer, colour;      ///< "#rrggbb"; empty if it has none
};

struct CadOptions {
  double deflection = 0;  ///< asked of the kernel; 0: by the size of each shape
  double angle = 0.35;    ///< likewise, in radians
  bool heal = false;      ///< sew loose faces, mend solids, and say so
  double sewing = 1e-3;   ///< gaps up to this are sewn, in mm
  int threads = 0;
};

struct CadFile {
  std::vector<CadShape> shapes;
  std::vector<CadInstance> instances;
  std::vector<std::string> notes;  ///< what was healed, left out or is odd
  double read_ms = 0, mesh_ms = 0;
  std::uint64_t peak_bytes = 0;  ///< of the reading process
};

/// Asks for the middle of a triangle's side on the true surface.
struct SplitQuestion {
  std::uint32_t shape = 0, face = 0;
  CadSide side{};
  std::array<double, 2> uv0{}, uv1{};
};
struct SplitAnswer {
  Point3 point{};
  std::array<double, 2> uv{};
  double t = 0;
};

/// Asks for the bound of a triangle with these corners.
struct BoundQuestion {
  std::uint32_t shape = 0;
  CadTriangle triangle{};
  std::array<Point3, 3> points{};
};

/// For judges: asks for the surface at two parameters, and how far a point is from it.
struct SampleQuestion {
  std::uint32_t shape = 0, face = 0;
  std::array<double, 2> uv{};
  Point3 point{};
};
struct SampleAnswer {
  Point3 on_surface{};
  double distance = 0;  ///< to a near point of the surface, searched from the parameters: not below the truth
};

/// For judges: two bodies by the kernel's own algorithms; what they did not find is negative.
struct ExtremaQuestion {
  std::array<std::uint32_t, 2> shapes{};
  std::array<std::array<double, 12>, 2> poses{};  ///< as CadInstance::pose
};
struct ExtremaAnswer {
  double distance = -1, volume = -1;  ///< in mm
  double distance_ms = 0, volume_ms = 0;
};

}  // namespace impinge::io
