// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/line/nurbs_seams.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace impinge {
namespace {

constexpr int kSamples = 5;

// One border, walked so that the patch lies to its left in (u, v).
struct Border {
  std::uint32_t patch;
  std::array<Vec3, kSamples> points;
};

struct Joint {
  std::uint32_t other;
  bool agrees;  // the two patches walk along it in opposite directions, as neighbours with like normals do
};

Vec3 point_of(const BezierPatch& patch, double u, double v) {
  const Eigen::Vector4d h = evaluate_net(patch.points, patch.rows(), patch.columns(), u, v).value;
  return h.head<3>() / h[3];
}

std::vector<Border> borders_of(std::span<const BezierPatch> patches, double tolerance) {
  std::vector<Border> borders;
  for (std::uint32_t i = 0; i < patches.size(); ++i) {
    for (int side = 0; side < 4; ++side) {
      Border border{i, {}};
      double length = 0;
      for (int k = 0; k < kSamples; ++k) {
        const double s = k / (kSamples - 1.0);
        const double u = side == 0 ? s : side == 1 ? 1 : side == 2 ? 1 - s : 0;
        const double v = side == 0 ? 0 : side == 1 ? s : side == 2 ? 1 : 1 - s;
        border.points[k] = point_of(patches[i], u, v);
        length = std::max(length, (border.points[k] - border.points[0]).norm());
      }
      if (length > tolerance) borders.push_back(border);
    }
  }
  return borders;
}

bool same(const Border& x, const Border& y, bool reversed, double tolerance) {
  for (int k = 0; k < kSamples; ++k)
    if ((x.points[k] - y.points[reversed ? kSamples - 1 - k : k]).norm() > tolerance) return false;
  return true;
}

// Six times the volume under a patch, by the midpoint rule.
double volume(const BezierPatch& patch) {
  constexpr int cells = 8;
  double sum = 0;
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const PatchPoint at = evaluate_net(patch.points, patch.rows(), patch.columns(), (i + 0.5) / cells, (j + 0.5) / cells);
      const double w = at.value[3];
      const Vec3 p = at.value.head<3>() / w;
      const Vec3 u = (at.along_u.head<3>() - at.along_u[3] * p) / w, v = (at.along_v.head<3>() - at.along_v[3] * p) / w;
      sum += p.dot(u.cross(v));
    }
  }
  return sum;
}

}  // namespace

NurbsSeams find_seams(std::span<const BezierPatch> patches, double size) {
  const double tolerance = 0x1p-30 * size;
  std::vector<Border> borders = borders_of(patches, tolerance);
  // Along a direction in which few borders of regular surfaces coincide.
  const auto key = [](const Border& b) { return b.points[kSamples / 2].dot(Vec3(0.4271, 0.7193, 0.5479)); };
  std::sort(borders.begin(), borders.end(), [&](const Border& x, const Border& y) { return key(x) < key(y); });
  NurbsSeams seams{true, std::vector<int>(patches.size(), 0)};
  std::vector<std::vector<Joint>> joints(patches.size());
  for (std::size_t i = 0; i < borders.size(); ++i) {
    int partners = 0;
    const auto look = [&](std::size_t k) {
      const bool opposite = same(borders[i], borders[k], true, tolerance);
      if (!opposite && !same(borders[i], borders[k], false, tolerance)) return;
      ++partners;
      joints[borders[i].patch].push_back({borders[k].patch, opposite});
    };
    for (std::size_t k = i + 1; k < borders.size() && key(borders[k]) <= key(borders[i]) + tolerance; ++k) look(k);
    for (std::size_t k = i; k-- > 0 && key(borders[k]) >= key(borders[i]) - tolerance;) look(k);
    seams.closed &= partners == 1;
  }
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t first = 0; first < patches.size(); ++first) {
    if (seams.sides[first] != 0) continue;
    seams.sides[first] = 1;
    waiting.push_back(first);
    while (!waiting.empty()) {
      const std::uint32_t patch = waiting.back();
      waiting.pop_back();
      for (const Joint& joint : joints[patch]) {
        const int side = joint.agrees ? seams.sides[patch] : -seams.sides[patch];
        if (seams.sides[joint.other] == 0) {
          seams.sides[joint.other] = side;
          waiting.push_back(joint.other);
        } else if (seams.sides[joint.other] != side) {
          seams.closed = false;  // one-sided, like a Klein bottle
        }
      }
    }
  }
  double total = 0;
  for (std::size_t i = 0; i < patches.size(); ++i) total += seams.sides[i] * volume(patches[i]);
  if (total < 0)
    for (int& side : seams.sides) side = -side;
  return seams;
}

}  // namespace impinge
