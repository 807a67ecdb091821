// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Least significant digit first: a pass counts the digits of every chunk, then each chunk knows where its keys go.
#include "localise/face_octree/face_octree_radix.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <memory>

namespace impinge {

namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
constexpr std::size_t kChunk = 1 << 17;  // keys a task: the counters stay small beside them
constexpr std::size_t kFew = 256;        // below, passes over the counters cost more than comparing

using Counters = std::array<std::uint32_t, kDigits>;

struct Pass {
  int shift;
  std::uint64_t mask;
  std::size_t digit(std::uint64_t key) const { return static_cast<std::size_t>(key >> shift & mask); }
};

template <typename Work>
void each_chunk(std::size_t n, const Work& work) {
  tbb::parallel_for(std::size_t{0}, (n + kChunk - 1) / kChunk,
                    [&](std::size_t c) { work(c, c * kChunk, std::min(n, (c + 1) * kChunk)); });
}

// Counts become places. False if all keys have the same digit.
bool place(std::vector<Counters>& counts, std::size_t n) {
  std::uint32_t at = 0;
  for (std::size_t d = 0; d < kDigits; ++d) {
    const std::uint32_t begin = at;
    for (Counters& c : counts) at += std::exchange(c[d], at);
    if (at - begin == n) return false;
  }
  return true;
}

void sort_digit(const std::uint64_t* from, std::uint64_t* to, std::size_t n, const Pass& pass, bool& moved) {
  std::vector<Counters> counts((n + kChunk - 1) / kChunk);
  each_chunk(n, [&](std::size_t c, std::size_t begin, std::size_t end) {
    counts[c].fill(0);
    for (std::size_t i = begin; i < end; ++i) ++counts[c][pass.digit(from[i])];
  });
  moved = place(counts, n);
  if (!moved) return;
  each_chunk(n, [&](std::size_t c, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to[counts[c][pass.digit(from[i])]++] = from[i];
  });
}

}  // namespace

void radix_sort(std::vector<std::uint64_t>& keys, int first, int last) {
  const std::size_t n = keys.size();
  if (n < kFew) {
    const std::uint64_t mask = last - first < 64 ? (std::uint64_t{1} << (last - first)) - 1 : ~std::uint64_t{0};
    std::stable_sort(keys.begin(), keys.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return (a >> first & mask) < (b >> first & mask); });
    return;
  }
  std::vector<std::uint64_t> other(n);
  const int passes = (last - first + kDigitBits - 1) / kDigitBits;
  for (int i = 0; i < passes; ++i) {
    const int begin = first + (last - first) * i / passes, end = first + (last - first) * (i + 1) / passes;
    bool moved;
    sort_digit(keys.data(), other.data(), n, {begin, (std::uint64_t{1} << (end - begin)) - 1}, moved);
    if (moved) keys.swap(other);
  }
}

}  // namespace impinge
