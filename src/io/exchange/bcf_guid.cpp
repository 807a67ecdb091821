// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/exchange/bcf_guid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace impinge::io {
namespace {

constexpr std::size_t kIfcLength = 22, kGuidLength = 36;
constexpr std::string_view kIfcDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";

// FNV-1a over 64 bits, and a mix so that two seeds have nothing in common.
std::uint64_t hash_of(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325 ^ seed;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccd;
  return hash ^ hash >> 33;
}

bool is_ifc_guid(std::string_view text) {
  return text.size() == kIfcLength && text[0] >= '0' && text[0] <= '3' && text.find_first_not_of(kIfcDigits) == text.npos;
}

int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// The 16 bytes of a GUID of hexadecimal digits.
std::optional<std::array<std::uint8_t, 16>> hex_guid(std::string_view text) {
  std::array<std::uint8_t, 16> bytes{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < kGuidLength; ++i) {
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (text[i] != '-') return {};
      continue;
    }
    const int digit = hex_digit(text[i]);
    if (digit < 0) return {};
    bytes[digits / 2] = static_cast<std::uint8_t>(bytes[digits / 2] << 4 | digit);
    ++digits;
  }
  return bytes;
}

/// 128 bits in base 64: the first digit has two of them.
std::string compressed(const std::array<std::uint8_t, 16>& bytes) {
  std::string text(1, kIfcDigits[bytes[0] >> 6]);
  for (std::size_t bit = 2; bit < 128; bit += 6) {
    unsigned digit = 0;
    for (std::size_t k = bit; k < bit + 6; ++k) digit = digit << 1 | (bytes[k / 8] >> (7 - k % 8) & 1u);
    text += kIfcDigits[digit];
  }
  return text;
}

}  // namespace

std::string guid_of(std::string_view text) {
  std::uint64_t high = hash_of(text, 0x9e3779b97f4a7c15), low = hash_of(text, 0);
  // Version 8 of RFC 9562: the bits are the maker's own.
  high = (high & 0xffffffffffff0fff) | 0x8000;
  low = (low & 0x3fffffffffffffff) | 0x8000000000000000;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xffff, high & 0xffff, low >> 48,
                     low & 0xffffffffffff);
}

std::optional<std::string> ifc_guid_in(std::string_view name) {
  const std::size_t mark = name.find_last_of(":/| ");
  for (const std::string_view part : {name, mark == name.npos ? name : name.substr(mark + 1)})
    if (is_ifc_guid(part)) return std::string(part);
  for (std::size_t i = 0; i + kGuidLength <= name.size(); ++i)
    if (const auto bytes = hex_guid(name.substr(i, kGuidLength))) return compressed(*bytes);
  return {};
}

}  // namespace impinge::io
