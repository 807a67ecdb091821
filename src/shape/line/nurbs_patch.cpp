// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bézier pieces of a spline surface by blossoming (L. Ramshaw, Blossoms are polar forms, 1989), which needs no knot
// insertion and takes knot vectors with or without repeated ends.
#include "shape/line/nurbs_patch.h"

#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>

namespace impinge {
namespace {

using Point = Eigen::Vector4d;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw Error(ErrorCode::bad_argument, fmt::format("{}: {}", where, what));
}

// How many control points the knots are for.
int control_count(const std::vector<double>& knots, int degree, const std::string& where) {
  if (degree < 1 || degree > kMaxSplineDegree)
    refuse(where, fmt::format("degree {}; give 1 to {}", degree, kMaxSplineDegree));
  const int count = static_cast<int>(knots.size()) - degree - 1;
  if (count < degree + 1)
    refuse(where, fmt::format("{} knots are too few for degree {}; give at least {}", knots.size(), degree, 2 * degree + 2));
  for (std::size_t i = 0; i < knots.size(); ++i) {
    if (!std::isfinite(knots[i])) refuse(where, fmt::format("knot {} is not a finite number", i));
    if (i > 0 && knots[i] < knots[i - 1]) refuse(where, fmt::format("knot {} is less than the one before it", i));
  }
  if (!(knots[degree] < knots[count])) refuse(where, "the knots span nothing: their first and last inner ones are equal");
  for (std::size_t i = 1, same = 1; i < knots.size(); ++i) {
    same = knots[i] == knots[i - 1] ? same + 1 : 1;
    const bool at_an_end = knots[i] <= knots[degree] || knots[i] >= knots[count];
    const std::size_t most = static_cast<std::size_t>(degree) + (at_an_end ? 1 : 0);
    if (same > most)
      refuse(where, fmt::format("knot {} repeats {} {} times, which tears the surface; at most {} are allowed", i, knots[i],
                                same, most));
  }
  return count;
}

// Control points of the piece over [knots[span], knots[span + 1]]: the blossom at k times its end, the rest its start.
void piece(std::span<const Point> all, const std::vector<double>& knots, int degree, int span, std::span<Point> out) {
  for (int k = 0; k <= degree; ++k) {
    std::array<Point, kMaxSplineDegree + 1> d;
    for (int j = 0; j <= degree; ++j) d[j] = all[static_cast<std::size_t>(span - degree + j)];
    for (int r = 1; r <= degree; ++r) {
      const double x = r <= k ? knots[span + 1] : knots[span];
      for (int j = degree; j >= r; --j) {
        const double low = knots[span - degree + j], high = knots[span + 1 + j - r];
        const double share = (x - low) / (high - low);
        d[j] = (1 - share) * d[j - 1] + share * d[j];
      }
    }
    out[static_cast<std::size_t>(k)] = d[degree];
  }
}

std::vector<Point> weighted(const NurbsSurface& s, std::size_t count, const std::string& where) {
  if (s.points.size() != count)
    refuse(where, fmt::format("{} control points; its degrees and knots call for {}", s.points.size(), count));
  if (!s.weights.empty() && s.weights.size() != count)
    refuse(where, fmt::format("{} weights for {} control points", s.weights.size(), count));
  std::vector<Point> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double w = s.weights.empty() ? 1 : s.weights[i];
    if (!s.points[i].allFinite()) refuse(where, fmt::format("control point {} has a NaN or infinite coordinate", i));
    if (!(w > 0) || !std::isfinite(w))
      refuse(where, fmt::format("weight {} is {}; weights must be greater than zero", i, w));
    points.emplace_back(s.points[i].x() * w, s.points[i].y() * w, s.points[i].z() * w, w);
  }
  return points;
}

}  // namespace

