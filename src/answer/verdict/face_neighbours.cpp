// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/verdict/face_neighbours.h"

#include <algorithm>

#include "base/predicates.h"
#include "exact/face_pair_static.h"

namespace impinge {

std::vector<std::uint32_t> own_faces_meeting(const Body& body, std::uint32_t face, std::uint32_t first) {
  const WorldObject& o = body.object();
  const Triangle t = o.triangle(face);
  const Face corners = o.topology->corners(o.faces[face]);
  const Box box = box_of(t);
  std::vector<std::uint32_t> meeting;
  body.walk([&](const Box& b) { return boxes_meet(b, box); },
            [&](std::uint32_t g) {
              if (g == face || g < first) return;
              const Face g_corners = o.topology->corners(o.faces[g]);
              if (self_pair_static(t, corners, o.triangle(g), g_corners) != Relation::disjoint) meeting.push_back(g);
            });
  std::sort(meeting.begin(), meeting.end());
  return meeting;
}

std::vector<FanFace> faces_around(const Body& body, std::uint32_t face, std::uint32_t u, std::uint32_t v) {
  const WorldObject& o = body.object();
  std::vector<FanFace> around;
  Box edge;
  edge.add(o.vertex(u));
  edge.add(o.vertex(v));
  const auto add = [&](std::uint32_t g) {
    const Face c = o.topology->corners(o.faces[g]);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t p = c[i], q = c[(i + 1) % 3];
      if ((p != u || q != v) && (p != v || q != u)) continue;
      if (!degenerate(o.triangle(g))) around.push_back({o.vertex(c[(i + 2) % 3]), p == u});
      return;
    }
  };
  add(face);
  body.walk([&](const Box& b) { return boxes_meet(b, edge); },
            [&](std::uint32_t g) {
              if (g != face) add(g);
            });
  return around;
}

}  // namespace impinge
