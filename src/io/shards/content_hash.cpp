// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/shards/content_hash.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <bit>
#include <cerrno>
#include <system_error>

#include <impinge/error.h>

namespace impinge::io {

namespace {

// Odd numbers without a pattern: digits of square roots of primes.
constexpr std::array<std::uint64_t, 4> kOdd = {0x6a09e667f3bcc909, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                               0xa54ff53a5f1d36f1};

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 32)) * kOdd[1];
  x = (x ^ (x >> 29)) * kOdd[3];
  return x ^ (x >> 32);
}

}  // namespace

std::string content_hash(Bytes bytes) {
  // Four lanes of multiply and rotate, which processors do side by side.
  std::array<std::uint64_t, 4> lanes = kOdd;
  std::size_t at = 0;
  const auto word = [&](std::size_t i) { return read_number<std::uint64_t>(bytes.data() + i); };
  for (; at + 32 <= bytes.size(); at += 32)
    for (std::size_t k = 0; k < 4; ++k) lanes[k] = std::rotl((lanes[k] ^ word(at + 8 * k)) * kOdd[k], 31);
  std::uint64_t rest = 0;
  for (std::size_t k = 0; at < bytes.size(); ++at, ++k) {
    rest = std::rotl(rest, 8) ^ std::to_integer<std::uint64_t>(bytes[at]);
    if (k % 8 == 7 || at + 1 == bytes.size()) {
      lanes[k / 8] = std::rotl((lanes[k / 8] ^ rest) * kOdd[k / 8], 31);
      rest = 0;
    }
  }
  std::uint64_t low = bytes.size(), high = ~low;
  for (std::size_t k = 0; k < 4; ++k) {
    low = mixed(low ^ lanes[k]);
    high = mixed(high + std::rotl(lanes[3 - k], 17));
  }
  return fmt::format("{:016x}{:016x}", high, low);
}

FileState state_of(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0)
    throw Error(ErrorCode::file_missing, fmt::format("{}: cannot be examined: {}; check the path", file.string(),
                                                     std::error_code(errno, std::generic_category()).message()));
  return {static_cast<std::uint64_t>(status.st_size),
          static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

}  // namespace impinge::io
