// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A user of the installed io component: writes a mesh, reads it back and checks it against a neighbour that touches it.
#include <cstdio>
#include <filesystem>

#include <impinge/impinge.h>
#include <impinge/io.h>

int main() {
  const auto file = std::filesystem::path("consumer_box.ply");
  impinge::write_mesh(impinge::make_box({10, 10, 10}), file);
  impinge::Scene scene;
  scene.add("read", impinge::load_mesh(file));
  scene.add("made", impinge::make_box({10, 10, 10}), {.position = {10, 0, 0}});
  const impinge::CheckResult result = impinge::Engine().check(scene);
  const bool right = result.pairs.size() == 1 && result.pairs[0].verdict == impinge::Verdict::touching;
  std::puts(right ? "touching, as expected" : "wrong answer");
  return right ? 0 : 1;
}
