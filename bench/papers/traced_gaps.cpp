// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "traced_gaps.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "map_accuracy.h"

namespace impinge::bench::papers {
namespace {

constexpr double kFar = 1000;        // mm: before both bodies
constexpr double kOn = 1e-9;         // mm: from a crossing to where the ray goes on
constexpr std::size_t kRays = 16;    // of a cell
constexpr std::size_t kCells = 512;  // that are traced together
static_assert(kRays == kFiner * kFiner);

struct Stretch {
  double low, high;
};

// What one ray has met so far, and where it is inside the body.
struct Line {
  double begun = 0, entered = 0;
  int winding = 0;
  std::vector<Stretch> inside{};

  void meet(double t, bool entry) {
    const int before = winding;
    winding += entry ? 1 : -1;
    if (before == 0) entered = t;
    if (winding == 0) inside.push_back({entered, t});
    begun = t + kOn;
  }
};

// Rays find their first face alone, so each begins anew behind it until there is none.
std::vector<Line> traced(const Engine& engine, const Scene& scene, ObjectId body, const std::vector<Ray>& rays) {
  const SceneObject& object = scene.object(body);
  std::vector<Line> lines(rays.size());
  std::vector<std::size_t> open(rays.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  std::vector<Ray> asked = rays;
  while (!asked.empty()) {
    const RayAnswers met = engine.rays(scene, body, asked);
    std::vector<std::size_t> still;
    asked.clear();
    for (std::size_t k = 0; k < open.size(); ++k) {
      if (met.faces[k] == RayAnswers::kNone) continue;
      const Ray& ray = rays[open[k]];
      const Face& face = object.mesh.faces()[met.faces[k]];
      const Vec3 &p = object.mesh.vertices()[face[0]], &q = object.mesh.vertices()[face[1]],
                 &r = object.mesh.vertices()[face[2]];
      Line& line = lines[open[k]];
      line.meet(line.begun + met.times[k], (object.pose.rotation * (q - p).cross(r - p)).dot(ray.direction) < 0);
      still.push_back(open[k]);
      asked.push_back({ray.origin + line.begun * ray.direction, ray.direction});
    }
    open = std::move(still);
  }
  return lines;
}

// As a map has it: minus the longest overlap, else the narrowest gap; NaN where the ray misses a body or grazes a wall.
double gap_of(const Line& a, const Line& b) {
  if (a.inside.empty() || b.inside.empty() || a.winding != 0 || b.winding != 0) return std::nan("");
  double gap = HUGE_VAL;
  for (const Stretch& s : a.inside)
    for (const Stretch& t : b.inside) gap = std::min(gap, std::max(s.low, t.low) - std::min(s.high, t.high));
  return gap;
}

// The mean of the rays of each of some cells.
std::vector<double> means_of(const Engine& engine, const Scene& scene, const InterferenceMap& map,
                             std::span<const std::size_t> cells) {
  std::vector<Ray> rays;
  const auto columns = static_cast<std::size_t>(map.columns);
  for (const std::size_t cell : cells) {
    for (int i = 0; i < kFiner * kFiner; ++i) {
      const double x = static_cast<double>(cell % columns) + (i % kFiner + 0.5) / kFiner,
                   y = static_cast<double>(cell / columns) + (i / kFiner + 0.5) / kFiner;
      rays.push_back({map.origin + map.cell * (x * map.right + y * map.up) - kFar * map.direction, map.direction});
    }
  }
  const std::vector<Line> a = traced(engine, scene, {0}, rays), b = traced(engine, scene, {1}, rays);
  std::vector<double> means(cells.size(), 0);
  for (std::size_t i = 0; i < rays.size(); ++i) means[i / kRays] += gap_of(a[i], b[i]) / static_cast<double>(kRays);
  return means;
}

}  // namespace

TracedGaps compare_with_rays(const Engine& engine, const Scene& scene, const InterferenceMap& map) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < map.gap.size(); ++cell)
    if (std::isfinite(map.gap[cell])) cells.push_back(cell);
  TracedGaps found;
  found.errors.assign(map.gap.size(), std::nanf(""));
  double squares = 0;
  for (std::size_t first = 0; first < cells.size(); first += kCells) {
    const auto some = std::span(cells).subspan(first, std::min(kCells, cells.size() - first));
    const std::vector<double> means = means_of(engine, scene, map, some);
    for (std::size_t k = 0; k < some.size(); ++k) {
      if (!std::isfinite(means[k])) continue;
      const double error = std::abs(static_cast<double>(map.gap[some[k]]) - means[k]);
      found.errors[some[k]] = static_cast<float>(error);
      if (means[k] > kNear) continue;
      ++found.cells;
      squares += error * error;
      found.worst = std::max(found.worst, error);
    }
  }
  if (found.cells > 0) found.rms = std::sqrt(squares / static_cast<double>(found.cells));
  return found;
}

}  // namespace impinge::bench::papers
