// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "answer/body/body.h"

namespace impinge {

/// An edge of one body inside a face of the other, in its plane: the faces around the edge cut space into wedges. Each wedge
/// lies in one class of (inside or outside of a) x (inside or outside of b), and the class follows from one known side.
struct ContactFan {
  /// Winding numbers of the body that has the face, and of the body that has the edge, in one wedge.
  struct Wedge {
    int face_body, edge_body;
  };
  std::vector<Wedge> wedges;
  /// Winding number of the edge's body on the face itself, left and right of the edge; none where a face of it lies there.
  std::optional<int> left, right;
};

/// A face at the edge, given by its corner off the edge; `forward` if it runs through the edge from u to v.
struct FanFace {
  Vec3 off;
  bool forward;
};

/// True if the segment u v, which lies in the plane of t, has more than single points in the inside of t.
bool edge_cuts_face(const Vec3& u, const Vec3& v, const Triangle& t);

/// True if two coplanar, non-degenerate triangles share an area.
bool coplanar_faces_overlap(const Triangle& a, const Triangle& b);

/// `face_sides` are those of t in its body; `around` are all non-degenerate faces at the edge, of which `around[0]` has the
/// sides `edge_sides` in its body.
ContactFan contact_fan(const Triangle& t, FaceSides face_sides, const Vec3& u, const Vec3& v,
                       std::span<const FanFace> around, FaceSides edge_sides);

}  // namespace impinge
