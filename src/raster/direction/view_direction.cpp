// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/direction/view_direction.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "raster/view/raster_view.h"
#include "raster/zlist/zlist_walk.h"

namespace impinge {

namespace {

constexpr double kSteepCosine =
    0.25881904510252074;  // of 75 degrees: beyond, a cell's depth says little about its neighbours

constexpr double kStandsOut = 1e-3;  // between mean normals of walls: less is rounding, or cubes

constexpr std::size_t kFacesOfTask = 1 << 14;  // that a task sums

constexpr int kItemResolution = 64;
constexpr int kMostViews = 64;
constexpr double kWorthTurning = 10;  // degrees of mean slope: less is not worth leaving the direction of the last step

// On which sides of a region a point lies, a bit each.
std::uint8_t sides_of_region(const Vec3& p, const Box& region) {
  int sides = 0;
  for (int k = 0; k < 3; ++k) sides |= (p[k] < region.low[k] ? 1 : 0) << k | (p[k] > region.high[k] ? 8 : 0) << k;
  return static_cast<std::uint8_t>(sides);
}

// Sums of the normals, as long as the doubled areas, of all faces of meshes whose boxes reach into the region. Faces are
// summed in pieces that do not depend on the number of threads, each beginning with a copy of the empty sum.
template <typename Sum>
Sum sum_of_faces_in(std::span<const RasterObject> objects, const Box& region, const Sum& empty) {
  Sum all = empty;
  for (const RasterObject& o : objects) {
    if (o.mesh == nullptr) continue;
    const WorldObject& mesh = *o.mesh;
    KeptVector<std::uint8_t> sides(mesh.local.size());
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, sides.size(), 8192), [&](const auto& range) {
      for (std::size_t v = range.begin(); v < range.end(); ++v)
        sides[v] = sides_of_region(mesh.vertex(static_cast<std::uint32_t>(v)), region);
    });
    std::vector<Sum> parts((mesh.faces.size() + kFacesOfTask - 1) / kFacesOfTask, empty);
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t part) {
      Sum& sum = parts[part];
      for (std::size_t f = part * kFacesOfTask; f < std::min(mesh.faces.size(), (part + 1) * kFacesOfTask); ++f) {
        const Face& face = mesh.faces[f];
        if ((sides[face[0]] & sides[face[1]] & sides[face[2]]) != 0) continue;
        const Triangle t = mesh.triangle(static_cast<std::uint32_t>(f));
        sum.add(cross(t.p[1] - t.p[0], t.p[2] - t.p[0]));
      }
      sum.finish();
    });
    for (const Sum& part : parts) all += part;
  }
  return all;
}

// Of unit normals n n^T, by area.
struct NormalSum {
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();

  void add(const Vec3& n) {
    const double length = n.norm();
    if (length > 0 && std::isfinite(length)) squares += n * n.transpose() / length;
  }
  void finish() {}
  void operator+=(const NormalSum& o) { squares += o.squares; }
};

// The angle in radians whose cosine is x, 0 to 1, within 1e-12: a root and a polynomial, which compilers make vectors of.
inline double angle_of_cosine(double x) {
  constexpr double kP[] = {std::numbers::pi / 2,  -0.21460183648827008,  0.08904861488199606,  -0.05079261060358653,
                           0.0336784323537902,    -0.02435013228913263,  0.018537402793967317, -0.014364706604624189,
                           0.010766816977366034,  -0.007248661920129962, 0.004003855159680825, -0.0016331794176949188,
                           0.0004255163366906345, -5.227560177445412e-05};
  double sum = 0;
  for (int k = 13; k >= 0; --k) sum = sum * x + kP[k];
  return std::sqrt(1 - x) * sum;
}

// Of angles to a direction, by area.
struct SlopeSum {
  explicit SlopeSum(const Vec3& along) : direction(along) {}
  Vec3 direction;
  double area = 0, steep = 0, angles = 0;
  std::uint64_t faces = 0;

