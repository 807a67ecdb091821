// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

namespace impinge {

/// The pieces one after the other, each item turned into one of the vector's by make(item); the order does not depend on
/// threads.
template <typename Vector, typename Piece, typename Make>
Vector concatenate(const std::vector<Piece>& pieces, const Make& make) {
  std::vector<std::size_t> begin(pieces.size() + 1, 0);
  for (std::size_t i = 0; i < pieces.size(); ++i) begin[i + 1] = begin[i] + pieces[i].size();
  Vector all(begin.back());
  tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t i) {
    std::transform(pieces[i].begin(), pieces[i].end(), all.begin() + static_cast<std::ptrdiff_t>(begin[i]), make);
  });
  return all;
}

template <typename Vector>
Vector concatenate(const std::vector<Vector>& pieces) {
  return concatenate<Vector>(pieces, [](const typename Vector::value_type& item) { return item; });
}

}  // namespace impinge
