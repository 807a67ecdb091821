// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/integer_winding.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace impinge::test {
namespace {

__extension__ using Wide = __int128;

using WideVec = std::array<Wide, 3>;

WideVec difference(const WideVec& p, const WideVec& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
WideVec cross(const WideVec& p, const WideVec& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
Wide dot(const WideVec& p, const WideVec& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
int sign(Wide value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

// What a face adds to the winding number of the origin, looked at along a ray; none if that cannot be told.
std::optional<int> passed(const WideVec& a, const WideVec& b, const WideVec& c, const WideVec& ray) {
  const WideVec normal = cross(difference(b, a), difference(c, a));
  if (normal == WideVec{}) return 0;
  const int sides[3] = {sign(dot(ray, cross(a, b))), sign(dot(ray, cross(b, c))), sign(dot(ray, cross(c, a)))};
  bool left = false, right = false, border = false;
  for (const int s : sides) {
    left = left || s > 0;
    right = right || s < 0;
    border = border || s == 0;
  }
  if (left && right) return 0;
  const int height = sign(dot(normal, a)), along = sign(dot(normal, ray));
  if (border || height == 0) return std::nullopt;
  return height == along ? along : 0;
}

}  // namespace

std::optional<int> integer_winding(const Soup& soup, const IntegerPoint& point, std::int64_t scale, Dice& dice) {
  const auto corner = [&](std::uint32_t v) {
    WideVec p{};
    for (int k = 0; k < 3; ++k)
      p[static_cast<std::size_t>(k)] =
          static_cast<std::int64_t>(soup.vertices[v][k]) * scale - point[static_cast<std::size_t>(k)];
    return p;
  };
  // A ray through an edge tells nothing, whatever is behind it: the next one will.
  for (int tries = 0; tries < 10; ++tries) {
    const WideVec ray = {dice.integer(-1000003, 1000003), dice.integer(-1000003, 1000003), dice.integer(-1000003, 1000003)};
    int sum = 0;
    bool clear = true;
    for (const Face& f : soup.faces) {
      const std::optional<int> step = passed(corner(f[0]), corner(f[1]), corner(f[2]), ray);
      clear = clear && step.has_value();
      sum += step.value_or(0);
    }
    if (clear) return sum;
  }
  return std::nullopt;
}

double solid_angle_winding(const Mesh& mesh, const Vec3& point) {
  double sum = 0;
  for (const Face& f : mesh.faces()) {
    const Vec3 a = mesh.vertices()[f[0]] - point, b = mesh.vertices()[f[1]] - point, c = mesh.vertices()[f[2]] - point;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (2 * std::numbers::pi);
}

}  // namespace impinge::test
