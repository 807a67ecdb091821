// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Parts that overlap: how much they have in common, the least way out, and points where a simulator may push.
#include <cstdio>

#include <impinge/impinge.h>

int main() {
  impinge::Scene scene;
  scene.add("plate", impinge::make_box({20, 20, 1}));
  const impinge::ObjectId box = scene.add("box", impinge::make_box({2, 1, 1}), {.position = {3, 4, 0.875}});

  impinge::CheckOptions options;
  options.overlap = options.parting = true;
  const impinge::Engine engine;
  const impinge::CheckResult result = engine.check(scene, options);
  if (result.pairs.empty() || !result.pairs[0].overlap) return 1;
  const impinge::Overlap& overlap = *result.pairs[0].overlap;
  if (!overlap.solid || !overlap.parting) return 1;

  std::printf("they share %g %s^3\n", overlap.solid->volume, scene.units.c_str());
  const impinge::LeastParting& way = *overlap.parting;
  std::printf("%g %s along (%g, %g, %g) part them, less than %g does not\n", way.length, scene.units.c_str(),
              way.direction.x(), way.direction.y(), way.direction.z(), way.at_least);
  for (const impinge::PushPoint& push : overlap.pushes)
    std::printf("  push at (%g, %g, %g), %g deep\n", push.point.x(), push.point.y(), push.point.z(), push.depth);

  // Moved by the way out, they merely touch.
  scene.set_pose(box, {.position = impinge::Vec3(3, 4, 0.875) + way.direction * way.length});
  const impinge::CheckResult after = engine.check(scene);
  const bool parted = after.pairs.empty() || after.pairs[0].verdict == impinge::Verdict::touching;
  return parted && overlap.solid->volume == 0.25 && overlap.pushes.size() == 4 ? 0 : 1;
}
