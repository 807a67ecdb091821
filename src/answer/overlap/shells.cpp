// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/overlap/edge_fan.h"
#include "answer/overlap/facet_edges.h"
#include "answer/overlap/overlap_solid.h"
#include "base/union_find.h"

namespace impinge {

std::vector<std::uint32_t> shells_of(const Arrangement& arrangement, std::span<const SolidFace> faces) {
  FacetEdges edges;
  edges.reserve(faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) edges.add(faces[f].points, f);
  edges.sort();
  UnionFind shells(faces.size());
  std::vector<FanFacet> fan;
  edges.for_each([&](std::span<const FacetEdges::Use> uses) {
    if (uses.size() == 2) return shells.unite(uses[0].facet, uses[1].facet);
    fan.clear();
    for (const FacetEdges::Use& u : uses)
      fan.push_back({u.facet, faces[u.facet].face, (u.upwards ? 1 : -1) * (faces[u.facet].turned ? -1 : 1)});
    sort_around(arrangement.points, arrangement.bodies, FacetEdges::points(uses.front().edge), fan);
    // Counter-clockwise the inside follows a face that passes the edge downwards.
    for (std::size_t i = 0; i < fan.size(); ++i) {
      const bool upwards = fan[i].turn * (faces[fan[i].facet].turned ? -1 : 1) > 0;
      if (!upwards) shells.unite(fan[i].facet, fan[(i + 1) % fan.size()].facet);
    }
  });
  std::vector<std::uint32_t> result(faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) result[f] = shells.root(f);
  return result;
}

}  // namespace impinge
