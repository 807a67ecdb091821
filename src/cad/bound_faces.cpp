// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// How far a triangle lies from its piece of the surface, both ways. Within the triangle linear interpolation errs by second
// derivatives times the squares of its extents in the parameters; spheres and cones have closed forms. Along an edge the
// piece ends at the true curve, which the side misses by the same bound for curves. Added to it is how far the corners,
// which faces share, lie from this surface. Offset surfaces and the like are estimated, and marked. Based on: Filip,
// Magedson & Markot, Surface algorithms using bounds on derivatives, 1986.
#include <GeomAdaptor_Surface.hxx>
#include <Geom_Line.hxx>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cad/bound_curves.h"
#include "cad/kernel.h"
#include "cad/sphere_gap.h"

namespace impinge::cad {
namespace {

constexpr double kSafety = 2;  // of estimates

struct Range {
  double low, high;
  double size() const { return high - low; }
};

// The parameter whose values all mean one point there: at a pole of a sphere, the tip of a cone, a collapsed side of a
// spline; -1 where there is none.
int free_parameter(const TrueFace& face, const std::array<double, 2>& uv) {
  constexpr double kNone = 1e-9;
  const io::CadFace& form = face.form;
  if (form.kind == io::SurfaceKind::sphere) return std::cos(uv[1]) < kNone ? 0 : -1;
  if (form.kind == io::SurfaceKind::cone)
    return std::abs(form.radius + uv[1] * std::sin(form.second)) < kNone * (1 + form.radius) ? 0 : -1;
  for (const Pole& pole : face.poles)
    if (std::abs(uv[1 - pole.free] - pole.at) <= kNone * (1 + std::abs(pole.at))) return pole.free;
  return -1;
}

// The extent in a parameter; a corner where all its values mean one point is left out.
Range range_of(const io::CadTriangle& t, int axis, const TrueFace& face) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const auto& uv : t.uv) {
    if (free_parameter(face, uv) == axis) continue;
    range.low = std::min(range.low, uv[axis]);
    range.high = std::max(range.high, uv[axis]);
  }
  return range.low <= range.high ? range : Range{t.uv[0][axis], t.uv[0][axis]};
}

SurfaceBounds sampled(const Handle(Geom_Surface) & surface, const Range& u, const Range& v) {
  SurfaceBounds b;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      gp_Pnt p;
      gp_Vec du, dv, duu, dvv, duv;
      surface->D2(u.low + u.size() * i / 4, v.low + v.size() * j / 4, p, du, dv, duu, dvv, duv);
      b.u = std::max(b.u, kSafety * du.Magnitude());
      b.v = std::max(b.v, kSafety * dv.Magnitude());
      b.uu = std::max(b.uu, kSafety * duu.Magnitude());
      b.uv = std::max(b.uv, kSafety * duv.Magnitude());
      b.vv = std::max(b.vv, kSafety * dvv.Magnitude());
    }
  return b;
}

// How far a curve gets from an axis; a line is farthest at an end.
double reach(const TrueFace& face, const io::CadFace& form, const Range& v, double d1) {
  double most = 0;
  for (const double t : {v.low, v.high}) {
    const gp_Pnt p = face.profile.curve->Value(t);
    const gp_Vec from(gp_Pnt(form.origin[0], form.origin[1], form.origin[2]), p);
    const gp_Vec axis(form.axis[0], form.axis[1], form.axis[2]);
    most = std::max(most, from.Crossed(axis).Magnitude());
  }
  return face.profile.curve->IsKind(STANDARD_TYPE(Geom_Line)) ? most : most + d1 * v.size() / 2;
}

