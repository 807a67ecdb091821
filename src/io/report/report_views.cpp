// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/report/report_views.h"

#include <cmath>

namespace impinge::io {
namespace {

// Rays cost some milliseconds a finding; beyond these numbers of findings and faces the view is guessed.
constexpr std::size_t kMostLooks = 400, kMostFaces = 400'000;
constexpr double kAcross = 0.15, kFront = 0.25;  // how much each counts against all points being seen

/// The 26 directions of a cube's corners, edges and sides, and as many turned between them.
std::vector<Vec3> candidates() {
  std::vector<Vec3> directions;
  const Eigen::Matrix3d turn =
      (Eigen::Matrix3d() << std::cos(0.4), -std::sin(0.4), 0, std::sin(0.4), std::cos(0.4), 0, 0, 0, 1).finished();
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        // Straight up and down leave open which way is up.
        if (x == 0 && y == 0) continue;
        const Vec3 direction = Vec3(x, y, 0.7 * z).normalized();
        directions.push_back(direction);
        directions.push_back(turn * direction);
      }
  directions.push_back(Vec3(0.05, -0.1, 1).normalized());
  directions.push_back(Vec3(0.05, -0.1, -1).normalized());
  return directions;
}

double liking(const Vec3& direction, const Focus& focus) {
  // As in pictures: from the front, somewhat to the left, and above.
  const Vec3 usual = Vec3(0.44, -0.76, 0.47);
  const double across = focus.normal ? 1 - std::abs(direction.dot(*focus.normal)) : 1;
  return kAcross * across + kFront * 0.5 * (1 + direction.dot(usual));
}

}  // namespace

Vec3 ReportViews::guess(const Focus& focus) {
  Vec3 best = Vec3::UnitX();
  double most = -1;
  for (const Vec3& direction : candidates())
    if (const double value = liking(direction, focus); value > most) {
      most = value;
      best = direction;
    }
  return best;
}

void ReportViews::count_hidden(ObjectId id, const Focus& focus, std::vector<std::uint32_t>& hidden) {
  const SceneObject& object = scene_.object(id);
  engine_.prepare(object.mesh);
  std::vector<Ray> rays;
  // A little off the surface that the points lie on.
  const double off = focus.radius > 0 ? 0.02 * focus.radius : 1e-9 * (1 + focus.middle.norm());
  for (const Vec3& direction : candidates())
    for (const Vec3& point : focus.points) rays.push_back({point + off * direction, direction});
  const RayAnswers answers = engine_.rays(scene_, id, rays);
  for (std::size_t i = 0; i < rays.size(); ++i)
    if (answers.faces[i] != RayAnswers::kNone) hidden[i] = 1;
}

Vec3 ReportViews::choose(const PairAnswer& pair, const Focus& focus) {
  for (ObjectId id : {pair.a, pair.b}) {
    const SceneObject& object = scene_.object(id);
    if (object.shape || object.mesh.faces().size() > kMostFaces) return guess(focus);
  }
  if (focus.points.empty() || ++looked_ > kMostLooks) return guess(focus);
  const std::vector<Vec3> directions = candidates();
  std::vector<std::uint32_t> hidden(directions.size() * focus.points.size(), 0);
  count_hidden(pair.a, focus, hidden);
  if (pair.b != pair.a) count_hidden(pair.b, focus, hidden);
  Vec3 best = guess(focus);
  double most = -1;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    std::uint32_t seen = 0;
    for (std::size_t k = 0; k < focus.points.size(); ++k) seen += 1 - hidden[i * focus.points.size() + k];
    const double share = static_cast<double>(seen) / static_cast<double>(focus.points.size());
    const double value = share + liking(directions[i], focus);
    if (value > most) {
      most = value;
      best = directions[i];
    }
  }
  return best;
}

}  // namespace impinge::io
