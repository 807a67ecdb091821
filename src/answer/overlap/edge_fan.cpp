// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A facet leaves its edge at a right angle to its normal, so that normals (with the sign of the side) have the order of the
// facets. All are across the edge: one coordinate of their cross products tells how they turn.
#include "answer/overlap/edge_fan.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/exact_vec.h"

namespace impinge {

namespace {

struct Spoke {
  FanFacet facet;
  Triangle t;
  Vec3 normal;
  double size;  // bounds the terms of the normal
  ExactVec exact() const {
    const ExactVec o(t.p[0]);
    return cross(ExactVec(t.p[1]) - o, ExactVec(t.p[2]) - o);
  }
};

Spoke spoke_of(const TwoBodies& bodies, const FanFacet& facet) {
  const Triangle t = bodies.triangle(facet.face);
  const Vec3 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0];
  return {facet, t, u.cross(v), 2 * u.cwiseAbs().maxCoeff() * v.cwiseAbs().maxCoeff()};
}

// Sign of the coordinate k of the cross product of two normals, turned as their facets are.
int turn_between(const Spoke& a, const Spoke& b, int k) {
  const int u = (k + 1) % 3, v = (k + 2) % 3, turns = a.facet.turn * b.facet.turn;
  const double value = a.normal[u] * b.normal[v] - a.normal[v] * b.normal[u];
  if (std::abs(value) > 0x1p-45 * a.size * b.size) return value > 0 ? turns : -turns;
  const ExactVec cross_product = cross(a.exact(), b.exact());
  return turns * (k == 0 ? cross_product.x : k == 1 ? cross_product.y : cross_product.z).sign();
}

bool opposite(const Spoke& a, const Spoke& b) {
  const int turns = a.facet.turn * b.facet.turn;
  const double value = a.normal.dot(b.normal);
  const int sign = std::abs(value) > 0x1p-45 * a.size * b.size ? (value > 0 ? 1 : -1) : dot(a.exact(), b.exact()).sign();
  return turns * sign < 0;
}

}  // namespace

void sort_around(const CutPoints& points, const TwoBodies& bodies, const CutPoints::Edge& edge, std::vector<FanFacet>& fan) {
  int axis = 0, along = 0;
  while ((along = points.compare(edge[1], edge[0], axis)) == 0 && axis < 2) ++axis;
  std::vector<Spoke> spokes;
  for (const FanFacet& f : fan) spokes.push_back(spoke_of(bodies, f));
  const auto turn = [&](const Spoke& a, const Spoke& b) { return along * turn_between(a, b, axis); };
  // 0 in the direction of the first, 1 before half a turn, 2 at it, 3 after it.
  const auto sector = [&](const Spoke& s) {
    const int t = turn(spokes.front(), s);
    return t > 0 ? 1 : t < 0 ? 3 : opposite(spokes.front(), s) ? 2 : 0;
  };
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t i = 0; i < spokes.size(); ++i) order.emplace_back(i == 0 ? 0 : sector(spokes[i]), i);
  std::sort(order.begin(), order.end(), [&](const auto& x, const auto& y) {
    if (x.first != y.first) return x.first < y.first;
    const int t = x.second == y.second ? 0 : turn(spokes[x.second], spokes[y.second]);
    return t != 0 ? t > 0 : x.second < y.second;
  });
  for (std::size_t i = 0; i < order.size(); ++i) fan[i] = spokes[order[i].second].facet;
}

}  // namespace impinge
