// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <impinge/export.h>
#include <Eigen/Core>

namespace impinge {

struct Internals;  // the library's own way into what public classes keep to themselves
struct MeshData;

/// Three doubles without alignment demands, so that the ABI does not change with the instruction set.
using Vec3 = Eigen::Vector3d;

/// Vertex indices of a triangle, counter-clockwise seen from outside.
using Face = std::array<std::uint32_t, 3>;

/// What a reader found in the polygons of a file; all else in a report is about triangles.
struct PolygonReport {
  static constexpr std::uint32_t kNone = UINT32_MAX;  ///< no such polygon

  std::uint32_t crossing = 0;            ///< they cross themselves, so that what they enclose is a guess
  std::uint32_t bent = 0;                ///< off a plane by more than 1e-5 of their largest coordinate: so is the surface
  std::uint32_t first_crossing = kNone;  ///< the lowest polygon that crosses itself
  std::uint32_t first_bent = kNone;      ///< the lowest polygon that is not planar
  double off_plane = 0;                  ///< how far a corner of a bent one lies off its plane at most, rounded
};

/// What the input doctor found in a mesh. Edges are told by position: vertices with identical coordinates count as one.
struct MeshReport {
  static constexpr std::uint32_t kNone = UINT32_MAX;  ///< no such face

  std::uint32_t degenerate_faces = 0;             ///< zero area, decided exactly
  std::uint32_t duplicate_faces = 0;              ///< faces whose three corners another, earlier face has too
  std::uint32_t open_edges = 0;                   ///< edges of one face only
  std::uint32_t non_manifold_edges = 0;           ///< edges of more than two faces
  std::uint32_t inconsistent_edges = 0;           ///< edges of two faces that run through it in the same direction
  std::uint32_t components = 0;                   ///< parts that share no corner
  std::uint32_t inside_out_shells = 0;            ///< closed shells that look inwards, beside others that look outwards
  std::uint32_t back_faces = 0;                   ///< faces of shells that are the back of another: walls given twice
  std::uint32_t first_degenerate_face = kNone;    ///< the lowest degenerate face
  std::uint32_t first_duplicate_face = kNone;     ///< the lowest duplicate face
  std::uint32_t first_open_face = kNone;          ///< a face at an open edge
  std::uint32_t first_non_manifold_face = kNone;  ///< a face at a non-manifold edge
  std::uint32_t first_inconsistent_face = kNone;  ///< a face at an inconsistent edge
  std::uint32_t first_inside_out_face = kNone;    ///< the lowest face of an inside-out shell
  std::uint32_t first_back_face = kNone;          ///< the lowest face of a back
  /// Every edge is passed as often in one direction as in the other, so that "inside" is defined (winding number not 0).
  bool closed = false;
  /// Every wall is there twice, turned both ways, as two-sided exports have it: winding numbers are 0 everywhere.
  bool cancelled = false;
  PolygonReport polygons;  ///< of the file, before they were cut into triangles

  /// True if no edge is open and only the orientation contradicts itself: faces are turned both ways.
  bool mixed_orientation() const noexcept { return !closed && open_edges == 0 && inconsistent_edges > 0; }

  /// True if the mesh is closed and encloses something, so that its exact winding numbers are what was meant.
  bool sound() const noexcept { return closed && !cancelled; }

  /// True if there is nothing that `--strict` would refuse. Bent polygons are no flaw: their triangles are what is checked.
  bool clean() const noexcept {
    return degenerate_faces + duplicate_faces + open_edges + non_manifold_edges + inconsistent_edges + inside_out_shells +
               back_faces + polygons.crossing ==
           0;
  }
};

/// A triangle mesh: the shape that every stage knows. A cheap handle; copies share the arrays and what the doctor found.
/// Immutable, so it may be read from any number of threads. Deformation replaces vertices per object, see Scene.
class IMPINGE_EXPORT Mesh {
 public:
  /// Takes the arrays over and examines them. Throws Error (bad_mesh) for NaN or infinite coordinates, an index out of
  /// range, or no faces. `source_faces`, if not empty, gives for each triangle the polygon of the file it came from, and
  /// `polygons` what is wrong with them.
  Mesh(std::vector<Vec3> vertices, std::vector<Face> faces, std::string origin = {},
       std::vector<std::uint32_t> source_faces = {}, const PolygonReport& polygons = {});

