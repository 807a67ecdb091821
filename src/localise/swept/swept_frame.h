// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "localise/swept/swept_pairs.h"

namespace impinge {

constexpr double kSweptRounding = 0x1p-45;

/// A box on its way: for t from -h to h around the middle of the interval every point of it is within `extent` of
/// centre + t velocity.
struct MovingBox {
  Vec3 centre, velocity, extent;
  double more;  ///< the part of the extent beyond the box: turning, bend and rounding
};

/// A face in the middle of the interval, with its normal.
struct MiddleFace {
  Vec3 p[3], normal;
};

/// Turns boxes of an object's tree into moving boxes of the world.
class SweptFrame {
 public:
  SweptFrame(const SweptObject& object, double from, double until)
      : h_((until - from) / 2), rigid_(!object.step->deforms()) {
    if (!rigid_) return;
    const RigidPath& path = object.step->path;
    const double middle = from / 2 + until / 2;
    const Pose pose = path.pose(middle);
    turn_ = pose.rotation;
    turn_size_ = turn_.cwiseAbs();
    offset_ = pose.position;
    centre_ = path.centre(middle);
    line_ = path.line;
    spin_ = path.spin;
    angle_ = path.angle;
    turns_ = angle_ != 0;
  }

  double h() const { return h_; }

  MovingBox moved(const Box& box) const {
    const Vec3 centre = box.low / 2 + box.high / 2, half = box.high / 2 - box.low / 2;
    if (!rigid_) return {centre, Vec3::Zero(), half * (1 + kSweptRounding) + kSweptRounding * centre.cwiseAbs(), 0};
    MovingBox m;
    m.centre = turn_ * centre + offset_;
    m.extent = turn_size_ * half;
    m.velocity = line_;
    double more =
        kSweptRounding * (centre.cwiseAbs().sum() + half.sum() + offset_.cwiseAbs().sum() + line_.cwiseAbs().sum());
    if (turns_) {
      const Vec3 lever = m.centre - centre_;
      m.velocity += cross(spin_, lever);
      // The box turns around its centre, and the way of its centre bends.
      more += h_ * angle_ * std::sqrt(half.squaredNorm()) + h_ * h_ * angle_ * angle_ / 2 * std::sqrt(lever.squaredNorm());
    }
    m.more = more * (1 + kSweptRounding);
    m.extent.array() += m.more;
    return m;
  }

  bool rigid() const { return rigid_; }
  Vec3 placed(const Vec3& p) const { return turn_ * p + offset_; }

  void place(const OrientedBox& local, OrientedBox& world) const {
    world.half = local.half;
    if (local.half.x() < 0) return;
    world.centre = placed(local.centre);
    for (int k = 0; k < 3; ++k) world.axis[k] = turn_ * local.axis[k];
  }

  MiddleFace middle(const SweptObject& o, std::uint32_t face) const {
    MiddleFace m;
    for (std::size_t i = 0; i < 3; ++i) m.p[i] = placed(o.step->local[o.faces[face][i]]);
    m.normal = cross(m.p[1] - m.p[0], m.p[2] - m.p[0]);
    const double length = std::sqrt(m.normal.squaredNorm());
    if (length > 0) m.normal /= length;
    return m;
  }

 private:
  double h_;
  bool rigid_, turns_ = false;
  Eigen::Matrix3d turn_, turn_size_;
  Vec3 offset_, centre_, line_, spin_;
  double angle_ = 0;
};

/// When two things that move may meet, between -h and h around the middle of the interval.
class MeetingTime {
 public:
  explicit MeetingTime(double h) : h_(h), first_(-h), last_(h) {}

  /// They meet only while [low, high], on its way at this speed, meets [-reach, reach].
  void narrow(double low, double high, double speed, double reach) {
    const double v = std::fabs(speed);
    if (v * h_ <= reach * 0x1p-20) {  // hardly moves: whether their swept boxes meet is all there is to say
      if (low - v * h_ > reach || high + v * h_ < -reach) first_ = std::numeric_limits<double>::infinity();
      return;
    }
    if (speed < 0) {
      low = -low;
      high = -high;
      std::swap(low, high);
    }
    first_ = std::max(first_, (-reach - high) / v);
    last_ = std::min(last_, (reach - low) / v);
  }
  void narrow(const MovingBox& a, const MovingBox& b) {
    for (int k = 0; k < 3; ++k) {
      const double apart = a.centre[k] - b.centre[k];
      narrow(apart, apart, a.velocity[k] - b.velocity[k], a.extent[k] + b.extent[k]);
    }
  }

  bool never() const { return !(first_ <= last_); }
  /// The beginning, of an interval from `from` on around `middle`.
  double entry(double from, double middle) const { return std::max(from, middle + first_ - 0x1p-40 * h_); }

 private:
  double h_, first_, last_;
};

/// False if the boxes are apart along an axis during the whole interval.
inline bool swept_boxes_meet(const MovingBox& a, const MovingBox& b, double h) {
  for (int k = 0; k < 3; ++k)
    if (std::fabs(a.centre[k] - b.centre[k]) > a.extent[k] + b.extent[k] + h * std::fabs(a.velocity[k] - b.velocity[k]))
      return false;
  return true;
}

/// A node and a face in the world.
struct PlacedNode {
  MovingBox box;
  OrientedBox oriented;
};
struct PlacedFace {
  MovingBox box;
  MiddleFace middle;
};

/// The plane of one face against the corners of the other, which moves against it.
inline void narrow_by_plane(const MiddleFace& plane, const MiddleFace& other, const Vec3& velocity, double more,
                            MeetingTime& time) {
  double low = INFINITY, high = -INFINITY;
  for (const Vec3& p : other.p) {
    const double d = plane.normal.dot(p - plane.p[0]);
    low = std::min(low, d);
    high = std::max(high, d);
  }
  time.narrow(low, high, plane.normal.dot(velocity), more);
}

/// When two faces may meet, by their boxes, and by their planes where both bodies are rigid.
inline MeetingTime meeting_time(const PlacedFace& a, const PlacedFace& b, bool rigid, double h) {
  MeetingTime time(h);
  time.narrow(a.box, b.box);
  if (!rigid || time.never()) return time;
  const Vec3 velocity = a.box.velocity - b.box.velocity;
  const double more = a.box.more + b.box.more;
  narrow_by_plane(a.middle, b.middle, Vec3(-velocity), more, time);
  if (!time.never()) narrow_by_plane(b.middle, a.middle, velocity, more, time);
  return time;
}

inline double reach_along(const OrientedBox& box, const Vec3& direction) {
  return std::fabs(box.axis[0].dot(direction)) * box.half.x() + std::fabs(box.axis[1].dot(direction)) * box.half.y() +
         std::fabs(box.axis[2].dot(direction)) * box.half.z();
}

}  // namespace impinge
