// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The smallest question: do two 10 mm cubes that overlap by 5 mm interfere?
#include <cstdio>

#include <impinge/impinge.h>

int main() {
  impinge::Scene scene;
  scene.add("left", impinge::make_box({10, 10, 10}));
  scene.add("right", impinge::make_box({10, 10, 10}), {.position = {5, 0, 0}});
  const impinge::CheckResult result = impinge::Engine().check(scene);
  for (const impinge::PairAnswer& pair : result.pairs) {
    std::printf("%s / %s: %s, %llu face pairs\n", scene.object(pair.a).name.c_str(), scene.object(pair.b).name.c_str(),
                to_string(pair.verdict), static_cast<unsigned long long>(pair.face_pair_count));
  }
  return result.pairs.size() == 1 && result.pairs[0].verdict == impinge::Verdict::crossing ? 0 : 1;
}
