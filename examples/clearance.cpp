// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Parts that do not touch but come too close: ask for a clearance, get the distance and the two nearest points.
#include <cstdio>

#include <impinge/impinge.h>

int main() {
  impinge::Scene scene;
  scene.add("plate", impinge::make_box({20, 20, 1}));
  scene.add("pin", impinge::make_box({2, 2, 10}), {.position = {3, 4, 5.625}});

  const impinge::CheckResult result = impinge::Engine().check(scene, {.clearance = 0.2});
  for (const impinge::PairAnswer& pair : result.pairs) {
    std::printf("%s: %g %s apart\n", to_string(pair.verdict), pair.distance.value(), scene.units.c_str());
    const impinge::Vec3 &a = pair.witness->a_point, &b = pair.witness->b_point;
    std::printf("  nearest points (%g, %g, %g) and (%g, %g, %g)\n", a.x(), a.y(), a.z(), b.x(), b.y(), b.z());
  }
  // The pin ends at 0.625 mm, the plate at 0.5 mm; these numbers are exact in binary, and so is the answer.
  return result.pairs.size() == 1 && result.pairs[0].verdict == impinge::Verdict::near && result.pairs[0].distance == 0.125
             ? 0
             : 1;
}
