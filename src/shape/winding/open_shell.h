// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "shape/winding/winding_tree.h"

namespace impinge {

/// Where a point lies with respect to a body that has no exact inside.
enum class Held {
  outside,
  undecided,  ///< the winding number does not tell, or the point lies where a missing part may have been
  inside,
};

/// A body whose surface is open or dirty, in its own frame: what its faces enclose as far as they tell. Immutable.
class OpenShell {
 public:
  static constexpr double kOutside = 0.2, kInside = 0.8;  ///< a winding number between the two does not tell
  static constexpr double kFaint = 0.1;  ///< nor does one above this where more than single faces are missing
  /// No part that is missing is looked for farther from the box of the faces than this share of its diagonal.
  static constexpr double kReach = 0.5;

  /// `corners` are the faces by corner, as MeshTopology::corners gives them.
  OpenShell(std::span<const Vec3> vertices, std::span<const Face> corners);

  /// Generalised winding number of the faces, each counted once and turned as its neighbours are. Where a floor or the like
  /// is left out, and all faces together enclose the point no more, that of the others.
  double winding(const Vec3& point) const;

  /// What the point is told to be, given its winding number.
  Held held(const Vec3& point, double winding) const;

  /// More is missing than is there, whatever components are left out: any surface that closes it has at least two thirds of
  /// its area. A floor or a relief has no inside, however near a body comes to it.
  bool sheet() const { return sheet_; }

 private:
  // The border of a hole that the surface runs out of, as at the end of a cut tube.
  struct Rim {
    std::vector<Vec3> way;
    Vec3 centre, axis;  // the axis points where the surface would have gone on
    double width, girth;
    double lost_area;  // as much as may be missing there
  };

  static bool may_be_missing(const Rim& rim, const Vec3& point, double farthest);
  void add_rims(std::span<const Vec3> vertices, std::span<const Face> faces, double area);

  std::optional<WindingTree> tree_;
  std::optional<WindingTree> enclosing_;  // without sheets beside a body
  std::vector<WindingTree> bodies_;       // of several, by themselves
  std::vector<Rim> rims_;
  double farthest_ = 0;  // from a rim
  bool sheet_ = false, wide_hole_ = false;
};

}  // namespace impinge
