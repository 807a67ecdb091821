// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The judge of combinations: CGAL's corefinement with exact numbers. Compiled once, since CGAL is slow to compile.

#include <optional>

#include <impinge/overlap.h>

namespace impinge::test {

struct JudgedSolid {
  double volume = 0, area = 0;
  int lumps = 0;  ///< surfaces that look outwards
};

/// None where CGAL refuses: a body meets itself, or the result has edges at which more than two faces meet.
std::optional<JudgedSolid> judge_combination(const Mesh& a, const Mesh& b, Combination how);

}  // namespace impinge::test
