// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Recorded motions of simulations, end to end: every pair of features that the ground truth lists as colliding is found.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>

#include <base/stopwatch.h>
#include <impinge/engine.h>
#include <impinge/experiments.h>
#include <impinge/io.h>
#include <pipeline/sweep/self_contact.h>
#include <shape/mesh/mesh_data.h>
#include <support/case_count.h>
#include <support/data_folder.h>
#include <tbb/task_arena.h>
#include <nlohmann/json.hpp>

namespace impinge::test {
namespace {

using Json = nlohmann::json;
using Ids = std::pair<std::uint32_t, std::uint32_t>;

Json read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  return Json::parse(in);
}

// The numbering of the recorded pairs: vertices, then edges by their higher and lower vertex, then faces.
struct Numbering {
  std::uint32_t vertices;
  std::vector<Ids> edges;  // (high, low), ascending

  explicit Numbering(const Mesh& mesh) : vertices(static_cast<std::uint32_t>(mesh.vertices().size())) {
    for (const Face& f : mesh.faces())
      for (std::size_t i = 0; i < 3; ++i) edges.push_back(edge(f, static_cast<int>(i)));
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  static Ids edge(const Face& f, int i) {
    const std::uint32_t a = f[static_cast<std::size_t>(i)], b = f[static_cast<std::size_t>((i + 1) % 3)];
    return {std::max(a, b), std::min(a, b)};
  }
  std::uint32_t edge_id(const Face& f, int i) const {
    return vertices + static_cast<std::uint32_t>(std::lower_bound(edges.begin(), edges.end(), edge(f, i)) - edges.begin());
  }
  std::uint32_t face_id(std::uint32_t face) const { return vertices + static_cast<std::uint32_t>(edges.size()) + face; }
};

Ids id_pair(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

std::set<Ids> ids_of(const std::vector<SelfContact>& contacts, const Mesh& mesh) {
  const Numbering number(mesh);
  std::set<Ids> ids;
  for (const SelfContact& c : contacts) {
    const Face &f = mesh.faces()[c.a_face], &g = mesh.faces()[c.b_face];
    if (!c.feature.vertex_face)
      ids.insert(id_pair(number.edge_id(f, c.feature.a), number.edge_id(g, c.feature.b)));
    else if (c.feature.vertex_of_a)
      ids.insert(id_pair(f[static_cast<std::size_t>(c.feature.a)], number.face_id(c.b_face)));
    else
      ids.insert(id_pair(g[static_cast<std::size_t>(c.feature.b)], number.face_id(c.a_face)));
  }
  return ids;
}

void expect_all_listed(const std::filesystem::path& scene, const std::string& from, const std::string& to,
                       const std::string& step) {
  const Mesh mesh = load_mesh(scene / "frames" / from), end = load_mesh(scene / "frames" / to);
  ASSERT_TRUE(Internals::data(mesh).topology.corner_of.empty()) << "vertices of equal coordinates need another numbering";
  std::vector<SelfContact> contacts;
  const Stopwatch watch;
  tbb::task_arena(1).execute([&] {
    ObjectStep motion;
    motion.from = mesh.vertices();
    motion.to = end.vertices();
    const SweptShape shape(motion, mesh.faces(), std::make_shared<const FeatureOwners>(mesh));
    Control control({}, {});
    contacts = self_contacts({&motion, &shape, mesh.faces()}, Internals::data(mesh).topology, Parallel::spmd, control, 0, 1);
  });
  const double elapsed_ms = watch.ms();
  const std::set<Ids> found = ids_of(contacts, mesh);
  EXPECT_EQ(found.size(), contacts.size()) << "a pair of features came twice";
  std::size_t listed = 0, missed = 0;
  for (const char* kind : {"ee", "vf"}) {
    const Json boxes = read_json(scene / "boxes" / (step + kind + ".json"));
    const Json truth = read_json(scene / "mma_bool" / (step + kind + "_mma_bool.json"));
    ASSERT_EQ(boxes.size(), truth.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (!truth[i].get<bool>()) continue;
      ++listed;
      missed += !found.contains(id_pair(boxes[i][0].get<std::uint32_t>(), boxes[i][1].get<std::uint32_t>()));
    }
  }
  EXPECT_EQ(missed, 0u) << scene;
  EXPECT_GT(listed, 100u);
  std::cout << scene.filename().string() << ": " << listed << " listed, " << missed << " missed, " << found.size()
            << " found, " << elapsed_ms << " ms on one thread\n";
}

class SweepRecorded : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(data_folder() / "03-ccd"))
      GTEST_SKIP() << "no recorded motions: " << data_folder() << " is absent; name the folder in IMPINGE_DATA";
  }
};

TEST_F(SweepRecorded, FindsEveryListedPair) {
  const auto folder = data_folder() / "03-ccd" / "Sample-Scalable-CCD-Data";
  expect_all_listed(folder / "cloth-funnel", "227.ply", "228.ply", "227");
  if (kSlowness == 1) expect_all_listed(folder / "cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply", "92");
}

TEST_F(SweepRecorded, ClothThatMeetsItselfAfterAStepDoesSoWithinIt) {
  const auto folder = data_folder() / "03-ccd" / "ipc-toolkit-tests-data" / "thick-cloth";
  const Mesh t0 = load_mesh(folder / "t0.ply"), t1 = load_mesh(folder / "t1.ply");
  Scene scene;
  Motion motion;
  motion.vertex_keyframes = {{t0.vertices().begin(), t0.vertices().end()}, {t1.vertices().begin(), t1.vertices().end()}};
  scene.set_motion(scene.add("cloth", t0), motion);
  std::vector<SweepResult> results;
  for (const int threads : {1, 2})
    for (const Parallel parallel : {Parallel::spmd, Parallel::producer})
      results.push_back(Engine({.threads = threads}, {.parallel = parallel}).sweep(scene, {.self = true}));
  for (const SweepResult& result : results) {
    ASSERT_EQ(result.pairs.size(), 1u);
    ASSERT_TRUE(result.pairs[0].first_contact);
    EXPECT_GT(result.pairs[0].first_contact->t, 0);
    EXPECT_LE(result.pairs[0].first_contact->t, 1);
    EXPECT_EQ(result.pairs[0].first_contact->t, results[0].pairs[0].first_contact->t);
    EXPECT_EQ(result.pairs[0].intervals.back().end, 1);
  }
}

}  // namespace
}  // namespace impinge::test
