// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A spline restricted to an interval has Bézier points by blossoming; derivatives are differences of them, and lie within
// the hull of these. Rational ones by the quotient rule, with the origin moved to the points. Cost: degree cubed for each
// span. Based on: Ramshaw, Blossoms are polar forms, 1989; Filip, Magedson & Markot, Surface algorithms using bounds on
// derivatives, 1986.
#include "cad/spline_hull.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cad/bernstein.h"

namespace impinge::cad {
namespace {

constexpr int kMostDegree = 25;
constexpr double kLeastPiece = 1e-4;  // of a span: rounding is 1e-8 of a second derivative there
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

Vec4 mix(const Vec4& a, const Vec4& b, double t) {
  return {a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t, a[3] + (b[3] - a[3]) * t};
}

Vec4 minus(const Vec4& a, const Vec4& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]}; }

double length3(const Vec4& a) { return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

// The Bézier points over [a, b] of the span that begins at knot k: the blossom at a, …, a, b, …, b.
void restrict_span(int p, const std::vector<double>& knots, int k, const Vec4* points, int stride, double a, double b,
                   Vec4* out) {
  std::array<Vec4, kMostDegree + 1> d;
  for (int i = 0; i <= p; ++i) {
    for (int j = 0; j <= p; ++j) d[j] = points[(k - p + j) * stride];
    for (int r = 1; r <= p; ++r) {
      const double t = r <= p - i ? a : b;
      for (int j = p; j >= r; --j) {
        const double low = knots[k - p + j], high = knots[k + 1 + j - r];
        d[j] = mix(d[j - 1], d[j], (t - low) / (high - low));
      }
    }
    out[i] = d[p];
  }
}

struct Span {
  int k;
  double a, b;
  bool kink;  // the derivative may jump where it begins
};

// The pieces of [t0, t1] between knots, which say whether the derivative may jump where they begin; `torn` where the curve
// itself may.
std::vector<Span> spans_of(int p, const std::vector<double>& knots, double t0, double t1, bool& torn) {
  std::vector<Span> spans;
  const int last = static_cast<int>(knots.size()) - p - 2;
  for (int k = p; k <= last; ++k) {
    if (!(knots[k] < knots[k + 1])) continue;
    const double a = k == p ? t0 : std::max(t0, knots[k]), b = k == last ? t1 : std::min(t1, knots[k + 1]);
    // Over a sliver differences are rounding, divided by almost nothing; a wider piece of the same span bounds it too.
    const double least = kLeastPiece * (knots[k + 1] - knots[k]), middle = (a + b) / 2;
    const bool thin = b - a < least;
    int times = 0;
    for (int j = k; j >= 0 && knots[j] == knots[k]; --j) ++times;
    const bool inside = k > p && knots[k] > t0 && knots[k] < t1;
    if (a <= b) spans.push_back({k, thin ? middle - least / 2 : a, thin ? middle + least / 2 : b, inside && times >= p});
    torn = torn || (inside && times > p);
  }
  return spans;
}

// Where points lie and how large they get about their middle.
struct Ball {
  Vec4 origin{};
  double radius = 0, least_weight = kUnbounded;
};

Ball ball_of(const Vec4* points, int count) {
  Ball ball;
  Vec4 low{kUnbounded, kUnbounded, kUnbounded, 0}, high{-kUnbounded, -kUnbounded, -kUnbounded, 0};
  for (int i = 0; i < count; ++i) {
    const double w = points[i][3];
    ball.least_weight = std::min(ball.least_weight, w);
    for (int c = 0; c < 3; ++c) {
      low[c] = std::min(low[c], points[i][c] / w);
      high[c] = std::max(high[c], points[i][c] / w);
    }
  }
  for (int c = 0; c < 3; ++c) ball.origin[c] = (low[c] + high[c]) / 2;
  ball.radius = length3(minus(high, low)) / 2;
  return ball;
}

void move_to(const Ball& ball, Vec4* points, int count) {
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 3; ++c) points[i][c] -= ball.origin[c] * points[i][3];
}

