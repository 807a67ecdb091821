// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A user of the installed core library: links impinge::impinge and nothing else.
#include <cstdio>

#include <impinge/impinge.h>

int main() {
  impinge::Scene scene;
  scene.add("a", impinge::make_box({10, 10, 10}));
  scene.add("b", impinge::make_box({10, 10, 10}), {.position = {5, 0, 0}});
  const impinge::CheckResult result = impinge::Engine().check(scene);
  const bool right = result.pairs.size() == 1 && result.pairs[0].verdict == impinge::Verdict::crossing;
  std::printf("impinge %s: %s\n", impinge::version(), right ? "crossing, as expected" : "wrong answer");
  return right ? 0 : 1;
}