  void add(const Vec3& n) {
    for (int k = 0; k < 3; ++k) normals[k][waiting] = n[k];
    if (++waiting == kAtOnce) finish();
  }
  void finish() {
    double areas[kAtOnce], cosines[kAtOnce], turns[kAtOnce];
    const double dx = direction.x(), dy = direction.y(), dz = direction.z();
    for (int i = 0; i < waiting; ++i) {
      const double x = normals[0][i], y = normals[1][i], z = normals[2][i];
      areas[i] = std::sqrt(x * x + y * y + z * z);
      cosines[i] = std::min(1.0, std::abs(x * dx + y * dy + z * dz) / areas[i]);
      turns[i] = angle_of_cosine(cosines[i]);
    }
    for (int i = 0; i < waiting; ++i) {
      if (!(areas[i] > 0) || !std::isfinite(areas[i])) continue;
      ++faces;
      area += areas[i];
      angles += areas[i] * turns[i];
      if (cosines[i] < kSteepCosine) steep += areas[i];
    }
    waiting = 0;
  }
  void operator+=(const SlopeSum& o) {
    area += o.area;
    steep += o.steep;
    angles += o.angles;
    faces += o.faces;
  }

 private:
  static constexpr int kAtOnce = 64;
  double normals[3][kAtOnce] = {};
  int waiting = 0;
};

// The largest eigenvector of a sum of n n^T; zero where there is no sum.
Vec3 main_direction(const Eigen::Matrix3d& sum) {
  if (!(sum.trace() > 0) || !std::isfinite(sum.trace())) return Vec3::Zero();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(sum / sum.trace());
  Vec3 direction = solver.eigenvectors().col(2);
  // One of the two signs, always the same: the largest component is positive.
  int largest = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(direction[k]) > std::abs(direction[largest])) largest = k;
  if (direction[largest] < 0) direction = -direction;
  // Within rounding of an axis it is that axis, where nothing is rounded.
  for (int k = 0; k < 3; ++k)
    if (std::abs(direction[k]) < 1e-12) direction[k] = 0;
  return direction.normalized();
}

// The direction of the boxes, of the faces, the axes, then a spiral over half a sphere; the least slope first.
template <typename Choose>
std::vector<ViewChoice> several_views(const Vec3& by_boxes, const Vec3& by_faces, int count, const Choose& choose) {
  std::vector<ViewChoice> views;
  const auto add = [&](const Vec3& direction) {
    const ViewChoice next = choose(direction);
    const bool known = std::any_of(views.begin(), views.end(), [&](const ViewChoice& v) {
      return std::abs(v.direction.dot(next.direction)) > 1 - 1e-6;
    });
    if (!known && static_cast<int>(views.size()) < count) views.push_back(next);
  };
  add(by_boxes);
  if (by_faces != Vec3::Zero()) add(by_faces);
  for (int k = 2; k >= 0; --k) add(Vec3::Unit(k));
  // Spread evenly by the golden angle.
  for (int k = 0; static_cast<int>(views.size()) < count; ++k) {
    const double z = 1 - (k + 0.5) / kMostViews, turn = k * std::numbers::pi * (3 - std::sqrt(5.0));
    add({std::sqrt(1 - z * z) * std::cos(turn), std::sqrt(1 - z * z) * std::sin(turn), z});
  }
  std::stable_sort(views.begin(), views.end(),
                   [](const ViewChoice& x, const ViewChoice& y) { return x.slope.mean_deg < y.slope.mean_deg; });
  return views;
}

}  // namespace

Vec3 direction_from_boxes(const Box& a, const Box& b) {
  int best = 0;
  double least = INFINITY;
  for (const int k : {2, 1, 0}) {  // z, where there is nothing to choose
    const double shared = std::min(a.high[k], b.high[k]) - std::max(a.low[k], b.low[k]);
    if (shared < least) {
      least = shared;
      best = k;
    }
  }
  return Vec3::Unit(best);
}

Vec3 direction_from_local_boxes(std::span<const RasterObject, 2> objects) {
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (const RasterObject& o : objects) {
    Box box;
    if (o.mesh != nullptr) {
      for (const Vec3& p : o.mesh->local) box.add(p);
    } else {
      const auto [low, high] = o.shape->bounds();
      box = {low, high};
    }
    const Eigen::Matrix3d& turn = o.mesh != nullptr ? o.mesh->pose.rotation : o.pose.rotation;
    const Vec3 size = box.high - box.low;
    // Bodies count alike, whatever their size.
    const double all = size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
    if (!(all > 0) || !std::isfinite(all)) continue;
    for (int k = 0; k < 3; ++k) {
      const Vec3 normal = turn.col(k);
      sum += size[(k + 1) % 3] * size[(k + 2) % 3] / all * (normal * normal.transpose());
    }
  }
  if (!(sum.trace() > 0) || !std::isfinite(sum.trace())) return Vec3::Zero();
  const Vec3 strength = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(sum, Eigen::EigenvaluesOnly).eigenvalues();
  return strength[2] > strength[1] * (1 + kStandsOut) ? main_direction(sum) : Vec3::Zero();
}

