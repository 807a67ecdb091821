// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Translations at which the bodies meet form an obstacle around the origin. Outside of it the nearest faces tell a wall of
// the obstacle, and the walls seen so far where to look next: at their point nearest to the origin.
// Based on: C. Je, M. Tang, Y. Lee, M. Lee and Y. J. Kim, PolyDepth: real-time penetration depth computation using iterative
// contact-space projection, 2012; with tests at single translations in place of a sweep between them.
#include "answer/parting/parting_search.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

namespace impinge {

namespace {

constexpr double kGrowth = 1.25;        // of the lengths tried along a direction
constexpr double kShortest = 1.0 / 16;  // of them, as a share of what is known
constexpr double kWorthwhile = 0.97;    // the longest of them, likewise
constexpr double kGain = 0.999;         // less is not worth a step
constexpr int kMostSlides = 16;
constexpr int kHalvings = 4;  // on the way to a translation at which the bodies meet
constexpr std::size_t kMostWalls = 10;

// Of the obstacle: it lies where normal . x < height.
struct Wall {
  Vec3 normal;
  double height;
};

bool satisfies(const Vec3& x, const std::vector<Wall>& walls, double slack) {
  return std::all_of(walls.begin(), walls.end(), [&](const Wall& w) { return w.normal.dot(x) >= w.height - slack; });
}

// The point of two or three planes nearest to the origin; none where they are nearly parallel.
std::optional<Vec3> foot(const Wall& u, const Wall& v) {
  const double c = u.normal.dot(v.normal), det = 1 - c * c;
  if (!(det > 1e-6)) return {};
  return Vec3(((u.height - c * v.height) * u.normal + (v.height - c * u.height) * v.normal) / det);
}

std::optional<Vec3> foot(const Wall& u, const Wall& v, const Wall& w) {
  Eigen::Matrix3d rows;
  rows << u.normal.transpose(), v.normal.transpose(), w.normal.transpose();
  if (!(std::abs(rows.determinant()) > 1e-6)) return {};
  return Vec3(rows.inverse() * Vec3(u.height, v.height, w.height));
}

// The point nearest to the origin on the free side of all walls, by trying which of them hold it.
std::optional<Vec3> nearest_to_origin(const std::vector<Wall>& walls, double slack) {
  std::optional<Vec3> best;
  const auto offer = [&](const std::optional<Vec3>& x) {
    if (x && (!best || x->squaredNorm() < best->squaredNorm()) && satisfies(*x, walls, slack)) best = x;
  };
  for (std::size_t i = 0; i < walls.size(); ++i) {
    offer(Vec3(walls[i].normal * walls[i].height));
    for (std::size_t j = 0; j < i; ++j) {
      offer(foot(walls[i], walls[j]));
      for (std::size_t k = 0; k < j; ++k) offer(foot(walls[i], walls[j], walls[k]));
    }
  }
  return best;
}

}  // namespace

PartingSearch::PartingSearch(const MovedPair& pair, const Vec3& known, double at_least)
    : pair_(pair), best_(known), length_(known.norm()), at_least_(at_least), gap_(length_ * 1e-9) {
  const double size = largest_coordinate(pair.a().object().box) + largest_coordinate(pair.b().object().box);
  gap_ = std::max(gap_, size * 0x1p-46);
}

void PartingSearch::keep(const Vec3& shift) {
  const double length = shift.norm();
  if (!(length < length_)) return;
  best_ = shift;
  length_ = length;
}

void PartingSearch::attempt(const Vec3& direction) {
  const double size = direction.norm();
  if (!(size > 0) || !std::isfinite(size)) return;
  const Vec3 unit = direction / size;
  const double longest = length_ * kWorthwhile, least = std::max(at_least_, length_ * kShortest);
  if (!(longest > least)) return;
  for (int step = static_cast<int>(std::log(longest / least) / std::log(kGrowth)); step >= 0; --step) {
    const Vec3 shift = unit * (longest * std::pow(kGrowth, -step));
    if (pair_.apart_at(shift)) return slide(shift);
  }
}

void PartingSearch::attempt_shift(const Vec3& shift) {
  if (pair_.apart_at(shift)) slide(shift);
}

void PartingSearch::slide(Vec3 shift) {
  std::vector<Wall> walls;
  for (int n = 0; n < kMostSlides; ++n) {
    const double length = shift.norm();
    const std::optional<Nearest> nearest = pair_.nearest_at(shift, length);
    if (!nearest) return;
    const Vec3 normal = (nearest->b_point - nearest->a_point) / nearest->distance;
    if (!normal.allFinite()) break;
    walls.push_back({normal, normal.dot(shift) - nearest->distance + gap_});
    if (walls.size() > kMostWalls) walls.erase(walls.begin());
    keep(shift - shift * (std::max(0.0, nearest->distance - gap_) / length));
    std::optional<Vec3> target = nearest_to_origin(walls, gap_ / 2);
    if (!target || !(target->norm() < length_ * kGain)) break;
    bool free = pair_.apart_at(*target);
    for (int half = 0; half < kHalvings && !free; ++half) {
      target = (*target + shift) / 2;
      free = pair_.apart_at(*target);
    }
    if (!free) break;
    shift = *target;
    keep(shift);
  }
}

}  // namespace impinge
