// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Two triangles that cross have a segment in common, whose ends are where an edge of one passes the other. An end is
// p + (q - p) h / (h - k), where h and k are heights of p and q over the plane, of opposite signs (wide_plane.h).
#include "exact/contact_point.h"

#include <cmath>

#include "exact/flat_pair.h"
#include "exact/wide_plane.h"

namespace impinge {

namespace {

constexpr double kSumOff = 0x1p-99;
using Height = WidePlane::Height;

// The ends found so far, and what they may be off.
struct Ends {
  WideVec sum{};
  double off = 0;
  int count = 0;

  void add(const WidePlace& place) {
    sum = {sum.x + place.point.x, sum.y + place.point.y, sum.z + place.point.z};
    off += place.off;
    ++count;
  }
};

// Where edges of a pass b; false if that is not sure.
bool add_passing_edges(const Triangle& a, const Triangle& b, Ends& ends) {
  const WidePlane plane(b);
  std::optional<Height> heights[3];
  for (int i = 0; i < 3; ++i)
    if (heights[i] = plane.height(a.p[i]); !heights[i]) return false;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if ((heights[i]->value.high > 0) == (heights[j]->value.high > 0)) continue;
    if (segment_meets_triangle(a.p[i], a.p[j], b)) ends.add(WidePlace(a.p[i], *heights[i], a.p[j], *heights[j]));
  }
  return true;
}

// The nearest double to half of a sum that may be off; nothing if two doubles are possible.
std::optional<double> rounded_half(const DoubleDouble& sum, double off) {
  const double low = sum.high + (sum.low - 2 * off), high = sum.high + (sum.low + 2 * off);
  if (low != high || std::fabs(low) < 0x1p-900) return {};
  return low / 2;
}

// Where the plane of one triangle cuts the edges of another, and how far that may be off.
struct Cut {
  Vec3 ends[2];
  double error = 0;

  // False if the plane does not surely pass between the corners.
  bool set(const Triangle& t, const Vec3& origin, const Vec3& normal, double normal_size) {
    double height[3], size = 0;
    for (int i = 0; i < 3; ++i) {
      const Vec3 w = t.p[i] - origin;
      height[i] = normal.dot(w);
      size = std::max(size, w.cwiseAbs().sum());
    }
    const double off = 0x1p-49 * normal_size * size;
    int count = 0;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      if (!(std::fabs(height[i]) > off)) return false;
      if ((height[i] > 0) == (height[j] > 0)) continue;
      const double span = std::fabs(height[i]) + std::fabs(height[j]);
      const Vec3 way = t.p[j] - t.p[i];
      if (count == 2) return false;
      ends[count++] = t.p[i] + way * (std::fabs(height[i]) / span);
      error =
          std::max(error, way.cwiseAbs().maxCoeff() * (4 * off / span + 0x1p-50) + 0x1p-51 * t.p[i].cwiseAbs().maxCoeff());
    }
    return count == 2;
  }
};

// One order of two triangles, whoever is named first: rounding must not depend on that.
bool in_order(const Triangle& a, const Triangle& b) {
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      if (a.p[i][k] != b.p[i][k]) return a.p[i][k] < b.p[i][k];
  return true;
}

}  // namespace

// Both planes cut the line they share; of the four places where edges pass, the inner two bound what is common.
std::optional<RoughPoint> rough_meeting_point(const Triangle& a, const Triangle& b) {
  if (!in_order(a, b)) return rough_meeting_point(b, a);
  const Vec3 au = a.p[1] - a.p[0], av = a.p[2] - a.p[0], bu = b.p[1] - b.p[0], bv = b.p[2] - b.p[0];
  const Vec3 an = cross(au, av), bn = cross(bu, bv), line = cross(an, bn);
  // Nearly parallel planes do not say where their line runs.
  if (!(line.squaredNorm() > 0x1p-40 * an.squaredNorm() * bn.squaredNorm())) return {};
  Cut a_cut, b_cut;
  if (!a_cut.set(a, b.p[0], bn, bu.cwiseAbs().sum() * bv.cwiseAbs().sum()) ||
      !b_cut.set(b, a.p[0], an, au.cwiseAbs().sum() * av.cwiseAbs().sum()))
    return {};
  const auto along = [&](const Vec3& p) { return line.dot(p - a_cut.ends[0]); };
  for (Cut* cut : {&a_cut, &b_cut})
    if (along(cut->ends[0]) > along(cut->ends[1])) std::swap(cut->ends[0], cut->ends[1]);
  const Vec3& first = along(a_cut.ends[0]) > along(b_cut.ends[0]) ? a_cut.ends[0] : b_cut.ends[0];
  const Vec3& last = along(a_cut.ends[1]) < along(b_cut.ends[1]) ? a_cut.ends[1] : b_cut.ends[1];
  // Ends that are taken for each other are no farther apart than what they are off.
  const double error = 16 * (a_cut.error + b_cut.error);
  const Vec3 way = last - first;
  if (!(along(last) > along(first)) || !(way.cwiseAbs().maxCoeff() > 4 * error)) return {};
  return RoughPoint{first + way / 2, error};
}

std::optional<Vec3> quick_meeting_point(const Triangle& a, const Triangle& b) {
  Ends ends;
  if (!add_passing_edges(a, b, ends) || !add_passing_edges(b, a, ends) || ends.count != 2) return {};
  const auto x = rounded_half(ends.sum.x, ends.off + kSumOff * std::fabs(ends.sum.x.high)),
             y = rounded_half(ends.sum.y, ends.off + kSumOff * std::fabs(ends.sum.y.high)),
             z = rounded_half(ends.sum.z, ends.off + kSumOff * std::fabs(ends.sum.z.high));
  if (!x || !y || !z) return {};
  return Vec3(*x, *y, *z);
}

}  // namespace impinge
