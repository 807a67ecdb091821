// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/lattice_soup.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <string>

namespace impinge::test {
namespace {

constexpr int kSide = 4;
constexpr std::size_t kMostFaces = 40;

Vec3 any_point(Dice& dice) { return dice.grid_point(0, kSide); }

Soup random_tetrahedron(Dice& dice) {
  for (;;) {
    const Vec3 p = any_point(dice), q = any_point(dice), r = any_point(dice), s = any_point(dice);
    if ((q - p).cross(r - p).dot(s - p) != 0) return tetrahedron_soup(p, q, r, s);
  }
}

Soup random_box(Dice& dice) {
  Vec3 lo, hi;
  for (int k = 0; k < 3; ++k) {
    const int low = dice.integer(0, kSide - 1);
    lo[k] = low;
    hi[k] = dice.integer(low + 1, kSide);
  }
  Soup soup;
  soup.add_box(lo, hi, Split::at_random, false, dice);
  return soup;
}

Soup random_double_pyramid(Dice& dice) {
  std::vector<Vec3> ring(static_cast<std::size_t>(dice.integer(3, 6)));
  const Vec3 top = any_point(dice), bottom = any_point(dice);
  for (Vec3& p : ring) p = any_point(dice);
  Soup soup;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec3 &p = ring[i], &q = ring[(i + 1) % ring.size()];
    soup.add_triangle(p, q, top);
    soup.add_triangle(q, p, bottom);
  }
  return soup;
}

Soup random_membrane(Dice& dice) {
  const Vec3 p = any_point(dice), q = any_point(dice), r = any_point(dice);
  Soup soup;
  soup.add_triangle(p, q, r);
  soup.add_triangle(r, q, p);
  return soup;
}

Soup random_part(Dice& dice) {
  switch (dice.integer(0, 5)) {
    case 0: return random_tetrahedron(dice);
    case 1: return random_box(dice);
    case 2: return random_double_pyramid(dice);
    case 3: return random_membrane(dice);
    default: return random_sphere_soup(dice, 2 * dice.integer(2, 10));
  }
}

bool joined(const std::vector<Face>& faces, std::uint32_t p, std::uint32_t q) {
  for (const Face& f : faces)
    if (std::count(f.begin(), f.end(), p) != 0 && std::count(f.begin(), f.end(), q) != 0) return true;
  return false;
}

// Turns the edge between two faces, unless its new ends are joined already.
void flip(std::vector<Face>& faces, std::size_t at, std::size_t edge) {
  Face& f = faces[at];
  const std::uint32_t p = f[edge], q = f[(edge + 1) % 3], r = f[(edge + 2) % 3];
  for (Face& g : faces)
    for (std::size_t k = 0; k < 3; ++k) {
      if (g[k] != q || g[(k + 1) % 3] != p) continue;
      const std::uint32_t s = g[(k + 2) % 3];
      if (joined(faces, r, s)) return;
      f = {p, s, r};
      g = {s, q, r};
      return;
    }
}

}  // namespace

Soup random_sphere_soup(Dice& dice, int faces) {
  Soup soup;
  soup.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  std::uint32_t corners = 4;
  while (static_cast<int>(soup.faces.size()) + 2 <= faces) {
    const auto at = static_cast<std::size_t>(dice.integer(0, static_cast<int>(soup.faces.size()) - 1));
    if (dice.chance(0.4)) {
      flip(soup.faces, at, static_cast<std::size_t>(dice.integer(0, 2)));
      continue;
    }
    const Face f = soup.faces[at];
    soup.faces[at] = {f[0], f[1], corners};
    soup.faces.push_back({f[1], f[2], corners});
    soup.faces.push_back({f[2], f[0], corners});
    ++corners;
  }
  const int side = dice.integer(1, kSide);
  for (std::uint32_t i = 0; i < corners; ++i) soup.vertices.push_back(dice.grid_point(0, side));
  return soup;
}

Soup random_lattice_soup(Dice& dice) {
  Soup soup;
  const int parts = dice.integer(1, 3);
  for (int i = 0; i < parts; ++i) {
    Soup part = random_part(dice);
    if (dice.chance(0.2)) part = part.inverted();
    if (dice.chance(0.1)) part.append(dice.chance(0.5) ? Soup(part) : part.inverted());
    if (i == 0 || soup.faces.size() + part.faces.size() <= kMostFaces) soup.append(part);
  }
  return soup;
}

Soup derived_lattice_soup(const Soup& soup, Dice& dice) {
  Soup result = soup;
  switch (dice.integer(0, 4)) {
    case 0: break;
    case 1: return soup.inverted();
    case 2: result.append(soup); break;
    case 3: return soup.shifted(dice.grid_point(-1, 1));
    default: result.append(random_part(dice));
  }
  return result;
}

Soup turned_lattice_soup(const Soup& soup, int code) {
  constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
  Soup result = soup;
  for (Vec3& v : result.vertices) {
    const Vec3 old = v;
    for (int k = 0; k < 3; ++k) v[k] = old[kOrders[code % 6][k]] * ((code / 6) >> k & 1 ? -1 : 1);
  }
  return result;
}

Soup shuffled(const Soup& soup, Dice& dice) {
  Soup result = soup;
  for (std::size_t i = result.faces.size(); i > 1; --i)
    std::swap(result.faces[i - 1], result.faces[static_cast<std::size_t>(dice.integer(0, static_cast<int>(i) - 1))]);
  for (Face& f : result.faces) std::rotate(f.begin(), f.begin() + dice.integer(0, 2), f.end());
  return result;
}

std::string written(const Soup& soup) {
  std::string text;
  for (const Face& f : soup.faces) {
    for (const std::uint32_t v : f)
      for (int k = 0; k < 3; ++k) text += std::to_string(static_cast<long>(soup.vertices[v][k])) + (k < 2 ? "," : " ");
    text += "/ ";
  }
  return text;
}

}  // namespace impinge::test
