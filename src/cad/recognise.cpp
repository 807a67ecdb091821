// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Splines that are planes, cylinders or spheres: guessed from a few normals, then proved. What the guess leaves over is a
// polynomial, and its Bézier coefficients bound it: |P - c w|^2 - r^2 w^2, with P and c less their parts along the axis.
#include <gp_Ax3.hxx>
#include <gp_Pnt.hxx>
#include <gp_Vec.hxx>

#include <algorithm>
#include <cmath>

#include "cad/bernstein.h"
#include "cad/kernel.h"

namespace impinge::cad {
namespace {

constexpr double kSame = 1e-9;  // of the size: what counts as equal

struct Sample {
  gp_Pnt p;
  gp_Vec n;
};

bool sample(const TrueFace& face, std::vector<Sample>& samples) {
  double u0, u1, v0, v1;
  face.surface->Bounds(u0, u1, v0, v1);
  for (const auto& [s, t] : {std::pair{0.13, 0.21}, {0.37, 0.83}, {0.71, 0.33}, {0.89, 0.67}}) {
    Sample at;
    gp_Vec du, dv;
    face.surface->D1(u0 + s * (u1 - u0), v0 + t * (v1 - v0), at.p, du, dv);
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

}  // namespace

void recognise(const TrueFace& face, io::CadFace& out) {
  std::vector<Sample> s;
  if (face.net.empty() || !sample(face, s)) return;
  double size = 0;
  for (const Sample& a : s) size = std::max({size, std::abs(a.p.X()), std::abs(a.p.Y()), std::abs(a.p.Z())});
  const double most = kSame * (1 + size);
  const gp_Vec axis = s[0].n.Crossed(s[1].n);
  if (axis.Magnitude() < 1e-9) {
    if (plane_gap(face.net, {s[0].p.X(), s[0].p.Y(), s[0].p.Z()}, {s[0].n.X(), s[0].n.Y(), s[0].n.Z()}) < most)
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
  if (round_gap(face.net, {centre.X(), centre.Y(), centre.Z()}, {along.X(), along.Y(), along.Z()}, radius) < most) {
    place(out, io::SurfaceKind::cylinder, centre, along, radius);
    return;
  }
  const gp_XYZ middle = meeting(s[0], s[1]);
  const double r = (s[0].p.XYZ() - middle).Modulus();
  if (round_gap(face.net, {middle.X(), middle.Y(), middle.Z()}, {0, 0, 0}, r) < most)
    place(out, io::SurfaceKind::sphere, middle, gp_XYZ(0, 0, 1), r);
}

}  // namespace impinge::cad
