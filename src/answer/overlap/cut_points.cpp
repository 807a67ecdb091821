// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// After the idea of indirect predicates (Attene 2020): doubles with error bounds first, exact numbers of any size where
// these cannot tell.
#include "answer/overlap/cut_points.h"

#include <algorithm>
#include <cmath>

#include "base/double_double.h"
#include "base/exact_vec.h"
#include "base/predicates.h"
#include "base/union_find.h"

namespace impinge {

namespace {

// Key words of the last kind have this in front, so that they are no edge.
constexpr std::uint32_t kPlanes = UINT32_MAX;

struct ExactPlane {
  ExactVec normal;
  Exact offset;
  explicit ExactPlane(const Triangle& t) {
    const ExactVec o(t.p[0]);
    normal = cross(ExactVec(t.p[1]) - o, ExactVec(t.p[2]) - o);
    offset = dot(normal, o);
  }
};

ExactPoint positive(ExactVec v, Exact w) {
  if (w.sign() < 0) {
    v = -v;
    w = -w;
  }
  ExactPoint p;
  p.x = std::move(v.x);
  p.y = std::move(v.y);
  p.z = std::move(v.z);
  p.w = std::move(w);
  return p;
}

TwofoldPoint twofold_of(const ExactPoint& p) {
  TwofoldPoint result{rounded(p)};
  for (int k = 0; k < 3; ++k) result.low[k] = rough_quotient(p[k] - Exact(result.high[k]) * p.w, p.w);
  return result;
}

// The determinant of orient3d in double-doubles, and a bound on its error.
struct RoughSide {
  DoubleDouble value;
  double error;
};

RoughSide rough_side(const Triangle& t, const Vec3& d) {
  DoubleDouble a[3], b[3], c[3];
  for (int k = 0; k < 3; ++k) {
    a[k] = exact_sum(t.p[0][k], -d[k]);
    b[k] = exact_sum(t.p[1][k], -d[k]);
    c[k] = exact_sum(t.p[2][k], -d[k]);
  }
  const auto minor = [&](int u, int v) { return b[u] * c[v] - b[v] * c[u]; };
  const auto size = [&](int u, int v) { return std::abs(b[u].high * c[v].high) + std::abs(b[v].high * c[u].high); };
  const DoubleDouble value = a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1);
  const double terms =
      std::abs(a[0].high) * size(1, 2) + std::abs(a[1].high) * size(2, 0) + std::abs(a[2].high) * size(0, 1);
  return {value, 0x1p-97 * terms + 0x1p-900};
}

// Where the segment from p to q passes the plane of t, which parts them.
struct Passage {
  TwofoldPoint point;
  double error;
};

Passage pass(const Vec3& p, const Vec3& q, const Triangle& t) {
  const RoughSide at_p = rough_side(t, p), at_q = rough_side(t, q);
  const DoubleDouble whole = at_p.value - at_q.value;  // of two signs, so that nothing cancels
  const DoubleDouble share = at_p.value / whole;
  const double share_error = 2 * (at_p.error + at_q.error) / std::abs(whole.high) + 0x1p-98;
  Passage result;
  double length = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    const DoubleDouble step = exact_sum(q[k], -p[k]);
    const DoubleDouble x = DoubleDouble{p[k], 0} + share * step;
    result.point.high[k] = x.high;
    result.point.low[k] = x.low;
    length = std::max(length, std::abs(step.high));
    size = std::max({size, std::abs(p[k]), std::abs(q[k])});
  }
  result.error = share_error * length * (1 + 0x1p-40) + 0x1p-98 * size;
  // What left the range of doubles is told by its exact form alone.
  if (!(result.error < size) || size > 0x1p250 || !result.point.high.allFinite() || std::abs(whole.high) < 0x1p-700) {
    result.point = {p, Vec3::Zero()};
    result.error = INFINITY;
  }
  return result;
}

}  // namespace

std::size_t CutPoints::KeyHash::operator()(const Key& key) const {
  std::uint64_t h = 0;
  for (const std::uint32_t word : key) h = (h ^ word) * 0x9E3779B97F4A7C15u + (h >> 29);
  return static_cast<std::size_t>(h ^ (h >> 32));
}

