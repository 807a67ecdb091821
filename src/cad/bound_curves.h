// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "cad/kernel.h"

namespace impinge::cad {

BoundedCurve2 bounded(const Handle(Geom2d_Curve) & curve);
BoundedCurve3 bounded(const Handle(Geom_Curve) & curve);

/// Over an interval of the parameter; closed forms, or the control points of splines. `estimated` is set where neither is.
CurveBounds bounds_of(const BoundedCurve2& curve, double t0, double t1, bool& estimated);
CurveBounds bounds_of(const BoundedCurve3& curve, double t0, double t1, bool& estimated);

}  // namespace impinge::cad