SurfaceBounds derivatives(const TrueFace& face, const io::CadFace& form, const Range& u, const Range& v, bool& estimated) {
  using enum io::SurfaceKind;
  const double r = form.radius, s = form.second;
  switch (form.kind) {
    case plane: return {1, 1, 0, 0, 0};
    case cylinder: return {r, 1, r, 0, 0};
    case cone: {
      const double most = std::max(std::abs(r + v.low * std::sin(s)), std::abs(r + v.high * std::sin(s)));
      return {most, 1, most, std::abs(std::sin(s)), 0};
    }
    case sphere: {
      // The widest circle of latitude within, and the steepest.
      const bool equator = v.low <= 0 && v.high >= 0;
      const double wide = equator ? 1 : std::max(std::cos(v.low), std::cos(v.high));
      const double steep = std::max(std::abs(std::sin(v.low)), std::abs(std::sin(v.high)));
      return {r * wide, r, r * wide, r * steep, r};
    }
    case torus: return {r + s, s, r + s, s, s};
    case spline: {
      const SplineNet& n = face.net;
      const auto inside = [](const std::vector<double>& knots, int p, const Range& x) {
        const double first = knots[p], last = knots[knots.size() - p - 1], slack = 1e-9 * (last - first);
        return x.low < first - slack || x.high > last + slack ? Range{first, last} : x;
      };
      const Range ru = inside(n.knots_u, n.degree_u, u), rv = inside(n.knots_v, n.degree_v, v);
      return bounds_of(n, ru.low, ru.high, rv.low, rv.high);
    }
    case extruded: {
      const CurveBounds c = bounds_of(face.profile, u.low, u.high, estimated);
      return {c.d1, 1, c.d2, 0, 0, c.jump, 0};
    }
    case revolved: {
      const CurveBounds c = bounds_of(face.profile, v.low, v.high, estimated);
      const double most = reach(face, form, v, c.d1);
      double across = c.d1;  // how fast the distance from the axis changes
      if (const auto line = Handle(Geom_Line)::DownCast(face.profile.curve))
        across = gp_Vec(line->Position().Direction()).Crossed({form.axis[0], form.axis[1], form.axis[2]}).Magnitude();
      return {most, c.d1, most, across, c.d2, 0, c.jump};
    }
    case other: break;
  }
  estimated = true;
  return sampled(face.surface, u, v);
}

// Between a curve on the surface and the straight line between two of its points, in the parameters.
std::array<double, 2> sliver(const Coedge& coedge, const io::CadSide& side, const std::array<double, 2>& from,
                             const std::array<double, 2>& to, bool& estimated) {
  const double h = std::abs(side.t1 - side.t0);
  const CurveBounds c = bounds_of(coedge.curve, side.t0, side.t1, estimated);
  const double bulge = (c.d2 * h / 8 + c.jump / 4) * h;
  const gp_Pnt2d p = coedge.curve.curve->Value(side.t0), q = coedge.curve.curve->Value(side.t1);
  return {bulge + std::max(std::abs(p.X() - from[0]), std::abs(q.X() - to[0])),
          bulge + std::max(std::abs(p.Y() - from[1]), std::abs(q.Y() - to[1]))};
}

double flatness(const SurfaceBounds& d, double u, double v) {
  if (!std::isfinite(d.uu)) return std::numeric_limits<double>::infinity();
  // A derivative that jumps by J within an interval adds at most a quarter of J times its length.
  return (u * u * d.uu + 2 * u * v * d.uv + v * v * d.vv) / 8 + (d.jump_u * u + d.jump_v * v) / 4;
}

