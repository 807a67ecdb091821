// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Meshes put together by hand: triangles, quads, boxes; corners repeated as they come.

#include <vector>

#include <impinge/mesh.h>
#include <support/dice.h>

namespace impinge::test {

/// How a quad becomes triangles. All of them leave its edges whole, so that neighbours still match.
enum class Split { falling, rising, fan, at_random };

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;

  void add_triangle(const Vec3& p, const Vec3& q, const Vec3& r);
  /// Counter-clockwise seen from outside. The dice decide where the split is at random and where the middle of a fan lies.
  void add_quad(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, Split split, Dice& dice);
  /// Six quads, turned inside out if inverted.
  void add_box(const Vec3& lo, const Vec3& hi, Split split = Split::falling, bool inverted = false);
  void add_box(const Vec3& lo, const Vec3& hi, Split split, bool inverted, Dice& dice);
  void append(const Soup& other);

  Soup inverted() const;
  Soup shifted(const Vec3& by) const;
  Soup scaled(double by) const;
  /// Without face `index`, so that a closed surface is open there.
  Soup without(std::size_t index) const;
  /// Each triangle in four.
  Soup refined() const;
  /// Equal corners made one.
  Soup welded() const;
  Mesh mesh() const { return Mesh(vertices, faces, "soup"); }
};

/// Triangles of very different sizes in a cube of twice the spread, most of them `finer` times smaller; some are
/// degenerate.
Soup random_soup(Dice& dice, int faces, double spread, double finer = 20);

/// The box from lo to hi.
Soup box_soup(const Vec3& lo, const Vec3& hi, Split split = Split::falling);

/// The tetrahedron of four corners, outside out whatever their order.
Soup tetrahedron_soup(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);

/// The arrays of a mesh.
Soup soup_of(const Mesh& mesh);

}  // namespace impinge::test
