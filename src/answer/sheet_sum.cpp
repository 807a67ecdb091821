// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/sheet_sum.h"

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

constexpr double kSide = kSubcells;     // of the cell, in steps
constexpr double kFarOff = 0x1p30;      // steps: beyond, cutting would lose digits
constexpr double kClipError = 0x1p-16;  // of a range of depths: what cutting faces within that distance may lose

// A face cut to a cell has seven corners at most.
struct Polygon {
  double p[8][3];
  int count = 0;

  void add(double x, double y, double z) { p[count][0] = x, p[count][1] = y, p[count][2] = z, ++count; }

  // The part where sign * (coordinate - bound) >= 0.
  Polygon cut(int axis, double sign, double bound) const {
    Polygon out;
    for (int i = 0; i < count; ++i) {
      const double *a = p[i], *b = p[i + 1 == count ? 0 : i + 1];
      const double da = sign * (a[axis] - bound), db = sign * (b[axis] - bound);
      if (da >= 0) out.add(a[0], a[1], a[2]);
      if ((da < 0) == (db < 0)) continue;
      const double t = da / (da - db);
      double q[3];
      for (int k = 0; k < 3; ++k) q[k] = a[k] + t * (b[k] - a[k]);
      q[axis] = bound;
      out.add(q[0], q[1], q[2]);
    }
    return out;
  }
};

}  // namespace

void SheetSum::add(const RasterView& cell, const WorldObject& object, std::uint32_t face) {
  Polygon polygon;
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (const std::uint32_t v : object.faces[face]) {
    const Vec3 p = cell.frame().seen(object.vertex(v));
    const double at[3] = {cell.x_steps(p.x()), cell.y_steps(p.y()), cell.z_steps(p.z())};
    polygon.add(at[0], at[1], at[2]);
    for (int k = 0; k < 2; ++k) low[k] = std::min(low[k], at[k]), high[k] = std::max(high[k], at[k]);
  }
  for (int k = 0; k < 2; ++k) {
    if (!(low[k] > -kFarOff && high[k] < kFarOff)) known = false;
    if (low[k] >= kSide || high[k] <= 0 || !known) return;
    if (low[k] < 0) polygon = polygon.cut(k, 1, 0);
    if (high[k] > kSide) polygon = polygon.cut(k, -1, kSide);
  }
  double twice = 0, six_times = 0;
  for (int i = 2; i < polygon.count; ++i) {
    const double *a = polygon.p[0], *b = polygon.p[i - 1], *c = polygon.p[i];
    const double piece = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    twice += piece;
    six_times += piece * (a[2] + b[2] + c[2]);
  }
  const double sign = twice < 0 ? -1 : 1;
  area += sign * twice / (2 * kSide * kSide);
  depth += sign * six_times / (6 * kSide * kSide);
}

SheetBounds sheet_bounds(const SheetSum& sheet, std::int64_t low, std::int64_t high, bool in_front, std::int32_t rounding) {
  const double from = static_cast<double>(low), to = static_cast<double>(high), range = to - from;
  if (!sheet.known) return {0, range};
  // Depths are taken from the nearer end, so that the area that is too much counts for no more than the range.
  const double mean = in_front ? sheet.depth - from * sheet.area : to * sheet.area - sheet.depth;
  const double error = (2 * std::abs(sheet.area - 1) + kClipError) * range + 2 + rounding;
  return {std::clamp(mean - error, 0.0, range), std::clamp(mean + error, 0.0, range)};
}

}  // namespace impinge
