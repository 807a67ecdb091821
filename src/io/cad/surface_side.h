// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include "io/cad/cad_body.h"
#include "io/cad/facet_distance.h"
#include "io/cad/pair_facts.h"

namespace impinge::io {

/// Between these signed distances from a surface lies something.
struct SideRange {
  double low, high;
};

/// True for surfaces that part space in two: planes, cylinders, cones, spheres, tori.
bool parts_space(const WorldSurface& s);

/// The signed distance, positive outside and on the side of a plane's normal; of cones less where their tip is nearest. No
/// two points differ by more than they are apart.
double side_of(const WorldSurface& s, const Vec3& p);
Vec3 side_gradient(const WorldSurface& s, const Vec3& p);

/// On which sides of a surface the faces of an object lie: closed forms where there are, what their edges and facets say
/// where there are none. An edge of a face that lies on the surface itself is on it, as near as its points are.
class FaceSides {
 public:
  FaceSides(const TrueObject& object, double tolerance) : object_(object), tolerance_(tolerance) {}

  SideRange range_of(std::uint32_t part, std::uint32_t face, const WorldSurface& s) const;
  WorldSurface surface(std::uint32_t part, std::uint32_t face) const;

 private:
  const std::vector<std::uint32_t>& facets(std::uint32_t part, std::uint32_t face) const;
  Corners corners(std::uint32_t part, const CadTriangle& t) const;
  SideRange by_facets(std::uint32_t part, std::uint32_t face, const WorldSurface& s) const;
  SideRange by_edges(std::uint32_t part, std::uint32_t face, const WorldSurface& s) const;
  SideRange of_plane(std::uint32_t part, std::uint32_t face, const WorldSurface& own, const WorldSurface& s) const;
  bool covers(std::uint32_t part, std::uint32_t face, const Vec3& p) const;

  const TrueObject& object_;
  double tolerance_;
};

}  // namespace impinge::io
