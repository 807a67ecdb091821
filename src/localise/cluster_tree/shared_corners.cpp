// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The corners of both objects sorted by their coordinates and merged: for the few questions that are long anyway.
#include "localise/cluster_tree/shared_corners.h"

#include <algorithm>
#include <array>

#include "base/lent.h"

namespace impinge {

namespace {

struct CornerCount {
  std::array<double, 3> at;
  std::uint32_t vertex, faces;
};

void count_corners(const WorldObject& o, std::vector<CornerCount>& counts) {
  Lent<std::uint32_t> lent;
  std::vector<std::uint32_t>& faces = *lent;
  faces.assign(o.local.size(), 0);
  for (const Face& f : o.faces) {
    const Face c = o.topology->corners(f);
    ++faces[c[0]];
    if (c[1] != c[0]) ++faces[c[1]];
    if (c[2] != c[0] && c[2] != c[1]) ++faces[c[2]];
  }
  for (std::uint32_t v = 0; v < faces.size(); ++v) {
    if (faces[v] == 0) continue;
    const Vec3 p = o.vertex(v);
    counts.push_back({{p.x(), p.y(), p.z()}, v, faces[v]});
  }
  std::sort(counts.begin(), counts.end(), [](const CornerCount& x, const CornerCount& y) { return x.at < y.at; });
}

}  // namespace

std::vector<SharedCorner> shared_corners(const WorldObject& a, const WorldObject& b) {
  Lent<CornerCount> in_a, in_b;
  count_corners(a, *in_a);
  count_corners(b, *in_b);
  std::vector<SharedCorner> shared;
  for (auto i = in_a->begin(), j = in_b->begin(); i != in_a->end() && j != in_b->end();) {
    if (i->at == j->at) {
      shared.push_back({i->vertex, j->vertex, i->faces, j->faces});
      ++i;
      ++j;
    } else if (i->at < j->at) {
      ++i;
    } else {
      ++j;
    }
  }
  return shared;
}

std::uint64_t least_contact_pairs(const WorldObject& a, const WorldObject& b) {
  std::uint64_t pairs = 0;
  for (const SharedCorner& c : shared_corners(a, b)) pairs += c.a_faces * c.b_faces;
  return pairs / 3;  // two faces share three corners at most
}

}  // namespace impinge
