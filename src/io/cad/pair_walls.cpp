// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Proof that two bodies have no inner point in common though they touch. Surfaces at the contacts are walls; where the whole
// of one body lies on the far sides of some of them, and each face of the other near it on the near side of one, no face of
// the other is inside the one, so the one is wholly inside the other or shares nothing with it. Nothing is refined for it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "io/cad/pair_judge.h"
#include "io/cad/surface_side.h"

namespace impinge::io {
namespace {

constexpr std::size_t kMostWalls = 24;

/// b is where sign times the distance is positive, a where it is negative.
struct Wall {
  WorldSurface surface;
  double sign;
};

double outwards(const PlacedShape& part) { return (part.pose.rotation.determinant() < 0 ? -1 : 1) * part.shape->outward; }

// 1 if a face looks to where the distance from its surface grows, else -1; 0 where that is not told.
double face_sign(const TrueObject& object, std::uint32_t part, std::uint32_t face, const WorldSurface& s) {
  const PlacedShape& own = object.parts[part];
  const std::vector<std::uint32_t>& facets = own.shape->facets_of(face);
  if (facets.empty()) return 0;
  Facet facet;
  const CadTriangle& t = own.shape->now.triangles[facets.front()];
  for (int k = 0; k < 3; ++k) {
    const Point3& p = own.shape->now.points[t.corners[k]];
    facet.corners[k] = world_point(own.pose, Vec3(p[0], p[1], p[2]));
  }
  const double along = outwards(own) * facet.normal().dot(side_gradient(s, facet.corners[0]));
  return std::abs(along) < 0.1 ? 0 : along > 0 ? 1 : -1;
}

void add_wall(const WorldSurface& s, double sign, double tolerance, std::vector<Wall>& walls) {
  if (!parts_space(s) || sign == 0 || walls.size() >= kMostWalls) return;
  for (const Wall& wall : walls) {
    const double turned = s.kind == SurfaceKind::plane && wall.surface.axis.dot(s.axis) < 0 ? -1 : 1;
    if (wall.sign == turned * sign && fact_of(wall.surface, s, tolerance).shared) return;
  }
  walls.push_back({s, sign});
}

// Inside of a ball or a ring there is room for no unbounded region: a body on its outside may still fill it.
bool fills(const TrueObject& object, const Wall& wall, double side) {
  const WorldSurface& s = wall.surface;
  if (side * wall.sign < 0 || (s.kind != SurfaceKind::sphere && s.kind != SurfaceKind::torus)) return false;
  Vec3 inside = s.origin;
  if (s.kind == SurfaceKind::torus) inside += s.axis.unitOrthogonal() * s.radius;
  return std::lround(PairJudge::winding(object, inside)) != 0;
}

bool whole(const TrueObject& object) { return object.parts.size() == 1 && object.parts[0].shape->now.unmeshed == 0; }

bool any_estimate(const TrueObject& object) {
  const std::vector<CadFace>& faces = object.parts[0].shape->now.faces;
  return std::any_of(faces.begin(), faces.end(), [](const CadFace& face) { return face.estimated; });
}

}  // namespace

// A facet's piece of the surface covers what its inside does, less its bound; see bound_of.
bool PairJudge::share_point(const Facet& a, const Facet& b) {
  const Vec3 n = a.normal();
  if (n.isZero() || std::abs(n.dot(b.normal())) < 0.5) return false;
  // What both have in common, seen along the normal of a.
  std::vector<Vec3> shape;
  for (const Vec3& p : b.corners) shape.push_back(p - n * n.dot(p - a.corners[0]));
  const auto inward = [&n](const Corners& t, int k) -> Vec3 {
    const Vec3 along = t[(k + 1) % 3] - t[k];
    Vec3 in = n.cross(along);
    if (in.dot(t[(k + 2) % 3] - t[k]) < 0) in = -in;
    return in.normalized();
  };
  for (int k = 0; k < 3 && !shape.empty(); ++k) {
    const Vec3 in = inward(a.corners, k);
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const Vec3 &p = shape[i], &q = shape[(i + 1) % shape.size()];
      const double hp = in.dot(p - a.corners[k]), hq = in.dot(q - a.corners[k]);
      if (hp >= 0) kept.push_back(p);
      if ((hp > 0 && hq < 0) || (hp < 0 && hq > 0)) kept.push_back(p + hp / (hp - hq) * (q - p));
    }
    shape = std::move(kept);
  }
  if (shape.size() < 3) return false;
  Vec3 middle = Vec3::Zero();
  for (const Vec3& p : shape) middle += p / static_cast<double>(shape.size());
  const auto well_inside = [&](const Facet& f) {
    Corners t;
    for (int k = 0; k < 3; ++k) t[k] = f.corners[k] - n * n.dot(f.corners[k] - a.corners[0]);
    for (int k = 0; k < 3; ++k)
      if (!(inward(t, k).dot(middle - t[k]) > 2 * f.bound)) return false;
    return true;
  };
  return well_inside(a) && well_inside(b);
}

bool PairJudge::prove_parted(double reach, TruePair& pair) {
  if (!whole(a_) || !whole(b_)) return false;
  const double tolerance = kSame * (1 + size_);
  const FaceSides sides_a(a_, tolerance), sides_b(b_, tolerance);
  std::vector<Wall> walls;
  for (const auto& [faces, contact] : contacts_) {
    const WorldSurface of_a = sides_a.surface(faces[0], faces[1]), of_b = sides_b.surface(faces[2], faces[3]);
    add_wall(of_a, face_sign(a_, faces[0], faces[1], of_a), tolerance, walls);
    add_wall(of_b, -face_sign(b_, faces[2], faces[3], of_b), tolerance, walls);
  }
  const auto parts = [&](const TrueObject& wedge, const FaceSides& own, const TrueObject& other, const FaceSides& others,
                         const FacetTree& near, const FacetBox& box, double side) {
    const auto stays = [&](const FaceSides& sides, std::uint32_t part, std::uint32_t face, const Wall& wall, double way) {
      const SideRange range = sides.range_of(part, face, wall.surface);
      return way * wall.sign > 0 ? range.low >= -tolerance : range.high <= tolerance;
    };
    std::vector<const Wall*> far;
    for (const Wall& wall : walls) {
      bool all = true;
      const auto count = static_cast<std::uint32_t>(wedge.parts[0].shape->now.faces.size());
      for (std::uint32_t face = 0; face < count && all; ++face) all = stays(own, 0, face, wall, side);
      if (all && !fills(wedge, wall, side)) far.push_back(&wall);
    }
    if (far.empty()) return false;
    std::set<std::uint32_t> faces;
    for (const Facet& f : near.facets())
      if (f.box().distance(box) <= f.bound + wedge.largest_bound + tolerance) faces.insert(f.face);
    return std::all_of(faces.begin(), faces.end(),
                       [&](std::uint32_t face) {
                         return std::any_of(far.begin(), far.end(),
                                            [&](const Wall* wall) { return stays(others, 0, face, *wall, -side); });
                       }) &&
           other.solid;
  };
  const bool by_b = parts(b_, sides_b, a_, sides_a, tree_a_, box_b_, 1);
  if (!by_b && !parts(a_, sides_a, b_, sides_b, tree_b_, box_a_, -1)) return false;
  find_outside(reach, pair);
  estimates_ = any_estimate(a_) || any_estimate(b_);
  return by_b ? pair.b_out : pair.a_out;
}

}  // namespace impinge::io
