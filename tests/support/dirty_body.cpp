// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <support/dirty_body.h>

#include <impinge/shapes.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <queue>

namespace impinge::test {
namespace {

// Faces by the distance from a random one, in steps across edges.
std::vector<std::uint32_t> nearest_first(const Mesh& mesh, Dice& dice) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> at_edge;
  const auto edge = [&](std::uint32_t f, std::size_t i) {
    return std::minmax({mesh.faces()[f][i], mesh.faces()[f][(i + 1) % 3]});
  };
  const auto n = static_cast<std::uint32_t>(mesh.faces().size());
  for (std::uint32_t f = 0; f < n; ++f)
    for (std::size_t i = 0; i < 3; ++i) at_edge[edge(f, i)].push_back(f);
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(n, false);
  std::queue<std::uint32_t> next;
  next.push(static_cast<std::uint32_t>(dice.integer(0, static_cast<int>(n) - 1)));
  seen[next.front()] = true;
  while (!next.empty()) {
    const std::uint32_t f = next.front();
    next.pop();
    order.push_back(f);
    for (std::size_t i = 0; i < 3; ++i)
      for (const std::uint32_t g : at_edge[edge(f, i)]) {
        if (seen[g]) continue;
        seen[g] = true;
        next.push(g);
      }
  }
  return order;
}

std::vector<std::uint32_t> at_random(const Mesh& mesh, Dice& dice) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t f = 0; f < mesh.faces().size(); ++f) order.push_back(f);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(dice.integer(0, static_cast<int>(i) - 1))]);
  return order;
}

}  // namespace

Mesh random_closed_body(Dice& dice) {
  switch (dice.integer(0, 8)) {
    case 0: return make_box(dice.point(0.5, 3), dice.integer(1, 8));
    case 1: return make_icosphere(dice.real(0.5, 2), dice.integer(0, 3));
    case 2: return make_torus(1, dice.real(0.15, 0.6), dice.integer(8, 40), dice.integer(5, 16));
    case 3: return make_displaced_sphere(1, dice.real(0.05, 0.3), 16, 24, dice.bits());
    case 4: return make_closed_teapot(2);
    case 5: return make_noise_field(2, 0.3, dice.integer(6, 14), dice.bits(), 0.6);
    case 6: return make_torus(1, 0.2, dice.integer(12, 32), 6);
    case 7: return make_box(Vec3(dice.real(4, 8), 1, dice.real(0.3, 1)), dice.integer(2, 8));
    default: return make_sphere(1, dice.integer(4, 16), dice.integer(5, 24));
  }
}

const char* word_of(Damage damage) {
  constexpr const char* kWords[] = {"lost", "lost in one piece", "turned", "turned in one piece", "doubled"};
  return kWords[static_cast<std::size_t>(damage)];
}

Mesh damaged(const Mesh& whole, Damage damage, double share, Dice& dice) {
  const bool piece = damage == Damage::lost_piece || damage == Damage::turned_piece;
  std::vector<std::uint32_t> hit = piece ? nearest_first(whole, dice) : at_random(whole, dice);
  const auto most = static_cast<std::size_t>(share * static_cast<double>(whole.faces().size()));
  hit.resize(std::clamp<std::size_t>(most, 1, hit.size()));
  std::vector<Face> faces(whole.faces().begin(), whole.faces().end());
  if (damage == Damage::lost || damage == Damage::lost_piece) {
    std::sort(hit.begin(), hit.end(), std::greater<>());
    for (const std::uint32_t f : hit) faces.erase(faces.begin() + f);
  }
  for (const std::uint32_t f : hit) {
    if (damage == Damage::turned || damage == Damage::turned_piece) std::swap(faces[f][1], faces[f][2]);
    if (damage == Damage::doubled) faces.push_back(faces[f]);
  }
  return Mesh({whole.vertices().begin(), whole.vertices().end()}, faces, "damaged");
}

// By the angles of the corners' directions, in another way than the library does: the excess of the spherical triangle.
double summed_winding(const Mesh& mesh, const Vec3& point) {
  double sum = 0;
  for (const Face& f : mesh.faces()) {
    const Vec3 a = (mesh.vertices()[f[0]] - point).normalized(), b = (mesh.vertices()[f[1]] - point).normalized(),
               c = (mesh.vertices()[f[2]] - point).normalized();
    const Vec3 n(b.y() * c.z() - b.z() * c.y(), b.z() * c.x() - b.x() * c.z(), b.x() * c.y() - b.y() * c.x());
    // L'Huilier's theorem on the sides, with the sign of the determinant.
    const auto side = [](const Vec3& x, const Vec3& y) { return 2 * std::atan2((x - y).norm(), (x + y).norm()); };
    const double u = side(b, c), v = side(c, a), w = side(a, b), s = (u + v + w) / 2;
    const double tangents = std::tan(s / 2) * std::tan((s - u) / 2) * std::tan((s - v) / 2) * std::tan((s - w) / 2);
    const double excess = 4 * std::atan(std::sqrt(std::max(0.0, tangents)));
    sum += a.dot(n) < 0 ? -excess : excess;
  }
  return sum / (4 * std::numbers::pi);
}

}  // namespace impinge::test
