// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/motion/timeline.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/placed_point.h"

namespace impinge {

namespace {

constexpr double kMaxSteps = 1e6;

double last_moment(const Motion& m) {
  if (!m.keyframes.empty()) return m.keyframes.back().t;
  if (!m.vertex_times.empty()) return m.vertex_times.back();
  return m.vertex_keyframes.empty() ? 0 : static_cast<double>(m.vertex_keyframes.size() - 1);
}

double duration_of(const Scene& scene) {
  double last = 0;
  const SceneObject* timeless = nullptr;  // has a velocity, and so no last moment of its own
  for (const SceneObject& o : scene.objects()) {
    if (!o.motion) continue;
    last = std::max(last, last_moment(*o.motion));
    if (!o.motion->velocity.isZero(0) || !o.motion->angular_velocity.isZero(0)) timeless = &o;
  }
  if (!scene.duration && timeless != nullptr && last == 0)
    throw Error(ErrorCode::bad_scene,
                fmt::format("object '{}' has a velocity, but the scene has no duration; give it one", timeless->name));
  const double duration = scene.duration.value_or(last > 0 ? last : 1);
  if (!std::isfinite(duration) || !(duration > 0))
    throw Error(ErrorCode::bad_scene, fmt::format("duration {}: must be finite and greater than 0", duration));
  return duration;
}

// Between two moments; exact at the ends.
Vec3 between(const Vec3& a, const Vec3& b, double s) { return s == 0 ? a : s == 1 ? b : Vec3(a + s * (b - a)); }

}  // namespace

Timeline::Timeline(const Scene& scene) : scene_(scene), duration_(duration_of(scene)), times_{0, duration_} {
  double parts = 1;
  const auto add = [&](double t) {
    if (t > 0 && t < duration_) times_.push_back(t);
  };
  for (const SceneObject& o : scene.objects()) {
    if (!o.motion) continue;
    for (const Keyframe& k : o.motion->keyframes) add(k.t);
    for (std::size_t i = 0; i < o.motion->vertex_keyframes.size(); ++i) add(vertex_time(*o.motion, i));
    const double turn = std::sqrt(o.motion->angular_velocity.squaredNorm()) * duration_;
    parts = std::max(parts, std::ceil(turn / std::numbers::pi));
  }
  if (!(parts <= kMaxSteps))
    throw Error(ErrorCode::bad_scene, fmt::format("{} half turns in one motion; at most {} are allowed", parts, kMaxSteps));
  for (int i = 1; i < static_cast<int>(parts); ++i) add(duration_ * i / parts);
  std::sort(times_.begin(), times_.end());
  times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
}

double Timeline::vertex_time(const Motion& motion, std::size_t keyframe) const {
  if (!motion.vertex_times.empty()) return motion.vertex_times[keyframe];
  const std::size_t last = motion.vertex_keyframes.size() - 1;
  return keyframe == last ? duration_ : duration_ * static_cast<double>(keyframe) / static_cast<double>(last);
}

RigidPath Timeline::rigid(const SceneObject& object, double from, double to) const {
  const Motion& m = *object.motion;
  if (m.keyframes.empty())
    return RigidPath::straight(object.pose, m.velocity * duration_, m.angular_velocity * duration_)
        .part(from / duration_, to / duration_);
  const auto after =
      std::upper_bound(m.keyframes.begin(), m.keyframes.end(), from, [](double t, const Keyframe& k) { return t < k.t; });
  const auto stand = [](const Keyframe& k) { return RigidPath::still(Pose::from_quaternion(k.position, k.rotation)); };
  if (after == m.keyframes.begin()) return stand(*after);
  const Keyframe& before = *(after - 1);
  if (after == m.keyframes.end()) return stand(before);
  const double length = after->t - before.t;
  const auto share = [&](double t) { return t == before.t ? 0 : t == after->t ? 1 : (t - before.t) / length; };
  return RigidPath::between(before, *after, m.path).part(share(from), share(to));
}

void Timeline::deform(const SceneObject& object, double from, double to, ObjectStep& step) const {
  const Motion& m = *object.motion;
  std::size_t next = 0;
  while (next < m.vertex_keyframes.size() && vertex_time(m, next) <= from) ++next;
  const std::size_t first = next == 0 ? 0 : next - 1;
  next = std::min(next, m.vertex_keyframes.size() - 1);
  const double begin = vertex_time(m, first), end = vertex_time(m, next);
  const auto share = [&](double t) { return end > begin ? std::clamp((t - begin) / (end - begin), 0.0, 1.0) : 0.0; };
  const double s0 = share(from), s1 = to == end ? 1.0 : share(to);
  const bool in_place = object.pose.rotation == Eigen::Matrix3d::Identity() && object.pose.position.isZero(0);
  const std::vector<Vec3>&a = m.vertex_keyframes[first], &b = m.vertex_keyframes[next];
  if (in_place && s0 == 0 && s1 == 1) {
    step.from = a;
    step.to = b;
    return;
  }
  step.kept_from.resize(a.size());
  step.kept_to.resize(a.size());
  for (std::size_t v = 0; v < a.size(); ++v) {
    const Vec3 p = placed_point(object.pose, a[v]), q = placed_point(object.pose, b[v]);
    step.kept_from[v] = between(p, q, s0);
    step.kept_to[v] = between(p, q, s1);
  }
  step.from = step.kept_from;
  step.to = step.kept_to;
}

ObjectStep Timeline::part(std::uint32_t object, double from, double to) const {
  const SceneObject& o = scene_.objects()[object];
  ObjectStep step;
  step.local = o.deformed.empty() ? o.mesh.vertices() : o.deformed;
  if (!o.motion)
    step.path = RigidPath::still(o.pose);
  else if (o.motion->vertex_keyframes.empty())
    step.path = rigid(o, from, to);
  else
    deform(o, from, to, step);
  return step;
}

namespace {

constexpr double kRounding = 0x1p-46;

// Both ends of the way of a point, grown by its sagitta, the ball around it and rounding.
void add_way(Box& box, const MovingPoint& p, double angle, const Turn& last, double radius) {
  const Vec3 a = p.at(0, {}), b = p.at(1, last);
  const double size = p.base.cwiseAbs().maxCoeff() + p.line.cwiseAbs().maxCoeff() + p.swing.cwiseAbs().maxCoeff() +
                      p.side.cwiseAbs().maxCoeff();
  const double margin = radius + p.bend(angle) / 8 + kRounding * (size + radius);
  box.add(Box{a.cwiseMin(b).array() - margin, a.cwiseMax(b).array() + margin});
}

}  // namespace

Box swept_box(const ObjectStep& step, const Box& local, const Vec3& centre, double radius) {
  Box box;
  if (step.deforms()) {
    for (const std::span<const Vec3> ends : {step.from, step.to})
      for (const Vec3& p : ends) box.add(p);
    return grown(box, kRounding * std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff()));
  }
  const Turn last = Turn::of(step.path.angle);
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = (corner >> axis & 1) != 0 ? local.high[axis] : local.low[axis];
    add_way(box, step.path.point(p), step.path.angle, last, 0);
  }
  Box ball;
  add_way(ball, step.path.point(centre), step.path.angle, last, radius);
  return intersection(box, ball);
}

}  // namespace impinge
