// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Walls of up to three directions: along each of them a wall of b and one of a tell how far it is to it. Which way they look
// does not matter: parts of a body may be inside out.
#include "answer/parting/flush_shifts.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

namespace impinge {

namespace {

constexpr std::size_t kMostFaces = 20000;        // of a body
constexpr std::size_t kMostFamilies = 64;        // of walls, in which faces are gathered
constexpr std::size_t kMostHeights = 1000;       // of a family
constexpr std::size_t kMostSteps = 24;           // along one direction
constexpr std::size_t kMostShifts = 200;         // that are worth a proof,
constexpr std::size_t kFacesLookedAt = 1000000;  // less of them for bodies of many faces
constexpr double kParallel = 1 - 0x1p-40;        // the cosine of two normals
constexpr double kIndependent = 0x1p-10;         // the determinant of three directions
constexpr double kSame = 0x1p-44;                // of the size: steps nearer to each other are one

// Faces across one direction, and how high they lie along it.
struct Walls {
  Vec3 normal;
  double area = 0;
  std::array<std::vector<double>, 2> heights;  // in a and b
};

// The same for both sides of a wall.
Vec3 upwards(const Vec3& v) {
  for (const double x : v)
    if (x != 0) return x > 0 ? v : Vec3(-v);
  return v;
}

void add_walls(const WorldObject& object, std::size_t body, std::vector<Walls>& families) {
  for (std::uint32_t f = 0; f < object.faces.size(); ++f) {
    const Triangle t = object.triangle(f);
    const Vec3 normal = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    const double twice = normal.norm();
    if (!(twice > 0) || !std::isfinite(twice)) continue;
    const Vec3 unit = upwards(normal / twice);
    auto family = std::find_if(families.begin(), families.end(),
                               [&](const Walls& w) { return std::abs(w.normal.dot(unit)) > kParallel; });
    if (family == families.end()) {
      if (families.size() == kMostFamilies) continue;
      family = families.insert(families.end(), Walls{unit, 0, {}});
    }
    family->area += twice;
    family->heights[body].push_back(t.p[0].dot(family->normal));
  }
}

void make_distinct(std::vector<double>& values, double same) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end(), [&](double x, double y) { return y - x <= same; }), values.end());
}

// How far b may go along the direction until it is flush with a, 0 among it; the shortest first.
std::vector<double> steps_along(const Walls& walls, double most, double same) {
  std::vector<double> steps{0};
  for (const double height : walls.heights[0])
    for (const double own : walls.heights[1])
      if (const double step = height - own; std::abs(step) > same && std::abs(step) < most) steps.push_back(step);
  make_distinct(steps, same);
  std::sort(steps.begin(), steps.end(),
            [](double x, double y) { return std::pair(std::abs(x), x) < std::pair(std::abs(y), y); });
  if (steps.size() > kMostSteps) steps.resize(kMostSteps);
  return steps;
}

// Those with the most area of all that are not nearly in one plane.
std::vector<Walls> main_families(std::vector<Walls> families, double same) {
  std::erase_if(families, [&](Walls& w) {
    for (std::vector<double>& heights : w.heights) make_distinct(heights, same);
    const std::size_t fewer = std::min(w.heights[0].size(), w.heights[1].size());
    return fewer == 0 || std::max(w.heights[0].size(), w.heights[1].size()) > kMostHeights;
  });
  std::stable_sort(families.begin(), families.end(), [](const Walls& x, const Walls& y) { return x.area > y.area; });
  std::vector<Walls> chosen;
  for (Walls& w : families) {
    if (chosen.size() == 3) break;
    if (chosen.size() == 2 && std::abs(chosen[0].normal.cross(chosen[1].normal).dot(w.normal)) < kIndependent) continue;
    chosen.push_back(std::move(w));
  }
  return chosen;
}

// The shortest translation that goes so far along each direction.
class Corners {
 public:
  explicit Corners(const std::vector<Walls>& families) {
    for (const Walls& w : families) {
      const Vec3& n = w.normal;
      // Directions of axes stay what they are, so that steps along them are not rounded.
      basis_.push_back(n);
      straight_ = straight_ && n.cwiseAbs().maxCoeff() == 1;
    }
    if (straight_) return;
    Eigen::MatrixXd rows(static_cast<Eigen::Index>(basis_.size()), 3);
    for (std::size_t i = 0; i < basis_.size(); ++i) rows.row(static_cast<Eigen::Index>(i)) = basis_[i].transpose();
    const Eigen::MatrixXd back = rows.transpose() * (rows * rows.transpose()).inverse();
    for (std::size_t i = 0; i < basis_.size(); ++i) basis_[i] = back.col(static_cast<Eigen::Index>(i));
  }

  Vec3 at(const std::array<double, 3>& steps) const {
    Vec3 shift = Vec3::Zero();
    for (std::size_t i = 0; i < basis_.size(); ++i) shift += steps[i] * basis_[i];
    return shift;
  }

 private:
  std::vector<Vec3> basis_;
  bool straight_ = true;
};

}  // namespace

std::vector<Vec3> flush_shifts(const WorldObject& a, const WorldObject& b, double least, double most) {
  if (a.faces.size() > kMostFaces || b.faces.size() > kMostFaces) return {};
  std::vector<Walls> all;
  add_walls(a, 0, all);
  add_walls(b, 1, all);
  const double same = kSame * (largest_coordinate(a.box) + largest_coordinate(b.box));
  const std::vector<Walls> families = main_families(std::move(all), same);
  if (families.empty()) return {};
  std::array<std::vector<double>, 3> steps{{{0.0}, {0.0}, {0.0}}};
  for (std::size_t i = 0; i < families.size(); ++i) steps[i] = steps_along(families[i], most, same);
  const Corners corners(families);
  std::vector<Vec3> shifts;
  for (const double x : steps[0])
    for (const double y : steps[1])
      for (const double z : steps[2]) {
        const Vec3 shift = corners.at({x, y, z});
        const double length = shift.norm();
        if (length >= least && length < most) shifts.push_back(shift);
      }
  std::stable_sort(shifts.begin(), shifts.end(),
                   [](const Vec3& x, const Vec3& y) { return x.squaredNorm() < y.squaredNorm(); });
  const std::size_t count = std::min(kMostShifts, kFacesLookedAt / (a.faces.size() + b.faces.size()));
  if (shifts.size() > count) shifts.resize(count);
  return shifts;
}

}  // namespace impinge
