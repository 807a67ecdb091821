// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A line is two planes, as in: J. T. Kajiya, Ray tracing parametric patches, 1982. The distances a and b of a patch from
// them are Bézier functions whose control points bound them, and so are their derivatives. A piece where the matrix of
// derivatives stays near its middle value holds one crossing at most: the test of R. Krawczyk, 1969.
#include "shape/line/nurbs_search.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace impinge {
namespace {

constexpr int kDeepest = 120;      // halvings; each direction gets about half
constexpr double kBeyond = 1e-11;  // a root this far outside a piece is taken: its neighbour may just miss it
constexpr double kFinest = 64 * kRoundOff;

enum { kA, kB, kT, kW };

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double middle() const { return (low + high) / 2; }
  double half() const { return (high - low) / 2; }
  bool misses_zero(double margin) const { return low > margin || high < -margin; }
};

}  // namespace

// What the control points say about a piece.
struct PatchSearch::Bounds {
  Range a, b, au, av, bu, bv;
  double weight = 0;

  explicit Bounds(std::span<const Eigen::Vector4d> net) {
    for (const Eigen::Vector4d& p : net) {
      a.add(p[kA]);
      b.add(p[kB]);
      weight = std::max(weight, p[kW]);
    }
  }
  void add_slopes(std::span<const Eigen::Vector4d> net, int rows, int columns) {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        const Eigen::Vector4d& p = net[static_cast<std::size_t>(i * columns + j)];
        if (i + 1 < rows) {
          const Eigen::Vector4d& q = net[static_cast<std::size_t>((i + 1) * columns + j)];
          au.add((rows - 1) * (q[kA] - p[kA]));
          bu.add((rows - 1) * (q[kB] - p[kB]));
        }
        if (j + 1 < columns) {
          const Eigen::Vector4d& q = net[static_cast<std::size_t>(i * columns + j + 1)];
          av.add((columns - 1) * (q[kA] - p[kA]));
          bv.add((columns - 1) * (q[kB] - p[kB]));
        }
      }
    }
  }
  // How far the piece reaches sideways along each parameter.
  double reach_u() const { return reach(au, bu); }
  double reach_v() const { return reach(av, bv); }

 private:
  static double reach(const Range& x, const Range& y) {
    return std::max({std::fabs(x.low), std::fabs(x.high), std::fabs(y.low), std::fabs(y.high)});
  }
};

PatchSearch::PatchSearch(const NearLine& line, double size) : origin_(line.origin), along_(line.direction), size_(size) {
  // Two unit vectors across the line that make a right-handed frame with it.
  Eigen::Index least = 0;
  along_.cwiseAbs().minCoeff(&least);
  right_ = Vec3::Unit(least).cross(along_).normalized();
  up_ = along_.cross(right_);
}

void PatchSearch::move(double right, double up) { origin_ += right * right_ + up * up_; }

void PatchSearch::add(std::span<const Eigen::Vector4d> points, int rows, int columns, int side) {
  constexpr int most = (kMaxSplineDegree + 1) * (kMaxSplineDegree + 1);
  std::array<Eigen::Vector4d, most> seen;
  const double right = right_.dot(origin_), up = up_.dot(origin_), along = along_.dot(origin_);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 p = points[i].head<3>();
    const double w = points[i][3];
    seen[i] = {right_.dot(p) - right * w, up_.dot(p) - up * w, along_.dot(p) - along * w, w};
  }
  rows_ = rows;
  columns_ = columns;
  side_ = side;
  search(Net(seen.data(), points.size()), 0);
}

