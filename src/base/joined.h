// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

namespace impinge {

/// The pieces one after the other, each turned into T by make(piece, item); the order does not depend on threads.
template <typename T, typename Piece, typename Make>
std::vector<T> joined(const std::vector<Piece>& pieces, const Make& make) {
  std::vector<std::size_t> begin(pieces.size() + 1, 0);
  for (std::size_t i = 0; i < pieces.size(); ++i) begin[i + 1] = begin[i] + pieces[i].size();
  std::vector<T> all(begin.back());
  tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t i) {
    std::transform(pieces[i].begin(), pieces[i].end(), all.begin() + static_cast<std::ptrdiff_t>(begin[i]), make);
  });
  return all;
}

template <typename T>
std::vector<T> joined(const std::vector<std::vector<T>>& pieces) {
  return joined<T>(pieces, [](const T& item) { return item; });
}

}  // namespace impinge