Vec3 direction_from_faces(std::span<const RasterObject> objects, const Box& region) {
  return main_direction(sum_of_faces_in(objects, region, NormalSum()).squares);
}

Vec3 direction_from_items(std::span<const RasterObject, 2> objects, const Vec3& along, const Control& control,
                          RasterDevice* device) {
  const ViewFrame frame = ViewFrame::along(along);
  const Box a = objects[0].seen(frame), b = objects[1].seen(frame);
  const Box window = intersection(a, b);
  Box extent = a;
  extent.add(b);
  if (window.empty()) return Vec3::Zero();
  const Zlist lists(RasterView(frame, window, extent, kItemResolution), objects, control, device);
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  const auto add = [&](const Fragment& f) {
    if (f.face == kNoFace) return;
    const Triangle t = objects[f.object()].mesh->triangle(f.face);
    const Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    const double length = n.norm(), seen = std::abs(n.dot(frame.forward));
    // A steep face stands for no more than ten cells.
    if (length > 0 && std::isfinite(length)) sum += (n * n.transpose()) / (length * std::max(seen, 0.1 * length));
  };
  ZlistWalk walk(2);
  for (std::size_t c = 0; c < lists.view().cells(); ++c) {
    const auto list = lists.list(c);
    walk.run(list, [&](const ZlistSegment& s) {
      if (s.a != s.b && list[s.leave].z > list[s.enter].z) {
        add(list[s.enter]);
        add(list[s.leave]);
      }
    });
  }
  return main_direction(sum);
}

void require_view_options(const ViewOptions& options) {
  if (options.resolution && (*options.resolution < 1 || *options.resolution > kMaxResolution))
    throw Error(ErrorCode::bad_argument,
                fmt::format("resolution {}: a raster has 1 to {} cells a side", *options.resolution, kMaxResolution));
  if (options.direction_count < 1 || options.direction_count > kMostViews)
    throw Error(ErrorCode::bad_argument, fmt::format("{} directions: give 1 to {}", options.direction_count, kMostViews));
  if (options.rule == DirectionRule::last && !options.direction)
    throw Error(ErrorCode::bad_argument, "the direction of the last step is missing: give it as `direction`");
  if (options.direction) ViewFrame::along(*options.direction);
}

std::vector<ViewChoice> choose_views(std::span<const RasterObject, 2> objects, const Box& a_box, const Box& b_box,
                                     const ViewOptions& options, const Control& control, RasterDevice* device) {
  const Box region = intersection(a_box, b_box);
  const auto choice = [&](const Vec3& direction, const char* rule) {
    control.poll();
    const Vec3 forward = ViewFrame::along(direction).forward;
    return ViewChoice{forward, rule, slope_stats(objects, region, forward)};
  };
  if (options.direction && options.rule != DirectionRule::last) return {choice(*options.direction, "given")};
  const Vec3 by_boxes = direction_from_boxes(a_box, b_box);
  if (options.rule == DirectionRule::boxes) return {choice(by_boxes, "boxes")};
  if (options.rule == DirectionRule::local_boxes) {
    const Vec3 by_walls = direction_from_local_boxes(objects);
    return {by_walls != Vec3::Zero() ? choice(by_walls, "local_boxes") : choice(by_boxes, "boxes")};
  }
  Vec3 by_faces = direction_from_items(objects, by_boxes, control, device);
  if (by_faces == Vec3::Zero()) by_faces = direction_from_faces(objects, region);
  const bool faces = by_faces != Vec3::Zero();
  if (options.rule == DirectionRule::faces) return {faces ? choice(by_faces, "faces") : choice(by_boxes, "boxes")};
  if (options.rule == DirectionRule::last) {
    const ViewChoice last = choice(*options.direction, "last");
    if (!faces) return {last};
    const ViewChoice other = choice(by_faces, "faces");
    return {last.slope.mean_deg <= other.slope.mean_deg + kWorthTurning ? last : other};
  }
  return several_views(by_boxes, by_faces, options.direction_count,
                       [&](const Vec3& direction) { return choice(direction, "several"); });
}

SlopeStats slope_stats(std::span<const RasterObject> objects, const Box& region, const Vec3& direction) {
  const SlopeSum sum = sum_of_faces_in(objects, region, SlopeSum(direction));
  SlopeStats stats;
  stats.faces = sum.faces;
  if (sum.area > 0) {
    stats.mean_deg = sum.angles / sum.area * 180 / std::numbers::pi;
    stats.steep_share = sum.steep / sum.area;
  }
  return stats;
}

}  // namespace impinge
