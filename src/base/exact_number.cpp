// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Schoolbook arithmetic on 64-bit limbs. Numbers here are a few limbs long, so nothing cleverer would pay.
#include "base/exact_number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace impinge {

namespace {
__extension__ using Wide = unsigned __int128;
}  // namespace

void Exact::Limbs::resize(std::size_t n) {
  if (n <= kInline) {
    if (size_ > kInline) std::copy_n(heap_.data(), n, inline_.data());
  } else if (size_ <= kInline) {
    heap_.assign(n, 0);
    std::copy_n(inline_.data(), size_, heap_.data());
  } else {
    heap_.resize(n);
  }
  if (n > size_ && n <= kInline)
    std::fill(inline_.begin() + static_cast<std::ptrdiff_t>(size_), inline_.begin() + static_cast<std::ptrdiff_t>(n), 0);
  size_ = n;
}

Exact::Exact(double value) {
  if (value == 0) return;
  int e = 0;
  const double m = std::frexp(std::fabs(value), &e);  // m in [0.5, 1)
  sign_ = value < 0 ? -1 : 1;
  limbs_.resize(1);
  limbs_[0] = static_cast<std::uint64_t>(std::ldexp(m, 53));
  exponent_ = e - 53;
  // Trailing zeros go into the exponent, so that small integers stay one limb long through long products.
  const int zeros = std::countr_zero(limbs_[0]);
  limbs_[0] >>= zeros;
  exponent_ += zeros;
}

void Exact::normalise() {
  std::size_t n = limbs_.size();
  while (n > 0 && limbs_[n - 1] == 0) --n;
  if (n == 0) {
    *this = Exact();
    return;
  }
  std::size_t low = 0;
  while (limbs_[low] == 0) ++low;
  if (low > 0) {
    std::copy(limbs_.data() + low, limbs_.data() + n, limbs_.data());
    exponent_ += 64 * static_cast<std::int64_t>(low);
  }
  limbs_.resize(n - low);
}

Exact Exact::operator-() const {
  Exact r = *this;
  r.sign_ = -r.sign_;
  return r;
}

// The magnitude as limbs of weight 2^exponent, with `extra` zero limbs on top.
Exact::Limbs Exact::aligned(const Exact& value, std::int64_t exponent, std::size_t extra) {
  const auto shift = static_cast<std::uint64_t>(value.exponent_ - exponent);
  const std::size_t whole = shift / 64;
  const unsigned bits = shift % 64;
  const std::size_t n = value.limbs_.size();
  Limbs r;
  r.resize(n + whole + (bits ? 1 : 0) + extra);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t limb = value.limbs_[i];
    r[i + whole] |= limb << bits;
    if (bits) r[i + whole + 1] |= limb >> (64 - bits);
  }
  return r;
}

int Exact::compare_magnitude(const Limbs& a, const Limbs& b) {
  for (std::size_t i = std::max(a.size(), b.size()); i-- > 0;) {
    const std::uint64_t x = i < a.size() ? a[i] : 0;
    const std::uint64_t y = i < b.size() ? b[i] : 0;
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

Exact operator+(const Exact& a, const Exact& b) {
  if (a.sign_ == 0) return b;
  if (b.sign_ == 0) return a;
  Exact r;
  r.exponent_ = std::min(a.exponent_, b.exponent_);
  Exact::Limbs x = Exact::aligned(a, r.exponent_, 1);
  Exact::Limbs y = Exact::aligned(b, r.exponent_, 1);
  if (x.size() < y.size()) x.resize(y.size());
  if (y.size() < x.size()) y.resize(x.size());
  const std::size_t n = x.size();
  r.limbs_.resize(n);
  if (a.sign_ == b.sign_) {
    r.sign_ = a.sign_;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Wide s = static_cast<Wide>(x[i]) + y[i] + carry;
      r.limbs_[i] = static_cast<std::uint64_t>(s);
      carry = static_cast<std::uint64_t>(s >> 64);
    }
  } else {
    const int order = Exact::compare_magnitude(x, y);
    if (order == 0) return {};
    r.sign_ = order > 0 ? a.sign_ : b.sign_;
    const Exact::Limbs& big = order > 0 ? x : y;
    const Exact::Limbs& small = order > 0 ? y : x;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Wide d = static_cast<Wide>(big[i]) - small[i] - borrow;
      r.limbs_[i] = static_cast<std::uint64_t>(d);
      borrow = static_cast<std::uint64_t>(d >> 64) & 1;
    }
  }
  r.normalise();
  return r;
}

Exact operator-(const Exact& a, const Exact& b) { return a + (-b); }

Exact operator*(const Exact& a, const Exact& b) {
  if (a.sign_ == 0 || b.sign_ == 0) return {};
  Exact r;
  r.sign_ = a.sign_ * b.sign_;
  r.exponent_ = a.exponent_ + b.exponent_;
  const std::size_t n = a.limbs_.size(), m = b.limbs_.size();
  r.limbs_.resize(n + m);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const Wide p = static_cast<Wide>(a.limbs_[i]) * b.limbs_[j] + r.limbs_[i + j] + carry;
      r.limbs_[i + j] = static_cast<std::uint64_t>(p);
      carry = static_cast<std::uint64_t>(p >> 64);
    }
    r.limbs_[i + m] = carry;
  }
  r.normalise();
  return r;
}

int compare(const Exact& a, const Exact& b) { return (a - b).sign(); }

double Exact::leading(std::int64_t& binary_exponent) const {
  const std::size_t n = limbs_.size();
  double m = static_cast<double>(limbs_[n - 1]);
  if (n > 1) m += static_cast<double>(limbs_[n - 2]) * 0x1p-64;
  int e = 0;
  m = std::frexp(m, &e);
  binary_exponent = exponent_ + 64 * static_cast<std::int64_t>(n - 1) + e;
  return m;
}

double rough_quotient(const Exact& numerator, const Exact& denominator) {
  if (numerator.sign() == 0) return 0;
  std::int64_t en = 0, ed = 0;
  const double mn = numerator.leading(en);
  const double md = denominator.leading(ed);
  const auto exponent = static_cast<int>(std::clamp<std::int64_t>(en - ed, -3000, 3000));
  return std::ldexp(numerator.sign() * denominator.sign() * mn / md, exponent);
}

double rounded_quotient(const Exact& numerator, const Exact& denominator) {
  // Within a few units of the last place; the neighbours are then compared exactly.
  const double guess = rough_quotient(numerator, denominator);
  if (guess == 0 && numerator.sign() == 0) return 0;
  if (!std::isfinite(guess)) return guess;
  const auto error = [&](double q) {
    const Exact e = numerator - Exact(q) * denominator;
    return e.sign() < 0 ? -e : e;
  };
  double best = guess;
  Exact best_error = error(guess);
  if (best_error.sign() == 0) return guess;
  for (const double towards : {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}) {
    double q = guess;
    for (int step = 0; step < 4; ++step) {
      q = std::nextafter(q, towards);
      if (!std::isfinite(q)) break;
      Exact e = error(q);
      const int order = compare(e, best_error);
      const bool even = (std::bit_cast<std::uint64_t>(q) & 1) == 0;
      if (order > 0) break;  // farther on it only grows
      if (order < 0 || even) {
        best = q;
        best_error = std::move(e);
      }
    }
  }
  return best;
}

}  // namespace impinge
