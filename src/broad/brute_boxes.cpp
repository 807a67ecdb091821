// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "broad/brute_boxes.h"

namespace impinge {

std::vector<ObjectPair> brute_boxes(std::span<const Box> boxes) {
  std::vector<ObjectPair> pairs;
  for (std::uint32_t a = 0; a < boxes.size(); ++a)
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b)
      if (boxes_meet(boxes[a], boxes[b])) pairs.push_back({a, b});
  return pairs;
}

}  // namespace impinge
