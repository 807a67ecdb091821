// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "wire.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

namespace impinge::bench::papers {
namespace {

constexpr double kScale = 62, kMiddleX = 260, kMiddleY = 170;

// From the front and above; z is towards the viewer.
Vec3 seen(const Vec3& p) {
  static const Eigen::Matrix3d turn =
      (Eigen::AngleAxisd(-1.0, Vec3::UnitX()) * Eigen::AngleAxisd(0.4, Vec3::UnitZ())).matrix();
  const Vec3 q = turn * p;
  return {kMiddleX + kScale * q.x(), kMiddleY - kScale * q.y(), q.z()};
}

std::string outline(const Vec3& a, const Vec3& b, const Vec3& c) {
  return fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z", a.x(), a.y(), b.x(), b.y(), c.x(), c.y());
}

std::string drawing(const char* label, const std::string& parts) {
  return fmt::format(R"(<svg viewBox="0 0 520 340" role="img" aria-label="{}">{}</svg>)", label, parts);
}

struct Drawn {
  double depth;
  std::string path;
};

}  // namespace

std::string velocities_svg(const MovingPair& pair) {
  std::string wires, arrows;
  for (int i = 0; i < 2; ++i) {
    for (const Face& f : pair.faces(i))
      wires += outline(seen(pair.point(i, f[0])), seen(pair.point(i, f[1])), seen(pair.point(i, f[2])));
    for (std::uint32_t v = 0; v < pair.body(i).mesh.vertices().size(); ++v) {
      const Vec3 p = pair.point(i, v), from = seen(p), to = seen(p + 0.3 * pair.relative_velocity(i, p));
      arrows += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", from.x(), from.y(), to.x(), to.y());
    }
  }
  return drawing("Two tori with their relative velocities",
                 fmt::format(R"(<path class="wire" d="{}"/><path class="arrow" d="{}"/>)", wires, arrows));
}

std::string kept_faces_svg(const MovingPair& pair) {
  std::vector<Drawn> drawn;
  for (int i = 0; i < 2; ++i) {
    const std::vector<bool> culled = pair.culled(i);
    for (std::size_t f = 0; f < culled.size(); ++f) {
      const Face& face = pair.faces(i)[f];
      const Vec3 a = seen(pair.point(i, face[0])), b = seen(pair.point(i, face[1])), c = seen(pair.point(i, face[2]));
      const char* style = culled[f] ? "wire" : i == 0 ? "shaded c0" : "shaded c1";
      drawn.push_back({a.z() + b.z() + c.z(), fmt::format(R"(<path class="{}" d="{}"/>)", style, outline(a, b, c))});
    }
  }
  std::stable_sort(drawn.begin(), drawn.end(), [](const Drawn& x, const Drawn& y) { return x.depth < y.depth; });
  std::string parts;
  for (const Drawn& d : drawn) parts += d.path;
  return drawing("Two tori, the faces that can collide filled", parts);
}

}  // namespace impinge::bench::papers
