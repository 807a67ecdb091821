// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <algorithm>

#include "io/cad/cad_scene.h"

namespace impinge {

void CadScene::settle(const Scene&, const CheckOptions& asked, const CadSettleOptions&, CheckResult& result) {
  const auto& objects = data_->objects;
  const auto far = [&](PairAnswer& pair) {
    const auto a = objects.find(pair.a.value), b = objects.find(pair.b.value);
    const double bound = (a == objects.end() ? 0 : a->second.largest_bound) + (b == objects.end() ? 0 : b->second.largest_bound);
    const double distance = pair.distance.value_or(0);
    if (pair.verdict == Verdict::near && distance - bound > asked.clearance.value_or(0)) return true;
    if (bound > 0 && pair.certainty == Certainty::proved) pair.certainty = Certainty::within_bound;
    pair.gap = Bounded{distance, distance - bound, distance + bound};
    if (!asked.clearance) pair.distance.reset();
    return false;
  };
  std::erase_if(result.pairs, far);
}

}  // namespace impinge
