// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A shape of one's own: say where a line passes through it, and all that works along lines takes it; here CSG with a ball.
#include <cmath>
#include <cstdio>

#include <impinge/impinge.h>

using impinge::Crossing, impinge::Vec3;

// A gem of twelve facets |x| + |y| = |y| + |z| = |z| + |x| = 1, the rhombic dodecahedron.
class Gem : public impinge::LineShape {
 public:
  std::array<Vec3, 2> bounds() const override { return {Vec3(-1, -1, -1), Vec3(1, 1, 1)}; }
  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    double enter = -INFINITY, leave = INFINITY;
    for (int i = 0; i < 12; ++i) {
      Vec3 normal = Vec3::Zero();
      normal[i % 3] = i < 6 ? 1 : -1;
      normal[(i + 1) % 3] = i / 3 % 2 == 0 ? 1 : -1;
      const double speed = normal.dot(direction), room = 1 - normal.dot(origin);
      if (speed == 0 && room < 0) return;
      if (speed < 0) enter = std::fmax(enter, room / speed);
      if (speed > 0) leave = std::fmin(leave, room / speed);
    }
    if (!(enter < leave)) return;
    const double error = 1e-15 * (1 + origin.norm());  // what the divisions may be off by, roughly
    out.push_back({enter - error, enter + error, 1});
    out.push_back({leave - error, leave + error, -1});
  }
  std::string name() const override { return "gem"; }
};

int main() {
  // Drill it with a ball, put it into a scene, and measure what is left along z.
  const auto ring = impinge::make_difference({std::make_shared<Gem>(), impinge::make_implicit_sphere(0.5)});
  impinge::Scene scene;
  scene.add("gem", ring);
  std::vector<Crossing> found;
  scene.objects()[0].shape->crossings({0, 0.3, -10}, {0, 0, 1}, found);
  for (const Crossing& c : found) std::printf("%s at z = %.12f\n", c.sign > 0 ? "in" : "out", c.t_low - 10);
  // The facets stand at z = -0.7 and 0.7, the ball at -0.4 and 0.4.
  const double expected[] = {-0.7, -0.4, 0.4, 0.7};
  bool good = found.size() == 4;
  for (std::size_t i = 0; good && i < 4; ++i)
    good = found[i].t_low - 10 <= expected[i] + 1e-14 && expected[i] - 1e-14 <= found[i].t_high - 10;
  return good ? 0 : 1;
}
