// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// After the idea of indirect predicates (Attene 2020): doubles with error bounds first, exact numbers of any size where
// these cannot tell.
#include "answer/arrangement/cut_points.h"

#include <algorithm>
#include <bit>
#include <cmath>

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

std::size_t hash_of(const std::array<std::uint32_t, 4>& key) {
  const std::uint64_t first = key[0] | std::uint64_t{key[1]} << 32, second = key[2] | std::uint64_t{key[3]} << 32;
  const std::uint64_t h = (first ^ std::rotl(second * 0x9E3779B97F4A7C15u, 23)) * 0xBF58476D1CE4E5B9u;
  return static_cast<std::size_t>(h ^ (h >> 32));
}

}  // namespace

template <typename Point>
std::uint32_t CutPoints::add(const Key& key, const Point& point) {
  if (2 * (made_.size() + 1) > numbers_.size()) spread_numbers();
  std::size_t at = hash_of(key) & (numbers_.size() - 1);
  for (; numbers_[at] != UINT32_MAX; at = (at + 1) & (numbers_.size() - 1)) {
    const Key& other = keys_[numbers_[at]];
    // One by one, since equality of arrays is a call.
    if (other[0] == key[0] && other[1] == key[1] && other[2] == key[2] && other[3] == key[3])
      return bodies_.point_count() + numbers_[at];
  }
  numbers_[at] = static_cast<std::uint32_t>(made_.size());
  return append(key, point());
}

std::uint32_t CutPoints::append(const Key& key, Made&& made) {
  made_.push_back(std::move(made));
  keys_.push_back(key);
  return count() - 1;
}

void CutPoints::reserve(std::size_t count) {
  made_.reserve(count);
  keys_.reserve(count);
  while (2 * count > numbers_.size()) spread_numbers();
}

void CutPoints::spread_numbers() {
  numbers_.assign(std::max<std::size_t>(64, 2 * numbers_.size()), UINT32_MAX);
  for (std::uint32_t i = 0; i < made_.size(); ++i) {
    std::size_t at = hash_of(keys_[i]) & (numbers_.size() - 1);
    while (numbers_[at] != UINT32_MAX) at = (at + 1) & (numbers_.size() - 1);
    numbers_[at] = i;
  }
}

std::uint32_t CutPoints::edge_through_face(const Edge& edge, std::uint32_t face) {
  const Vec3 p = bodies_.corner(edge[0]), q = bodies_.corner(edge[1]);
  const std::uint32_t point = edge_through_face_later(edge, p, q, face, bodies_.triangle(face));
  if (waiting_ != 0) place_rest();
  return point;
}

std::uint32_t CutPoints::edge_through_face_later(const Edge& edge, const Vec3& p, const Vec3& q, std::uint32_t face,
                                                 const Triangle& t) {
  const Key key{edge[0], edge[1], kPlanes, face};
  return add(key, [&] { return waiting(p, q, t); });
}

std::uint32_t CutPoints::new_edge_through_face_later(const Edge& edge, const Vec3& p, const Vec3& q, std::uint32_t face,
                                                     const Triangle& t) {
  return append({edge[0], edge[1], kPlanes, face}, waiting(p, q, t));
}

CutPoints::Made CutPoints::waiting(const Vec3& p, const Vec3& q, const Triangle& t) {
  if (waiting_ == EdgePassages::kCount) place_rest();
  passages_.set(waiting_, p, q, t);
  waiting_places_[waiting_++] = static_cast<std::uint32_t>(made_.size());
  return {{}, 0, 0, nullptr};
}

void CutPoints::place_rest() {
  // Those before are placed once more, so that all have numbers.
  for (std::size_t i = waiting_; waiting_ != 0 && i < EdgePassages::kCount; ++i) passages_.copy(i, 0);
  if (waiting_ != 0) passages_.place();
  for (std::size_t i = 0; i < waiting_; ++i) {
    Made& made = made_[waiting_places_[i]];
    for (int k = 0; k < 3; ++k) {
      made.point.high[k] = passages_.high[k][i];
      made.point.low[k] = passages_.low[k][i];
    }
    made.error = passages_.error[i];
    // What left the range of doubles is told by its exact form alone.
    if (std::isinf(made.error)) made.point = {bodies_.corner(keys_[waiting_places_[i]][0]), Vec3::Zero()};
    made.off = made.point.low.cwiseAbs().maxCoeff() * (1 + 0x1p-50) + made.error;
  }
  waiting_ = 0;
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
  const double error = 0x1p-100 * point.high.cwiseAbs().maxCoeff() + 0x1p-1070;  // near zero doubles are no finer
  return {point, error, point.low.cwiseAbs().maxCoeff() * (1 + 0x1p-50) + error, std::move(exact)};
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
  const std::uint32_t place = point - bodies_.point_count();
  const Made& made = made_[place];
  if (!made.exact) made.exact = std::make_unique<const ExactPoint>(exactly(keys_[place]));
  return *made.exact;
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
  const Shadow a = shadow(p, axis), b = shadow(q, axis), c = shadow(r, axis);
  if (const int turn = rough_turn(a, b, c)) return turn;
  if (a.error == 0 && b.error == 0 && c.error == 0) return impinge::orient2d(a.u, a.v, b.u, b.v, c.u, c.v);
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
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
