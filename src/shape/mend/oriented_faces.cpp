// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/mend/oriented_faces.h"

#include <algorithm>
#include <tuple>

#include "base/triangle.h"
#include "base/union_find.h"
#include "shape/mend/edge_uses.h"

namespace impinge {

namespace {

bool repeats_corner(const Face& f) { return f[0] == f[1] || f[1] == f[2] || f[2] == f[0]; }

Face turned_round(const Face& f) { return {f[0], f[2], f[1]}; }

// Three corners in ascending order, and whether the face passes them in that order.
struct Triple {
  Face corners;
  std::uint32_t face;
  bool even;
};

Triple triple_of(const Face& f, std::uint32_t face) {
  Face sorted = f;
  std::sort(sorted.begin(), sorted.end());
  const auto lowest = static_cast<std::size_t>(std::min_element(f.begin(), f.end()) - f.begin());
  return {sorted, face, f[(lowest + 1) % 3] == sorted[1]};
}

// One face of each set with the same corners, in the order of the mesh.
void keep_one_of_each(std::span<const Face> corners, OrientedFaces& out) {
  std::vector<Triple> triples;
  triples.reserve(corners.size());
  for (std::uint32_t f = 0; f < corners.size(); ++f)
    if (repeats_corner(corners[f]))
      ++out.flat;
    else
      triples.push_back(triple_of(corners[f], f));
  std::sort(triples.begin(), triples.end(),
            [](const Triple& x, const Triple& y) { return std::tie(x.corners, x.face) < std::tie(y.corners, y.face); });
  for (auto run = triples.begin(); run != triples.end();) {
    const auto end = std::find_if(run, triples.end(), [&](const Triple& t) { return t.corners != run->corners; });
    const auto even = std::count_if(run, end, [](const Triple&t) { return t.even; }), all = end - run;
    const auto kept = std::find_if(run, end, [&](const Triple& t) { return t.even == (2 * even > all); });
    out.doubled += static_cast<std::uint32_t>(all - (2 * even == all ? 0 : 1));
    if (2 * even != all) out.source.push_back(kept->face);
    run = end;
  }
  std::sort(out.source.begin(), out.source.end());
  for (const std::uint32_t f : out.source) out.faces.push_back(corners[f]);
}

double area_of(std::span<const Vec3> vertices, const Face& f) {
  const Triangle t = triangle_of(vertices, f);
  return cross(t.p[1] - t.p[0], t.p[2] - t.p[0]).norm();
}

void turn_patches(std::span<const Vec3> vertices, OrientedFaces& out) {
  // A surface with one side only contradicts itself, and stays as it is.
  ParityUnionFind patches(out.faces.size());
  for_each_edge(out.faces, [&](std::span<const EdgeUse> uses) {
    if (uses.size() == 2) patches.unite(uses[0].face, uses[1].face, uses[0].forward == uses[1].forward);
  });
  std::vector<double> more(out.faces.size(), 0.0);  // area as it is, less the area that is turned against it
  for (std::uint32_t f = 0; f < out.faces.size(); ++f) {
    const ParityUnionFind::Place place = patches.find(f);
    more[place.root] += (place.against ? -1 : 1) * area_of(vertices, out.faces[f]);
  }
  for (std::uint32_t f = 0; f < out.faces.size(); ++f) {
    const ParityUnionFind::Place place = patches.find(f);
    if (place.against == (more[place.root] < 0)) continue;
    out.faces[f] = turned_round(out.faces[f]);
    ++out.turned;
  }
}

}  // namespace

OrientedFaces oriented_faces(std::span<const Vec3> vertices, std::span<const Face> corners) {
  OrientedFaces out;
  keep_one_of_each(corners, out);
  turn_patches(vertices, out);
  return out;
}

}  // namespace impinge
