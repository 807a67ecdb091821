// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/contact/swept_record.h"

#include <algorithm>

namespace impinge {

void SweptRecord::worse(double time, std::uint64_t crossing_pairs, double distance) {
  const bool nearer = distance < least;
  if (crossing_pairs > answer.worst_crossing_count || (answer.worst_crossing_count == 0 && nearer)) answer.worst_t = time;
  answer.worst_crossing_count = std::max(crossing_pairs, answer.worst_crossing_count);
  if (nearer) least = distance;
}

}  // namespace impinge
