// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/columns/layer_sum.h"

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

constexpr double kFarOff = 0x1p30;      // steps: beyond, cutting would lose digits
constexpr double kClipError = 0x1p-46;  // of a range of depths, for a step of distance: what cutting faces may lose
constexpr double kLeastReach = 0x1p18;  // steps: room for the sums of thousands of faces

// A face cut to a cell has seven corners at most.
struct Polygon {
  double p[8][3];
  int count = 0;

  void add(double x, double y, double z) {
    p[count][0] = x;
    p[count][1] = y;
    p[count][2] = z;
    ++count;
  }

  // The part where sign * (coordinate - bound) >= 0.
  template <int axis>
  void cut(double sign, double bound, Polygon& out) const {
    out.count = 0;
    for (int i = 0; i < count; ++i) {
      const double *a = p[i], *b = p[i + 1 == count ? 0 : i + 1];
      const double da = sign * (a[axis] - bound), db = sign * (b[axis] - bound);
      if (da >= 0) out.add(a[0], a[1], a[2]);
      if ((da < 0) == (db < 0)) continue;
      const double t = da / (da - db);
      constexpr int other = 1 - axis;
      const double q = a[other] + t * (b[other] - a[other]);
      out.add(axis == 0 ? bound : q, axis == 0 ? q : bound, a[2] + t * (b[2] - a[2]));
    }
  }
};

// A polygon that is cut again and again, from one place in memory to another.
struct CutPolygon {
  Polygon places[2];
  int now = 0;

  Polygon& polygon() { return places[now]; }
  template <int axis>
  void keep_within_side(double low, double high, double side) {
    if (low < 0) {
      places[now].cut<axis>(1, 0, places[1 - now]);
      now = 1 - now;
    }
    if (high > side) {
      places[now].cut<axis>(-1, side, places[1 - now]);
      now = 1 - now;
    }
  }
};

}  // namespace

const LayerFace& LayerFaces::get(std::uint32_t object, std::uint32_t face) {
  Entry& entry = kept_[(face * 2 + object) % kKept];
  if (entry.object == object && entry.face == face) return entry.corners;
  entry.object = object;
  entry.face = face;
  const WorldObject& mesh = *objects_[object].mesh;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 p = frame_.seen(mesh.vertex(mesh.faces[face][k]));
    double(&to)[3] = entry.corners.p[k];
    to[0] = (p.x() - lattice_.low_x) * lattice_.steps_per_x - lattice_.column_steps;
    to[1] = (p.y() - lattice_.low_y) * lattice_.steps_per_x - lattice_.row_steps;
    to[2] = (p.z() - lattice_.low_z) * lattice_.steps_per_z;
  }
  return entry.corners;
}

// Where the face covers all of the cells, which is the rule in fine maps, the mean depth is that of the middle.
bool LayerSum::add_whole(const double (&p)[3][3], double width, double height) {
  const double twice = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
  const double sign = twice < 0 ? -1 : 1, x = width / 2, y = height / 2;
  double weights = 0, depths = 0;
  for (int i = 0; i < 3; ++i) {
    const double *a = p[i], *b = p[(i + 1) % 3], *opposite = p[(i + 2) % 3];
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    const double edge = sign * (dx * (y - a[1]) - dy * (x - a[0]));
    if (edge < y * std::abs(dx) + x * std::abs(dy)) return false;
    weights += edge;
    depths += edge * opposite[2];
  }
  if (!(weights > 0)) return false;
  area += 1;
  depth += depths / weights;
  return true;
}

void LayerSum::add(const LayerFace& face, const CellRect& cells) {
  const double x = double(cells.column) * kSubcells, y = double(cells.row) * kSubcells;
  const double side[2] = {double(cells.columns) * kSubcells, double(cells.rows) * kSubcells};
  CutPolygon cut;
  double corners[3][3];
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < 3; ++i) {
    double(&at)[3] = corners[i];
    at[0] = face.p[i][0] - x;
    at[1] = face.p[i][1] - y;
    at[2] = face.p[i][2];
    cut.polygon().add(at[0], at[1], at[2]);
    for (int k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], at[k]);
      high[k] = std::max(high[k], at[k]);
    }
  }
  for (int k = 0; k < 2; ++k) {
    if (!(low[k] > -kFarOff && high[k] < kFarOff)) known = false;
    if (low[k] >= side[k] || high[k] <= 0 || !known) return;
  }
  reach = std::max({reach, -low[0], -low[1], high[0], high[1]});
  const bool around = low[0] <= 0 && low[1] <= 0 && high[0] >= side[0] && high[1] >= side[1];
  if (around && add_whole(corners, side[0], side[1])) return;
  cut.keep_within_side<0>(low[0], high[0], side[0]);
  cut.keep_within_side<1>(low[1], high[1], side[1]);
  const Polygon& polygon = cut.polygon();
  double twice = 0, six_times = 0;
  for (int i = 2; i < polygon.count; ++i) {
    const double *a = polygon.p[0], *b = polygon.p[i - 1], *c = polygon.p[i];
    const double piece = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    twice += piece;
    six_times += piece * (a[2] + b[2] + c[2]);
  }
  const double sign = twice < 0 ? -1 : 1;
  area += sign * twice / (2 * side[0] * side[1]);
  depth += sign * six_times / (6 * side[0] * side[1]);
}

LayerBounds layer_bounds(const LayerSum& layer, std::int64_t low, std::int64_t high, bool in_front, std::int32_t rounding) {
  const double from = static_cast<double>(low), to = static_cast<double>(high), range = to - from;
  if (!layer.known) return {0, range};
  // Depths are taken from the nearer end, so that the area that is too much counts for no more than the range.
  const double mean = in_front ? layer.depth - from * layer.area : to * layer.area - layer.depth;
  const double clip = kClipError * std::max(layer.reach, kLeastReach);
  const double error = (2 * std::abs(layer.area - 1) + clip) * range + 2 + rounding;
  return {std::clamp(mean - error, 0.0, range), std::clamp(mean + error, 0.0, range)};
}

}  // namespace impinge
