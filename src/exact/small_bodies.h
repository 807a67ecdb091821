// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <impinge/answer.h>

#include "pairs/candidates.h"
#include "scene/world.h"

namespace impinge {

/// Face pairs of two bodies with few faces and vertices, as boxes have, decided exactly: a vertex is compared with a plane
/// once, and not once for each pair of faces that have them.
class SmallBodies {
 public:
  static constexpr std::size_t kFaces = 48, kVertices = 32;  ///< at most, of each

  static bool fit(const WorldObject& a, const WorldObject& b);

  /// Two that fit; they must outlive it.
  SmallBodies(const WorldObject& a, const WorldObject& b) : a_(a), b_(b) {}

  /// How the faces of the two meet whose numbers the candidates have.
  void decide(std::span<const Candidate> candidates, std::span<Relation> relations);

 private:
  // The filter of a plane for all vertices of the other body, which holds no zeros.
  struct Plane {
    Vec3 origin, normal;
    double bound;
    int across;  // the axis that it lies across, or 3
  };
  struct Side {
    explicit Side(const WorldObject& o);
    const WorldObject& object;
    std::array<Vec3, kVertices> vertices;
    std::array<std::uint8_t, kFaces> has_plane{};
    std::array<Plane, kFaces> planes;
    std::array<std::array<std::int8_t, kVertices>, kFaces> signs;  // of the other body's vertices; kUnknown before

    Triangle triangle(std::uint32_t face) const {
      const Face& f = object.faces[face];
      return {{vertices[f[0]], vertices[f[1]], vertices[f[2]]}};
    }
  };

  static int sign(Side& side, std::uint32_t face, const Side& other, std::uint32_t vertex);
  static Plane plane_of(const Triangle& t, const Box& other);

  Side a_, b_;
};

}  // namespace impinge
