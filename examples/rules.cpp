// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Which pairs are asked about, and what is accepted there: by rules, and by a callback.
#include <impinge/impinge.h>

#include <cstdio>

namespace {

void print(const impinge::Scene& scene, const impinge::CheckResult& result) {
  for (const impinge::PairAnswer& pair : result.pairs)
    std::printf("%s / %s: %s%s %s\n", scene.object(pair.a).name.c_str(), scene.object(pair.b).name.c_str(),
                to_string(pair.verdict), pair.accepted ? ", accepted:" : "", pair.statement.c_str());
  std::printf("%d pairs asked about, %d ignored, %d that no rule asks about, %d refused\n\n", static_cast<int>(result.asked),
              static_cast<int>(result.skipped.ignored), static_cast<int>(result.skipped.unasked),
              static_cast<int>(result.skipped.refused));
}

}  // namespace

int main() {
  using namespace impinge;
  Scene scene;
  const auto at = [](double x, double z) { return Pose::from_quaternion({x, 0, z}, {0, 0, 0, 1}); };
  scene.add("plate", make_box({20, 20, 2}));
  for (const double x : {-5, 5}) scene.set_groups(scene.add("bolt", make_box({2, 2, 2}), at(x, 1.75)), {"fastener"});
  scene.add("cover", make_box({2, 2, 2}), at(0, 2.25));

  Rule threads, rest;
  threads.a = {"group:fastener"};
  threads.b = {"plate"};
  threads.max_depth = 0.3;
  rest.a = rest.b = {"*"};
  rest.min = 0.5;
  scene.set_rules({threads, rest});
  const Engine engine;
  const CheckResult by_rules = engine.check(scene);
  print(scene, by_rules);

  CheckOptions options;
  options.asks = [&](ObjectId a, ObjectId) { return scene.object(a).name != "plate"; };
  const CheckResult by_callback = engine.check(scene, options);
  print(scene, by_callback);
  return by_rules.pairs.size() == 3 && by_callback.pairs.empty() ? 0 : 1;
}
