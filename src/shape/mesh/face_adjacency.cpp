// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/mesh/face_adjacency.h"

#include <algorithm>

#include "base/union_find.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

struct Side {
  std::uint32_t other;  // the higher corner of the edge
  std::uint32_t slot;   // 3 * face + edge
};

bool takes_part(const Face& c) { return c[0] != c[1] && c[1] != c[2] && c[2] != c[0]; }

std::uint64_t edge_key(std::uint32_t p, std::uint32_t q) {
  return p < q ? std::uint64_t{p} << 32 | q : std::uint64_t{q} << 32 | p;
}

}  // namespace

FaceAdjacency::FaceAdjacency(std::span<const Face> faces, const MeshTopology& topology)
    : across_(faces.size(), {kNone, kNone, kNone}) {
  // Edges by their lower corner: those of one corner are few and lie together.
  std::vector<std::uint32_t> first(topology.component_of.size() + 2);
  const auto for_each_edge = [&](const auto& visit) {
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
      const Face c = topology.corners(faces[f]);
      if (!takes_part(c)) continue;
      for (std::uint32_t i = 0; i < 3; ++i) visit(std::min(c[i], c[(i + 1) % 3]), std::max(c[i], c[(i + 1) % 3]), 3 * f + i);
    }
  };
  for_each_edge([&](std::uint32_t low, std::uint32_t, std::uint32_t) { ++first[low + 2]; });
  for (std::size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<Side> sides(first.back());
  for_each_edge([&](std::uint32_t low, std::uint32_t high, std::uint32_t slot) { sides[first[low + 1]++] = {high, slot}; });
  for (std::uint32_t low = 0; low + 1 < first.size(); ++low) {
    const auto begin = sides.begin() + first[low], end = sides.begin() + first[low + 1];
    std::sort(begin, end,
              [](const Side& x, const Side& y) { return std::pair(x.other, x.slot) < std::pair(y.other, y.slot); });
    for (auto it = begin; it != end;) {
      auto next = it;
      while (next != end && next->other == it->other) ++next;
      if (next - it == 2) {
        across_[it->slot / 3][it->slot % 3] = (it + 1)->slot / 3;
        across_[(it + 1)->slot / 3][(it + 1)->slot % 3] = it->slot / 3;
      } else {
        for (auto use = it; use != next; ++use) crowded_.push_back({edge_key(low, use->other), use->slot / 3});
      }
      it = next;
    }
  }
  find_sheets();
}

void FaceAdjacency::find_sheets() {
  UnionFind sets(across_.size());
  for (std::uint32_t f = 0; f < across_.size(); ++f)
    for (const std::uint32_t g : across_[f])
      if (g != kNone && g > f) sets.unite(f, g);
  sheet_.resize(across_.size());
  for (std::uint32_t f = 0; f < across_.size(); ++f) {
    if (sets.is_root(f)) {
      sheet_[f] = static_cast<std::uint32_t>(sheet_faces_.size());
      sheet_faces_.push_back(f);
    } else {
      sheet_[f] = sheet_[sets.root(f)];
    }
  }
}

std::vector<std::uint32_t> FaceAdjacency::crowd(std::uint32_t p, std::uint32_t q) const {
  const std::uint64_t edge = edge_key(p, q);
  std::vector<std::uint32_t> faces;
  for (auto it =
           std::lower_bound(crowded_.begin(), crowded_.end(), edge, [](const Use&u, std::uint64_t e) { return u.edge < e; });
       it != crowded_.end() && it->edge == edge; ++it)
    faces.push_back(it->face);
  return faces;
}

const FaceAdjacency& adjacency_of(std::span<const Face> faces, const MeshTopology& topology) {
  LazyAdjacency& lazy = *topology.adjacency;
  std::call_once(lazy.made, [&] { lazy.adjacency = std::make_shared<const FaceAdjacency>(faces, topology); });
  return *lazy.adjacency;
}

}  // namespace impinge
