// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Proof that two bodies have no inner point in common though they touch. Surfaces at the contacts are walls; where the whole
// of one body lies on the far sides of some of them, and each face of the other near it on the near side of one, no face of
// the other is inside the one, so the one is wholly inside the other or shares nothing with it. Nothing is refined for it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
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
  bool of_a, of_b;  // whose face it is
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

void add_wall(const WorldSurface& s, double sign, bool of_b, double tolerance, std::vector<Wall>& walls) {
  if (!parts_space(s) || sign == 0) return;
  for (Wall& wall : walls) {
    const double turned = s.kind == SurfaceKind::plane && wall.surface.axis.dot(s.axis) < 0 ? -1 : 1;
    if (wall.sign != turned * sign || !fact_of(wall.surface, s, tolerance).shared) continue;
    (of_b ? wall.of_b : wall.of_a) = true;
    return;
  }
  if (walls.size() < kMostWalls) walls.push_back({s, sign, !of_b, of_b});
}

// Whether what is before a wall, seen from the body behind it, is convex: then the part of it in a box is in one piece.
bool is_convex_before(const Wall& wall, double behind) {
  switch (wall.surface.kind) {
    case SurfaceKind::plane: return true;
    case SurfaceKind::cylinder:
    case SurfaceKind::cone:
    case SurfaceKind::sphere: return behind * wall.sign > 0;
    default: return false;
  }
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

std::set<std::pair<std::uint32_t, std::uint32_t>> faces_within(const FacetTree& near, const FacetBox& box, double reach) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> faces;
  for (const Facet& f : near.facets())
    if (f.box().distance(box) <= f.bound + reach) faces.insert({f.part, f.face});
  return faces;
}

// The middle of what two facets have in common, seen along the normal of a.
std::optional<Vec3> common_middle(const Facet& a, const Facet& b) {
  const Vec3 n = a.normal();
  if (n.isZero() || std::abs(n.dot(b.normal())) < 0.5) return {};
  std::vector<Vec3> shape;
  for (const Vec3& p : b.corners) shape.push_back(p - n * n.dot(p - a.corners[0]));
  for (int k = 0; k < 3 && !shape.empty(); ++k) {
    const Vec3 in = n.cross(a.corners[(k + 1) % 3] - a.corners[k]);
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const Vec3 &p = shape[i], &q = shape[(i + 1) % shape.size()];
      const double hp = in.dot(p - a.corners[k]), hq = in.dot(q - a.corners[k]);
      if (hp >= 0) kept.push_back(p);
      if ((hp > 0 && hq < 0) || (hp < 0 && hq > 0)) kept.push_back(p + hp / (hp - hq) * (q - p));
    }
    shape = std::move(kept);
  }
  if (shape.size() < 3) return {};
  Vec3 middle = Vec3::Zero();
  for (const Vec3& p : shape) middle += p / static_cast<double>(shape.size());
  return middle;
}

// A facet's piece of the surface covers what its inside does, less its bound; see bound_of.
bool well_inside(const Facet& f, const Vec3& p) {
  const Vec3 n = f.normal();
  for (int k = 0; k < 3; ++k)
    if (!(n.cross(f.corners[(k + 1) % 3] - f.corners[k]).normalized().dot(p - f.corners[k]) > 2 * f.bound)) return false;
  return !n.isZero();
}

}  // namespace

// Signed distances from a surface differ by no more than their points are apart. So each face of one body is as far from all
// of the other as the best of the walls tells; a face that is farther away than `most` counts for nothing.
double PairJudge::apart_by_walls(double most) {
  if (!whole(a_) || !whole(b_)) return 0;
  estimates_ = any_estimate(a_) || any_estimate(b_);
  const double tolerance = kSame * (1 + size_);
  const FaceSides sides_a(a_, tolerance), sides_b(b_, tolerance);
  std::vector<WorldSurface> walls;
  for (const auto& [faces, fact] : facts_) {
    if (fact.apart <= 0 || walls.size() >= kMostWalls) continue;
    for (const WorldSurface& s : {sides_a.surface(faces[0], faces[1]), sides_b.surface(faces[2], faces[3])})
      if (std::none_of(walls.begin(), walls.end(), [&](const WorldSurface& w) { return fact_of(w, s, tolerance).shared; }))
        walls.push_back(s);
  }
  const auto clear = [&](const FaceSides& one, const TrueObject& body, const FaceSides& other, const FacetTree& near,
                         const FacetBox& box) {
    std::vector<SideRange> ranges;
    for (const WorldSurface& wall : walls) {
      SideRange& range = ranges.emplace_back(one.range_of(0, 0, wall));
      for (std::uint32_t face = 1; face < body.parts[0].shape->now.faces.size(); ++face) {
        const SideRange more = one.range_of(0, face, wall);
        range = {std::min(range.low, more.low), std::max(range.high, more.high)};
      }
    }
    double least = most;
    for (const auto& [part, face] : faces_within(near, box, most + body.largest_bound)) {
      double gap = 0;
      for (std::size_t i = 0; i < walls.size(); ++i) {
        const SideRange range = other.range_of(part, face, walls[i]);
        gap = std::max({gap, range.low - ranges[i].high, ranges[i].low - range.high});
      }
      least = std::min(least, gap);
      if (least <= 0) break;
    }
    return std::max(0.0, least - 1e-14 * (1 + size_));
  };
  return std::max(clear(sides_a, a_, sides_b, tree_b_, box_a_), clear(sides_b, b_, sides_a, tree_a_, box_b_));
}

