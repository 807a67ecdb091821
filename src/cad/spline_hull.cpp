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
};

// The pieces of [t0, t1] between knots; a jump of the derivative at a knot strictly inside is a kink.
std::vector<Span> spans_of(int p, const std::vector<double>& knots, double t0, double t1, bool& kink) {
  std::vector<Span> spans;
  const int last = static_cast<int>(knots.size()) - p - 2;
  for (int k = p; k <= last; ++k) {
    if (!(knots[k] < knots[k + 1])) continue;
    const double a = k == p ? t0 : std::max(t0, knots[k]), b = k == last ? t1 : std::min(t1, knots[k + 1]);
    // Over a sliver differences are rounding, divided by almost nothing; a wider piece of the same span bounds it too.
    const double least = kLeastPiece * (knots[k + 1] - knots[k]), middle = (a + b) / 2;
    const bool thin = b - a < least;
    if (a <= b) spans.push_back({k, thin ? middle - least / 2 : a, thin ? middle + least / 2 : b});
    int times = 0;
    for (int j = k; j >= 0 && knots[j] == knots[k]; --j) ++times;
    if (k > p && knots[k] > t0 && knots[k] < t1 && times >= p) kink = true;
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

}  // namespace

CurveBounds bounds_of(const SplineCurve& curve, double t0, double t1) {
  CurveBounds bounds;
  const int p = curve.degree;
  if (p > kMostDegree || !(t0 < t1)) return {kUnbounded, kUnbounded, true};
  for (const Span& span : spans_of(p, curve.knots, t0, t1, bounds.kink)) {
    std::array<Vec4, kMostDegree + 1> b;
    restrict_span(p, curve.knots, span.k, curve.points.data(), 1, span.a, span.b, b.data());
    const Ball ball = ball_of(b.data(), p + 1);
    if (!(ball.least_weight > 0)) return {kUnbounded, kUnbounded, true};
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

}  // namespace

void for_each_patch(const SplineNet& net, const std::function<void(const std::vector<Vec4>& b, int p, int q)>& patch) {
  const int p = net.degree_u, q = net.degree_v;
  if (p > kMostDegree || q > kMostDegree) return;
  const auto ends = [](const std::vector<double>& k, int d) { return std::pair(k[d], k[k.size() - d - 1]); };
  const auto [u0, u1] = ends(net.knots_u, p);
  const auto [v0, v1] = ends(net.knots_v, q);
  bool kink = false;
  std::vector<Vec4> rows((p + 1) * (q + 1)), b(rows.size());
  const std::vector<Span> vs = spans_of(q, net.knots_v, v0, v1, kink);
  for (const Span& su : spans_of(p, net.knots_u, u0, u1, kink))
    for (const Span& sv : vs) {
      restrict_patch(net, su, sv, rows, b);
      patch(b, p, q);
    }
}

SurfaceBounds bounds_of(const SplineNet& net, double u0, double u1, double v0, double v1) {
  SurfaceBounds bounds;
  const int p = net.degree_u, q = net.degree_v;
  const SurfaceBounds unbounded{kUnbounded, kUnbounded, kUnbounded, kUnbounded, kUnbounded, true};
  if (p > kMostDegree || q > kMostDegree || !(u0 < u1) || !(v0 < v1)) return unbounded;
  const std::vector<Span> us = spans_of(p, net.knots_u, u0, u1, bounds.kink);
  const std::vector<Span> vs = spans_of(q, net.knots_v, v0, v1, bounds.kink);
  std::vector<Vec4> rows((p + 1) * (q + 1)), b(rows.size());
  for (const Span& su : us) {
    for (const Span& sv : vs) {
      restrict_patch(net, su, sv, rows, b);
      const Ball ball = ball_of(b.data(), static_cast<int>(b.size()));
      if (!(ball.least_weight > 0)) return unbounded;
      move_to(ball, b.data(), static_cast<int>(b.size()));
      add_patch_bounds(b, p, q, {1 / (su.b - su.a), 1 / (sv.b - sv.a)}, ball.least_weight, bounds);
    }
  }
  return bounds;
}

}  // namespace impinge::cad
