// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Components hang together by edges that two faces share: a body that stands on the grid of a floor shares edges with it
// that have four.
#include "shape/winding/enclosing_faces.h"

#include <algorithm>
#include <map>

#include "base/triangle.h"
#include "base/union_find.h"
#include "shape/mend/edge_uses.h"

namespace impinge {

namespace {

constexpr std::size_t kFewestFaces = 4;      // that enclose anything
constexpr std::size_t kMostOpenBodies = 16;  // that are looked at one by one

struct Component {
  AreaSum area;
  std::size_t faces = 0;
  bool closed = true;
  bool left_out = false;
};

AreaSum area_of(std::span<const Vec3> vertices, const Face& f) {
  const Triangle t = triangle_of(vertices, f);
  const Vec3 area = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]) / 2;
  return {area, area.norm()};
}

// Each component at its first face.
std::vector<Component> components_of(std::span<const Vec3> vertices, std::span<const Face> faces, UnionFind& sets) {
  std::vector<std::uint32_t> torn;  // faces at edges that do not part one face from its neighbour
  for_each_edge(faces, [&](std::span<const EdgeUse> uses) {
    const bool pair = uses.size() == 2;
    if (pair) sets.unite(uses[0].face, uses[1].face);
    if (!pair || uses[0].forward == uses[1].forward)
      for (const EdgeUse& use : uses) torn.push_back(use.face);
  });
  std::vector<Component> components(faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    components[sets.root(f)].area.add(area_of(vertices, faces[f]));
    ++components[sets.root(f)].faces;
  }
  for (const std::uint32_t f : torn) components[sets.root(f)].closed = false;
  return components;
}

// The largest sheets, as long as all that is left is a mere sheet.
void leave_out_sheets(std::vector<Component>& components, UnionFind& sets) {
  std::vector<std::uint32_t> sheets;
  AreaSum all;
  for (std::uint32_t f = 0; f < components.size(); ++f) {
    if (!sets.is_root(f)) continue;
    all.add(components[f].area);
    if (components[f].area.is_sheet()) sheets.push_back(f);
  }
  std::stable_sort(sheets.begin(), sheets.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return components[x].area.size > components[y].area.size; });
  for (const std::uint32_t s : sheets) {
    if (!all.is_sheet()) return;
    components[s].left_out = true;
    all.add({-components[s].area.vector, -components[s].area.size});
  }
}

// Each body's number, by the first face of its component; that of all closed ones is 0.
std::map<std::uint32_t, std::size_t> numbered_bodies(std::span<const Component> components, UnionFind& sets) {
  std::map<std::uint32_t, std::size_t> numbers;
  std::vector<std::uint32_t> open;
  for (std::uint32_t f = 0; f < components.size(); ++f) {
    const Component& c = components[f];
    if (!sets.is_root(f) || c.left_out || c.faces < kFewestFaces) continue;
    if (c.closed)
      numbers.emplace(f, 0);
    else if (!c.area.is_sheet())
      open.push_back(f);
  }
  std::stable_sort(open.begin(), open.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return components[x].area.size > components[y].area.size; });
  for (std::size_t i = 0; i < std::min(open.size(), kMostOpenBodies); ++i) numbers.emplace(open[i], i + 1);
  return numbers;
}

}  // namespace

AreaSum area_sum(std::span<const Vec3> vertices, std::span<const Face> faces) {
  AreaSum sum;
  for (const Face& f : faces) sum.add(area_of(vertices, f));
  return sum;
}

EnclosingFaces enclosing_faces(std::span<const Vec3> vertices, std::span<const Face> faces) {
  UnionFind sets(faces.size());
  std::vector<Component> components = components_of(vertices, faces, sets);
  leave_out_sheets(components, sets);
  const std::map<std::uint32_t, std::size_t> numbers = numbered_bodies(components, sets);
  EnclosingFaces out;
  out.bodies.resize(kMostOpenBodies + 1);
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    const std::uint32_t root = sets.root(f);
    if (components[root].left_out) continue;
    out.faces.push_back(faces[f]);
    if (const auto number = numbers.find(root); number != numbers.end()) out.bodies[number->second].push_back(faces[f]);
  }
  std::erase_if(out.bodies, [&](const auto& body) { return body.empty() || body.size() == out.faces.size(); });
  out.area = area_sum(vertices, out.faces);
  if (out.faces.size() < kFewestFaces || out.area.is_sheet()) return {};
  return out;
}

}  // namespace impinge