// Closed forms that are sharper than derivatives near poles and tips; the nearest points of a triangle on the surface.
double sagitta(const io::CadFace& form, const Range& u, const Range& v, const std::array<io::Point3, 3>& points) {
  if (form.kind == io::SurfaceKind::sphere) return form.radius - std::min(form.radius, sphere_gap(form.origin, points));
  if (form.kind == io::SurfaceKind::cone && u.size() < 1.5) {
    const double a = form.radius + v.low * std::sin(form.second), b = form.radius + v.high * std::sin(form.second);
    const bool tip = a * b < 0;
    if (!tip) return std::max(std::abs(a), std::abs(b)) * (1 - std::cos(u.size() / 2)) * std::cos(form.second);
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace

double bound_of(const TrueShape& shape, const io::CadTriangle& t, const std::array<io::Point3, 3>& points, bool& estimated) {
  const TrueFace& face = shape.faces[t.face];
  const io::CadFace& form = face.form;
  const Range u = range_of(t, 0, face), v = range_of(t, 1, face);
  double corner = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    const gp_Pnt p = face.surface->Value(t.uv[k][0], t.uv[k][1]);
    const gp_Pnt q(points[k][0], points[k][1], points[k][2]);
    corner = std::max(corner, p.Distance(q));
    size = std::max({size, std::abs(q.X()), std::abs(q.Y()), std::abs(q.Z())});
  }
  // A range without extent has no derivative to ask for; a whisker keeps the arithmetic going.
  const Range wide_u = u.size() > 0 ? u : Range{u.low, u.high + 1e-12 * (1 + std::abs(u.high))};
  const Range wide_v = v.size() > 0 ? v : Range{v.low, v.high + 1e-12 * (1 + std::abs(v.high))};
  const SurfaceBounds d = derivatives(face, form, wide_u, wide_v, estimated);
  // Nearest points tell of the inside of a face; along its rim the piece ends at the curve, which is farther from the side.
  double nearest = sagitta(form, u, v, points);
  for (int k = 0; k < 3; ++k) {
    const auto &from = t.uv[k], &to = t.uv[(k + 1) % 3];
    if (t.sides[k].coedge >= 0 && free_parameter(face, from) < 0 && free_parameter(face, to) < 0)
      nearest = std::max(nearest, flatness(d, std::abs(to[0] - from[0]), std::abs(to[1] - from[1])));
  }
  const double inside = std::min(flatness(d, u.size(), v.size()), nearest);
  double edge = 0;
  for (int k = 0; k < 3; ++k) {
    const io::CadSide& side = t.sides[k];
    if (side.coedge < 0) continue;
    const auto w = sliver(shape.coedges[side.coedge], side, t.uv[k], t.uv[(k + 1) % 3], estimated);
    if (w[0] == 0 && w[1] == 0) continue;
    const Range near_u{wide_u.low - w[0], wide_u.high + w[0]}, near_v{wide_v.low - w[1], wide_v.high + w[1]};
    const SurfaceBounds n = form.kind == io::SurfaceKind::spline ? d : derivatives(face, form, near_u, near_v, estimated);
    const double reach = form.kind == io::SurfaceKind::plane ? std::max(w[0], w[1]) : w[0] * n.u + w[1] * n.v;
    edge = std::max(edge, reach);
  }
  // Rounding of the kernel's evaluators, with room to spare.
  return inside + edge + corner + 1e-13 * (size + form.radius);
}

io::SplitAnswer split(const TrueShape& shape, const io::SplitQuestion& question) {
  io::SplitAnswer answer;
  const TrueFace& face = shape.faces[question.face];
  std::array<double, 2> uv0 = question.uv0, uv1 = question.uv1;
  // From a pole the way goes straight to the other end, whatever the parameter there was.
  if (const int free = free_parameter(face, uv0); free >= 0) uv0[free] = uv1[free];
  if (const int free = free_parameter(face, uv1); free >= 0) uv1[free] = uv0[free];
  answer.uv = {(uv0[0] + uv1[0]) / 2, (uv0[1] + uv1[1]) / 2};
  answer.t = (question.side.t0 + question.side.t1) / 2;
  gp_Pnt p;
  if (question.side.coedge >= 0) {
    const Coedge& coedge = shape.coedges[question.side.coedge];
    const gp_Pnt2d uv = coedge.curve.curve->Value(answer.t);
    answer.uv = {uv.X(), uv.Y()};
    // The edge's own curve, so that both faces get the same point.
    const Handle(Geom_Curve)& curve = shape.edges[coedge.edge];
    p = curve.IsNull() ? face.surface->Value(uv.X(), uv.Y()) : curve->Value(answer.t);
  } else {
    p = face.surface->Value(answer.uv[0], answer.uv[1]);
  }
  answer.point = {p.X(), p.Y(), p.Z()};
  return answer;
}

}  // namespace impinge::cad
