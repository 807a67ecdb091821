// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <utility>

#include "base/axis_frame.h"
#include "scene/world.h"

namespace impinge {

/// The faces and corners of two bodies, numbered through: those of b after those of a. All are seen in a frame that turns
/// and mirrors with the bodies, so that whatever is chosen or rounded on the way turns and mirrors too.
struct TwoBodies {
  const WorldObject *a, *b;
  AxisFrame frame{};
  bool in_world = frame.is_world(), mirrored = frame.mirrored();

  std::uint32_t first_b_face() const { return static_cast<std::uint32_t>(a->faces.size()); }
  std::uint32_t face_count() const { return first_b_face() + static_cast<std::uint32_t>(b->faces.size()); }
  std::uint32_t first_b_point() const { return static_cast<std::uint32_t>(a->local.size()); }
  std::uint32_t point_count() const { return first_b_point() + static_cast<std::uint32_t>(b->local.size()); }
  bool in_b(std::uint32_t face) const { return face >= first_b_face(); }

  /// Counter-clockwise seen from the front in the frame, as corners().
  Triangle triangle(std::uint32_t face) const {
    const WorldObject& object = in_b(face) ? *b : *a;
    const Face& f = object.faces[in_b(face) ? face - first_b_face() : face];
    const auto at = [&](std::uint32_t v) { return in_world ? object.vertex(v) : frame.from_world(object.vertex(v)); };
    const std::size_t second = mirrored ? 2 : 1;
    return {{at(f[0]), at(f[second]), at(f[3 - second])}};
  }
  Face corners(std::uint32_t face) const {
    Face f = in_b(face) ? b->topology->corners(b->faces[face - first_b_face()]) : a->topology->corners(a->faces[face]);
    if (in_b(face))
      for (std::uint32_t& v : f) v += first_b_point();
    if (mirrored) std::swap(f[1], f[2]);
    return f;
  }
  /// Which edge of the mesh's face edge i from corners() i to i + 1 is.
  std::size_t edge_of_mesh(std::size_t i) const { return mirrored ? 2 - i : i; }
  Vec3 corner(std::uint32_t point) const {
    const Vec3 p = point < first_b_point() ? a->vertex(point) : b->vertex(point - first_b_point());
    return in_world ? p : frame.from_world(p);
  }
  Box common_box() const { return frame.from_world(intersection(a->box, b->box)); }
};

}  // namespace impinge
