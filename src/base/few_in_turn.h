// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tbb/parallel_for.h>

namespace impinge {

/// Calls work(i) for all i below n: one after the other where they are no more than `few`, and else on all threads of the
/// arena. To hand a few microseconds of work to another thread takes longer than to do it.
template <typename Index, typename Work>
void few_in_turn(Index few, Index n, const Work& work) {
  if (n > few) return tbb::parallel_for(Index{0}, n, work);
  for (Index i = 0; i < n; ++i) work(i);
}

}  // namespace impinge
