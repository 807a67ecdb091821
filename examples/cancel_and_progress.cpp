// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A query that reports how far it is, one that the user stops, and several queries at once on one engine.
#include <atomic>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <impinge/impinge.h>

namespace {

impinge::Scene bumpy_scene() {
  impinge::Scene scene;
  const impinge::Mesh body = impinge::make_displaced_sphere(10.0, 0.2, 40, 40);
  scene.add("a", body);
  scene.add("b", body, {.position = {9, 1, 2}});
  return scene;
}

bool cancel_soon(const impinge::Engine& engine, const impinge::Scene& scene) {
  std::atomic<int> polls = 0;
  impinge::CheckOptions options;
  options.is_cancelled = [&polls] { return ++polls > 1; };
  try {
    engine.check(scene, options);
  } catch (const impinge::Error& error) {
    std::printf("stopped: %s\n", error.what());
    return error.code() == impinge::ErrorCode::cancelled;
  }
  return false;
}

}  // namespace

int main() {
  const impinge::Scene scene = bumpy_scene();
  const impinge::Engine engine;

  double last_share = 0;
  impinge::CheckOptions options;
  // Comes from any thread, one call at a time, so plain variables are enough.
  options.on_progress = [&last_share](std::string_view stage, double share) {
    std::printf("%3.0f %% %s\n", 100 * share, std::string(stage).c_str());
    last_share = share;
  };
  const impinge::CheckResult alone = engine.check(scene, options);
  if (alone.pairs.size() != 1 || last_share <= 0 || last_share > 1) return 1;

  if (!cancel_soon(engine, scene)) return 1;

  // const queries share one engine and one scene.
  std::atomic<int> equal = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      const impinge::CheckResult again = engine.check(scene);
      if (again.pairs.size() == 1 && again.pairs[0].face_pairs == alone.pairs[0].face_pairs) ++equal;
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("%d of 3 queries at once gave the same %zu face pairs\n", equal.load(), alone.pairs[0].face_pairs.size());
  return equal == 3 ? 0 : 1;
}