struct Size {
  double x = 0, w = 0;  ///< of the points, and of the weights
  void take(const Vec4& d, double times) {
    x = std::max(x, length3(d) * times);
    w = std::max(w, std::abs(d[3]) * times);
  }
};

// The last knot before knot k that is less.
int before_knot(const std::vector<double>& knots, int k) {
  int j = k - 1;
  while (j > 0 && knots[j] == knots[k]) --j;
  return j;
}

// How much the derivative jumps at knot k, where a span begins; by the whole spans on both sides.
double jump_at(const SplineCurve& curve, int k) {
  const int p = curve.degree, j = before_knot(curve.knots, k);
  std::vector<Vec4> before(p + 1), after(p + 1);
  const double a = curve.knots[j], b = curve.knots[k], c = curve.knots[k + 1];
  restrict_span(p, curve.knots, j, curve.points.data(), 1, a, b, before.data());
  restrict_span(p, curve.knots, k, curve.points.data(), 1, b, c, after.data());
  const double w = std::min(ball_of(before.data(), p + 1).least_weight, ball_of(after.data(), p + 1).least_weight);
  return w > 0 ? jump_between(before, after, p, 0, {1 / (b - a), 1 / (c - b)}, w) : kUnbounded;
}

}  // namespace

CurveBounds bounds_of(const SplineCurve& curve, double t0, double t1) {
  CurveBounds bounds;
  const int p = curve.degree;
  const CurveBounds unbounded{kUnbounded, kUnbounded, kUnbounded};
  if (p > kMostDegree || !(t0 < t1)) return unbounded;
  bool torn = false;
  const std::vector<Span> spans = spans_of(p, curve.knots, t0, t1, torn);
  if (torn) return unbounded;
  for (const Span& span : spans) {
    std::array<Vec4, kMostDegree + 1> b;
    if (span.kink) bounds.jump += jump_at(curve, span.k);
    restrict_span(p, curve.knots, span.k, curve.points.data(), 1, span.a, span.b, b.data());
    const Ball ball = ball_of(b.data(), p + 1);
    if (!(ball.least_weight > 0)) return unbounded;
    move_to(ball, b.data(), p + 1);
    const double h = span.b - span.a;
    Size d1, d2;
    for (int i = 0; i < p; ++i) d1.take(minus(b[i + 1], b[i]), p / h);
    for (int i = 0; i + 1 < p; ++i)
      d2.take(minus(minus(b[i + 2], b[i + 1]), minus(b[i + 1], b[i])), p * (p - 1.0) / (h * h));
    const double w = ball.least_weight, r = ball.radius;
    const double s1 = (d1.x + r * d1.w) / w;
    bounds.d1 = std::max(bounds.d1, s1);
    bounds.d2 = std::max(bounds.d2, (d2.x + 2 * s1 * d1.w + r * d2.w) / w);
  }
  return bounds;
}

