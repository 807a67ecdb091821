// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/bands/layer_code.h"

#include <cstdlib>

namespace impinge {

namespace {

constexpr std::uint64_t kEven = 0x5555555555555555u;  // places 0, 2, 4, ...

// Bit i is the parity of the bits up to i.
std::uint64_t parities(std::uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// Of at most 64 crossings: every body is entered and left in turn.
bool taken_in_turn(std::uint64_t of_body, std::uint64_t entries, std::size_t layers) {
  const std::uint64_t odd = parities(of_body);
  return (entries & of_body) == (odd & of_body) && (odd >> (layers - 1) & 1) == 0;
}

// Signed winding numbers, for bodies that overlap themselves and crossings at one depth.
bool windings_overlap(std::span<const LayerKey> list) {
  int winding[2] = {0, 0};
  bool both = false;
  LayerKey enter = 0;
  for (const LayerKey key : list) {
    winding[key & 1] += (key & 2) != 0 ? 1 : -1;
    const bool now = winding[0] != 0 && winding[1] != 0;
    if (now && !both) enter = key;
    if (both && !now && key >> 2 > enter >> 2) return true;
    both = now;
  }
  return false;
}

}  // namespace

LayerCode::LayerCode(std::span<const LayerKey> list) : layers_(list.size()), words_((list.size() + 63) / 64, 0) {
  for (std::size_t i = 0; i < layers_; ++i) words_[i / 64] |= std::uint64_t{list[i] & 1} << (i % 64);
}

bool LayerCode::odd_run() const {
  // A run is odd exactly where a change of bits, or the end, comes after an odd number of them. Words hold an even number.
  for (std::size_t w = 0; w < words_.size(); ++w) {
    const std::uint64_t next = w + 1 < words_.size() ? words_[w + 1] << 63 : words_[w] & std::uint64_t{1} << 63;
    std::uint64_t changes = words_[w] ^ (words_[w] >> 1 | next);
    const std::size_t rest = layers_ - 64 * w;
    if (rest < 64) changes &= (std::uint64_t{1} << (rest - 1)) - 1;
    if ((changes & kEven) != 0) return true;
  }
  return layers_ % 2 != 0;
}

bool layers_overlap(std::span<const LayerKey> list) {
  if (list.size() < 2) return false;
  if (list.size() > 64) return windings_overlap(list);
  std::uint64_t bits = 0, entries = 0;
  bool apart = true;
  for (std::size_t i = 0; i < list.size(); ++i) {
    bits |= std::uint64_t{list[i] & 1} << i;
    entries |= std::uint64_t{list[i] >> 1 & 1} << i;
    apart = apart && (i == 0 || list[i] >> 2 != list[i - 1] >> 2);
  }
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - list.size());
  if (!apart || !taken_in_turn(bits, entries, list.size()) || !taken_in_turn(~bits & all, entries, list.size()))
    return windings_overlap(list);
  const std::uint64_t changes = (bits ^ bits >> 1) & all >> 1;
  return (changes & kEven) != 0;
}

LayerVerdict layer_verdict(std::span<const LayerKey> list) {
  LayerKey either = 0, both = 1;
  for (const LayerKey key : list) {
    either |= key;
    both &= key;
  }
  if ((both & 1) != 0) return LayerVerdict::none;
  if ((either & 1) == 0) return LayerVerdict::alone;
  return layers_overlap(list) ? LayerVerdict::overlap : LayerVerdict::clear;
}

}  // namespace impinge