template <typename Point>
std::uint32_t CutPoints::add(const Key& key, const Point& point) {
  const auto id = bodies_.point_count() + static_cast<std::uint32_t>(made_.size());
  const auto [it, fresh] = numbers_.try_emplace(key, id);
  if (fresh) made_.push_back(point());
  return it->second;
}

std::uint32_t CutPoints::edge_through_face(const Edge& edge, std::uint32_t face) {
  const Key key{edge[0], edge[1], kPlanes, face};
  return add(key, [&] {
    const Passage passage = pass(bodies_.corner(edge[0]), bodies_.corner(edge[1]), bodies_.triangle(face));
    return Made{key, passage.point, passage.error, nullptr};
  });
}

std::uint32_t CutPoints::edge_through_edge(const Edge& e, const Edge& f) {
  const Edge &first = std::min(e, f), &second = std::max(e, f);
  const Key key{first[0], first[1], second[0], second[1]};
  return add(key, [&] { return made(key); });
}

CutPoints::Edge CutPoints::edge_of(std::uint32_t face, const FaceSpot& spot) const {
  const Face corners = bodies_.corners(face);
  return edge(corners[spot.index], corners[(spot.index + 1u) % 3]);
}

std::uint32_t CutPoints::shared(const SharedPoint& point, std::uint32_t f, std::uint32_t g) {
  if (point.a.kind == FaceFeature::vertex) return bodies_.corners(f)[point.a.index];
  if (point.b.kind == FaceFeature::vertex) return bodies_.corners(g)[point.b.index];
  if (point.a.kind == FaceFeature::face) return edge_through_face(edge_of(g, point.b), f);
  if (point.b.kind == FaceFeature::face) return edge_through_face(edge_of(f, point.a), g);
  return edge_through_edge(edge_of(f, point.a), edge_of(g, point.b));
}

std::uint32_t CutPoints::three_planes(std::uint32_t f, std::uint32_t g, std::uint32_t h) {
  std::array<std::uint32_t, 3> faces{f, g, h};
  std::sort(faces.begin(), faces.end());
  const Key key{kPlanes, faces[0], faces[1], faces[2]};
  return add(key, [&] { return made(key); });
}

CutPoints::Made CutPoints::made(const Key& key) const {
  auto exact = std::make_unique<const ExactPoint>(exactly(key));
  const TwofoldPoint point = twofold_of(*exact);
  return {key, point, 0x1p-100 * point.high.cwiseAbs().maxCoeff(), std::move(exact)};
}

ExactPoint CutPoints::exactly(const Key& key) const {
  if (key[0] == kPlanes) {
    const ExactPlane a(bodies_.triangle(key[1])), b(bodies_.triangle(key[2])), c(bodies_.triangle(key[3]));
    const ExactVec bc = cross(b.normal, c.normal);
    const ExactVec sum = a.offset * bc + b.offset * cross(c.normal, a.normal) + c.offset * cross(a.normal, b.normal);
    return positive(sum, dot(a.normal, bc));
  }
  const Vec3 p = bodies_.corner(key[0]), q = bodies_.corner(key[1]);
  if (key[2] == kPlanes) {
    const Triangle t = bodies_.triangle(key[3]);
    return weighted(p, orient3d_value(t.p[0], t.p[1], t.p[2], q), q, -orient3d_value(t.p[0], t.p[1], t.p[2], p));
  }
  const Vec3 r = bodies_.corner(key[2]), s = bodies_.corner(key[3]);
  int axis = 0;  // one along which the shadows of the edges are not parallel
  while (axis < 2 && impinge::orient2d(r, s, p, axis) == 0 && impinge::orient2d(r, s, q, axis) == 0) ++axis;
  return weighted(p, orient2d_value(r, s, q, axis), q, -orient2d_value(r, s, p, axis));
}

const ExactPoint& CutPoints::exact(std::uint32_t point) const {
  if (is_corner(point)) return corners_.try_emplace(point, bodies_.corner(point)).first->second;
  const Made& made = made_[point - bodies_.point_count()];
  if (!made.exact) made.exact = std::make_unique<const ExactPoint>(exactly(made.key));
  return *made.exact;
}

