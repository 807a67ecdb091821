// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Where a face lies is told by its edges, unless the distance from the surface has an extreme inside; where such extremes
// are, closed forms tell. Signed distances but that of a torus are convex, so a tangent plane bounds them from below.
#include "io/cad/surface_side.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace impinge::io {
namespace {

constexpr double kAligned = 1e-9;  // of unit vectors

constexpr SideRange kNothing{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
constexpr SideRange kAnywhere{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

SideRange both(const SideRange& a, const SideRange& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
SideRange common(const SideRange& a, const SideRange& b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

Vec3 across(const WorldSurface& s, const Vec3& p) {
  const Vec3 d = p - s.origin;
  return d - s.axis * d.dot(s.axis);
}

// From below, over the hull of points; `q` is one of its points.
template <std::size_t N>
double least_side(const WorldSurface& s, const std::array<Vec3, N>& hull, Vec3 q) {
  double least = -std::numeric_limits<double>::infinity();
  // Towards the axis or the centre, where the distance is least.
  for (int i = 0; i < 4; ++i) {
    const double at = side_of(s, q);
    const Vec3 g = side_gradient(s, q);
    double low = std::numeric_limits<double>::infinity();
    for (const Vec3& p : hull) low = std::min(low, at + g.dot(p - q));
    least = std::max(least, low);
    const Vec3 foot = s.kind == SurfaceKind::sphere ? s.origin : Vec3(q - across(s, q));
    Corners t{hull[0], hull[1], hull[N - 1]};
    q = nearest_on(t, foot);
  }
  return least;
}

template <std::size_t N>
SideRange torus_range(const WorldSurface& s, const std::array<Vec3, N>& hull);

template <std::size_t N>
SideRange range_over(const WorldSurface& s, const std::array<Vec3, N>& hull, double bound) {
  if (s.kind == SurfaceKind::torus) {
    const SideRange range = torus_range(s, hull);
    return {range.low - bound, range.high + bound};
  }
  Vec3 middle = Vec3::Zero();
  double high = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : hull) middle += p / static_cast<double>(N);
  for (const Vec3& p : hull) high = std::max(high, side_of(s, p));
  return {least_side(s, hull, middle) - bound, high + bound};
}

// By how far points are from the cylinder through the ring, and how high.
template <std::size_t N>
SideRange torus_range(const WorldSurface& s, const std::array<Vec3, N>& hull) {
  WorldSurface ring = s;
  ring.kind = SurfaceKind::cylinder;
  const SideRange across_ring = range_over(ring, hull, 0);
  SideRange height = kNothing;
  for (const Vec3& p : hull) {
    const double h = (p - s.origin).dot(s.axis);
    height = both(height, {h, h});
  }
  const auto least = [](const SideRange& r) { return std::max({0.0, r.low, -r.high}); };
  const auto most = [](const SideRange& r) { return std::max(std::abs(r.low), std::abs(r.high)); };
  return {std::hypot(least(across_ring), least(height)) - s.second, std::hypot(most(across_ring), most(height)) - s.second};
}

// Whole surfaces against whole surfaces.
SideRange closed_form(const WorldSurface& own, const WorldSurface& s) {
  using enum SurfaceKind;
  const double along = std::abs(own.axis.dot(s.axis));
  const Vec3 between = own.origin - s.origin;
  const double inf = std::numeric_limits<double>::infinity();
  if (own.kind == sphere) {
    const double at = side_of(s, own.origin);
    SideRange range{at - own.radius, at + own.radius};
    if (s.kind == sphere) range.low = std::abs(between.norm() - own.radius) - s.radius;
    return range;
  }
  if (s.kind == plane) {
    const double h = between.dot(s.axis), tilt = std::sqrt(std::max(0.0, 1 - along * along));
    if (own.kind == cylinder && along < kAligned) return {h - own.radius, h + own.radius};
    if (own.kind == torus) return {h - own.radius * tilt - own.second, h + own.radius * tilt + own.second};
    return kAnywhere;
  }
  const bool coaxial = along > 1 - 0.5 * kAligned * kAligned || own.axis.cross(s.axis).norm() < kAligned;
  const double d = across(s, own.origin).norm();
  if (s.kind == cylinder && coaxial) {
    if (own.kind == cylinder) return {std::abs(d - own.radius) - s.radius, d + own.radius - s.radius};
    if (own.kind == torus)
      return {std::max(0.0, own.radius - own.second - d) - s.radius, d + own.radius + own.second - s.radius};
  }
  if (s.kind == sphere && own.kind == cylinder) return {std::abs(across(own, s.origin).norm() - own.radius) - s.radius, inf};
  return kAnywhere;
}

// Whether a surface goes round the axis of another.
bool is_round(const WorldSurface& own, const WorldSurface& axis) {
  const double slack = kAligned * (1 + own.origin.norm() + axis.origin.norm());
  if (own.kind == SurfaceKind::sphere) return across(axis, own.origin).norm() < slack;
  if (own.axis.cross(axis.axis).norm() > kAligned) return false;
  return own.kind == SurfaceKind::plane || across(axis, own.origin).norm() < slack;
}

// Whether all points of an edge, where faces of two surfaces meet, are equally far from `s`.
bool is_even(const WorldSurface& own, const WorldSurface& beside, const WorldSurface& s, double tolerance) {
  using enum SurfaceKind;
  const auto level = [&](const WorldSurface& x) {
    if (fact_of(x, s, tolerance).shared) return true;
    if (s.kind == plane) return x.kind == plane && x.axis.cross(s.axis).norm() < kAligned;
    if (s.kind == sphere) return x.kind == sphere && (x.origin - s.origin).norm() < tolerance;
    return s.kind == cylinder && x.kind == cylinder && is_round(x, s);
  };
  if (!parts_space(beside)) return false;
  if (level(beside) || level(own)) return true;
  // Circles about one axis.
  if (!parts_space(own)) return false;
  if (s.kind == plane || s.kind == sphere) {
    for (const WorldSurface* x : {&own, &beside}) {
      if (x->kind != cylinder && x->kind != cone && x->kind != torus) continue;
      const bool square = s.kind == plane ? x->axis.cross(s.axis).norm() < kAligned : is_round(s, *x);
      if (square && is_round(x == &own ? beside : own, *x)) return true;
    }
    return false;
  }
  return is_round(own, s) && is_round(beside, s);
}

// Whether the distance from `s` has no extreme inside a face of `own`, so that its edges tell all.
bool edges_tell(const WorldSurface& own, const WorldSurface& s) {
  using enum SurfaceKind;
  // Heights change evenly along the straight lines of a surface, which end at edges or at the tip.
  if (s.kind == plane) return own.kind == cylinder || own.kind == cone;
  const bool coaxial = own.axis.cross(s.axis).norm() < kAligned;
  const auto off = [](const WorldSurface& line, const Vec3& p) { return across(line, p).norm(); };
  const bool one_axis = coaxial && off(s, own.origin) < kAligned * (1 + own.origin.norm());
  return one_axis && (s.kind == cylinder || s.kind == cone) && (own.kind == cylinder || own.kind == cone);
}

// Where on a plane the distance from `s` is least; none where that is not told.
bool lowest_on_plane(const WorldSurface& own, const WorldSurface& s, Vec3& lowest) {
  const double along = own.axis.dot(s.axis);
  const auto onto = [&](const Vec3& p) -> Vec3 { return p - own.axis * own.axis.dot(p - own.origin); };
  if (s.kind == SurfaceKind::sphere) return lowest = onto(s.origin), true;
  const bool square = std::abs(along) > 1 - 1e-12;
  if (s.kind == SurfaceKind::cylinder && std::abs(along) > 1e-6) {
    lowest = s.origin + s.axis * ((own.origin - s.origin).dot(own.axis) / along);
    return true;
  }
  if (s.kind == SurfaceKind::cone && square) return lowest = onto(s.origin), true;
  return false;
}

}  // namespace

bool parts_space(const WorldSurface& s) {
  return s.kind < SurfaceKind::torus || (s.kind == SurfaceKind::torus && s.second < s.radius);
}

double side_of(const WorldSurface& s, const Vec3& p) {
  const Vec3 d = p - s.origin;
  const double h = d.dot(s.axis);
  switch (s.kind) {
    case SurfaceKind::plane: return h;
    case SurfaceKind::sphere: return d.norm() - s.radius;
    case SurfaceKind::cylinder: return across(s, p).norm() - s.radius;
    case SurfaceKind::cone: return (across(s, p).norm() - s.radius) * std::cos(s.second) - h * std::sin(s.second);
    case SurfaceKind::torus: return std::hypot(across(s, p).norm() - s.radius, h) - s.second;
    default: return 0;
  }
}

Vec3 side_gradient(const WorldSurface& s, const Vec3& p) {
  const Vec3 d = p - s.origin, r = across(s, p);
  const double rho = r.norm();
  const Vec3 out = rho > 0 ? Vec3(r / rho) : Vec3::Zero();
  switch (s.kind) {
    case SurfaceKind::plane: return s.axis;
    case SurfaceKind::sphere: return d.norm() > 0 ? Vec3(d.normalized()) : Vec3::Zero();
    case SurfaceKind::cylinder: return out;
    case SurfaceKind::cone: return out * std::cos(s.second) - s.axis * std::sin(s.second);
    case SurfaceKind::torus: {
      const Vec3 from = d - out * s.radius;
      return from.norm() > 0 ? Vec3(from.normalized()) : Vec3::Zero();
    }
    default: return Vec3::Zero();
  }
}

WorldSurface FaceSides::surface(std::uint32_t part, std::uint32_t face) const {
  return placed(object_.parts[part].shape->now.faces[face], object_.parts[part].pose);
}

const std::vector<std::uint32_t>& FaceSides::facets(std::uint32_t part, std::uint32_t face) const {
  return object_.parts[part].shape->facets_of(face);
}

Corners FaceSides::corners(std::uint32_t part, const CadTriangle& t) const {
  const PlacedShape& own = object_.parts[part];
  Corners c;
  for (int k = 0; k < 3; ++k) {
    const Point3& p = own.shape->now.points[t.corners[k]];
    c[k] = world_point(own.pose, Vec3(p[0], p[1], p[2]));
  }
  return c;
}

SideRange FaceSides::by_facets(std::uint32_t part, std::uint32_t face, const WorldSurface& s) const {
  SideRange range = kNothing;
  for (const std::uint32_t i : facets(part, face)) {
    const CadTriangle& t = object_.parts[part].shape->now.triangles[i];
    range = both(range, range_over(s, corners(part, t), t.bound));
  }
  return range;
}

SideRange FaceSides::by_edges(std::uint32_t part, std::uint32_t face, const WorldSurface& s) const {
  const TrueShape& shape = *object_.parts[part].shape;
  const WorldSurface own = surface(part, face);
  SideRange range = kNothing;
  for (const std::uint32_t i : facets(part, face)) {
    const CadTriangle& t = shape.now.triangles[i];
    const Corners c = corners(part, t);
    for (int k = 0; k < 3; ++k) {
      const Vec3 &p = c[k], &q = c[(k + 1) % 3];
      const double at = side_of(s, p), to = side_of(s, q);
      range = both(range, {at, at});
      if (t.sides[k].coedge < 0) continue;
      const std::vector<std::uint32_t>& beside = shape.faces_at(t.sides[k].coedge);
      if (beside.size() > 1 && std::all_of(beside.begin(), beside.end(), [&](std::uint32_t f) { return f == face; }))
        continue;  // a seam, inside the face
      const bool even = std::any_of(beside.begin(), beside.end(), [&](std::uint32_t f) {
        return f != face && is_even(own, surface(part, f), s, tolerance_);
      });
      range = both(range,
                   even ? SideRange{std::min(at, to), std::max(at, to)} : range_over(s, std::array<Vec3, 2>{p, q}, t.bound));
    }
  }
  return range;
}

// Whether the face may have this point, which is on its surface.
bool FaceSides::covers(std::uint32_t part, std::uint32_t face, const Vec3& p) const {
  for (const std::uint32_t i : facets(part, face)) {
    const CadTriangle& t = object_.parts[part].shape->now.triangles[i];
    if ((nearest_on(corners(part, t), p) - p).norm() <= t.bound + tolerance_) return true;
  }
  return false;
}

SideRange FaceSides::of_plane(std::uint32_t part, std::uint32_t face, const WorldSurface& own, const WorldSurface& s) const {
  SideRange range = by_edges(part, face, s);
  if (s.kind == SurfaceKind::plane) return range;
  if (s.kind == SurfaceKind::torus) {
    // On a plane across the axis the distance falls to the ring, and rises beyond it.
    if (std::abs(own.axis.dot(s.axis)) < 1 - 1e-12) return by_facets(part, face, s);
    const double height = std::abs((own.origin - s.origin).dot(s.axis));
    WorldSurface ring = s;
    ring.kind = SurfaceKind::cylinder;
    const SideRange rho = common(by_facets(part, face, ring), of_plane(part, face, own, ring));
    if (rho.low <= 0 && rho.high >= 0) range.low = std::min(range.low, height - s.second);
    if (rho.low <= -s.radius + tolerance_) range.high = std::max(range.high, std::hypot(s.radius, height) - s.second);
    return range;
  }
  Vec3 lowest = Vec3::Zero();
  if (!lowest_on_plane(own, s, lowest)) {
    range.low = by_facets(part, face, s).low;
    if (s.kind == SurfaceKind::cylinder)
      range.low = std::max(range.low, std::abs((s.origin - own.origin).dot(own.axis)) - s.radius);
  } else if (covers(part, face, lowest)) {
    range.low = std::min(range.low, side_of(s, lowest));
  }
  return range;
}

SideRange FaceSides::range_of(std::uint32_t part, std::uint32_t face, const WorldSurface& s) const {
  const WorldSurface own = surface(part, face);
  if (fact_of(own, s, tolerance_).shared) return {0, 0};
  if (own.kind == s.kind && own.kind == SurfaceKind::torus && is_round(own, s) &&
      (own.origin - s.origin).norm() < tolerance_)
    return {std::abs(own.radius - s.radius) * -1 + own.second - s.second,
            std::abs(own.radius - s.radius) + own.second - s.second};
  if (own.kind == SurfaceKind::plane) return of_plane(part, face, own, s);
  if (!parts_space(own)) return by_facets(part, face, s);
  if (edges_tell(own, s)) return by_edges(part, face, s);
  return common(by_facets(part, face, s), closed_form(own, s));
}

}  // namespace impinge::io