std::vector<BezierPatch> bezier_patches(const NurbsSurface& s, const std::string& where) {
  const int count_u = control_count(s.knots_u, s.degree_u, where + ".knots_u");
  const int count_v = control_count(s.knots_v, s.degree_v, where + ".knots_v");
  const std::vector<Point> all = weighted(s, static_cast<std::size_t>(count_u) * count_v, where);
  std::vector<BezierPatch> patches;
  const std::size_t pieces = static_cast<std::size_t>(count_u - s.degree_u) * (count_v - s.degree_v);
  if (pieces > kMaxPatches || pieces * (s.degree_u + 1) * (s.degree_v + 1) > kMaxPatchPoints)
    throw Error(ErrorCode::too_large,
                fmt::format("{}: its knots make {} patches of {} x {} points; a shape may have {} patches "
                            "and {} points",
                            where, pieces, s.degree_u + 1, s.degree_v + 1, kMaxPatches, kMaxPatchPoints));
  const int rows = s.degree_u + 1, columns = s.degree_v + 1;
  std::vector<Point> column(count_u), strip(static_cast<std::size_t>(rows) * count_v), cut(rows);
  for (int i = s.degree_u; i < count_u; ++i) {
    if (!(s.knots_u[i] < s.knots_u[i + 1])) continue;
    for (int j = 0; j < count_v; ++j) {
      for (int k = 0; k < count_u; ++k) column[k] = all[static_cast<std::size_t>(k) * count_v + j];
      piece(column, s.knots_u, s.degree_u, i, cut);
      for (int k = 0; k < rows; ++k) strip[static_cast<std::size_t>(k) * count_v + j] = cut[k];
    }
    for (int j = s.degree_v; j < count_v; ++j) {
      if (!(s.knots_v[j] < s.knots_v[j + 1])) continue;
      BezierPatch& patch = patches.emplace_back();
      patch.degree_u = s.degree_u;
      patch.degree_v = s.degree_v;
      patch.points.resize(static_cast<std::size_t>(rows) * columns);
      for (int k = 0; k < rows; ++k)
        piece(std::span<const Point>(strip).subspan(static_cast<std::size_t>(k) * count_v, count_v), s.knots_v, s.degree_v,
              j, std::span(patch.points).subspan(static_cast<std::size_t>(k) * columns, columns));
    }
  }
  return patches;
}

void halve_net(std::span<const Point> net, int rows, int columns, bool along_u, std::span<Point> low,
               std::span<Point> high) {
  const int lines = along_u ? columns : rows, length = along_u ? rows : columns, step = along_u ? columns : 1;
  for (int line = 0; line < lines; ++line) {
    const int base = along_u ? line : line * columns;
    std::array<Point, kMaxSplineDegree + 1> d;
    for (int k = 0; k < length; ++k) d[k] = net[base + k * step];
    for (int r = 0; r < length; ++r) {
      low[base + r * step] = d[0];
      high[base + (length - 1 - r) * step] = d[length - 1 - r];
      for (int k = 0; k + 1 < length - r; ++k) d[k] = 0.5 * (d[k] + d[k + 1]);
    }
  }
}

Bernstein::Bernstein(int degree, double x) {
  value[0] = 1;
  for (int d = 1; d <= degree; ++d) {
    if (d == degree)
      for (int i = 0; i <= d; ++i) slope[i] = d * ((i > 0 ? value[i - 1] : 0) - (i < d ? value[i] : 0));
    double carried = 0;
    for (int i = 0; i < d; ++i) {
      const double kept = value[i];
      value[i] = carried + (1 - x) * kept;
      carried = x * kept;
    }
    value[d] = carried;
  }
}

PatchPoint evaluate_net(std::span<const Point> net, int rows, int columns, double u, double v) {
  const Bernstein bu(rows - 1, u), bv(columns - 1, v);
  PatchPoint at{Point::Zero(), Point::Zero(), Point::Zero()};
  for (int i = 0; i < rows; ++i) {
    Point row = Point::Zero(), row_v = Point::Zero();
    for (int j = 0; j < columns; ++j) {
      const Point& p = net[static_cast<std::size_t>(i * columns + j)];
      row += bv.value[j] * p;
      row_v += bv.slope[j] * p;
    }
    at.value += bu.value[i] * row;
    at.along_u += bu.slope[i] * row;
    at.along_v += bu.value[i] * row_v;
  }
  return at;
}

}  // namespace impinge