CutPoints::Rough CutPoints::rough(std::uint32_t point) const {
  if (is_corner(point)) return {bodies_.corner(point), 0};
  const Made& made = made_[point - bodies_.point_count()];
  return {made.point.high, made.point.low.cwiseAbs().maxCoeff() * (1 + 0x1p-50) + made.error};
}

Vec3 CutPoints::rounded(std::uint32_t point) const { return twofold(point).high; }

TwofoldPoint CutPoints::twofold(std::uint32_t point) const {
  if (is_corner(point)) return {bodies_.corner(point)};
  const Made& made = made_[point - bodies_.point_count()];
  if (made.exact) return twofold_of(*made.exact);
  for (int k = 0; k < 3; ++k) {
    // Correctly rounded unless the error could carry the sum over the middle between two doubles.
    const double high = made.point.high[k], low = std::abs(made.point.low[k]) + made.error;
    if (high + low * (1 + 0x1p-50) != high || high - low * (1 + 0x1p-50) != high) return twofold_of(exact(point));
  }
  return made.point;
}

int CutPoints::compare(std::uint32_t p, std::uint32_t q, int axis) const {
  if (p == q) return 0;
  const Rough a = rough(p), b = rough(q);
  const double difference = a.point[axis] - b.point[axis];
  if (std::abs(difference) > (a.error + b.error) * (1 + 0x1p-50)) return difference > 0 ? 1 : -1;
  if (a.error == 0 && b.error == 0) return difference > 0 ? 1 : difference < 0 ? -1 : 0;
  const ExactPoint &x = exact(p), &y = exact(q);
  return impinge::compare(x[axis] * y.w, y[axis] * x.w);
}

int CutPoints::orient2d(std::uint32_t p, std::uint32_t q, std::uint32_t r, int axis) const {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const Rough a = rough(p), b = rough(q), c = rough(r);
  const double error = std::max({a.error, b.error, c.error});
  if (error == 0) return impinge::orient2d(a.point, b.point, c.point, axis);
  const double bu = b.point[u] - a.point[u], bv = b.point[v] - a.point[v];
  const double cu = c.point[u] - a.point[u], cv = c.point[v] - a.point[v];
  const double area = bu * cv - bv * cu;
  const double off = 2 * error + 0x1p-52 * (std::abs(bu) + std::abs(bv) + std::abs(cu) + std::abs(cv));
  const double bound = (std::abs(bu) + std::abs(bv) + std::abs(cu) + std::abs(cv) + 2 * off) * off +
                       0x1p-50 * (std::abs(bu * cv) + std::abs(bv * cu));
  if (std::abs(area) > bound) return area > 0 ? 1 : -1;
  const ExactPoint &x = exact(p), &y = exact(q), &z = exact(r);
  return (x[u] * (y[v] * z.w - z[v] * y.w) + y[u] * (z[v] * x.w - x[v] * z.w) + z[u] * (x[v] * y.w - y[v] * x.w)).sign();
}

bool CutPoints::equal(std::uint32_t p, std::uint32_t q) const {
  return compare(p, q, 0) == 0 && compare(p, q, 1) == 0 && compare(p, q, 2) == 0;
}

void CutPoints::join(std::vector<std::uint32_t> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (std::size_t i = 0; i < made_.size(); ++i) points.push_back(bodies_.point_count() + static_cast<std::uint32_t>(i));
  // Along a slanted direction, since on one of the axes whole walls would be equal.
  struct Item {
    double low, high;
    std::uint32_t index;
  };
  std::vector<Item> items(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const Rough r = rough(points[i]);
    const double along = r.point.dot(Vec3(1, 0.7548776662466927, 0.5698402909980532));
    const double error = 3 * r.error + 0x1p-50 * r.point.lpNorm<1>();
    items[i] = {along - error, along + error, i};
  }
  std::sort(items.begin(), items.end(), [](const Item& x, const Item& y) { return x.low < y.low; });
  UnionFind sets(points.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    for (std::size_t j = i + 1; j < items.size() && items[j].low <= items[i].high; ++j) {
      const std::uint32_t p = items[i].index, q = items[j].index;
      if (sets.root(p) != sets.root(q) && equal(points[p], points[q])) sets.unite(p, q);
    }
  for (std::uint32_t i = 0; i < points.size(); ++i)
    if (!sets.is_root(i)) joined_[points[i]] = points[sets.root(i)];
}

}  // namespace impinge
