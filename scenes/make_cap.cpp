// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Ear clipping. Each hole is joined to the outline by a bridge that is passed twice, then ears are cut off the one ring.
// Based on: Meisters, Polygons have ears, 1975; Eberly, Triangulation by ear clipping, 1998.
#include "scenes/make_cap.h"

#include <algorithm>
#include <optional>

#include <impinge/error.h>

namespace impinge::scenes {
namespace {

using Point = Eigen::Vector2d;

struct Corner {
  std::uint32_t id;
  Point at;
};
using Outline = std::vector<Corner>;

// Twice the signed area; positive if c lies left of the way from a to b.
double side(const Point& a, const Point& b, const Point& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

bool segments_meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  const double c_side = side(a, b, c), d_side = side(a, b, d), a_side = side(c, d, a), b_side = side(c, d, b);
  if (c_side == 0 && d_side == 0) {
    const auto along = (b - a).cwiseAbs().x() > (b - a).cwiseAbs().y() ? 0 : 1;
    return std::max(std::min(a[along], b[along]), std::min(c[along], d[along])) <=
           std::min(std::max(a[along], b[along]), std::max(c[along], d[along]));
  }
  return c_side * d_side <= 0 && a_side * b_side <= 0;
}

bool crosses_ring(const Corner& from, const Corner& to, const Outline& ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Corner &p = ring[i], &q = ring[(i + 1) % ring.size()];
    const bool shared = p.id == from.id || p.id == to.id || q.id == from.id || q.id == to.id;
    if (!shared && segments_meet(from.at, to.at, p.at, q.at)) return true;
  }
  return false;
}

// True if the way from corner `at` to the target starts inside the outline.
bool starts_inside(const Outline& ring, std::size_t at, const Point& target) {
  const Point& before = ring[(at + ring.size() - 1) % ring.size()].at;
  const Point &here = ring[at].at, &after = ring[(at + 1) % ring.size()].at;
  const bool left_of_after = side(here, after, target) > 0, left_of_before = side(before, here, target) > 0;
  return side(before, here, after) > 0 ? left_of_after && left_of_before : left_of_after || left_of_before;
}

// Joins the hole (clockwise) to the outline along the shortest free way.
void bridge(Outline& outline, const Outline& hole, std::span<const Outline> others) {
  std::optional<std::pair<std::size_t, std::size_t>> best;
  double best_length = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    for (std::size_t j = 0; j < hole.size(); ++j) {
      const double length = (outline[i].at - hole[j].at).squaredNorm();
      if (best && length >= best_length) continue;
      if (!starts_inside(outline, i, hole[j].at) || !starts_inside(hole, j, outline[i].at)) continue;
      if (crosses_ring(outline[i], hole[j], outline) || crosses_ring(outline[i], hole[j], hole)) continue;
      const auto blocks = [&](const Outline& other) { return crosses_ring(outline[i], hole[j], other); };
      if (std::ranges::any_of(others, blocks)) continue;
      best = {i, j};
      best_length = length;
    }
  }
  if (!best) throw Error(ErrorCode::bad_mesh, "cap: a hole cannot be joined to its outline; rings must not touch");
  const auto [at, from] = *best;
  Outline way;
  for (std::size_t k = 0; k <= hole.size(); ++k) way.push_back(hole[(from + k) % hole.size()]);
  way.push_back(outline[at]);
  outline.insert(outline.begin() + static_cast<std::ptrdiff_t>(at) + 1, way.begin(), way.end());
}

// Twice the area over the square of the longest edge if the corner is an ear, else 0: fat ears first.
double ear_quality(const Outline& ring, std::size_t at) {
  const Corner &p = ring[(at + ring.size() - 1) % ring.size()], &q = ring[at], &r = ring[(at + 1) % ring.size()];
  const double area = side(p.at, q.at, r.at);
  if (area <= 0) return 0;
  for (const Corner& c : ring) {
    if (c.id == p.id || c.id == q.id || c.id == r.id) continue;
    if (side(p.at, q.at, c.at) >= 0 && side(q.at, r.at, c.at) >= 0 && side(r.at, p.at, c.at) >= 0) return 0;
  }
  const double longest = std::max({(p.at - q.at).squaredNorm(), (q.at - r.at).squaredNorm(), (r.at - p.at).squaredNorm()});
  return area / longest;
}

}  // namespace

void add_cap(SurfaceBuilder& surface, SurfaceBuilder::Ring outer, std::span<const std::vector<std::uint32_t>> holes,
             const Vec3& right, const Vec3& up) {
  const auto flat = [&](SurfaceBuilder::Ring ring) {
    Outline result;
    for (const std::uint32_t id : ring)
      result.push_back({id, {surface.vertices[id].dot(right), surface.vertices[id].dot(up)}});
    return result;
  };
  Outline outline = flat(outer);
  std::vector<Outline> rings;
  for (const auto& hole : holes) rings.push_back(flat(reversed(hole)));
  for (std::size_t i = 0; i < rings.size(); ++i) bridge(outline, rings[i], std::span(rings).subspan(i + 1));
  while (outline.size() > 2) {
    std::size_t best = 0;
    double best_quality = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const double quality = ear_quality(outline, i);
      if (quality > best_quality) {
        best = i;
        best_quality = quality;
      }
    }
    if (best_quality == 0) throw Error(ErrorCode::bad_mesh, "cap: no ear left to cut; rings must not cross or touch");
    const std::size_t n = outline.size();
    surface.triangle(outline[(best + n - 1) % n].id, outline[best].id, outline[(best + 1) % n].id);
    outline.erase(outline.begin() + static_cast<std::ptrdiff_t>(best));
  }
}

}  // namespace impinge::scenes
