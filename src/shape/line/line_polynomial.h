// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cmath>

#include "shape/line/line_bracket.h"

namespace impinge {

/// A polynomial along a line with a bound on the error of each coefficient; bounded between two parameters by its Taylor
/// expansion around their middle.
template <int Degree>
class LinePolynomial {
 public:
  std::array<double, Degree + 1> c{};      ///< coefficients, the constant first
  std::array<double, Degree + 1> error{};  ///< bound on the error of each

  /// To be called once the coefficients are set: what rounding can do for |t| <= reach.
  void set_reach(double reach) {
    value_error_ = slope_error_ = 0;
    double power = 1;
    for (int k = 0; k <= Degree; ++k) {
      const double each = error[k] + 4 * (Degree + 2) * kRoundOff * std::fabs(c[k]);
      if (k > 0) {
        slope_error_ += k * each * power;
        power *= reach;
      }
      value_error_ += each * power;
    }
  }

  BoundedValue value(double t) const {
    double f = c[Degree];
    for (int k = Degree - 1; k >= 0; --k) f = f * t + c[k];
    return {f, value_error_};
  }

  Stretch stretch(double a, double, double b, double) const {
    const double middle = a + (b - a) / 2, half = (b - a) / 2 * (1 + 4 * kRoundOff);
    std::array<double, Degree + 1> taylor = c;
    for (int i = 0; i < Degree; ++i)
      for (int k = Degree - 1; k >= i; --k) taylor[k] += middle * taylor[k + 1];
    double rest = 0, slope_rest = 0;
    for (int k = Degree; k >= 1; --k) {
      rest = (rest + std::fabs(taylor[k])) * half;
      if (k > 1) slope_rest = (slope_rest + k * std::fabs(taylor[k])) * half;
    }
    if (std::fabs(taylor[0]) > rest + value_error_) return Stretch::no_root;
    if (std::fabs(taylor[0]) + rest <= value_error_) return Stretch::within_error;
    return std::fabs(taylor[1]) > slope_rest + slope_error_ ? Stretch::one_at_most : Stretch::unclear;
  }

 private:
  double value_error_ = 0, slope_error_ = 0;
};

}  // namespace impinge
