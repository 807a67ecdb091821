// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Convex polygons and their one-dimensional mesh map: cells of the rim of a square, each with the stretch of edges (of
// extreme vertices) that it can see; within a stretch a search by halving, so that no cluster of edges costs more than its
// logarithm. Based on: M. Nio, S. Tokumasu, T. Ochi, N-free Algorithm for Intersection Detection between Convex Objects.
#include "shape/convex/convex_polygon.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/exact_number.h"
#include "base/predicates.h"
#include "shape/convex/convex_body.h"

namespace impinge {

namespace {

constexpr double kEpsilon = 0x1p-53;
constexpr int kTableCells = 256;  // along a side: 8 KB for both tables

int turn(const Vec2& a, const Vec2& b, const Vec2& c) { return orient2d(a.x(), a.y(), b.x(), b.y(), c.x(), c.y()); }

// Sign of direction . (to - from).
int rise(const Vec2& d, const Vec2& from, const Vec2& to) {
  const double x = d.x() * (to.x() - from.x()), y = d.y() * (to.y() - from.y()), sum = x + y,
               size = std::fabs(x) + std::fabs(y);
  if (std::fabs(sum) > 5 * kEpsilon * size + 0x1p-1000 && size < 0x1p1000) return sum > 0 ? 1 : -1;
  return (Exact(d.x()) * (Exact(to.x()) - from.x()) + Exact(d.y()) * (Exact(to.y()) - from.y())).sign();
}

Vec2 square_direction(int side, double u) {
  switch (side) {
    case 0: return {1, u};
    case 1: return {-u, 1};
    case 2: return {-1, -u};
    default: return {u, -1};
  }
}

[[noreturn]] void refuse(const char* why) {
  throw Error(ErrorCode::bad_mesh,
              fmt::format("polygon: {}; a convex polygon needs three points that are not on one line", why));
}

void require_finite(const Vec2& p, const char* what) {
  if (!p.allFinite()) throw Error(ErrorCode::bad_argument, fmt::format("{}: NaN or infinite", what));
}

// Lower and upper chain by exact turns; points on edges are left out.
std::vector<Vec2> hull_of(std::span<const Vec2> points) {
  std::vector<Vec2> p(points.begin(), points.end());
  for (std::size_t i = 0; i < p.size(); ++i)
    if (!p[i].allFinite()) throw Error(ErrorCode::bad_mesh, fmt::format("polygon: point {} is not finite", i));
  const auto before = [](const Vec2& a, const Vec2& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); };
  std::sort(p.begin(), p.end(), before);
  p.erase(std::unique(p.begin(), p.end()), p.end());
  if (p.size() < 3) refuse("fewer than three points");
  std::vector<Vec2> hull;
  for (int chain = 0; chain < 2; ++chain) {
    const std::size_t base = hull.size();
    for (const Vec2& q : p) {
      while (hull.size() >= base + 2 && turn(hull[hull.size() - 2], hull.back(), q) <= 0) hull.pop_back();
      hull.push_back(q);
    }
    hull.pop_back();  // the next chain begins with it
    std::reverse(p.begin(), p.end());
  }
  if (hull.size() < 3) refuse("all points lie on one line");
  return hull;
}

void choose_inner(ConvexPolygonData& d) {
  const Vec2& o = d.vertices.front();
  double area = 0;
  Vec2 centre = Vec2::Zero();
  for (std::size_t i = 1; i + 1 < d.vertices.size(); ++i) {
    const Vec2 a = d.vertices[i] - o, b = d.vertices[i + 1] - o;
    const double s = a.x() * b.y() - a.y() * b.x();
    area += s;
    centre += (a + b) * (s / 3);
  }
  const std::size_t n = d.vertices.size();
  const Vec2 tried[] = {o + centre / area, (d.vertices[0] + d.vertices[n / 3]) / 4 + d.vertices[2 * n / 3] / 2};
  for (const Vec2& p : tried) {
    bool inside = p.allFinite();
    for (std::uint32_t i = 0; i < n && inside; ++i) inside = turn(d.vertices[i], d.vertices[d.next(i)], p) > 0;
    if (!inside) continue;
    d.inner = p;
    return;
  }
  refuse("flat, or too thin to hold a point with double coordinates strictly inside");
}

}  // namespace

ConvexTable2::ConvexTable2(int cells, const std::function<double(const Vec2& direction)>& upper)
    : cells_(cells), half_cells_(0.5 * cells) {
  for (int side = 0; side < 4; ++side)
    for (int i = 0; i <= cells; ++i) {
      const Vec2 d = square_direction(side, 2.0 * i / cells - 1);
      const double value = upper(d) * (1 + 0x1p-40);
      corners_.push_back(std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity()));
      greatest_ = std::max(greatest_, value / d.norm());
    }
}

