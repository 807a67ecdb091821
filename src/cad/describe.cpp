// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What lies under a face: its kind, its numbers, its control points.
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <GeomConvert.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierSurface.hxx>
#include <Geom_ConicalSurface.hxx>
#include <Geom_CylindricalSurface.hxx>
#include <Geom_Plane.hxx>
#include <Geom_RectangularTrimmedSurface.hxx>
#include <Geom_SphericalSurface.hxx>
#include <Geom_SurfaceOfLinearExtrusion.hxx>
#include <Geom_SurfaceOfRevolution.hxx>
#include <Geom_ToroidalSurface.hxx>
#include <gp_Ax1.hxx>

#include "cad/bound_curves.h"
#include "cad/kernel.h"

namespace impinge::cad {
namespace {

io::Point3 numbers(const gp_XYZ& p) { return {p.X(), p.Y(), p.Z()}; }

void place(const gp_Ax3& frame, io::CadFace& out) {
  out.origin = numbers(frame.Location().XYZ());
  out.axis = numbers(frame.Direction().XYZ());
  out.x_axis = numbers(frame.XDirection().XYZ());
}

constexpr double kSamePoint = 1e-9;  // of the coordinates

// Rows of control points that are one point, where the spline ends in them.
void find_poles(const SplineNet& n, std::vector<Pole>& poles) {
  const int counts[2] = {static_cast<int>(n.knots_u.size()) - n.degree_u - 1,
                         static_cast<int>(n.knots_v.size()) - n.degree_v - 1};
  const auto point = [&](int iu, int iv) {
    const Vec4& p = n.points[iu * counts[1] + iv];
    return gp_XYZ(p[0] / p[3], p[1] / p[3], p[2] / p[3]);
  };
  for (const int free : {0, 1}) {
    const std::vector<double>& knots = free == 0 ? n.knots_v : n.knots_u;
    const int degree = free == 0 ? n.degree_v : n.degree_u, last = counts[1 - free] - 1;
    for (const bool end : {false, true}) {
      const std::size_t k = end ? knots.size() - 1 - degree : degree;
      if (knots[k] != (end ? knots.back() : knots.front())) continue;
      const auto at = [&](int i) { return free == 0 ? point(i, end ? last : 0) : point(end ? last : 0, i); };
      const gp_XYZ first = at(0);
      bool one = true;
      for (int i = 1; i < counts[free] && one; ++i) one = (at(i) - first).Modulus() < kSamePoint * (1 + first.Modulus());
      if (one) poles.push_back({free, knots[k]});
    }
  }
}

// Ends of a profile on the axis it is turned about.
void find_poles(const TrueFace& face, const gp_Ax1& axis, std::vector<Pole>& poles) {
  std::array<double, 4> uv;
  BRepTools::UVBounds(face.face, uv[0], uv[1], uv[2], uv[3]);
  for (const double v : {uv[2], uv[3]}) {
    const gp_XYZ p = face.profile.curve->Value(v).XYZ(), from = p - axis.Location().XYZ();
    if ((from ^ axis.Direction().XYZ()).Modulus() < kSamePoint * (1 + p.Modulus())) poles.push_back({0, v});
  }
}

}  // namespace

SplineNet net_of(const Handle(Geom_BSplineSurface) & given) {
  const Handle(Geom_BSplineSurface) s = Handle(Geom_BSplineSurface)::DownCast(given->Copy());
  if (s->IsUPeriodic()) s->SetUNotPeriodic();
  if (s->IsVPeriodic()) s->SetVNotPeriodic();
  SplineNet net;
  net.degree_u = s->UDegree();
  net.degree_v = s->VDegree();
  const TColStd_Array1OfReal &us = s->UKnotSequence(), &vs = s->VKnotSequence();
  for (int i = us.Lower(); i <= us.Upper(); ++i) net.knots_u.push_back(us(i));
  for (int i = vs.Lower(); i <= vs.Upper(); ++i) net.knots_v.push_back(vs(i));
  for (int i = 1; i <= s->NbUPoles(); ++i)
    for (int j = 1; j <= s->NbVPoles(); ++j) {
      const gp_Pnt p = s->Pole(i, j);
      const double w = s->Weight(i, j);
      net.points.push_back({p.X() * w, p.Y() * w, p.Z() * w, w});
    }
  return net;
}

void describe(TrueFace& face, io::CadFace& out) {
  using enum io::SurfaceKind;
  Handle(Geom_Surface) surface = BRep_Tool::Surface(face.face);
  while (const auto trimmed = Handle(Geom_RectangularTrimmedSurface)::DownCast(surface)) surface = trimmed->BasisSurface();
  face.surface = surface;
  if (const auto flat = Handle(Geom_Plane)::DownCast(surface)) {
    out.kind = plane;
    place(flat->Position(), out);
  } else if (const auto round = Handle(Geom_CylindricalSurface)::DownCast(surface)) {
    out.kind = cylinder;
    place(round->Position(), out);
    out.radius = round->Radius();
  } else if (const auto tapered = Handle(Geom_ConicalSurface)::DownCast(surface)) {
    out.kind = cone;
    place(tapered->Position(), out);
    out.radius = tapered->RefRadius();
    out.second = tapered->SemiAngle();
  } else if (const auto ball = Handle(Geom_SphericalSurface)::DownCast(surface)) {
    out.kind = sphere;
    place(ball->Position(), out);
    out.radius = ball->Radius();
  } else if (const auto ring = Handle(Geom_ToroidalSurface)::DownCast(surface)) {
    out.kind = torus;
    place(ring->Position(), out);
    out.radius = ring->MajorRadius();
    out.second = ring->MinorRadius();
  } else if (const auto patches = Handle(Geom_BSplineSurface)::DownCast(surface)) {
    out.kind = spline;
    face.net = net_of(patches);
  } else if (const auto patch = Handle(Geom_BezierSurface)::DownCast(surface)) {
    out.kind = spline;
    face.net = net_of(GeomConvert::SurfaceToBSplineSurface(patch));
  } else if (const auto swept = Handle(Geom_SurfaceOfLinearExtrusion)::DownCast(surface)) {
    out.kind = extruded;
    out.axis = numbers(swept->Direction().XYZ());
    face.profile = bounded(swept->BasisCurve());
  } else if (const auto turned = Handle(Geom_SurfaceOfRevolution)::DownCast(surface)) {
    out.kind = revolved;
    out.origin = numbers(turned->Axis().Location().XYZ());
    out.axis = numbers(turned->Axis().Direction().XYZ());
    face.profile = bounded(turned->BasisCurve());
    find_poles(face, turned->Axis(), face.poles);
  }
  if (!face.net.empty()) find_poles(face.net, face.poles);
  face.form = out;
  if (out.kind == spline || out.kind == extruded || out.kind == revolved) recognise(face, out);
}

}  // namespace impinge::cad
