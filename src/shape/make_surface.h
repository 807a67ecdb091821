// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// Arrays of a mesh while a generator fills them. Corners are given counter-clockwise seen from outside.
struct SurfaceBuilder {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;

  std::uint32_t add(const Vec3& point) {
    vertices.push_back(point);
    return static_cast<std::uint32_t>(vertices.size() - 1);
  }
  void triangle(std::uint32_t p, std::uint32_t q, std::uint32_t r) { faces.push_back({p, q, r}); }
  /// Split along the diagonal p-r.
  void quad(std::uint32_t p, std::uint32_t q, std::uint32_t r, std::uint32_t s) {
    triangle(p, q, r);
    triangle(p, r, s);
  }
  /// Triangles from `apex` to each edge of a closed ring of vertices that runs counter-clockwise seen from the apex.
  void fan(std::uint32_t apex, std::span<const std::uint32_t> ring);
  /// Quads between two closed rings of equal size: `lower` counter-clockwise seen from the side of `upper`'s outside.
  void band(std::span<const std::uint32_t> lower, std::span<const std::uint32_t> upper);

  /// Hands the arrays over; the builder is empty afterwards.
  Mesh build(std::string_view origin);
};

}  // namespace impinge
