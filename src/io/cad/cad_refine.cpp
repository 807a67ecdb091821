// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Facets are split at the middles of those sides that miss the surface most, which the reading process puts on the surface.
// A side that is split is split for both of its facets, so what was closed stays closed.
#include <algorithm>
#include <cmath>
#include <map>

#include "io/cad/cad_body.h"

namespace impinge::io {
namespace {

using Side = std::pair<std::uint32_t, std::uint32_t>;

// A side that misses the surface by less than this share of the worst one of its facet is left.
constexpr double kWorthwhile = 0.4;

Side side_of(const CadTriangle& t, int k) { return std::minmax(t.corners[k], t.corners[(k + 1) % 3]); }

Vec3 vec(const Point3& p) { return {p[0], p[1], p[2]}; }

SplitQuestion question_of(const TrueShape& shape, const CadTriangle& t, int k) {
  return {shape.number, t.face, t.sides[k], t.uv[k], t.uv[(k + 1) % 3]};
}

/// A corner of a facet that is cut up.
struct Corner {
  std::uint32_t point;
  std::array<double, 2> uv;
};

// One of the facets that come of a facet; its sides are pieces of the old ones, or new and inside the face.
CadTriangle piece(const CadTriangle& old, const Corner& a, const Corner& b, const Corner& c, const CadSide& ab,
                  const CadSide& bc, const CadSide& ca) {
  CadTriangle t;
  t.face = old.face;
  t.corners = {a.point, b.point, c.point};
  t.uv = {a.uv, b.uv, c.uv};
  t.sides = {ab, bc, ca};
  return t;
}

}  // namespace

std::uint64_t TrueShape::refine(const std::vector<std::uint32_t>& facets) {
  if (process == nullptr) return 0;
  std::vector<CadTriangle>& all = now.triangles;
  // The middles of all their sides, to see which ones are worth it.
  std::vector<SplitQuestion> questions;
  for (const std::uint32_t i : facets)
    for (int k = 0; k < 3; ++k) questions.push_back(question_of(*this, all[i], k));
  std::vector<SplitAnswer> answers = process->split(questions);
  std::map<Side, std::uint32_t> middles;
  const auto add_middle = [&](const Side& side, const Point3& millimetres) {
    const auto [at, fresh] = middles.try_emplace(side, static_cast<std::uint32_t>(now.points.size()));
    if (fresh) now.points.push_back({millimetres[0] * unit, millimetres[1] * unit, millimetres[2] * unit});
  };
  for (std::size_t f = 0; f < facets.size(); ++f) {
    const CadTriangle& t = all[facets[f]];
    std::array<double, 3> miss{}, length{};
    for (int k = 0; k < 3; ++k) {
      const Vec3 p = vec(now.points[t.corners[k]]), q = vec(now.points[t.corners[(k + 1) % 3]]);
      miss[k] = (vec(answers[3 * f + k].point) * unit - (p + q) / 2).norm();
      length[k] = (p - q).norm();
    }
    const double worst = *std::max_element(miss.begin(), miss.end()),
                 longest = *std::max_element(length.begin(), length.end());
    for (int k = 0; k < 3; ++k) {
      const bool flat = worst <= 1e-14 * longest;
      if (flat ? length[k] == longest : miss[k] >= kWorthwhile * worst) add_middle(side_of(t, k), answers[3 * f + k].point);
    }
  }
  // Every facet at such a side takes part.
  std::vector<std::uint32_t> cut;
  questions.clear();
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const std::size_t before = questions.size();
    for (int k = 0; k < 3; ++k)
      if (middles.contains(side_of(all[i], k))) questions.push_back(question_of(*this, all[i], k));
    if (questions.size() > before) cut.push_back(i);
  }
  answers = process->split(questions);
  std::vector<std::uint32_t> changed;
  std::size_t next = 0;
  for (const std::uint32_t i : cut) {
    const CadTriangle old = all[i];
    std::array<Corner, 3> corner, middle;
    std::array<bool, 3> split{};
    std::array<std::array<CadSide, 2>, 3> halves{};
    int first = 0, count = 0;
    for (int k = 0; k < 3; ++k) {
      corner[k] = {old.corners[k], old.uv[k]};
      const auto at = middles.find(side_of(old, k));
      split[k] = at != middles.end();
      if (!split[k]) continue;
      ++count;
      const SplitAnswer& answer = answers[next++];
      middle[k] = {at->second, answer.uv};
      const CadSide& s = old.sides[k];
      halves[k] = {CadSide{s.coedge, s.t0, answer.t}, CadSide{s.coedge, answer.t, s.t1}};
    }
    const CadSide inside{};
    const auto put = [&](const CadTriangle& t, bool over) {
      changed.push_back(over ? i : static_cast<std::uint32_t>(all.size()));
      if (over)
        all[i] = t;
      else
        all.push_back(t);
    };
    if (count == 3) {
      put(piece(old, middle[0], middle[1], middle[2], inside, inside, inside), true);
      for (int k = 0; k < 3; ++k) {
        const int before = (k + 2) % 3;
        put(piece(old, corner[k], middle[k], middle[before], halves[k][0], inside, halves[before][1]), false);
      }
    } else if (count == 2) {
      // Side `first` is whole; the corner opposite to it is cut off.
      for (first = 0; split[first]; ++first) {
      }
      const int b = (first + 1) % 3, c = (first + 2) % 3;  // sides b and c are split, corner c lies between them
      put(piece(old, middle[b], corner[c], middle[c], halves[b][1], halves[c][0], inside), true);
      put(piece(old, corner[first], corner[b], middle[b], old.sides[first], halves[b][0], inside), false);
      put(piece(old, corner[first], middle[b], middle[c], inside, inside, halves[c][1]), false);
    } else {
      for (first = 0; !split[first]; ++first) {
      }
      const int b = (first + 1) % 3, c = (first + 2) % 3;
      put(piece(old, corner[first], middle[first], corner[c], halves[first][0], inside, old.sides[c]), true);
      put(piece(old, middle[first], corner[b], corner[c], halves[first][1], old.sides[b], inside), false);
    }
  }
  std::vector<BoundQuestion> bounds;
  for (const std::uint32_t i : changed) {
    BoundQuestion q{number, all[i], {}};
    for (int k = 0; k < 3; ++k)
      for (int axis = 0; axis < 3; ++axis) q.points[k][axis] = now.points[all[i].corners[k]][axis] / unit;
    bounds.push_back(q);
  }
  const std::vector<double> found = process->bound(bounds);
  for (std::size_t i = 0; i < changed.size(); ++i) all[changed[i]].bound = found[i] * unit;
  ++version;
  return changed.size();
}

}  // namespace impinge::io
