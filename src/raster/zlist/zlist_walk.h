// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The walk along one list. The paper groups the list in twos, which names pairs that overlap but not all of them; a set of
// the objects that the line is in names every one.

#include <cstdlib>
#include <limits>

#include "raster/zlist/zlist.h"

namespace impinge {

/// A stretch of a line inside two objects (a < b), or twice inside one (a = b).
struct ZlistSegment {
  std::uint32_t a, b;
  std::uint32_t enter, leave;  ///< where it begins and ends, as places in the list
};

/// Walks lists of `objects` objects, one after the other. Inside means a winding number that is not 0.
class ZlistWalk {
 public:
  explicit ZlistWalk(std::uint32_t objects) : winding_(objects, 0), since_(objects, 0), since_twice_(objects, 0) {}

  /// Calls on_segment for every stretch, in the order of their ends. Returns whether every object was left as often as
  /// entered.
  template <typename OnSegment>
  bool run(std::span<const Fragment> list, const OnSegment& on_segment) {
    for (std::uint32_t i = 0; i < list.size(); ++i) pass(list, i, on_segment);
    bool balanced = true;
    for (const Fragment& f : list) {
      balanced = balanced && winding_[f.object()] == 0;
      winding_[f.object()] = 0;
    }
    active_.clear();
    return balanced;
  }

 private:
  template <typename OnSegment>
  void pass(std::span<const Fragment> list, std::uint32_t i, const OnSegment& on_segment) {
    const std::uint32_t o = list[i].object();
    const int before = std::abs(winding_[o]);
    winding_[o] += list[i].entry() ? 1 : -1;
    const int after = std::abs(winding_[o]);
    if (before == 0) {
      since_[o] = i;
      active_.push_back(o);
    } else if (after == 0) {
      std::erase(active_, o);
      for (const std::uint32_t p : active_)
        on_segment(ZlistSegment{std::min(o, p), std::max(o, p), std::max(since_[o], since_[p]), i});
    } else if (before == 1) {
      since_twice_[o] = i;
    } else if (after == 1) {
      on_segment(ZlistSegment{o, o, since_twice_[o], i});
    }
  }

  std::vector<int> winding_;
  std::vector<std::uint32_t> since_, since_twice_, active_;
};

/// Calls on_tie(i, j) for every two crossings of different objects whose order the error bounds leave open.
template <typename OnTie>
void for_each_tie(std::span<const Fragment> list, const OnTie& on_tie) {
  std::int32_t widest = 0;
  for (const Fragment& f : list) widest = std::max(widest, f.error);
  for (std::uint32_t i = 0; i < list.size(); ++i)
    for (std::uint32_t j = i + 1; j < list.size() && std::int64_t{list[j].z} - widest <= list[i].high(); ++j)
      if (list[i].object() != list[j].object() && list[j].low() <= list[i].high()) on_tie(i, j);
}

}  // namespace impinge
