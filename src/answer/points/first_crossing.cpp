// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/points/first_crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "answer/points/point_face.h"
#include "base/exact_vec.h"
#include "base/predicates.h"

namespace impinge {

namespace {

// The time at which a line meets the plane of a face, as a fraction whose
// denominator is positive.
struct ExactTime {
  Exact above, below;
};

ExactTime exact_time(const Ray& ray, const Triangle& t) {
  const ExactVec corner(t.p[0]), normal = cross(ExactVec(t.p[1]) - corner, ExactVec(t.p[2]) - corner);
  const Exact above = dot(normal, corner - ExactVec(ray.origin)), below = dot(normal, ExactVec(ray.direction));
  return below.sign() < 0 ? ExactTime{-above, -below} : ExactTime{above, below};
}

int compare_times(const Ray& ray, const Triangle& a, const Triangle& b) {
  const ExactTime x = exact_time(ray, a), y = exact_time(ray, b);
  return (x.above * y.below - y.above * x.below).sign();
}

struct RoundedTime {
  double time, error;
};

// With a bound on what rounding did; by exact numbers where that is much, as
// for faces that are grazed.
RoundedTime rounded_time(const Ray& ray, const Triangle& t) {
  const Vec3 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0], w = t.p[0] - ray.origin, n = cross(u, v);
  const double size = u.cwiseAbs().sum() * v.cwiseAbs().sum();
  const double above = n.dot(w), below = n.dot(ray.direction);
  const double above_off = size * w.cwiseAbs().sum() * 0x1p-48, below_off = size * ray.direction.cwiseAbs().sum() * 0x1p-48;
  const double time = above / below, error = (above_off + time * below_off) / (std::fabs(below) - below_off);
  if (std::fabs(below) > 0x1p-900 && std::fabs(above) > 0x1p-900 && error >= 0 && error <= time * 0x1p-36)
    return {time, error};
  const ExactTime exact = exact_time(ray, t);
  const double quotient = rough_quotient(exact.above, exact.below);
  return {quotient, quotient * 0x1p-48};
}

}  // namespace

RayHit FirstCrossing::find(const Ray& ray, double limit) {
  hit_ = {};
  hit_.time = std::numeric_limits<double>::infinity();
  error_ = 0;
  begins_here_ = false;
  const RayStart start(ray.origin);
  if (!walk_.begin(ray.origin, ray.direction, limit)) {
    for (std::uint32_t face = 0; face < frame_.object().faces.size(); ++face) look_at(ray, start, face);
  } else {
    for (auto faces = walk_.next(); !faces.empty(); faces = walk_.next()) {
      for (const std::uint32_t face : faces) look_at(ray, start, face);
      if (hit_.face != RayAnswers::kNone) walk_.shorten(std::min(hit_.time + error_, limit));
    }
  }
  if (!(hit_.time <= limit)) hit_ = {RayAnswers::kNone, std::numeric_limits<double>::infinity()};
  return hit_;
}

void FirstCrossing::look_at(const Ray& ray, const RayStart& start, std::uint32_t face) {
  const Triangle t = frame_.object().triangle(face);
  int low = 1, high = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const int side = passes(start, ray.direction, t.p[k], t.p[(k + 1) % 3]);
    low = std::min(low, side);
    high = std::max(high, side);
    if (low < 0 && high > 0) return;
  }
  const int along = heading(ray.direction, t), behind = side_of(t, start);
  if (along * behind < 0) return;
  const bool begins_here = behind == 0 && (along != 0 || lies_on(t, ray.origin));
  if (along == 0 && !begins_here) return;
  const RoundedTime rounded = begins_here ? RoundedTime{0, 0} : rounded_time(ray, t);
  if (hit_.face != RayAnswers::kNone) {
    const double later = rounded.time - hit_.time;
    int order = later < 0 ? -1 : 1;
    if (begins_here || begins_here_)
      order = static_cast<int>(begins_here_) - static_cast<int>(begins_here);
    else if (!(std::fabs(later) > rounded.error + error_))
      order = compare_times(ray, t, frame_.object().triangle(hit_.face));
    if (order > 0 || (order == 0 && face > hit_.face)) return;
  }
  begins_here_ = begins_here;
  hit_ = {face, rounded.time};
  error_ = rounded.error;
}

}  // namespace impinge
