// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Chapter 2 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994, after J. Weng, N.
// Ahuja, Octrees of objects in arbitrary motion: representation and efficiency, 1987.
#include "scene/octree/octree_motion.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <limits>

#include "base/enum_words.h"
#include "base/internals.h"

namespace impinge {

namespace {

constexpr double kMostMargin = 0.25;      // of a voxel: beyond, the target would say little
constexpr double kLeastMargin = 0x1p-30;  // more than all rounding of the tests themselves
constexpr double kMostResidual = 1e-9;

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::bad_argument, "move_octree: " + what); }

// x + y + z where nothing is rounded; `exact` turns false elsewhere.
double sum_of(double x, double y, double z, bool& exact) {
  const double s = x + y, b = s - x, r = s + z, c = r - s;
  exact = exact && (x - (s - b)) + (y - b) == 0 && (s - (r - c)) + (z - c) == 0;
  return r;
}

bool is_upright(const Eigen::Matrix3d& turn) {
  return (turn.array() == 0 || turn.array().abs() == 1).all() && turn.cwiseAbs().rowwise().sum() == Vec3(1, 1, 1) &&
         turn.cwiseAbs().colwise().sum().transpose() == Vec3(1, 1, 1);
}

}  // namespace

VoxelMotion::VoxelMotion(const OctreeFrame& source, const Pose& pose, const OctreeFrame& target)
    : turn(pose.rotation), ratio(source.voxel / target.voxel), level(target.level) {
  const double residual = (turn.transpose() * turn - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  upright = is_upright(turn);
  exact = upright && ratio == 1;
  const Vec3 turned = turn * source.origin;
  double size = 0;
  for (int k = 0; k < 3; ++k) {
    const double from = sum_of(turned[k], pose.position[k], -target.origin[k], exact);
    shift[k] = from / target.voxel;
    exact = exact && std::fma(shift[k], target.voxel, -from) == 0;
    size = std::max(size, std::fabs(turned[k]) + std::fabs(pose.position[k]) + std::fabs(target.origin[k]));
  }
  const double reach = source.voxels() * ratio;  // the source in voxels of the target
  size = 3 * (size / target.voxel + source.origin.cwiseAbs().sum() / target.voxel) + 3 * reach;
  rounding = kLeastMargin + 3 * residual * reach + 0x1p-49 * size;
  if (!(residual <= kMostResidual) || !shift.allFinite()) rounding = std::numeric_limits<double>::infinity();
  margin = exact ? 0 : rounding;
}

bool VoxelMotion::usable() const { return rounding <= kMostMargin; }

void VoxelMotion::require_usable() const {
  if (std::isinf(rounding)) refuse("the pose must be finite and rigid; an octree can be turned and moved, not scaled");
  if (!usable())
    refuse(
        fmt::format("rounding errors reach {:.2g} voxels here; move closer to the origin or use larger voxels", rounding));
}

MovedCube VoxelMotion::moved(const OctreeCube& cube) const {
  const double half = cube.edge * 0.5;
  const Vec3 p = turn * (Vec3(cube.x + half, cube.y + half, cube.z + half) * ratio) + shift;
  return {p.x(), p.y(), p.z(), half * ratio};
}

VoxelBox VoxelMotion::upright_range(const OctreeCube& cube, VoxelRule rule, double grow) const {
  const std::uint32_t corner[3] = {cube.x, cube.y, cube.z};
  VoxelBox range;
  for (int k = 0; k < 3; ++k) {
    int from = 0;  // the source's axis that becomes axis k
    while (turn(k, from) == 0) ++from;
    double low = corner[from], high = low + cube.edge;
    if (turn(k, from) < 0) {
      low = -(corner[from] + 1.0 * cube.edge);
      high = low + cube.edge;
    }
    double first, last;
    if (rule == VoxelRule::contact && exact) {
      // Whole numbers are kept apart from the shift, so that nothing is rounded. Walls that only touch are no contact here:
      // a cube is covered by the voxels whose insides it meets, and one that stays where it is covers itself.
      const double room = grow > 0 ? grow + kLeastMargin : 0;
      first = low + std::floor(shift[k] - room);
      last = high + std::ceil(shift[k] + room) - 1;
    } else if (rule == VoxelRule::contact) {
      const double room = margin + grow;
      first = std::floor(low * ratio + shift[k] - room);
      last = std::ceil(high * ratio + shift[k] + room) - 1;
    } else {
      first = std::ceil(low * ratio + shift[k] - 0.5);
      last = std::floor(high * ratio + shift[k] - 0.5);
    }
    const double most = 1 << 17;
    range.low[k] = static_cast<std::int32_t>(std::clamp(first, -most, most));
    range.high[k] = static_cast<std::int32_t>(std::clamp(last, -most, most));
  }
  return range;
}

namespace {

constexpr EnumWord<OctreeMotion> kOctreeMotions[] = {{OctreeMotion::reference, "reference"},
                                                     {OctreeMotion::exact_test, "exact_test"},
                                                     {OctreeMotion::descent, "descent"},
                                                     {OctreeMotion::efficient, "efficient"},
                                                     {OctreeMotion::translation_reference, "translation_reference"},
                                                     {OctreeMotion::translation, "translation"}};

}  // namespace

const char* to_string(OctreeMotion motion) noexcept { return word_of(kOctreeMotions, motion); }
bool from_string(std::string_view word, OctreeMotion& motion) noexcept { return read_word(kOctreeMotions, word, motion); }

namespace {

MovedNodes move_part(const MotionTask& task, OctreeMotion motion, std::uint64_t& tests) {
  switch (motion) {
    case OctreeMotion::reference:
    case OctreeMotion::exact_test:
    case OctreeMotion::translation_reference: return move_cube_by_cube(task, motion, tests);
    case OctreeMotion::descent:
      if (!task.motion.upright) return move_by_descent(task, tests);
      break;
    case OctreeMotion::efficient:
      if (!task.motion.upright) return move_by_bricks(task, tests);
      break;
    case OctreeMotion::translation: break;
  }
  return move_by_tables(task, tests);
}

void require_moving(const VoxelMotion& motion, const OctreeMoving& moving, const OctreeExperiments& experiments) {
  const OctreeMotion way = experiments.motion;
  const bool cube_by_cube = way == OctreeMotion::reference || way == OctreeMotion::exact_test;
  const bool upright = way == OctreeMotion::translation || way == OctreeMotion::translation_reference;
  if (cube_by_cube && moving.rule != VoxelRule::centre)
    refuse(fmt::format("{} supports only the centre rule", to_string(way)));
  if (way == OctreeMotion::translation_reference && moving.rule != VoxelRule::contact)
    refuse("translation_reference supports only the contact rule");
  if (upright && !motion.upright) refuse(fmt::format("{} cannot turn", to_string(way)));
  if (!(moving.grow >= 0 && moving.grow <= 64)) refuse(fmt::format("grow {}: give 0 to 64 voxels", moving.grow));
  if (moving.grow > 0 && moving.rule != VoxelRule::contact) refuse("only the contact rule grows cubes");
  if (experiments.parts < 0) refuse(fmt::format("parts {}: give 1 or more, or 0 for as many as threads", experiments.parts));
}

// Unites neighbours until one is left.
Octree united(std::vector<Octree>& parts) {
  for (std::size_t step = 1; step < parts.size(); step *= 2)
    tbb::parallel_for(std::size_t{0}, (parts.size() + 2 * step - 1) / (2 * step), [&](std::size_t i) {
      const std::size_t a = 2 * step * i, b = a + step;
      if (b < parts.size()) parts[a] = unite(parts[a], parts[b]);
    });
  return std::move(parts.front());
}

}  // namespace

Octree move_octree(std::span<const OctreeCube> source, const OctreeFrame& source_frame, const Pose& pose,
                   const OctreeFrame& target_frame, const OctreeMoving& moving, const OctreeExperiments& experiments,
                   MotionCounts* counts) {
  require_frame(source_frame);
  require_frame(target_frame);
  const VoxelMotion motion(source_frame, pose, target_frame);
  motion.require_usable();
  require_moving(motion, moving, experiments);
  const std::size_t asked =
      experiments.parts > 0 ? static_cast<std::size_t>(experiments.parts) : tbb::this_task_arena::max_concurrency();
  const std::size_t parts = std::clamp<std::size_t>(asked, 1, std::max<std::size_t>(source.size() / 64, 1));
  std::vector<Octree> targets(parts, Octree(target_frame));
  std::vector<std::uint64_t> tests(parts, 0);
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t p) {
    // Neighbours stay together, so that the parts overlap little.
    const std::size_t begin = source.size() * p / parts, end = source.size() * (p + 1) / parts;
    const MotionTask task{motion, source.subspan(begin, end - begin), moving.rule, moving.grow};
    targets[p] = Internals::octree(target_frame, move_part(task, experiments.motion, tests[p]));
  });
  if (counts != nullptr) {
    counts->cubes = source.size();
    counts->tests = 0;
    for (const std::uint64_t n : tests) counts->tests += n;
  }
  return united(targets);
}

Octree move_octree(std::span<const OctreeCube> source, const OctreeFrame& source_frame, const Pose& pose,
                   const OctreeFrame& target_frame, const OctreeMoving& moving) {
  return move_octree(source, source_frame, pose, target_frame, moving, OctreeExperiments());
}

Octree move_octree(const Octree& source, const Pose& pose, const OctreeFrame& target_frame, const OctreeMoving& moving) {
  return move_octree(source.cubes(), source.frame(), pose, target_frame, moving);
}

}  // namespace impinge
