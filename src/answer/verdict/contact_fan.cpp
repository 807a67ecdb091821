// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Angles are measured around the axis from u to v, starting at the half-plane of the face that holds its corner left of the
// edge. All comparisons are signs of orient3d, hence exact.
#include "answer/verdict/contact_fan.h"

#include <algorithm>

#include "base/predicates.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

// Both points on or beyond an edge of t (seen along the axis, t turning by `turn`).
bool beyond_an_edge(const Triangle& t, int axis, int turn, std::span<const Vec3> points) {
  for (int i = 0; i < 3; ++i) {
    const bool all = std::all_of(points.begin(), points.end(),
                                 [&](const Vec3& p) { return orient2d(t.p[i], t.p[(i + 1) % 3], p, axis) * turn <= 0; });
    if (all) return true;
  }
  return false;
}

// Half-planes around the axis in order: 0 the left half of the face, 1 inside the first half turn, 2 the right half, 3
// beyond.
struct HalfPlane {
  Vec3 off;
  int sector;
  bool of_face;
  int step;  // change of the winding number when it is passed with growing angle
};

}  // namespace

bool edge_cuts_face(const Vec3& u, const Vec3& v, const Triangle& t) {
  const int axis = shadow_axis(t);
  const int turn = orient2d(t.p[0], t.p[1], t.p[2], axis);
  const Vec3 ends[2] = {u, v};
  if (beyond_an_edge(t, axis, turn, ends)) return false;
  int low = 1, high = -1;
  for (const Vec3& p : t.p) {
    const int side = orient2d(u, v, p, axis);
    low = std::min(low, side);
    high = std::max(high, side);
  }
  return low < 0 && high > 0;
}

bool coplanar_faces_overlap(const Triangle& a, const Triangle& b) {
  const int axis = shadow_axis(a);
  return !beyond_an_edge(a, axis, orient2d(a.p[0], a.p[1], a.p[2], axis), b.p) &&
         !beyond_an_edge(b, axis, orient2d(b.p[0], b.p[1], b.p[2], axis), a.p);
}

ContactFan contact_fan(const Triangle& t, FaceSides face_sides, const Vec3& u, const Vec3& v,
                       std::span<const FanFace> around, FaceSides edge_sides) {
  const int axis = shadow_axis(t);
  const Vec3 *left = nullptr, *right = nullptr;
  int left_turn = 0;
  for (const Vec3& p : t.p) {
    const int side = orient2d(u, v, p, axis);
    if (side > 0) {
      left = &p;
      left_turn = side;
    }
    if (side < 0) right = &p;
  }
  // The face runs forward on its left half if it turns as (u, v, left) does.
  const bool forward = orient2d(t.p[0], t.p[1], t.p[2], axis) == left_turn;

  // A face that runs forward has its front towards growing angles: passing it leads from back to front, so -1.
  std::vector<HalfPlane> planes = {{*left, 0, true, forward ? -1 : 1}, {*right, 2, true, forward ? 1 : -1}};
  for (const FanFace& f : around) {
    const int side = orient3d(u, v, *left, f.off);
    const int sector = side < 0 ? 1 : side > 0 ? 3 : orient2d(u, v, f.off, axis) > 0 ? 0 : 2;
    planes.push_back({f.off, sector, false, f.forward ? -1 : 1});
  }
  const auto before = [&](const HalfPlane& x, const HalfPlane& y) {
    if (x.sector != y.sector) return x.sector < y.sector;
    return x.sector % 2 == 1 && orient3d(u, v, x.off, y.off) < 0;
  };
  std::stable_sort(planes.begin(), planes.end(), before);

  // Known: right after the face's left half the front (or back) of t; right after around[0] its front (or back).
  const std::size_t n = planes.size();
  const auto first = static_cast<std::size_t>(
      std::find_if(planes.begin(), planes.end(), [&](const HalfPlane& h) { return !h.of_face && h.off == around[0].off; }) -
      planes.begin());
  ContactFan fan;
  int face_winding = 0, edge_winding = around[0].forward ? edge_sides.front : edge_sides.back;
  // Coincident half-planes are passed together: the known side is that behind all of them (sides_at counts them so).
  std::size_t k = first;
  while (k + 1 < n && !before(planes[k], planes[k + 1]) && !before(planes[k + 1], planes[k])) ++k;
  for (std::size_t i = 0; i < n; ++i) {
    const HalfPlane& here = planes[(k + i) % n];
    const HalfPlane& next = planes[(k + i + 1) % n];
    if (i > 0 && !here.of_face) edge_winding += here.step;
    const bool open = before(here, next) || before(next, here);
    // Sectors 0 to before 2 lie above the left half, on the side where a forward face has its front.
    const bool upper = here.sector == 0 || here.sector == 1;
    face_winding = upper == forward ? face_sides.front : face_sides.back;
    if (open) fan.wedges.push_back({face_winding, edge_winding});
    if (open && next.sector == 0 && here.sector != 0) fan.left = edge_winding;
    if (open && next.sector == 2 && here.sector != 2) fan.right = edge_winding;
  }
  for (const HalfPlane& h : planes) {
    if (h.of_face) continue;
    if (h.sector == 0) fan.left.reset();
    if (h.sector == 2) fan.right.reset();
  }
  return fan;
}

}  // namespace impinge
