// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Roots of a function along a line by bracketing, after: R. E. Moore, Interval Analysis, 1966; the false position step is
// that of the Illinois rule, M. Dowell & P. Jarratt, 1971.

#include <algorithm>
#include <cmath>
#include <vector>

#include <impinge/shapes.h>

#include "shape/line/near_line.h"
#include "shape/line/settled_crossings.h"

namespace impinge {

/// What is known of a function between two parameters.
enum class Stretch {
  no_root,
  one_at_most,
  within_error,  ///< nothing in it can be told from zero
  unclear,
};

/// A value and a bound on its error.
struct BoundedValue {
  double f;
  double error;
};

/// Lists where a function along a line changes its sign; negative is inside. A Curve has
///   BoundedValue value(double t) const;
///   Stretch stretch(double a, double fa, double b, double fb) const;
/// Each sample has one sign for the whole search, and both ends are outside, so entries and exits alternate whatever the
/// rounding does. Two roots closer than the resolution may be missed together, never one alone.
template <class Curve>
class Bracketing {
 public:
  Bracketing(const Curve& curve, const NearLine& line, const Span& span, double resolution, std::vector<Crossing>& out)
      : curve_(curve), line_(line), span_(span), resolution_(resolution), out_(out), first_(out.size()) {}

  /// All roots in the span, with the value at its two ends counted as outside.
  void run() {
    const double first = begin(), last = curve_.value(span_.high).f;
    search(span_.low, first, span_.high, last);
    end(last);
  }

  /// A solid that reaches the span's first end is entered there.
  double begin() {
    const double f = curve_.value(span_.low).f;
    if (f < 0) add(span_.low, span_.low, 1);
    return f;
  }
  /// The last end likewise; to be called last.
  void end(double f) {
    if (f < 0) add(span_.high, span_.high, -1);
    settle();
  }
  /// What lies too close together to be told apart becomes one event.
  void settle() { settle_crossings(out_, first_); }

  void search(double a, double fa, double b, double fb) {
    const bool differ = (fa < 0) != (fb < 0);
    const Stretch known = curve_.stretch(a, fa, b, fb);
    if (known == Stretch::no_root && !differ) return;
    const double middle = a + (b - a) / 2;
    if (known == Stretch::one_at_most || known == Stretch::within_error || b - a <= resolution_ ||
        !(middle > a && middle < b)) {
      if (differ) refine(a, fa, b, fb);
      return;
    }
    const double fm = curve_.value(middle).f;
    search(a, fa, middle, fm);
    search(middle, fm, b, fb);
  }

  /// Narrows a change of sign to the error of the function, and adds it.
  void refine(double a, double fa, double b, double fb) {
    const int sign = fa < 0 ? -1 : 1;
    double x = a, fx = fa, error = 0, slope = (fb - fa) / (b - a);
    for (int i = 0, kept = 0; i < 100; ++i) {
      const double x_before = x, fx_before = fx;
      x = a - fa * ((b - a) / (fb - fa));
      // False position may creep on one side; halving cannot.
      if (i % 8 == 7 || !(x > a && x < b)) x = a + (b - a) / 2;
      if (!(x > a && x < b)) break;
      const BoundedValue at = curve_.value(x);
      fx = at.f;
      error = at.error;
      if (x != x_before && fx != fx_before) slope = (fx - fx_before) / (x - x_before);
      if (std::fabs(fx) <= at.error || b - a <= 4 * kRoundOff * std::fabs(x)) break;
      if ((fx < 0) == (fa < 0)) {
        a = x;
        fa = fx;
        if (kept == 1) fb /= 2;
        kept = 1;
      } else {
        b = x;
        fb = fx;
        if (kept == -1) fa /= 2;
        kept = -1;
      }
    }
    enclose(x, fx, error, slope, sign);
  }

  /// Adds a root near x, where the value is fx within error: steps away on both sides until the sign is beyond the error.
  /// Where the solid is too thin for that, the first certain place lies beyond it, and the bracket holds both its roots.
  void enclose(double x, double fx, double error, double slope, int sign) {
    const double by_error = slope != 0 ? 2 * (error + std::fabs(fx)) / std::fabs(slope) : resolution_;
    const double first = 4 * kRoundOff * (std::fabs(x) + resolution_) + (std::isfinite(by_error) ? by_error : resolution_);
    const auto certain = [&](int side) {
      for (double step = first;; step *= 2) {
        const double t = std::clamp(x + side * step, span_.low, span_.high);
        if (t == span_.low || t == span_.high) return t;
        const BoundedValue at = curve_.value(t);
        if (std::fabs(at.f) > at.error) return t;
      }
    };
    const double low = certain(-1);
    add(low, certain(1), sign);
  }

 private:
  void add(double low, double high, int sign) { out_.push_back({line_.low(low), line_.high(high), sign}); }

  const Curve& curve_;
  const NearLine& line_;
  Span span_;
  double resolution_;
  std::vector<Crossing>& out_;
  std::size_t first_;
};

}  // namespace impinge