namespace {

// The Bézier points of a patch over a part of one span each way.
void restrict_patch(const SplineNet& net, const Span& su, const Span& sv, std::vector<Vec4>& rows, std::vector<Vec4>& b) {
  const int p = net.degree_u, q = net.degree_v;
  const int count_v = static_cast<int>(net.knots_v.size()) - q - 1;
  std::array<Vec4, kMostDegree + 1> column;
  // Along v for each of the rows that matter, then along u.
  for (int i = 0; i <= p; ++i)
    restrict_span(q, net.knots_v, sv.k, &net.points[(su.k - p + i) * count_v], 1, sv.a, sv.b, &rows[i * (q + 1)]);
  const std::vector<double> local(net.knots_u.begin() + (su.k - p), net.knots_u.begin() + (su.k + p + 2));
  for (int j = 0; j <= q; ++j) {
    restrict_span(p, local, p, &rows[j], q + 1, su.a, su.b, column.data());
    for (int i = 0; i <= p; ++i) b[i * (q + 1) + j] = column[i];
  }
}

// The jump of the derivative across knot k of u, along a piece of v; or the other way round.
double jump_over(const SplineNet& net, int k, const Span& along, bool turned) {
  const std::vector<double>& knots = turned ? net.knots_v : net.knots_u;
  const int p = net.degree_u, q = net.degree_v, j = before_knot(knots, k);
  std::vector<Vec4> rows((p + 1) * (q + 1)), before(rows.size()), after(rows.size());
  const auto patch = [&](int at, std::vector<Vec4>& b) {
    const Span across{at, knots[at], knots[at + 1], false};
    restrict_patch(net, turned ? along : across, turned ? across : along, rows, b);
    if (!turned) return;
    const std::vector<Vec4> given = b;
    for (int i = 0; i <= p; ++i)
      for (int l = 0; l <= q; ++l) b[l * (p + 1) + i] = given[i * (q + 1) + l];
  };
  patch(j, before);
  patch(k, after);
  const int count = static_cast<int>(rows.size());
  const double w = std::min(ball_of(before.data(), count).least_weight, ball_of(after.data(), count).least_weight);
  const std::array<double, 2> rates{1 / (knots[j + 1] - knots[j]), 1 / (knots[k + 1] - knots[k])};
  if (!(w > 0)) return kUnbounded;
  return turned ? jump_between(before, after, q, p, rates, w) : jump_between(before, after, p, q, rates, w);
}

}  // namespace

void for_each_patch(const SplineNet& net, const std::function<void(const std::vector<Vec4>& b, int p, int q)>& patch) {
  const int p = net.degree_u, q = net.degree_v;
  if (p > kMostDegree || q > kMostDegree) return;
  const auto ends = [](const std::vector<double>& k, int d) { return std::pair(k[d], k[k.size() - d - 1]); };
  const auto [u0, u1] = ends(net.knots_u, p);
  const auto [v0, v1] = ends(net.knots_v, q);
  bool torn = false;
  std::vector<Vec4> rows((p + 1) * (q + 1)), b(rows.size());
  const std::vector<Span> vs = spans_of(q, net.knots_v, v0, v1, torn);
  for (const Span& su : spans_of(p, net.knots_u, u0, u1, torn))
    for (const Span& sv : vs) {
      restrict_patch(net, su, sv, rows, b);
      patch(b, p, q);
    }
}

SurfaceBounds bounds_of(const SplineNet& net, double u0, double u1, double v0, double v1) {
  SurfaceBounds bounds;
  const int p = net.degree_u, q = net.degree_v;
  const SurfaceBounds unbounded{kUnbounded, kUnbounded, kUnbounded, kUnbounded, kUnbounded, kUnbounded, kUnbounded};
  if (p > kMostDegree || q > kMostDegree || !(u0 < u1) || !(v0 < v1)) return unbounded;
  bool torn = false;
  const std::vector<Span> us = spans_of(p, net.knots_u, u0, u1, torn);
  const std::vector<Span> vs = spans_of(q, net.knots_v, v0, v1, torn);
  if (torn) return unbounded;
  std::vector<Vec4> rows((p + 1) * (q + 1)), b(rows.size());
  for (const Span& su : us) {
    double most_u = 0;
    for (const Span& sv : vs) {
      if (su.kink) most_u = std::max(most_u, jump_over(net, su.k, sv, false));
      restrict_patch(net, su, sv, rows, b);
      const Ball ball = ball_of(b.data(), static_cast<int>(b.size()));
      if (!(ball.least_weight > 0)) return unbounded;
      move_to(ball, b.data(), static_cast<int>(b.size()));
      add_patch_bounds(b, p, q, {1 / (su.b - su.a), 1 / (sv.b - sv.a)}, ball.least_weight, bounds);
    }
    bounds.jump_u += most_u;
  }
  for (const Span& sv : vs) {
    double most_v = 0;
    for (const Span& su : us)
      if (sv.kink) most_v = std::max(most_v, jump_over(net, sv.k, su, true));
    bounds.jump_v += most_v;
  }
  return bounds;
}

}  // namespace impinge::cad