void PatchSearch::search(Net net, int depth) {
  Bounds bounds(net);
  const double margin = 16 * kRoundOff * size_ * bounds.weight;
  if (bounds.a.misses_zero(margin) || bounds.b.misses_zero(margin)) return;
  bounds.add_slopes(net, rows_, columns_);
  if (solve(net, bounds)) return;
  const double reach_u = bounds.reach_u(), reach_v = bounds.reach_v();
  if (depth >= kDeepest || std::max(reach_u, reach_v) <= kFinest * size_ * bounds.weight) {
    Range t;
    for (const Eigen::Vector4d& p : net) t.add(p[kT] / p[kW]);
    unclear.push_back({t.low - margin, t.high + margin});
    return;
  }
  std::vector<Eigen::Vector4d> halves(2 * net.size());
  const Net low = Net(halves).first(net.size()), high = Net(halves).last(net.size());
  halve_net(net, rows_, columns_, reach_u >= reach_v, low, high);
  search(low, depth + 1);
  search(high, depth + 1);
}

// True if the piece is settled: it has no crossing, or one that was found.
bool PatchSearch::solve(Net net, const Bounds& k) {
  const double det = k.au.middle() * k.bv.middle() - k.av.middle() * k.bu.middle();
  if (!(std::fabs(det) > 0) || !std::isfinite(1 / det)) return false;
  // Y is the inverse of the middle matrix; I - Y J has rows no longer than `spread` all over the piece.
  const double yua = std::fabs(k.bv.middle() / det), yub = std::fabs(k.av.middle() / det);
  const double yva = std::fabs(k.bu.middle() / det), yvb = std::fabs(k.au.middle() / det);
  const double spread_u = yua * (k.au.half() + k.av.half()) + yub * (k.bu.half() + k.bv.half());
  const double spread_v = yva * (k.au.half() + k.av.half()) + yvb * (k.bu.half() + k.bv.half());
  const double spread = std::max(spread_u, spread_v);
  if (!(spread < 0.9)) return false;
  double u = 0.5, v = 0.5;
  for (int step = 0; step < 24; ++step) {
    const PatchPoint p = evaluate_net(net, rows_, columns_, u, v);
    const double a = p.value[kA], b = p.value[kB];
    const double au = p.along_u[kA], av = p.along_v[kA], bu = p.along_u[kB], bv = p.along_v[kB];
    const double d = au * bv - av * bu;
    const double du = (a * bv - b * av) / d, dv = (b * au - a * bu) / d;
    if (!std::isfinite(du) || !std::isfinite(dv)) return false;
    if (step == 0) {
      // The root is no farther from the middle than the first step, up to the spread.
      const double first_u = (a * k.bv.middle() - b * k.av.middle()) / det;
      const double first_v = (b * k.au.middle() - a * k.bu.middle()) / det;
      if (std::max(std::fabs(first_u), std::fabs(first_v)) > 0.5 * (1 + spread) + 1e-6) return true;
    }
    const double error = 16 * kRoundOff * size_ * k.weight;
    const double u_error = (std::fabs(bv / d) + std::fabs(av / d)) * error;
    const double v_error = (std::fabs(bu / d) + std::fabs(au / d)) * error;
    if (step > 0 && std::fabs(du) <= u_error + 4 * kRoundOff && std::fabs(dv) <= v_error + 4 * kRoundOff) {
      if (std::min(u, v) < -kBeyond - u_error - v_error || std::max(u, v) > 1 + kBeyond + u_error + v_error) return true;
      const double w = p.value[kW], t = p.value[kT] / w;
      const double tu = std::fabs(p.along_u[kT] - t * p.along_u[kW]) / w,
                   tv = std::fabs(p.along_v[kT] - t * p.along_v[kW]) / w;
      const double t_error =
          2 * (tu * (u_error + std::fabs(du)) + tv * (v_error + std::fabs(dv))) / (1 - spread) + error / w;
      const double slope = w * (tu * (std::fabs(bv / d) + std::fabs(av / d)) + tv * (std::fabs(bu / d) + std::fabs(au / d)));
      found.push_back({t - t_error, t + t_error, d > 0 ? 1 : -1, side_, 2 * slope});
      return true;
    }
    u -= du;
    v -= dv;
    if (std::min(u, v) < -0.5 || std::max(u, v) > 1.5) {
      // Newton's step may leave where the bounds hold; a step by Y does not lead away from a root inside.
      return false;
    }
  }
  return false;
}

}  // namespace impinge
