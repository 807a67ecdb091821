// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Judges of overlaps, on CGAL's exact numbers: corefinement, Nef polyhedra, intersections of surfaces and of faces. Compiled
// once, since CGAL is slow to compile.

#include <optional>

#include <impinge/overlap.h>

namespace impinge::test {

struct JudgedSolid {
  double volume = 0, area = 0;
  int lumps = 0;  ///< surfaces that look outwards
};

/// None where CGAL refuses: a body meets itself, or the result has edges at which more than two faces meet.
std::optional<JudgedSolid> judge_combination(const Mesh& a, const Mesh& b, Combination how);

/// The intersection by Nef polyhedra, which know every degenerate case; lumps are its volumes. Slow: for few hundred faces.
JudgedSolid judge_nef(const Mesh& a, const Mesh& b);

struct JudgedCurves {
  double length = 0;
  int closed = 0, open = 0;
};

/// Polylines in which two surfaces meet that nowhere lie on each other and do not meet themselves.
JudgedCurves judge_curves(const Mesh& a, const Mesh& b);

/// Area of what faces of a and b have in common, summed over all face pairs: that of the patches of bodies without faces on
/// each other.
double judge_patch_area(const Mesh& a, const Mesh& b);

}  // namespace impinge::test
