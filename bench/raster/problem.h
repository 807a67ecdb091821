// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/impinge.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "raster/view/raster_object.h"

namespace impinge::bench {

/// Two bodies seen along z.
class Problem {
 public:
  Problem(const Scene& scene, const Vec3& direction);

  std::span<const RasterObject> objects() const { return objects_; }
  std::size_t polygons() const;
  RasterView view(int resolution) const;

 private:
  Scene scene_;
  ViewFrame frame_;
  std::vector<WorldObject> world_;
  std::vector<RasterObject> objects_;
};

/// One line of the table.
struct Case {
  std::string question;  ///< polygons, pixels, contact, paper: what the row belongs to
  std::string scene;
  int resolution;
  std::function<std::unique_ptr<Problem>()> make;
};

std::vector<Case> cases(bool quick);

}  // namespace impinge::bench
