// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/mesh/shells.h"

#include <algorithm>
#include <tuple>

#include "base/triangle.h"
#include "base/union_find.h"

namespace impinge {

namespace {

constexpr double kNothing = 1e-9;         // of area times diagonal: a volume that is rounding, or a sheet
constexpr double kFolded = 1 - 1e-9;      // cosine between two faces at their edge: the one lies on the other
constexpr std::size_t kMostPairs = 4096;  // at one edge; more than that is a fan that no shell needs

struct EdgeUse {
  std::uint32_t low, high, face;
  std::uint32_t third;
  bool forward;  // from the lower corner to the higher one
};

bool repeats_corner(const Face& f) { return f[0] == f[1] || f[1] == f[2] || f[2] == f[0]; }

std::vector<EdgeUse> sorted_uses(std::span<const Face> corners) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * corners.size());
  for (std::uint32_t f = 0; f < corners.size(); ++f)
    for (std::size_t i = 0; i < 3 && !repeats_corner(corners[f]); ++i) {
      const std::uint32_t a = corners[f][i], b = corners[f][(i + 1) % 3];
      uses.push_back({std::min(a, b), std::max(a, b), f, corners[f][(i + 2) % 3], a < b});
    }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& x, const EdgeUse& y) {
    return std::tie(x.low, x.high, x.forward, x.face) < std::tie(y.low, y.high, y.forward, y.face);
  });
  return uses;
}

// Direction in which a face leaves its edge; 0 for one without area.
Vec3 inwards(std::span<const Vec3> vertices, const EdgeUse& use) {
  const Vec3 edge = vertices[use.high] - vertices[use.low], in = vertices[use.third] - vertices[use.low];
  const double length2 = edge.squaredNorm();
  if (!(length2 > 0)) return Vec3::Zero();
  const Vec3 off = in - edge * (edge.dot(in) / length2);
  const double length = off.norm();
  return length > 0 ? Vec3(off / length) : Vec3(Vec3::Zero());
}

// Unites the faces at one edge; the uses from the lower corner come last. Calls left(face) for those that find none.
template <typename Left>
void join_at_edge(std::span<const Vec3> vertices, std::span<const EdgeUse> uses, UnionFind& joined, const Left& left) {
  const auto middle = std::find_if(uses.begin(), uses.end(), [](const EdgeUse& u) { return u.forward; });
  const std::span<const EdgeUse> back(uses.begin(), middle), forth(middle, uses.end());
  struct Match {
    double fold;
    std::uint32_t back, forth;
  };
  std::vector<Match> matches;
  std::vector<bool> taken(uses.size(), false);
  if (back.size() * forth.size() <= kMostPairs)
    for (std::uint32_t i = 0; i < back.size(); ++i)
      for (std::uint32_t j = 0; j < forth.size(); ++j)
        matches.push_back({inwards(vertices, back[i]).dot(inwards(vertices, forth[j])), i, j});
  std::sort(matches.begin(), matches.end(), [](const Match& x, const Match& y) {
    return std::tie(x.fold, x.back, x.forth) < std::tie(y.fold, y.back, y.forth);
  });
  for (const Match& m : matches) {
    const std::size_t j = back.size() + m.forth;
    if (m.fold > kFolded || taken[m.back] || taken[j]) continue;
    taken[m.back] = taken[j] = true;
    joined.unite(uses[m.back].face, uses[j].face);
  }
  for (std::size_t i = 0; i < uses.size(); ++i)
    if (!taken[i]) left(uses[i].face);
}

void measure(std::span<const Vec3> vertices, std::span<const Face> corners, Shell& shell) {
  for (const std::uint32_t f : shell.faces) shell.box.add(box_of(triangle_of(vertices, corners[f])));
  const Vec3 middle = shell.box.low / 2 + shell.box.high / 2;
  for (const std::uint32_t f : shell.faces) {
    const Triangle t = triangle_of(vertices, corners[f]);
    const Vec3 area = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]) / 2;
    shell.area += area.norm();
    shell.area_sum += area;
    shell.volume += (t.p[0] - middle).dot(area) / 3;
  }
}

}  // namespace

int Shell::sign() const {
  const double nothing = kNothing * area * (box.high - box.low).norm();
  return volume > nothing ? 1 : volume < -nothing ? -1 : 0;
}

std::vector<Shell> find_shells(std::span<const Vec3> vertices, std::span<const Face> corners) {
  UnionFind joined(corners.size());
  std::vector<bool> at_border(corners.size(), false);
  const std::vector<EdgeUse> uses = sorted_uses(corners);
  for (auto run = uses.begin(); run != uses.end();) {
    const auto end =
        std::find_if(run, uses.end(), [&](const EdgeUse& u) { return u.low != run->low || u.high != run->high; });
    join_at_edge(vertices, {run, end}, joined, [&](std::uint32_t f) { at_border[f] = true; });
    run = end;
  }
  std::vector<std::uint32_t> number(corners.size(), 0);
  std::vector<Shell> shells;
  for (std::uint32_t f = 0; f < corners.size(); ++f) {
    if (repeats_corner(corners[f])) continue;
    if (joined.is_root(f)) {
      number[f] = static_cast<std::uint32_t>(shells.size());
      shells.emplace_back();
    }
    Shell& shell = shells[number[joined.root(f)]];
    shell.faces.push_back(f);
    shell.closed = shell.closed && !at_border[f];
  }
  for (Shell& shell : shells) measure(vertices, corners, shell);
  return shells;
}

}  // namespace impinge
