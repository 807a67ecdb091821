// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/layer_code.h"

namespace impinge {

LayerCode::LayerCode(std::span<const Fragment> list) : layers_(list.size()), words_((list.size() + 63) / 64, 0) {
  for (std::size_t i = 0; i < layers_; ++i) words_[i / 64] |= std::uint64_t{list[i].object() == 1} << (i % 64);
}

bool LayerCode::odd_run() const {
  std::size_t run = 0;
  for (std::size_t i = 0; i < layers_; ++i) {
    if (i > 0 && bit(i) != bit(i - 1)) {
      if (run % 2 != 0) return true;
      run = 0;
    }
    ++run;
  }
  return run % 2 != 0;
}

namespace {

// Every object is entered and left in turn, and no two crossings lie at one depth.
bool plain(std::span<const Fragment> list) {
  bool inside[2] = {false, false};
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0 && list[i].z == list[i - 1].z) return false;
    bool& in = inside[list[i].object() & 1];
    if (in == list[i].entry()) return false;
    in = list[i].entry();
  }
  return !inside[0] && !inside[1];
}

}  // namespace

bool layers_overlap(std::span<const Fragment> list, ZlistSweep& sweep) {
  if (plain(list)) return LayerCode(list).odd_run();
  bool overlap = false;
  sweep.run(list, [&](const ZlistSegment& s) { overlap = overlap || (s.a != s.b && list[s.leave].z > list[s.enter].z); });
  return overlap;
}

}  // namespace impinge
