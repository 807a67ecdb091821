// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/soup.h>

#include <Eigen/Geometry>

#include <map>
#include <tuple>

namespace impinge::test {

void Soup::add_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
  const auto first = static_cast<std::uint32_t>(vertices.size());
  vertices.insert(vertices.end(), {p, q, r});
  faces.push_back({first, first + 1, first + 2});
}

void Soup::add_quad(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, Split split, Dice& dice) {
  if (split == Split::at_random) split = static_cast<Split>(dice.integer(0, 2));
  if (split == Split::falling) {
    add_triangle(p, q, r);
    add_triangle(p, r, s);
  } else if (split == Split::rising) {
    add_triangle(p, q, s);
    add_triangle(q, r, s);
  } else {
    // Quarters are exact for the coordinates the tests use.
    const double u = dice.integer(1, 3) / 4.0, v = dice.integer(1, 3) / 4.0;
    const Vec3 middle = p + u * (q - p) + v * (s - p);
    add_triangle(p, q, middle);
    add_triangle(q, r, middle);
    add_triangle(r, s, middle);
    add_triangle(s, p, middle);
  }
}

void Soup::add_box(const Vec3& lo, const Vec3& hi, Split split, bool inside_out) {
  Dice dice(1);
  add_box(lo, hi, split, inside_out, dice);
}

void Soup::add_box(const Vec3& lo, const Vec3& hi, Split split, bool inside_out, Dice& dice) {
  const Vec3 ends[2] = {lo, hi};
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      const auto corner = [&](int at_u, int at_v) {
        Vec3 p = ends[side];
        p[u] = ends[at_u][u];
        p[v] = ends[at_v][v];
        return p;
      };
      if ((side == 1) != inside_out) {
        add_quad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), split, dice);
      } else {
        add_quad(corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0), split, dice);
      }
    }
  }
}

void Soup::append(const Soup& other) {
  const auto first = static_cast<std::uint32_t>(vertices.size());
  vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const Face& f : other.faces) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
}

Soup Soup::inverted() const {
  Soup result = *this;
  for (Face& f : result.faces) std::swap(f[1], f[2]);
  return result;
}

Soup Soup::shifted(const Vec3& by) const {
  Soup result = *this;
  for (Vec3& p : result.vertices) p += by;
  return result;
}

Soup Soup::scaled(double by) const {
  Soup result = *this;
  for (Vec3& p : result.vertices) p *= by;
  return result;
}

Soup Soup::without(std::size_t index) const {
  Soup result = *this;
  result.faces.erase(result.faces.begin() + static_cast<std::ptrdiff_t>(index));
  return result;
}

Soup Soup::refined() const {
  Soup result;
  for (const Face& f : faces) {
    const Vec3 &p = vertices[f[0]], &q = vertices[f[1]], &r = vertices[f[2]];
    const Vec3 pq = (p + q) / 2, qr = (q + r) / 2, rp = (r + p) / 2;
    result.add_triangle(p, pq, rp);
    result.add_triangle(q, qr, pq);
    result.add_triangle(r, rp, qr);
    result.add_triangle(pq, qr, rp);
  }
  return result;
}

Soup Soup::welded() const {
  Soup result;
  std::map<std::tuple<double, double, double>, std::uint32_t> ids;
  for (const Face& f : faces) {
    Face& face = result.faces.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3& p = vertices[f[i]];
      const auto next = static_cast<std::uint32_t>(result.vertices.size());
      const auto [at, fresh] = ids.try_emplace({p.x(), p.y(), p.z()}, next);
      if (fresh) result.vertices.push_back(p);
      face[i] = at->second;
    }
  }
  return result;
}

Soup random_soup(Dice& dice, int faces, double spread, double finer) {
  Soup soup;
  for (int i = 0; i < faces; ++i) {
    const double size = dice.chance(0.05) ? spread * 2 : dice.chance(0.1) ? spread / 4 : spread / finer;
    const Vec3 centre = dice.point(-spread, spread);
    Vec3 p[3];
    for (Vec3& q : p) q = centre + dice.point(-size, size);
    if (dice.chance(0.05)) p[2] = p[1];
    if (dice.chance(0.05)) p[2] = p[0] + (p[1] - p[0]) * 3;
    soup.add_triangle(p[0], p[1], p[2]);
  }
  return soup;
}

Soup box_soup(const Vec3& lo, const Vec3& hi, Split split) {
  Soup soup;
  soup.add_box(lo, hi, split);
  return soup;
}

Soup tetrahedron_soup(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  Soup soup;
  soup.vertices = {p, q, r, s};
  soup.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  return (q - p).cross(r - p).dot(s - p) < 0 ? soup.inverted() : soup;
}

Soup soup_of(const Mesh& mesh) {
  Soup soup;
  soup.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  soup.faces.assign(mesh.faces().begin(), mesh.faces().end());
  return soup;
}

}  // namespace impinge::test