  /// Examines the caller's arrays without copying them. They must outlive the mesh and everything made from it.
  static Mesh borrow(std::span<const Vec3> vertices, std::span<const Face> faces, std::string origin = {});

  /// Valid as long as the mesh or a copy of it. A mesh of a scene that open_scene() knows by its index alone is read when
  /// first asked for, and stays; that throws Error if the file is gone or another one.
  /// @{
  std::span<const Vec3> vertices() const;
  std::span<const Face> faces() const;
  /// @}

  /// What is known of any mesh without reading it: how many faces, and the least and greatest coordinates of the vertices
  /// that faces use, or of all.
  /// @{
  std::uint64_t face_count() const noexcept;
  std::array<Vec3, 2> box(bool all_vertices = false) const;
  /// @}

  /// What the doctor found; examined once when the mesh was made.
  const MeshReport& report() const noexcept;
  /// Short for report().closed.
  bool closed() const noexcept { return report().closed; }

  /// Where it came from, for messages: a file name, a generator, or empty.
  const std::string& origin() const noexcept;

  /// The polygon of the file that triangle `face` came from; the face itself where polygons were triangles.
  std::uint32_t source_face(std::uint32_t face) const;

  /// True if some polygon of the file became several triangles, so that source_face() differs from the identity.
  bool has_source_faces() const noexcept;

 private:
  friend struct Internals;
  explicit Mesh(std::shared_ptr<const MeshData> data) : data_(std::move(data)) {}

  std::shared_ptr<const MeshData> data_;
};

/// What mend() did to a mesh, in this order.
struct MendSteps {
  std::uint32_t welded_vertices = 0;        ///< vertices at the very place of another one, made one with it
  std::uint32_t unused_vertices = 0;        ///< vertices left out because no face needs them
  std::uint32_t duplicate_faces = 0;        ///< faces left out because another one has the same corners
  std::uint32_t degenerate_faces = 0;       ///< faces without area left out
  std::uint32_t kept_degenerate_faces = 0;  ///< faces without area that close the mesh, where long edges meet short ones
  std::uint32_t turned_faces = 0;           ///< faces turned round, as the larger part of their component is
  std::uint32_t filled_holes = 0;           ///< holes in a plane that were filled
  std::uint32_t new_faces = 0;              ///< faces that fill them
  std::uint32_t holes_left = 0;             ///< holes that are not in a plane, that hold others, or outlines of flat patches

  /// True if the mesh is what it was.
  bool nothing_done() const noexcept {
    return welded_vertices + unused_vertices + duplicate_faces + degenerate_faces + turned_faces + filled_holes == 0;
  }
};

/// A mesh and how it came about.
struct Mended {
  Mesh mesh;        ///< as it is now
  MendSteps steps;  ///< what was done to it
};

/// The safe part of a repair: equal corners are welded, doubled faces and faces without area left out, components turned
/// the same way all over, holes in a plane filled. Of a body whose walls have a back one side stays, the one that looks
/// outwards; other faces with the same corners that are turned against each other cancel, as they do in winding numbers. No
/// coordinate changes and no vertex is new. A single component that looks inwards is turned outwards, and so is a shell that
/// looks inwards beside others that look outwards. What fills a hole may cross what sticks through it; `check --self` tells.
/// Throws Error (bad_mesh) if no face is left.
IMPINGE_EXPORT Mended mend(const Mesh& mesh);

}  // namespace impinge