// Points of both surfaces over the middle of what two facets have in common: that far the bodies are apart at most.
double PairJudge::reached(const Facet& a, const Facet& b, const WorldSurface& of_a, const WorldSurface& of_b) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const std::optional<Vec3> middle = common_middle(a, b);
  if (!middle || !parts_space(of_a) || !parts_space(of_b)) return kNever;
  const Vec3 p = *middle - side_of(of_a, *middle) * side_gradient(of_a, *middle);
  const Vec3 q = p - side_of(of_b, p) * side_gradient(of_b, p);
  const double rounding = 1e-14 * (1 + p.cwiseAbs().maxCoeff());
  return well_inside(a, p) && well_inside(b, q) ? (p - q).norm() + rounding : kNever;
}

bool PairJudge::share_point(const Facet& a, const Facet& b) {
  const std::optional<Vec3> middle = common_middle(a, b);
  return middle && well_inside(a, *middle) && well_inside(b, *middle);
}

bool PairJudge::prove_parted(double reach, TruePair& pair) {
  if (!whole(a_) || !whole(b_)) return false;
  const double tolerance = kSame * (1 + size_);
  const FaceSides sides_a(a_, tolerance), sides_b(b_, tolerance);
  std::vector<Wall> walls;
  for (const auto& [faces, contact] : contacts_) {
    const WorldSurface of_a = sides_a.surface(faces[0], faces[1]), of_b = sides_b.surface(faces[2], faces[3]);
    add_wall(of_a, face_sign(a_, faces[0], faces[1], of_a), false, tolerance, walls);
    add_wall(of_b, -face_sign(b_, faces[2], faces[3], of_b), true, tolerance, walls);
  }
  struct Body {
    const TrueObject& object;
    const FaceSides& sides;
    const FacetTree& near;
    const FacetBox& box;
    double side;
  };
  const auto faces_near = [&](const Body& own, const Body& other) {
    return faces_within(own.near, other.box, other.object.largest_bound + tolerance);
  };
  const auto stays = [&](const Body& body, std::uint32_t part, std::uint32_t face, const Wall& wall) {
    const SideRange range = body.sides.range_of(part, face, wall.surface);
    return body.side * wall.sign > 0 ? range.low >= -tolerance : range.high <= tolerance;
  };
  const auto is_behind = [&](const Body& body, const Body& other, const Wall& wall) {
    const bool own = body.side > 0 ? wall.of_b : wall.of_a;
    if (own && is_convex_before(wall, body.side)) {
      // What is before the wall within the other's box is in one piece, and outside where the body's own face looks at it;
      // so it is outside if no face near the other gets into it.
      const auto near = faces_near(body, other);
      return std::all_of(near.begin(), near.end(), [&](const auto& id) { return stays(body, id.first, id.second, wall); });
    }
    const auto count = static_cast<std::uint32_t>(body.object.parts[0].shape->now.faces.size());
    for (std::uint32_t face = 0; face < count; ++face)
      if (!stays(body, 0, face, wall)) return false;
    return !fills(body.object, wall, body.side);
  };
  const auto parts = [&](const Body& body, const Body& other) {
    std::vector<const Wall*> behind;
    for (const Wall& wall : walls)
      if (is_behind(body, other, wall)) behind.push_back(&wall);
    if (behind.empty()) return false;
    const auto near = faces_near(other, body);
    return std::all_of(near.begin(), near.end(), [&](const auto& id) {
      return std::any_of(behind.begin(), behind.end(),
                         [&](const Wall* wall) { return stays(other, id.first, id.second, *wall); });
    });
  };
  const Body a{a_, sides_a, tree_a_, box_a_, -1}, b{b_, sides_b, tree_b_, box_b_, 1};
  const bool by_b = parts(b, a);
  if (!by_b && !parts(a, b)) return false;
  find_outside(reach, pair);
  estimates_ = any_estimate(a_) || any_estimate(b_);
  return by_b ? pair.b_out : pair.a_out;
}

}  // namespace impinge::io
