// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// Arrays of a mesh while a generator fills them. Corners are given counter-clockwise seen from outside.
struct SurfaceBuilder {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;

  using Ring = std::span<const std::uint32_t>;

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
  /// The same for corners in a braced list, which, unlike arguments, are made in their order by every compiler.
  void quad(const std::array<std::uint32_t, 4>& corners) { quad(corners[0], corners[1], corners[2], corners[3]); }
  /// Triangles from `apex` to each edge of a closed ring that runs counter-clockwise seen from outside the apex.
  void fan(std::uint32_t apex, Ring ring);
  /// Quads between two closed rings of equal size, both counter-clockwise seen from beyond `upper`.
  void band(Ring lower, Ring upper);
  /// A whole grid around an axis: rings from the lowest up, counter-clockwise seen from above, closed by the two poles.
  void globe(std::uint32_t south, std::span<const std::vector<std::uint32_t>> rings, std::uint32_t north);

  /// Hands the arrays over, every coordinate multiplied by `scale`; the builder is empty afterwards.
  Mesh build(std::string_view origin, double scale = 1);
};

/// The ring the other way round.
std::vector<std::uint32_t> reversed(SurfaceBuilder::Ring ring);

/// Latitude-longitude grid on the unit sphere, 2 * slices * (stacks - 1) faces, each vertex moved along its direction to
/// the distance that `radius` gives; such a surface never crosses itself.
SurfaceBuilder make_star_globe(int stacks, int slices, const std::function<double(const Vec3&, std::uint32_t)>& radius);

}  // namespace impinge
