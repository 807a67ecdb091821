// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Balls that hold the surface of a moving object, against a field of distances. A ball that is nearer to no surface than its
// radius holds none; if its middle is inside a closed object, a piece of the moving surface is. If no ball holds any, none
// is inside, and no component of the others begins within the ball around all, surfaces are apart and nothing encloses
// anything. A surface that comes into the ball inside the moving object is inside it. All else stays open.
#include "pipeline/meet/pose_screen.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pipeline/meet/pose_screen.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "pipeline/meet/distance_lattice-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

constexpr double kLonger = 1 + 4e-6;      // poses may be askew: lengths grow by no more, see require_poses()
constexpr std::size_t kLooks = 64;        // at balls of one object, until a search is cheaper
constexpr std::size_t kLooksInVain = 12;  // once only a meeting can still be proved

using Answer = PoseScreen::Answer;

class PartLook {
 public:
  PartLook(const PoseScreen::Part& part, const DistanceLattice& field, const Pose& pose)
      : part_(part), field_(field.view()), pose_(pose), middle_(placed(part.middle)), marked_(field.marked(middle_)) {}

  Answer run() {
    if (part_.inner_radius > 0 &&
        FieldPoint(field_, middle_).surface_within(static_cast<float>(part_.inner_radius * (1 - 0x1p-20))))
      return Answer::meet;
    if (!look_at(0)) return Answer::meet;
    while (waiting_ > 0) {
      if (looks_ >= most_looks_) return Answer::open;
      const SurfaceBall& ball = part_.balls[stack_[--waiting_]];
      for (std::uint32_t i = ball.first; i < ball.first + ball.count; ++i)
        if (!look_at(i)) return Answer::meet;
    }
    return open_ || marked_ ? Answer::open : Answer::apart;
  }

 private:
  Vec3 placed(const Vec3& local) const { return pose_.rotation * local + pose_.position; }

  // False where a piece of the surface is proved to lie inside another object.
  bool look_at(std::uint32_t index) {
    const SurfaceBall& ball = part_.balls[index];
    ++looks_;
    const FieldPoint middle(field_, placed(ball.middle));
    const FieldPoint::Ball all = middle.empty_ball(static_cast<float>(ball.radius * (kLonger + 0x1p-20)));
    if (all != FieldPoint::Ball::unknown) return all == FieldPoint::Ball::outside;
    if (middle.empty_ball(0) == FieldPoint::Ball::inside &&
        FieldPoint(field_, placed(ball.corner)).empty_ball(0) == FieldPoint::Ball::inside)
      return false;
    if (ball.count == 0 || waiting_ == stack_.size()) {
      if (!open_) most_looks_ = std::min(most_looks_, looks_ + kLooksInVain);
      open_ = true;
    } else {
      stack_[waiting_++] = index;
    }
    return true;
  }

  const PoseScreen::Part& part_;
  const DistanceLattice::View& field_;
  const Pose& pose_;
  Vec3 middle_;
  bool marked_, open_ = false;
  std::size_t waiting_ = 0, looks_ = 0, most_looks_ = kLooks;
  std::array<std::uint32_t, kLooks> stack_;
};

}  // namespace

Answer look_at_part(const PoseScreen::Part& part, const DistanceLattice& field, const Pose& pose) {
  return PartLook(part, field, pose).run();
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(look_at_part);

// Poses may be askew by this much: lengths grow and shrink by no more, see require_poses().
constexpr double kLonger = 1 + 4e-6, kShorter = 1 - 4e-6;
constexpr std::size_t kPosesPerCorner = 12;  // a corner takes about a microsecond
constexpr std::size_t kLeastCorners = 512, kMostCorners = std::size_t{1} << 20;
constexpr double kFinest = 0.25;  // of a cell: smaller balls tell no more than the lattice does
constexpr double kSkew = 1e-6;    // how far from a rotation an object may stand that others take along

bool is_rotation(const Pose& pose) {
  const Eigen::Matrix3d& r = pose.rotation;
  return (r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= kSkew;
}

// Where the middle of each moving object comes to lie.
Box box_of_middles(std::span<const PoseScreen::Moving> moving, std::span<const Pose> poses) {
  Box all;
  for (const PoseScreen::Moving& m : moving) {
    const Vec3 middle = m.moves_alone ? m.tree->origin() : world_point(m.object->pose, m.tree->origin());
    const Box box = tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(0, poses.size(), 4096), Box(),
        [&](const tbb::blocked_range<std::size_t>& range, Box part) {
          for (std::size_t i = range.begin(); i < range.end(); ++i) part.add(world_point(poses[i], middle));
          return part;
        },
        [](Box x, const Box& y) {
          x.add(y);
          return x;
        });
    all.add(grown(box, m.tree->radius()));
  }
  return all;
}

}  // namespace

PoseScreen::PoseScreen(std::span<const Moving> moving, std::span<const WorldObject> others, std::span<const Pose> poses,
                       Control& control) {
  double reach = 0, size = 0;
  for (const Moving& m : moving) {
    if (!(m.tree->radius() < 0x1p60) || (!m.moves_alone && !is_rotation(m.object->pose))) return;
    reach = std::max(reach, m.tree->radius() * kLonger);
    size = std::max(size, m.tree->origin().norm() + m.tree->radius() + m.object->pose.position.norm());
  }
  const std::size_t corners = std::clamp(poses.size() / kPosesPerCorner, kLeastCorners, kMostCorners);
  field_.emplace(box_of_middles(moving, poses), corners, reach, size);
  if (!field_->usable()) return;
  for (const WorldObject& other : others) {
    field_->add(other, control);
    // What lies inside a moving object begins within its ball.
    for (const std::uint32_t face : other.topology->component_faces)
      field_->mark(other.vertex(other.faces[face][0]), reach + field_->cell());
  }
  for (const Moving& m : moving) {
    const SceneObject& o = *m.object;
    Part& part = parts_.emplace_back();
    part.balls = surface_balls(*m.tree, o.deformed.empty() ? o.mesh.vertices() : o.deformed, o.mesh.faces(),
                               kFinest * field_->cell());
    part.middle = m.tree->origin();
    part.inner_radius = o.deformed.empty() && o.mesh.closed() ? m.tree->inner_radius() * kShorter : 0;
  }
}

PoseScreen::Answer PoseScreen::look(std::span<const SceneObject> moving) const {
  Answer answer = Answer::apart;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Answer one = HWY_DYNAMIC_DISPATCH(look_at_part)(parts_[k], *field_, moving[k].pose);
    if (one == Answer::meet) return one;
    if (one == Answer::open) answer = one;
  }
  return answer;
}

}  // namespace impinge
#endif
