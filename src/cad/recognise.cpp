// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Splines, extruded and revolved surfaces that are planes, cylinders, spheres, cones or tori: guessed from a few normals,
// then proved. What the guess leaves over is a polynomial, and its Bézier coefficients bound it: |P - c w|^2 - r^2 w^2, with
// P and c less their parts along the axis.
#include <BRepTools.hxx>
#include <GeomConvert.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_Circle.hxx>
#include <Geom_Line.hxx>
#include <Geom_RectangularTrimmedSurface.hxx>
#include <Standard_Failure.hxx>
#include <gp_Ax3.hxx>
#include <gp_Pnt.hxx>
#include <gp_Vec.hxx>

#include <algorithm>
#include <array>
#include <cmath>

#include "cad/bernstein.h"
#include "cad/kernel.h"

namespace impinge::cad {
namespace {

constexpr double kSame = 1e-9;  // of the size: what counts as equal
constexpr double kAligned = 1e-12;

struct Sample {
  gp_Pnt p;
  gp_Vec n;
};

bool sample(const Handle(Geom_Surface) & surface, const std::array<double, 4>& uv, std::vector<Sample>& samples) {
  for (const auto& [s, t] : {std::pair{0.13, 0.21}, {0.37, 0.83}, {0.71, 0.33}, {0.89, 0.67}}) {
    Sample at;
    gp_Vec du, dv;
    surface->D1(uv[0] + s * (uv[1] - uv[0]), uv[2] + t * (uv[3] - uv[2]), at.p, du, dv);
    at.n = du.Crossed(dv);
    if (!(at.n.Magnitude() > 1e-12 * du.Magnitude() * dv.Magnitude())) return false;
    at.n.Normalize();
    samples.push_back(at);
  }
  return true;
}

void place(io::CadFace& out, io::SurfaceKind kind, const gp_XYZ& origin, const gp_XYZ& axis, double radius) {
  const gp_Ax3 frame{gp_Pnt(origin), gp_Dir(axis)};
  const gp_Dir x = frame.XDirection();
  out.kind = kind;
  out.origin = {origin.X(), origin.Y(), origin.Z()};
  out.axis = {axis.X(), axis.Y(), axis.Z()};
  out.x_axis = {x.X(), x.Y(), x.Z()};
  out.radius = radius;
}

// Where two lines come nearest.
gp_XYZ meeting(const Sample& a, const Sample& b) {
  const gp_Vec between(a.p, b.p);
  const double c = a.n * b.n, d = 1 - c * c;
  const double t = (between * a.n - (between * b.n) * c) / d;
  return a.p.XYZ() + a.n.XYZ() * t;
}

std::array<double, 3> numbers(const gp_XYZ& p) { return {p.X(), p.Y(), p.Z()}; }

// Normals of a cone lean to its axis by one angle.
bool is_cone(const SplineNet& net, const std::vector<Sample>& s, double most, io::CadFace& out) {
  const gp_Vec turned = (s[1].n - s[0].n).Crossed(s[2].n - s[0].n);
  if (turned.Magnitude() < 1e-9) return false;
  gp_XYZ axis = turned.Normalized().XYZ();
  const double lean = s[0].n.XYZ() * axis;
  if (std::abs(lean) < 1e-6 || std::abs(lean) > 1 - 1e-6) return false;
  // The tip is in all tangent planes.
  const gp_XYZ n0 = s[0].n.XYZ(), n1 = s[1].n.XYZ(), n2 = s[2].n.XYZ();
  const double volume = n0 * (n1 ^ n2);
  if (std::abs(volume) < 1e-9) return false;
  const gp_XYZ tip =
      ((n1 ^ n2) * (n0 * s[0].p.XYZ()) + (n2 ^ n0) * (n1 * s[1].p.XYZ()) + (n0 ^ n1) * (n2 * s[2].p.XYZ())) / volume;
  if ((s[0].p.XYZ() - tip) * axis < 0) axis.Reverse();
  const double angle = std::asin(std::abs(lean));
  if (!(cone_gap(net, numbers(tip), numbers(axis), angle) < most)) return false;
  // With a radius, as writers have it: where the first sample is.
  const double height = (s[0].p.XYZ() - tip) * axis;
  place(out, io::SurfaceKind::cone, tip + axis * height, axis, height * std::tan(angle));
  out.second = angle;
  return true;
}

// Lines of one parameter are circles about the axis, or circles of the tube; both are tried.
bool is_torus(const Handle(Geom_Surface) & surface, const std::array<double, 4>& uv, const SplineNet& net,
              const std::vector<Sample>& s, double most, io::CadFace& out) {
  for (const bool along_u : {true, false}) {
    gp_XYZ p[3];
    for (int i = 0; i < 3; ++i) {
      const double share = 0.2 + 0.3 * i;
      const double u = uv[0] + (along_u ? share : 0.31) * (uv[1] - uv[0]),
                   v = uv[2] + (along_u ? 0.31 : share) * (uv[3] - uv[2]);
      p[i] = surface->Value(u, v).XYZ();
    }
    const gp_XYZ a = p[1] - p[0], b = p[2] - p[0], n = a ^ b;
    if (n.Modulus() < 1e-9 * a.Modulus() * b.Modulus()) continue;
    const gp_XYZ axis = n.Normalized();
    const gp_XYZ on_axis = p[0] + ((n ^ a) * b.SquareModulus() + (b ^ n) * a.SquareModulus()) / (2 * n.SquareModulus());
    // In the plane of distance and height, three samples give the circle of the tube.
    double rho[3], h[3];
    for (int i = 0; i < 3; ++i) {
      const gp_XYZ d = s[i].p.XYZ() - on_axis;
      h[i] = d * axis;
      rho[i] = (d - axis * h[i]).Modulus();
    }
    const double ax = rho[1] - rho[0], ay = h[1] - h[0], bx = rho[2] - rho[0], by = h[2] - h[0], d = 2 * (ax * by - ay * bx);
    if (std::abs(d) < 1e-12) continue;
    const double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by;
    const double cx = (by * a2 - ay * b2) / d, cy = (ax * b2 - bx * a2) / d;
    const double ring = rho[0] + cx, tube = std::hypot(cx, cy);
    const gp_XYZ centre = on_axis + axis * (h[0] + cy);
    if (!(torus_gap(net, numbers(centre), numbers(axis), ring, tube) < most)) continue;
    place(out, io::SurfaceKind::torus, centre, axis, ring);
    out.second = tube;
    return true;
  }
  return false;
}

// Extruded and revolved surfaces as splines, as far as the face goes; by rounding it may go beyond them.
SplineNet as_spline(const Handle(Geom_Surface) & surface, std::array<double, 4> uv) {
  std::array<double, 4> whole;
  surface->Bounds(whole[0], whole[1], whole[2], whole[3]);
  for (int axis = 0; axis < 2; ++axis) {
    double &low = uv[2 * axis], &high = uv[2 * axis + 1];
    const double first = whole[2 * axis], last = whole[2 * axis + 1];
    const bool periodic = axis == 0 ? surface->IsUPeriodic() : surface->IsVPeriodic();
    if (!periodic || high - low > (last - first) * (1 - 1e-9)) {
      low = std::max(low, first);
      high = std::min(high, last);
    }
    if (!(low < high)) return {};
  }
  try {
    const Handle(Geom_Surface) piece = new Geom_RectangularTrimmedSurface(surface, uv[0], uv[1], uv[2], uv[3]);
    return net_of(GeomConvert::SurfaceToBSplineSurface(piece));
  } catch (const Standard_Failure&) {
    return {};
  }
}

void recognise(const TrueFace& face, const SplineNet& net, const std::array<double, 4>& uv, io::CadFace& out) {
  std::vector<Sample> s;
  if (!sample(face.surface, uv, s)) return;
  double size = 0;
  for (const Sample& a : s) size = std::max({size, std::abs(a.p.X()), std::abs(a.p.Y()), std::abs(a.p.Z())});
  const double most = kSame * (1 + size);
  const gp_Vec axis = s[0].n.Crossed(s[1].n);
  if (axis.Magnitude() < 1e-9) {
    if (plane_gap(net, {s[0].p.X(), s[0].p.Y(), s[0].p.Z()}, {s[0].n.X(), s[0].n.Y(), s[0].n.Z()}) < most)
      place(out, io::SurfaceKind::plane, s[0].p.XYZ(), s[0].n.XYZ(), 0);
    return;
  }
  // Normals of a cylinder are all across its axis, those of a sphere all meet.
  const gp_XYZ along = axis.Normalized().XYZ();
  std::vector<Sample> flat = s;
  for (Sample& a : flat) {
    const double height = (a.p.XYZ() - s[0].p.XYZ()) * along;
    a.p.SetXYZ(a.p.XYZ() - along * height);
  }
  const gp_XYZ centre = meeting(flat[0], flat[1]);
  const double radius = (flat[0].p.XYZ() - centre).Modulus();
  if (round_gap(net, {centre.X(), centre.Y(), centre.Z()}, {along.X(), along.Y(), along.Z()}, radius) < most) {
    place(out, io::SurfaceKind::cylinder, centre, along, radius);
    return;
  }
  const gp_XYZ middle = meeting(s[0], s[1]);
  const double r = (s[0].p.XYZ() - middle).Modulus();
  if (round_gap(net, {middle.X(), middle.Y(), middle.Z()}, {0, 0, 0}, r) < most)
    place(out, io::SurfaceKind::sphere, middle, gp_XYZ(0, 0, 1), r);
  else if (!is_cone(net, s, most, out))
    is_torus(face.surface, uv, net, s, most, out);
}

}  // namespace

namespace {

// Lines and circles that are turned or moved, by their numbers.
bool recognise_swept(const TrueFace& face, io::CadFace& out) {
  const Handle(Geom_Curve)& profile = face.profile.curve;
  if (profile.IsNull()) return false;
  const gp_XYZ origin(out.origin[0], out.origin[1], out.origin[2]), axis(out.axis[0], out.axis[1], out.axis[2]);
  const auto line = Handle(Geom_Line)::DownCast(profile);
  const auto circle = Handle(Geom_Circle)::DownCast(profile);
  if (out.kind == io::SurfaceKind::extruded && circle) {
    const gp_Ax1& own = circle->Axis();
    if ((own.Direction().XYZ() ^ axis).Modulus() > kAligned) return false;
    place(out, io::SurfaceKind::cylinder, own.Location().XYZ(), axis, circle->Radius());
    return true;
  }
  if (out.kind != io::SurfaceKind::revolved || !line) return false;
  const gp_XYZ p = line->Position().Location().XYZ(), way = line->Position().Direction().XYZ();
  if ((way ^ axis).Modulus() > kAligned) return false;
  const gp_XYZ from = p - origin;
  const double radius = (from ^ axis).Modulus();
  if (!(radius > 0)) return false;
  place(out, io::SurfaceKind::cylinder, origin, axis, radius);
  return true;
}

}  // namespace

void recognise(const TrueFace& face, io::CadFace& out) {
  if (recognise_swept(face, out)) return;
  std::array<double, 4> uv;
  BRepTools::UVBounds(face.face, uv[0], uv[1], uv[2], uv[3]);
  if (!(uv[0] < uv[1]) || !(uv[2] < uv[3])) return;
  if (face.net.empty()) {
    const SplineNet net = as_spline(face.surface, uv);
    if (!net.empty()) recognise(face, net, uv, out);
    return;
  }
  face.surface->Bounds(uv[0], uv[1], uv[2], uv[3]);
  recognise(face, face.net, uv, out);
}

}  // namespace impinge::cad
