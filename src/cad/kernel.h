// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What the files of the module share: the shapes of one CAD file as Open CASCADE holds them.

#include <Geom2d_Curve.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_Curve.hxx>
#include <Geom_Surface.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Shape.hxx>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cad/spline_hull.h"
#include "io/cad/cad_data.h"

namespace impinge::cad {

using Progress = std::function<void(const char* stage, double share)>;

/// A curve with what bounds its derivatives.
struct BoundedCurve2 {
  Handle(Geom2d_Curve) curve;
  SplineCurve spline;  ///< empty unless it is one
};
struct BoundedCurve3 {
  Handle(Geom_Curve) curve;
  SplineCurve spline;
};

/// Where a side of the parameters is one point: along parameter `free`, at this value of the other one.
struct Pole {
  int free;
  double at;
};

/// A face as its triangles are bounded by: the surface, in the frame of the shape.
struct TrueFace {
  TopoDS_Face face;
  Handle(Geom_Surface) surface;  ///< without trimming
  SplineNet net;                 ///< empty unless it is a spline
  BoundedCurve3 profile;         ///< of an extruded or revolved one
  io::CadFace form;              ///< as the file has it: what bounds are by
  std::vector<Pole> poles;       ///< of splines and revolved surfaces
};

struct Coedge {
  std::uint32_t face = 0, edge = 0;
  BoundedCurve2 curve;  ///< on the surface
};

/// A shape with what refinement needs.
struct TrueShape {
  TopoDS_Shape shape;
  std::vector<TrueFace> faces;
  std::vector<Coedge> coedges;
  std::vector<Handle(Geom_Curve)> edges;  ///< in space, where the file has one
};

/// A file that was read.
struct TrueFile {
  Handle(TDocStd_Document) document;
  std::vector<TrueShape> shapes;
};

/// Reads STEP, IGES or BREP by the ending. Throws std::runtime_error or Standard_Failure.
void read_file(const std::string& path, const io::CadOptions& options, TrueFile& file, io::CadFile& out);

/// The instances of a document, and their shapes into `file`; `root` is the name of a root without one.
void walk_assembly(const std::string& root, const io::CadOptions& options, TrueFile& file, io::CadFile& out);

/// Sews loose faces, mends solids; what it did goes into the notes, with `where` in front.
TopoDS_Shape heal(const TopoDS_Shape& shape, const io::CadOptions& options, const std::string& where,
                  std::vector<std::string>& notes);

/// Triangles of a shape.
void tessellate(TrueShape& shape, const io::CadOptions& options, io::CadShape& out);

/// The bound of one triangle; sets `estimated` where it is none.
double bound_of(const TrueShape& shape, const io::CadTriangle& triangle, const std::array<io::Point3, 3>& points,
                bool& estimated);

/// Control points of a spline, cut open where it is periodic.
SplineNet net_of(const Handle(Geom_BSplineSurface) & spline);

/// What the kernel knows of a surface, for CadFace, and what bounds it.
void describe(TrueFace& face, io::CadFace& out);

/// Makes a spline, extruded or revolved surface that is a plane, a cylinder, a sphere, a cone or a torus one, for what is
/// said of pairs of surfaces.
void recognise(const TrueFace& face, io::CadFace& out);

/// The middle of a side.
io::SplitAnswer split(const TrueShape& shape, const io::SplitQuestion& question);

/// For judges.
io::SampleAnswer sample(const TrueShape& shape, const io::SampleQuestion& question);
io::ExtremaAnswer extrema(const TrueFile& file, const io::ExtremaQuestion& question);

}  // namespace impinge::cad
