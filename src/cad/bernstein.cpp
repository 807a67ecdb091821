// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Derivatives of a quotient A / w have numerators that are polynomials themselves: N = A' w - A w' over w^2, N' w - 2 N w'
// over w^3. Multiplied out, what cancels has cancelled, as along the straight lines of a cylinder.
#include "cad/bernstein.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::cad {
namespace {

using Three = std::array<double, 3>;

double choose(int n, int k) {
  double c = 1;
  for (int i = 1; i <= k; ++i) c = c * (n - k + i) / i;
  return c;
}

/// Coefficients c[i * (q + 1) + j]; one component or three.
template <std::size_t N>
struct Polynomial {
  int p = 0, q = 0;
  std::vector<std::array<double, N>> c;

  Polynomial(int pu, int qv) : p(pu), q(qv), c((pu + 1) * (qv + 1)) {}
  std::array<double, N>& at(int i, int j) { return c[i * (q + 1) + j]; }
  const std::array<double, N>& at(int i, int j) const { return c[i * (q + 1) + j]; }
  bool constant(int axis) const { return axis == 0 ? p == 0 : q == 0; }
};

template <std::size_t N>
Polynomial<N> derivative(const Polynomial<N>& f, int axis) {
  if (f.constant(axis)) return Polynomial<N>(axis == 0 ? 0 : f.p, axis == 0 ? f.q : 0);
  Polynomial<N> d(axis == 0 ? f.p - 1 : f.p, axis == 0 ? f.q : f.q - 1);
  const double n = axis == 0 ? f.p : f.q;
  for (int i = 0; i <= d.p; ++i)
    for (int j = 0; j <= d.q; ++j)
      for (std::size_t k = 0; k < N; ++k)
        d.at(i, j)[k] = n * ((axis == 0 ? f.at(i + 1, j) : f.at(i, j + 1))[k] - f.at(i, j)[k]);
  return d;
}

template <std::size_t N>
Polynomial<N> product(const Polynomial<N>& f, const Polynomial<1>& g) {
  Polynomial<N> h(f.p + g.p, f.q + g.q);
  for (int i = 0; i <= f.p; ++i)
    for (int j = 0; j <= f.q; ++j)
      for (int k = 0; k <= g.p; ++k)
        for (int l = 0; l <= g.q; ++l) {
          const double share = choose(f.p, i) * choose(g.p, k) / choose(h.p, i + k) * choose(f.q, j) * choose(g.q, l) /
                               choose(h.q, j + l) * g.at(k, l)[0];
          for (std::size_t n = 0; n < N; ++n) h.at(i + k, j + l)[n] += share * f.at(i, j)[n];
        }
  return h;
}

/// One degree more along an axis; the same function.
template <std::size_t N>
Polynomial<N> raised(Polynomial<N> f, int p, int q) {
  while (f.p < p || f.q < q) {
    Polynomial<1> one(f.p < p ? 1 : 0, f.p < p ? 0 : 1);
    for (auto& c : one.c) c[0] = 1;
    f = product(f, one);
  }
  return f;
}

template <std::size_t N>
Polynomial<N> less(const Polynomial<N>& f, const Polynomial<N>& g, double times) {
  const int p = std::max(f.p, g.p), q = std::max(f.q, g.q);
  Polynomial<N> a = raised(f, p, q);
  const Polynomial<N> b = raised(g, p, q);
  for (std::size_t i = 0; i < a.c.size(); ++i)
    for (std::size_t n = 0; n < N; ++n) a.c[i][n] -= times * b.c[i][n];
  return a;
}

double size_of(const Polynomial<3>& f) {
  double most = 0;
  for (const Three& c : f.c) most = std::max(most, c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
  return std::sqrt(most);
}

}  // namespace

void add_patch_bounds(const std::vector<Vec4>& b, int p, int q, const std::array<double, 2>& rate, double least_weight,
                      SurfaceBounds& bounds) {
  Polynomial<3> a(p, q);
  Polynomial<1> w(p, q);
  bool rational = false;
  for (std::size_t i = 0; i < b.size(); ++i) {
    a.c[i] = {b[i][0], b[i][1], b[i][2]};
    w.c[i] = {b[i][3]};
    rational = rational || b[i][3] != b[0][3];
  }
  const auto put = [](double& most, double x) { most = std::max(most, x); };
  double* const first[] = {&bounds.u, &bounds.v};
  double* const second[2][2] = {{&bounds.uu, &bounds.uv}, {&bounds.uv, &bounds.vv}};
  const double w1 = least_weight, w2 = w1 * w1, w3 = w2 * w1;
  for (int x = 0; x < 2; ++x) {
    const Polynomial<3> ax = derivative(a, x);
    if (!rational) {
      put(*first[x], size_of(ax) / w1 * rate[x]);
      for (int y = x; y < 2; ++y) put(*second[x][y], size_of(derivative(ax, y)) / w1 * rate[x] * rate[y]);
      continue;
    }
    const Polynomial<3> n = less(product(ax, w), product(a, derivative(w, x)), 1);
    put(*first[x], size_of(n) / w2 * rate[x]);
    for (int y = x; y < 2; ++y)
      put(*second[x][y],
          size_of(less(product(derivative(n, y), w), product(n, derivative(w, y)), 2)) / w3 * rate[x] * rate[y]);
  }
}

double jump_between(const std::vector<Vec4>& before, const std::vector<Vec4>& after, int p, int q,
                    const std::array<double, 2>& rates, double least_weight) {
  // With A and w for the border itself: the jump of A' times w, less A times that of w', over w squared.
  Polynomial<3> a(0, q), slope(0, q);
  Polynomial<1> w(0, q), turn(0, q);
  for (int j = 0; j <= q; ++j) {
    const Vec4 &end = before[p * (q + 1) + j], &last = before[(p - 1) * (q + 1) + j];
    const Vec4 &begin = after[j], &next = after[(q + 1) + j];
    Vec4 d{};
    for (int k = 0; k < 4; ++k) d[k] = p * ((next[k] - begin[k]) * rates[1] - (end[k] - last[k]) * rates[0]);
    a.c[j] = {end[0], end[1], end[2]};
    w.c[j] = {end[3]};
    slope.c[j] = {d[0], d[1], d[2]};
    turn.c[j] = {d[3]};
  }
  return size_of(less(product(slope, w), product(a, turn), 1)) / (least_weight * least_weight);
}

double plane_gap(const SplineNet& net, const std::array<double, 3>& origin, const std::array<double, 3>& normal) {
  double most = 0;
  for (const Vec4& c : net.points) {
    double height = 0;
    for (int k = 0; k < 3; ++k) height += (c[k] / c[3] - origin[k]) * normal[k];
    most = c[3] > 0 ? std::max(most, std::abs(height)) : std::numeric_limits<double>::infinity();
  }
  return most;
}

namespace {

// A patch about a point: squares of its height along an axis and of what is across, both times the square of the weight.
struct Squares {
  Polynomial<1> height, across, weight;
  double least_weight, least_height;
};

Squares squares_of(const std::vector<Vec4>& b, int p, int q, const std::array<double, 3>& centre,
                   const std::array<double, 3>& axis) {
  Polynomial<1> w(p, q), h(p, q);
  std::array<Polynomial<1>, 3> across{Polynomial<1>(p, q), Polynomial<1>(p, q), Polynomial<1>(p, q)};
  double least = std::numeric_limits<double>::infinity(), low = least;
  for (std::size_t i = 0; i < b.size(); ++i) {
    std::array<double, 3> d{};
    for (int k = 0; k < 3; ++k) d[k] = b[i][k] - centre[k] * b[i][3];
    const double height = d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2];
    for (int k = 0; k < 3; ++k) across[k].c[i] = {d[k] - height * axis[k]};
    w.c[i] = {b[i][3]};
    h.c[i] = {height};
    least = std::min(least, b[i][3]);
    low = std::min(low, height / b[i][3]);
  }
  Polynomial<1> sum(2 * p, 2 * q);
  for (const Polynomial<1>& f : across) sum = less(sum, product(f, f), -1);
  return {product(h, h), sum, product(w, w), least, low};
}

double most_of(const Polynomial<1>& f) {
  double most = 0;
  for (const auto& c : f.c) most = std::max(most, std::abs(c[0]));
  return most;
}

constexpr double kUnknown = std::numeric_limits<double>::infinity();

}  // namespace