std::uint32_t ConvexPolygonData::edge_towards(const Vec2& point) const {
  const Vec2 offset = point - inner;
  if (offset.isZero(0)) return 0;
  const SquarePoint p = square_point(offset.x(), offset.y());
  const auto cell = static_cast<std::size_t>(p.side * cells + cube_cell(p.u, cells));
  const auto n = static_cast<std::uint32_t>(vertices.size());
  std::uint32_t edge = edge_cells[cell], span = (edge_cells[cell + 1] + n - edge) % n;
  while (span > 0) {  // the last edge of the stretch that begins before the ray
    const std::uint32_t half = (span + 1) / 2, middle = (edge + half) % n;
    if (turn(inner, vertices[middle], point) >= 0) {
      edge = middle;
      span -= half;
    } else {
      span = half - 1;
    }
  }
  for (std::uint32_t steps = 0; turn(inner, vertices[edge], point) < 0 && steps < n; ++steps) edge = last(edge);
  for (std::uint32_t steps = 0; turn(inner, vertices[next(edge)], point) > 0 && steps < n; ++steps) edge = next(edge);
  return edge;
}

std::uint32_t ConvexPolygonData::extreme_vertex(const Vec2& direction) const {
  const SquarePoint p = square_point(direction.x(), direction.y());
  const auto cell = static_cast<std::size_t>(p.side * cells + cube_cell(p.u, cells));
  const auto n = static_cast<std::uint32_t>(vertices.size());
  std::uint32_t v = vertex_cells[cell], span = (vertex_cells[cell + 1] + n - v) % n;
  while (span > 0) {
    const std::uint32_t half = (span + 1) / 2, middle = (v + half) % n;
    if (rise(direction, vertices[last(middle)], vertices[middle]) > 0) {
      v = middle;
      span -= half;
    } else {
      span = half - 1;
    }
  }
  return climb(v, [&](const Vec2& from, const Vec2& to) { return rise(direction, from, to); });
}

Slope ConvexPolygonData::gauge(const Vec2& offset) const {
  const std::uint32_t e = edge_towards(inner + offset);
  const Vec2 a = vertices[e] - inner, along = vertices[next(e)] - vertices[e];
  const Vec2 normal(along.y(), -along.x());
  const double height = normal.dot(a), value = normal.dot(offset) / height, length = along.norm();
  const double error = 16 * kEpsilon * (1 + std::fabs(value)) * (1 + length * (length + a.norm() * 0x1p-20) / height);
  return {value + error, Vec3(normal.x() / height, normal.y() / height, 0)};
}

ConvexPolygon::ConvexPolygon(std::span<const Vec2> points, const ConvexOptions& options) {
  require_options(options);
  auto d = std::make_shared<ConvexPolygonData>();
  d->vertices = hull_of(points);
  choose_inner(*d);
  for (const Vec2& v : d->vertices) d->radius = std::max(d->radius, (v - d->inner).norm());
  d->radius *= 1 + 8 * kEpsilon;
  const auto n = static_cast<std::uint32_t>(d->vertices.size());
  d->cells = std::max(1, static_cast<int>(n / options.faces_per_cell / 4));
  std::uint32_t edge = 0, vertex = 0;
  for (int i = 0; i <= 4 * d->cells; ++i) {
    const int k = i == 4 * d->cells ? 0 : i;
    const Vec2 direction = square_direction(k / d->cells, 2.0 * (k % d->cells) / d->cells - 1);
    const Vec2 point = d->inner + direction * d->radius;
    for (std::uint32_t steps = 0;
         (turn(d->inner, d->vertices[edge], point) < 0 || turn(d->inner, d->vertices[d->next(edge)], point) >= 0) &&
         steps <= n;
         ++steps)
      edge = d->next(edge);
    vertex = d->climb(vertex, [&](const Vec2& from, const Vec2& to) { return rise(direction, from, to); });
    d->edge_cells.push_back(edge);
    d->vertex_cells.push_back(vertex);
  }
  d->gauge_table = ConvexTable2(kTableCells, [&](const Vec2& x) { return d->gauge(x).value; });
  d->support_table = ConvexTable2(kTableCells, [&](const Vec2& x) {
    return x.dot(d->vertices[d->extreme_vertex(x)] - d->inner) + 16 * kEpsilon * d->radius * x.norm();
  });
  d->inner_radius = std::cos(2.0 / kTableCells) / d->gauge_table.greatest() * (1 - 1e-6);
  if (!(d->inner_radius > d->radius * 1e-12)) refuse("more than 1e12 times as long as it is thick");
  data_ = std::move(d);
}

std::span<const Vec2> ConvexPolygon::vertices() const noexcept { return data_->vertices; }
const Vec2& ConvexPolygon::inner_point() const noexcept { return data_->inner; }
std::uint64_t ConvexPolygon::map_bytes() const noexcept {
  return (data_->edge_cells.size() + data_->vertex_cells.size()) * sizeof(std::uint32_t) + data_->gauge_table.bytes() +
         data_->support_table.bytes();
}
std::uint32_t ConvexPolygon::edge_towards(const Vec2& point) const {
  require_finite(point, "edge_towards");
  return data_->edge_towards(point);
}
bool ConvexPolygon::contains(const Vec2& point) const {
  require_finite(point, "contains");
  const std::uint32_t e = data_->edge_towards(point);
  return turn(data_->vertices[e], data_->vertices[data_->next(e)], point) >= 0;
}
std::uint32_t ConvexPolygon::extreme_vertex(const Vec2& direction) const {
  require_finite(direction, "extreme_vertex");
  return direction.isZero(0) ? 0 : data_->extreme_vertex(direction);
}

}  // namespace impinge
