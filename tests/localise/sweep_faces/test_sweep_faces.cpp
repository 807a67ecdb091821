// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The face pairs whose boxes meet: all of them, each once, in order, whatever the threads; no more than the limit allows.

#include <gtest/gtest.h>

#include <impinge/error.h>
#include <impinge/impinge.h>
#include <scenes/scenes.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <support/soup.h>
#include <tbb/task_arena.h>

#include <numeric>

#include "broad/brute_boxes.h"
#include "localise/sweep_faces/sweep_faces.h"

namespace impinge::test {
namespace {

// Objects with all their faces, and all their pairs.
struct Setting {
  explicit Setting(const Scene& s) : scene(s), world(place(s)) {
    std::vector<Box> boxes;
    for (const WorldObject& o : world) {
      boxes.push_back(o.box);
      faces.emplace_back(o.faces.size());
      std::iota(faces.back().begin(), faces.back().end(), 0u);
    }
    pairs = brute_boxes(boxes);
  }

  std::vector<Candidate> swept(int threads = 0, std::uint64_t most = kMaxCandidates) const {
    const LocaliseInput input{world, faces, LocaliseInput::Asked::listed_pairs, pairs, scene.objects(), most};
    Control control({}, {});
    if (threads == 0) return sweep_faces(input, control);
    tbb::task_arena arena(threads);
    return arena.execute([&] { return sweep_faces(input, control); });
  }

  std::vector<Candidate> by_all_pairs() const {
    std::vector<Candidate> found;
    for (const ObjectPair& p : pairs)
      for (std::uint32_t i = 0; i < world[p.a].faces.size(); ++i)
        for (std::uint32_t j = 0; j < world[p.b].faces.size(); ++j)
          if (boxes_meet(box_of(world[p.a].triangle(i)), box_of(world[p.b].triangle(j)))) found.push_back({p.a, p.b, i, j});
    return found;
  }

  const Scene& scene;
  std::vector<WorldObject> world;
  std::vector<std::vector<std::uint32_t>> faces;
  std::vector<ObjectPair> pairs;
};

Mesh random_faces(Dice& dice, int count, bool on_a_lattice) {
  Soup soup;
  const auto corner = [&] {
    const Vec3 p = dice.point(-2, 2);
    return on_a_lattice ? Vec3(p.array().round()) : p;
  };
  for (int i = 0; i < count; ++i) {
    const Vec3 at = corner();
    soup.add_triangle(at, at + corner() / 2, at + corner() / 2);
  }
  return soup.mesh();
}

// On a lattice most boxes begin where others do, or touch.
TEST(SweepFaces, AllPairsOfBoxesThatMeet) {
  Dice dice(181);
  for (int i = 0; i < case_count(30, 1000); ++i) {
    Scene scene;
    for (int k = 0; k < 4; ++k) scene.add("faces", random_faces(dice, 40 + 200 * (i % 3), i % 2 == 0));
    const Setting setting(scene);
    const std::vector<Candidate> expected = setting.by_all_pairs();
    ASSERT_GT(expected.size(), 100u);
    ASSERT_EQ(setting.swept(), expected) << "case " << i;
    ASSERT_EQ(setting.swept(1), expected) << "case " << i;
  }
}

TEST(SweepFaces, TheLimitIsExact) {
  Soup pile;
  for (int i = 0; i < 60; ++i) pile.append(box_soup({0, 0, 0}, {1, 1, 1}));
  Scene scene;
  scene.add("pile", pile.mesh());
  scene.add("heap", pile.mesh());
  const Setting setting(scene);
  const std::vector<Candidate> all = setting.swept();
  ASSERT_GT(all.size(), 100000u);
  for (const int threads : {1, 2}) {
    EXPECT_EQ(setting.swept(threads, all.size()), all);
    for (const std::uint64_t most : {std::uint64_t{10}, std::uint64_t{all.size() - 1}}) {
      try {
        setting.swept(threads, most);
        FAIL() << most;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::too_large);
        EXPECT_NE(std::string(error.what()).find("'pile' with 'heap'"), std::string::npos) << error.what();
      }
    }
  }
}

class SweepFacesScenes : public testing::TestWithParam<scenes::NamedScene> {};

TEST_P(SweepFacesScenes, SameFacePairsAsAuto) {
  const Scene scene = GetParam().make();
  const CheckResult expected = Engine().check(scene), found = Engine().check(scene, {.method = Method::sweep_faces});
  EXPECT_EQ(found.stats.methods, Words{"sweep_faces"});
  ASSERT_EQ(found.pairs.size(), expected.pairs.size());
  for (std::size_t i = 0; i < found.pairs.size(); ++i) EXPECT_EQ(found.pairs[i].face_pairs, expected.pairs[i].face_pairs);
  EXPECT_EQ(answer_hash(found), answer_hash(expected));
}

INSTANTIATE_TEST_SUITE_P(All, SweepFacesScenes,
                         testing::ValuesIn(scenes::named_scenes().begin(), scenes::named_scenes().end()),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(SweepFaces, CanBeCancelled) {
  const Scene scene = scenes::find_scene("fifteen_shuttles").make();
  CheckOptions options{.method = Method::sweep_faces};
  options.is_cancelled = [] { return true; };
  EXPECT_THROW(Engine().check(scene, options), Error);
}

}  // namespace
}  // namespace impinge::test
