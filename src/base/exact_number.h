// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace impinge {

/// A dyadic rational of any size: sign * magnitude * 2^exponent. Sums, differences and products are exact for all finite
/// doubles, so that no input is too large, too small or too far from the origin. The slow path behind the filters.
class Exact {
 public:
  Exact() = default;
  Exact(double value);  // NOLINT(google-explicit-constructor): a double is an exact number

  Exact operator-() const;
  friend Exact operator+(const Exact& a, const Exact& b);
  friend Exact operator-(const Exact& a, const Exact& b);
  friend Exact operator*(const Exact& a, const Exact& b);

  /// -1, 0 or 1.
  int sign() const noexcept { return sign_; }
  friend int compare(const Exact& a, const Exact& b);

  /// numerator / denominator, correctly rounded (ties to even); the denominator is not 0.
  friend double rounded_quotient(const Exact& numerator, const Exact& denominator);
  /// The same within 2^-50 of the result, fast.
  friend double rough_quotient(const Exact& numerator, const Exact& denominator);

 private:
  static constexpr std::size_t kInline = 6;  // 384 bits: enough for degree-three forms of ordinary coordinates

  // Little-endian 64-bit limbs; on the heap only when they are many.
  class Limbs {
   public:
    std::size_t size() const noexcept { return size_; }
    void resize(std::size_t n);
    std::uint64_t* data() noexcept { return size_ <= kInline ? inline_.data() : heap_.data(); }
    const std::uint64_t* data() const noexcept { return size_ <= kInline ? inline_.data() : heap_.data(); }
    std::uint64_t& operator[](std::size_t i) noexcept { return data()[i]; }
    std::uint64_t operator[](std::size_t i) const noexcept { return data()[i]; }

   private:
    std::size_t size_ = 0;
    std::array<std::uint64_t, kInline> inline_;
    std::vector<std::uint64_t> heap_;
  };

  void normalise();
  // value = mantissa * 2^binary_exponent with a mantissa in [0.5, 1), rounded down.
  double leading(std::int64_t& binary_exponent) const;
  static Limbs aligned(const Exact& value, std::int64_t exponent, std::size_t extra);
  static int compare_magnitude(const Limbs& a, const Limbs& b);

  int sign_ = 0;
  std::int64_t exponent_ = 0;
  Limbs limbs_;
};

int compare(const Exact& a, const Exact& b);
double rounded_quotient(const Exact& numerator, const Exact& denominator);
double rough_quotient(const Exact& numerator, const Exact& denominator);

}  // namespace impinge
