// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "answer/overlap/contact_curves.h"
#include "answer/overlap/facet_edges.h"
#include "base/predicates.h"
#include "base/union_find.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

class Patches {
 public:
  explicit Patches(const Arrangement& arrangement) : arrangement_(arrangement), bodies_(arrangement.bodies) {
    for (std::uint32_t t = 0; t < arrangement.triangles.size(); ++t) {
      const auto faces = arrangement.faces_of(arrangement.triangles[t]);
      if (!bodies_.in_b(faces.front()) && bodies_.in_b(faces.back())) shared_.push_back(t);
    }
  }

  std::vector<ContactPatch> run() {
    FacetEdges edges;
    for (std::uint32_t i = 0; i < shared_.size(); ++i) edges.add(triangle(i).points, i);
    edges.sort();
    UnionFind sets(shared_.size());
    edges.for_each([&](std::span<const FacetEdges::Use> uses) {
      for (std::size_t i = 0; i < uses.size(); ++i)
        for (std::size_t j = i + 1; j < uses.size(); ++j)
          if (coplanar(triangle(uses[i].facet).plane, triangle(uses[j].facet).plane))
            sets.unite(uses[i].facet, uses[j].facet);
    });
    std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
    for (std::uint32_t i = 0; i < shared_.size(); ++i) groups[sets.root(i)].push_back(i);
    std::vector<ContactPatch> patches;
    for (const auto& [root, members] : groups) patches.push_back(describe(members));
    std::stable_sort(patches.begin(), patches.end(),
                     [](const ContactPatch& x, const ContactPatch& y) { return x.area > y.area; });
    return patches;
  }

 private:
  using Loop = std::vector<std::uint32_t>;

  const CutTriangle& triangle(std::uint32_t i) const { return arrangement_.triangles[shared_[i]]; }

  bool coplanar(std::uint32_t p, std::uint32_t q) const {
    if (p == q) return true;
    const Triangle t = bodies_.triangle(arrangement_.planes[p].face), u = bodies_.triangle(arrangement_.planes[q].face);
    return std::all_of(std::begin(u.p), std::end(u.p),
                       [&](const Vec3& v) { return orient3d(t.p[0], t.p[1], t.p[2], v) == 0; });
  }

  // 0 for ordinary faces.
  static int exponent_of(const Triangle& t) {
    const double size =
        std::max((t.p[1] / 2 - t.p[0] / 2).cwiseAbs().maxCoeff(), (t.p[2] / 2 - t.p[0] / 2).cwiseAbs().maxCoeff());
    return size > 0x1p-150 && size < 0x1p150 ? 0 : std::ilogb(size);
  }

  ContactPatch describe(const std::vector<std::uint32_t>& members) const {
    ContactPatch patch;
    const CutTriangle& first = triangle(members.front());
    const Triangle own = bodies_.triangle(arrangement_.faces_of(first).front());
    const int axis = shadow_axis(own);
    patch.normal = rough_normal(own).normalized();
    const bool front = orient2d(own.p[0], own.p[1], own.p[2], axis) > 0;
    const Vec3 o = arrangement_.points.rounded(first.points[0]);
    const int exponent = exponent_of(own);  // areas are in units of this power of two
    double area = 0;
    Vec3 moment = Vec3::Zero();
    std::map<std::uint64_t, int> border;  // edge: how often it is passed upwards, less how often downwards
    for (const std::uint32_t i : members) {
      const CutTriangle& t = triangle(i);
      std::array<Vec3, 3> p;
      for (std::size_t k = 0; k < 3; ++k)
        p[k] = (arrangement_.points.rounded(t.points[k]) - o).unaryExpr([&](double x) { return std::ldexp(x, -exponent); });
      const double own_area = (p[1] - p[0]).cross(p[2] - p[0]).stableNorm() / 2;
      area += own_area;
      moment += own_area * (p[0] + p[1] + p[2]) / 3;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t from = t.points[k], to = t.points[(k + 1) % 3];
        border[FacetEdges::key(from, to)] += from < to ? 1 : -1;
      }
      for (const std::uint32_t f : arrangement_.faces_of(t)) {
        auto& list = bodies_.in_b(f) ? patch.b_faces : patch.a_faces;
        list.push_back(bodies_.in_b(f) ? f - bodies_.first_b_face() : f);
      }
    }
    patch.area = std::ldexp(area, 2 * exponent);
    patch.middle = area > 0 ? Vec3(o + (moment / area).unaryExpr([&](double x) { return std::ldexp(x, exponent); })) : o;
    for (auto* list : {&patch.a_faces, &patch.b_faces}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    outline(border, axis, front, patch);
    patch.normal = bodies_.frame.to_world(patch.normal);
    patch.middle = bodies_.frame.to_world(patch.middle);
    return patch;
  }

