// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bounds on the derivatives of curves, in space and on surfaces.
#include "cad/bound_curves.h"

#include <Geom2dConvert.hxx>
#include <Geom2d_BSplineCurve.hxx>
#include <Geom2d_BezierCurve.hxx>
#include <Geom2d_Circle.hxx>
#include <Geom2d_Ellipse.hxx>
#include <Geom2d_Line.hxx>
#include <Geom2d_TrimmedCurve.hxx>
#include <GeomConvert.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_Circle.hxx>
#include <Geom_Ellipse.hxx>
#include <Geom_Line.hxx>
#include <Geom_TrimmedCurve.hxx>
#include <gp_Vec2d.hxx>

#include <algorithm>
#include <cmath>

namespace impinge::cad {
namespace {

// A stated estimate: the largest of a number of samples, doubled.
constexpr int kSamples = 9;
constexpr double kSafety = 2;

Vec4 homogeneous(const gp_Pnt2d& p, double w) { return {p.X() * w, p.Y() * w, 0, w}; }
Vec4 homogeneous(const gp_Pnt& p, double w) { return {p.X() * w, p.Y() * w, p.Z() * w, w}; }

template <class Curve>
SplineCurve spline_of(Curve curve) {
  SplineCurve spline;
  const bool rational = curve->IsRational();  // cut open, it may say that weights are 0 where there are none
  if (curve->IsPeriodic()) curve->SetNotPeriodic();
  spline.degree = curve->Degree();
  const auto& knots = curve->KnotSequence();
  for (int i = knots.Lower(); i <= knots.Upper(); ++i) spline.knots.push_back(knots(i));
  for (int i = 1; i <= curve->NbPoles(); ++i)
    spline.points.push_back(homogeneous(curve->Pole(i), rational ? curve->Weight(i) : 1));
  return spline;
}

template <class Vector, class Point, class Curve>
CurveBounds sampled(const Curve& curve, double t0, double t1, bool& estimated) {
  estimated = true;
  CurveBounds bounds;
  for (int i = 0; i < kSamples; ++i) {
    Point p;
    Vector d1, d2;
    curve->D2(t0 + (t1 - t0) * i / (kSamples - 1), p, d1, d2);
    bounds.d1 = std::max(bounds.d1, kSafety * d1.Magnitude());
    bounds.d2 = std::max(bounds.d2, kSafety * d2.Magnitude());
  }
  return bounds;
}

// A periodic spline was cut open; what runs over the cut is bounded by the whole.
CurveBounds within(const SplineCurve& spline, double t0, double t1) {
  const double first = spline.knots[spline.degree], last = spline.knots[spline.knots.size() - spline.degree - 1];
  const double slack = 1e-9 * (last - first);
  return t0 < first - slack || t1 > last + slack ? bounds_of(spline, first, last) : bounds_of(spline, t0, t1);
}

}  // namespace

BoundedCurve2 bounded(const Handle(Geom2d_Curve) & given) {
  BoundedCurve2 bounded;
  Handle(Geom2d_Curve) curve = given;
  while (const auto trimmed = Handle(Geom2d_TrimmedCurve)::DownCast(curve)) curve = trimmed->BasisCurve();
  bounded.curve = curve;
  if (const auto bezier = Handle(Geom2d_BezierCurve)::DownCast(curve))
    bounded.spline = spline_of(Geom2dConvert::CurveToBSplineCurve(bezier));
  else if (const auto spline = Handle(Geom2d_BSplineCurve)::DownCast(curve))
    bounded.spline = spline_of(Handle(Geom2d_BSplineCurve)::DownCast(spline->Copy()));
  return bounded;
}

BoundedCurve3 bounded(const Handle(Geom_Curve) & given) {
  BoundedCurve3 bounded;
  Handle(Geom_Curve) curve = given;
  while (const auto trimmed = Handle(Geom_TrimmedCurve)::DownCast(curve)) curve = trimmed->BasisCurve();
  bounded.curve = curve;
  if (const auto bezier = Handle(Geom_BezierCurve)::DownCast(curve))
    bounded.spline = spline_of(GeomConvert::CurveToBSplineCurve(bezier));
  else if (const auto spline = Handle(Geom_BSplineCurve)::DownCast(curve))
    bounded.spline = spline_of(Handle(Geom_BSplineCurve)::DownCast(spline->Copy()));
  return bounded;
}

CurveBounds bounds_of(const BoundedCurve2& curve, double t0, double t1, bool& estimated) {
  if (t0 > t1) std::swap(t0, t1);
  if (Handle(Geom2d_Line)::DownCast(curve.curve)) return {1, 0};
  if (const auto circle = Handle(Geom2d_Circle)::DownCast(curve.curve)) return {circle->Radius(), circle->Radius()};
  if (const auto ellipse = Handle(Geom2d_Ellipse)::DownCast(curve.curve))
    return {ellipse->MajorRadius(), ellipse->MajorRadius()};
  if (!curve.spline.empty()) return within(curve.spline, t0, t1);
  return sampled<gp_Vec2d, gp_Pnt2d>(curve.curve, t0, t1, estimated);
}

CurveBounds bounds_of(const BoundedCurve3& curve, double t0, double t1, bool& estimated) {
  if (t0 > t1) std::swap(t0, t1);
  if (Handle(Geom_Line)::DownCast(curve.curve)) return {1, 0};
  if (const auto circle = Handle(Geom_Circle)::DownCast(curve.curve)) return {circle->Radius(), circle->Radius()};
  if (const auto ellipse = Handle(Geom_Ellipse)::DownCast(curve.curve))
    return {ellipse->MajorRadius(), ellipse->MajorRadius()};
  if (!curve.spline.empty()) return within(curve.spline, t0, t1);
  return sampled<gp_Vec, gp_Pnt>(curve.curve, t0, t1, estimated);
}

}  // namespace impinge::cad
