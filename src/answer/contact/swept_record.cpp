// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/contact/swept_record.h"

#include <algorithm>

namespace impinge {

void SweptRecord::worse(double time, std::uint64_t crossings, double distance) {
  const bool nearer = !answer.least_distance || distance < *answer.least_distance;
  if (crossings > answer.worst_crossing_count || (answer.worst_crossing_count == 0 && nearer)) answer.worst_t = time;
  answer.worst_crossing_count = std::max(crossings, answer.worst_crossing_count);
  if (nearer) answer.least_distance = distance;
}

}  // namespace impinge
