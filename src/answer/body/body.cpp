// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Winding numbers by ray casting with exact signs: each face that the ray passes counts by the side it is passed from. Rays
// that meet an edge are thrown away and another direction is taken, so that no tie rule is needed.
#include "answer/body/body.h"

#include <algorithm>
#include <cmath>

#include "base/predicates.h"

namespace impinge {

namespace {

constexpr int kMaxAttempts = 1000;  // directions are random: two in a row that hit edges are already rare

// Ray against box, with room for all rounding.
bool ray_meets_box(const Vec3& p, const Vec3& r, const Box& box, double margin) {
  double enter = 0, leave = INFINITY;
  for (int axis = 0; axis < 3; ++axis) {
    double t0 = (box.low[axis] - margin - p[axis]) / r[axis], t1 = (box.high[axis] + margin - p[axis]) / r[axis];
    if (t0 > t1) std::swap(t0, t1);
    enter = std::max(enter, t0);
    leave = std::min(leave, t1);
  }
  return !(enter > leave);
}

}  // namespace

const FaceTree& Body::tree() const {
  std::call_once(built_, [&] { tree_ = std::make_unique<FaceTree>(object_); });
  return *tree_;
}

const WorldObject& Body::clustered() const {
  if (object_.clusters != nullptr) return object_;
  std::call_once(clusters_built_, [&] {
    clusters_ = std::make_unique<const ClusterTree>(object_.local, object_.faces);
    clustered_ = std::make_unique<WorldObject>(object_);
    clustered_->clusters = clusters_.get();
  });
  return *clustered_;
}

std::optional<int> Body::winding_along(const RayStart& start, const Vec3& r,
                                       std::span<const std::uint32_t> faces_in_plane) const {
  bool on_others = false;
  return winding_beside(kNoFace, start, r, on_others, faces_in_plane);
}

std::optional<int> Body::winding_beside(std::uint32_t own, const RayStart& start, const Vec3& r, bool& on_others,
                                        std::span<const std::uint32_t> faces_in_plane) const {
  const Vec3& p = start.approximate;
  const double scale =
      std::max({p.cwiseAbs().maxCoeff(), object_.box.low.cwiseAbs().maxCoeff(), object_.box.high.cwiseAbs().maxCoeff()});
  const double margin = 0x1p-40 * scale;
  int winding = 0;
  bool clear = true;
  walk([&](const Box& box) { return clear && ray_meets_box(p, r, box, margin); },
       [&](std::uint32_t face) {
         if (!clear || face == own) return;
         const Triangle t = object_.triangle(face);
         if (!ray_meets_box(p, r, box_of(t), margin)) return;
         // A ray that leads off a plane does not come back to it.
         if (std::binary_search(faces_in_plane.begin(), faces_in_plane.end(), face) && heading(r, t) != 0) return;
         const Hit hit = cast(start, r, t);
         clear = hit != Hit::unclear;
         on_others = on_others || hit == Hit::at_start;
         winding += hit == Hit::front ? 1 : hit == Hit::back ? -1 : 0;
       });
  return clear ? std::optional<int>(winding) : std::nullopt;
}

int Body::winding_at(const RayStart& start) const {
  if (!box_contains(grown(object_.box, start.error), start.approximate)) return 0;
  const double reach = object_.radius * (1 + 0x1p-40) + 4 * start.error;
  if ((start.approximate - object_.middle).squaredNorm() * (1 - 0x1p-40) > reach * reach) return 0;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt)
    if (const auto w = winding_along(start, ray_direction(attempt))) return *w;
  return 0;
}

bool Body::surely_holds(const Vec3& point) const {
  bool on_surface = false;
  const std::optional<int> winding = winding_beside(kNoFace, RayStart(point), ray_direction(0), on_surface);
  return winding && *winding != 0 && !on_surface;
}

bool Body::holds_on_surface(const RayStart& start) const {
  Box near;
  near.add(start.approximate);
  near = grown(near, 4 * start.error);
  bool held = false;
  walk([&](const Box& box) { return !held && boxes_meet(box, near); },
       [&](std::uint32_t face) {
         const Triangle t = object_.triangle(face);
         // A face without area bounds nothing, and every point would lie in its plane.
         if (held || !boxes_meet(box_of(t), near) || degenerate(t) || side_of(t, start) != 0) return;
         // In the plane: on the border, or on the inner side of all edges as seen along some direction off the plane.
         const Vec3 r = rough_normal(t);
         int low = 1, high = -1;
         for (int i = 0; i < 3; ++i) {
           const int side = impinge::passes(start.exact, r, t.p[i], t.p[(i + 1) % 3]);
           low = std::min(low, side);
           high = std::max(high, side);
         }
         held = low >= 0 || high <= 0;
       });
  return held;
}

FaceSides Body::sides_at(std::uint32_t face, const RayStart& inner_point) const {
  const Triangle t = object_.triangle(face);
  std::optional<int> front, back;
  bool on_others = false;
  for (int attempt = 0; attempt < kMaxAttempts && !(front && back); ++attempt) {
    Vec3 r = ray_direction(attempt);
    const int along = heading(r, t);
    if (along == 0) continue;
    if (along < 0) r = -r;
    if (!front) front = winding_beside(face, inner_point, r, on_others);
    // Where no other face passes, the number steps by one from side to side.
    if (front && !on_others && object_.closed()) return {*front, *front + 1};
    if (!back) back = winding_beside(face, inner_point, Vec3(-r), on_others);
  }
  return {front.value_or(0), back.value_or(0)};
}

bool Body::has_volume() const {
  if (const int known = volume_.load(std::memory_order_relaxed); known >= 0) return known != 0;
  bool found = false;
  for (std::uint32_t f = 0; f < object_.faces.size() && !found; ++f) {
    if (degenerate(object_.triangle(f))) continue;
    const FaceSides s = sides_of(f);
    found = s.front != 0 || s.back != 0;
  }
  volume_.store(found ? 1 : 0, std::memory_order_relaxed);
  return found;
}

}  // namespace impinge
