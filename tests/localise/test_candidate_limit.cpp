// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// More candidates than a check may hold are refused, by number and by name, whatever the threads; one less is not.

#include <gtest/gtest.h>

#include <impinge/error.h>
#include <support/soup.h>
#include <tbb/task_arena.h>

#include <numeric>
#include <thread>

#include "localise/candidate_limit.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/face_octree/face_octree.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge::test {
namespace {

// Many boxes at the same place, as instances that were placed twice; spread gives each a place of its own.
Mesh copies(int n, double spread = 0) {
  Soup soup;
  for (int i = 0; i < n; ++i) soup.append(box_soup({0, 0, 0}, {1, 1, 1}).shifted({spread * i, 0, 0}));
  return soup.mesh();
}

class Setting {
 public:
  void add(const char* name, const Mesh& mesh) { scene_.add(name, mesh); }

  std::vector<Candidate> find(LocaliseInput::Asked asked, std::uint64_t most, int threads) const {
    const std::vector<WorldObject> world = place(scene_);
    std::vector<std::vector<std::uint32_t>> faces;
    for (const WorldObject& o : world) {
      faces.emplace_back(o.faces.size());
      std::iota(faces.back().begin(), faces.back().end(), 0u);
    }
    const LocaliseInput input{world, faces, asked, {}, scene_.objects(), most};
    Control control({}, {});
    tbb::task_arena arena(threads);
    return arena.execute([&] { return face_octree(input, control); });
  }

  std::string refusal(LocaliseInput::Asked asked, std::uint64_t most, int threads) const {
    try {
      find(asked, most, threads);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::too_large);
      return error.what();
    }
    return {};
  }

 private:
  Scene scene_;
};

// The limit is exact: it is about different candidates, not about how often they were found or by whom.
void expect_exact_limit(const Setting& setting, LocaliseInput::Asked asked, const std::vector<std::string>& names) {
  const std::vector<Candidate> all = setting.find(asked, kMaxCandidates, 1);
  ASSERT_GT(all.size(), 1000u);
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (const int threads : {1, cores}) {
    EXPECT_EQ(setting.find(asked, all.size(), threads), all);
    for (const std::uint64_t most : {std::uint64_t{10}, std::uint64_t{500}, std::uint64_t{all.size() - 1}}) {
      const std::string message = setting.refusal(asked, most, threads);
      EXPECT_NE(message.find(std::to_string(most)), std::string::npos) << message;
      for (const std::string& name : names) EXPECT_NE(message.find(name), std::string::npos) << message;
    }
  }
}

TEST(CandidateLimit, CopiesInOneObject) {
  Setting setting;
  setting.add("pile", copies(40));
  expect_exact_limit(setting, LocaliseInput::Asked::each_with_itself, {"'pile' with itself"});
}

// Many voxels, so that each pair is found more than once and handed over in many batches.
TEST(CandidateLimit, RowsOfCopies) {
  Setting setting;
  Soup row;
  for (int i = 0; i < 6; ++i) row.append(soup_of(copies(60, 0.5)));
  setting.add("row", row.mesh());
  expect_exact_limit(setting, LocaliseInput::Asked::each_with_itself, {"'row' with itself"});
}

TEST(CandidateLimit, TwoObjects) {
  Setting setting;
  setting.add("pile", copies(20));
  setting.add("heap", copies(30));
  expect_exact_limit(setting, LocaliseInput::Asked::all_pairs, {"'pile'", "'heap'"});
}

// Trees hold only what meets, and count just that.
TEST(CandidateLimit, Trees) {
  Scene scene;
  scene.add("pile", copies(20));
  scene.add("heap", copies(30));
  std::vector<WorldObject> world = place(scene);
  std::vector<ClusterTree> trees;
  for (const WorldObject& o : world) trees.emplace_back(o.local, o.faces);
  for (std::size_t i = 0; i < world.size(); ++i) world[i].clusters = &trees[i];
  const auto count_within = [&](std::uint64_t most, int threads) {
    CandidateLimit limit(scene.objects(), most);
    Control control({}, {});
    tbb::task_arena arena(threads);
    return arena.execute([&] { return cluster_tree_pairs(world[0], world[1], {0, 1}, limit, control).meeting.size(); });
  };
  const std::size_t all = count_within(kMaxCandidates, 1);
  ASSERT_GT(all, 10000u);
  for (const int threads : {1, 2}) {
    EXPECT_EQ(count_within(all, threads), all);
    EXPECT_THROW(count_within(all - 1, threads), Error);
  }
}

TEST(CandidateLimit, CountsAcrossThreads) {
  CandidateLimit limit({}, 100);
  for (int i = 0; i < 10; ++i) limit.add(10, {0, 1});
  EXPECT_THROW(limit.add(1, {0, 1}), Error);
}

// Hundreds of parts of one search had each less than what makes a list long, and the limit was told when memory was full.
TEST(CandidateLimit, ManyShortListsOfOneSearchAreOneLongOne) {
  CandidateLimit limit({}, kMaxCandidates);
  std::atomic<std::uint64_t> together{0};
  std::size_t parts = 0;
  const auto search = [&] {
    for (; parts < 1000; ++parts)
      GrowingCount(limit, {0, 1}, [] { return kMaxCandidates + 1; }, &together).update(400000);
  };
  EXPECT_THROW(search(), Error);
  EXPECT_EQ(parts, 2u);
}

}  // namespace
}  // namespace impinge::test