  // The border as loops with the patch on their left, seen along the axis; where several meet in a point, each turns left as
  // sharply as it can, so that loops touch and do not cross.
  void outline(const std::map<std::uint64_t, int>& border, int axis, bool front, ContactPatch& patch) const {
    std::multimap<std::uint32_t, std::uint32_t> next;
    for (const auto& [edge, count] : border) {
      const auto [low, high] = FacetEdges::points(edge);
      if (count > 0) next.emplace(low, high);
      if (count < 0) next.emplace(high, low);
    }
    std::vector<std::pair<double, Loop>> loops;
    while (!next.empty()) {
      Loop loop;
      std::uint32_t from = next.begin()->first, to = next.begin()->second;
      const std::uint32_t start = from;
      next.erase(next.begin());
      loop.push_back(from);
      while (to != start) {
        loop.push_back(to);
        const auto [begin, end] = next.equal_range(to);
        auto best = begin;
        for (auto it = begin; it != end; ++it)
          if (sharper_left(from, to, it->second, best->second, axis)) best = it;
        from = to;
        to = best->second;
        next.erase(best);
      }
      simplify(loop, axis);
      loops.emplace_back(shadow_area(loop, axis), std::move(loop));
    }
    std::stable_sort(loops.begin(), loops.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
    for (auto& [area, loop] : loops) {
      if (front == bodies_.mirrored) std::reverse(loop.begin(), loop.end());
      std::vector<Vec3> points;
      for (const std::uint32_t p : loop) points.push_back(bodies_.frame.to_world(arrangement_.points.rounded(p)));
      patch.outline.push_back(std::move(points));
    }
  }

  // Coming from `from` to `at`: going on to x turns more to the left than going on to y.
  bool sharper_left(std::uint32_t from, std::uint32_t at, std::uint32_t x, std::uint32_t y, int axis) const {
    const int x_side = arrangement_.points.orient2d(from, at, x, axis),
              y_side = arrangement_.points.orient2d(from, at, y, axis);
    if ((x_side > 0) != (y_side > 0)) return x_side > 0;
    return x != y && arrangement_.points.orient2d(at, y, x, axis) > 0;
  }

  // Leaves out points on straight lines.
  void simplify(Loop& loop, int axis) const {
    Loop kept;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const std::uint32_t before = kept.empty() ? loop.back() : kept.back(), after = loop[(i + 1) % loop.size()];
      if (arrangement_.points.orient2d(before, loop[i], after, axis) != 0) kept.push_back(loop[i]);
    }
    if (kept.size() >= 3) loop = std::move(kept);
  }

  double shadow_area(const Loop& loop, int axis) const {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const Vec3 o = arrangement_.points.rounded(loop.front());
    double sum = 0;
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
      const Vec3 p = arrangement_.points.rounded(loop[i]) - o, q = arrangement_.points.rounded(loop[i + 1]) - o;
      sum += p[u] * q[v] - p[v] * q[u];
    }
    return sum / 2;
  }

  const Arrangement& arrangement_;
  const TwoBodies& bodies_;
  std::vector<std::uint32_t> shared_;
};

}  // namespace

std::vector<ContactPatch> contact_patches(const Arrangement& arrangement) { return Patches(arrangement).run(); }

}  // namespace impinge