double round_gap(const SplineNet& net, const std::array<double, 3>& centre, const std::array<double, 3>& axis,
                 double radius) {
  double most = 0;
  if (!(radius > 0)) return kUnknown;
  for_each_patch(net, [&](const std::vector<Vec4>& b, int p, int q) {
    const Squares s = squares_of(b, p, q, centre, axis);
    if (!(s.least_weight > 0)) most = kUnknown;
    // rho^2 - r^2 is at least r times rho - r.
    const double least = s.least_weight * s.least_weight;
    most = std::max(most, most_of(less(s.across, s.weight, radius * radius)) / least / radius);
  });
  return most;
}

double cone_gap(const SplineNet& net, const std::array<double, 3>& tip, const std::array<double, 3>& axis, double angle) {
  double most = 0;
  const double c = std::cos(angle), s = std::sin(angle);
  for_each_patch(net, [&](const std::vector<Vec4>& b, int p, int q) {
    const Squares of = squares_of(b, p, q, tip, axis);
    if (!(of.least_weight > 0) || !(of.least_height > -1e-12)) most = kUnknown;
    // (rho c)^2 - (h s)^2 is rho c - h s, the distance, times rho c + h s, which is at least h s, and at least the distance.
    Polynomial<1> across = of.across;
    for (auto& x : across.c) x[0] *= c * c;
    const double product_most = most_of(less(across, of.height, s * s)) / (of.least_weight * of.least_weight);
    const double high = of.least_height * s;
    most = std::max(most, std::min(std::sqrt(product_most), high > 0 ? product_most / high : kUnknown));
  });
  return most;
}

double torus_gap(const SplineNet& net, const std::array<double, 3>& centre, const std::array<double, 3>& axis, double ring,
                 double tube) {
  double most = 0;
  if (!(tube > 0) || !(ring > tube)) return kUnknown;
  for_each_patch(net, [&](const std::vector<Vec4>& b, int p, int q) {
    const Squares s = squares_of(b, p, q, centre, axis);
    if (!(s.least_weight > 0)) most = kUnknown;
    // d, from the ring: (d^2 - r^2) times another factor, which is at least R^2 - r^2.
    const Polynomial<1> sum = less(less(s.across, s.height, -1), s.weight, tube * tube - ring * ring);
    const Polynomial<1> f = less(product(sum, sum), product(s.across, s.weight), 4 * ring * ring);
    const double least = std::pow(s.least_weight, 4);
    most = std::max(most, most_of(f) / least / (ring * ring - tube * tube) / tube);
  });
  return most;
}

}  // namespace impinge::cad
