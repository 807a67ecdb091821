// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Exact verdicts of dirty but closed bodies: winding numbers from -2 to 3, T-junctions closed by faces without area,
// membranes, doubled and inverted shells, anywhere up to 2^41. The truth is known cell by cell.

#include <gtest/gtest.h>

#include <map>

#include <support/ask.h>
#include <support/case_count.h>
#include <support/polycube.h>

namespace impinge::test {
namespace {

struct PolycubePair {
  Polycube a_cube, b_cube;
  Mesh a, b;
  Verdict truth;
};

PolycubePair random_pair(Dice& dice) {
  Polycube a = random_polycube(dice);
  Polycube b = dice.chance(0.7) ? derived_polycube(a, dice) : random_polycube(dice);
  if (dice.chance(0.1)) part(a, b);
  const int membranes = dice.chance(0.3) ? dice.integer(1, 4) : 0;
  const PolycubeSurface a_surface = surface_of(a, membranes, dice), b_surface = surface_of(b, membranes, dice);
  const IntegerMap map = IntegerMap::at_random(dice);
  const auto mesh = [&](const PolycubeSurface& s) {
    return (dice.chance(0.5) ? map.of(s.soup) : map.of(s.soup).welded()).mesh();
  };
  return {a, b, mesh(a_surface), mesh(b_surface), polycube_verdict(a, a_surface, b, b_surface)};
}

// Octrees of bodies seen once take long.
Method method_of(int turn) {
  const auto all = face_methods();
  const Method method = all[static_cast<std::size_t>(turn) % all.size()];
  return method == Method::moved_octree && turn % 64 != 0 ? Method::automatic : method;
}

Verdict ask_engine(const Engine& engine, const Mesh& a, const Mesh& b, int turn) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  CheckOptions options;
  options.method = method_of(turn);
  options.face_pairs = turn / 3 % 2 == 0;
  const CheckResult result = engine.check(scene, options);
  if (result.pairs.empty()) return Verdict::disjoint;
  if (options.face_pairs) expect_consistent(result.pairs.front(), options);
  return result.pairs.front().verdict;
}

TEST(PolycubeVerdicts, AllMethodsPreparedOrNotAndSwapped) {
  Dice dice(1911);
  std::map<Verdict, int> seen;
  const int count = case_count(100, 100000);
  for (int i = 0; i < count; ++i) {
    const PolycubePair p = random_pair(dice);
    ASSERT_TRUE(p.a.closed() && p.b.closed());
    ++seen[p.truth];
    Engine engine(EngineOptions{.threads = 1 + i / 5 % 2});
    if (i / 7 % 2 == 1) {
      engine.prepare(p.a);
      engine.prepare(p.b);
    }
    const auto message = [&] {
      return "case " + std::to_string(i) + "\n a " + written(p.a_cube) + "\n b " + written(p.b_cube);
    };
    ASSERT_STREQ(to_string(ask_engine(engine, p.a, p.b, i)), to_string(p.truth)) << message();
    ASSERT_STREQ(to_string(ask_engine(engine, p.b, p.a, i + 1)), to_string(mirrored(p.truth))) << message();
  }
  for (const Verdict v :
       {Verdict::disjoint, Verdict::touching, Verdict::crossing, Verdict::a_in_b, Verdict::b_in_a, Verdict::same})
    EXPECT_GT(seen[v], count / 200) << to_string(v) << " hardly occurs, which proves nothing";
}

}  // namespace
}  // namespace impinge::test
