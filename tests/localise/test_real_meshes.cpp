// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The real meshes of the data folder: numbers of meeting faces and distances as an independent checker found them, and the
// sets themselves as the judge has them.

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include <impinge/io.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/data_folder.h>
#include <support/judge.h>
#include <nlohmann/json.hpp>

namespace impinge::test {
namespace {

using Json = nlohmann::json;

class RealMeshes : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(data_folder() / "computed" / "pairs.json")) {
      GTEST_SKIP() << "no real meshes: " << data_folder() << " is absent; name the folder in IMPINGE_DATA";
    }
  }
  const Mesh& mesh(const std::string& file) {
    const auto at = meshes_.find(file);
    if (at != meshes_.end()) return at->second;
    return meshes_.emplace(file, load_mesh(data_folder() / file)).first->second;
  }
  static Json read(const std::string& file) { return Json::parse(std::ifstream(data_folder() / "computed" / file)); }

  std::map<std::string, Mesh> meshes_;
};

TEST_F(RealMeshes, PairsMeetAsOftenAsComputed) {
  const Json pairs = read("pairs.json");
  int checked = 0, judged = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto count = pairs[i]["intersecting_triangle_pairs"].get<std::uint64_t>();
    if (!full_counts() && count == 0 && i % 10 != 0) continue;
    const Mesh &a = mesh(pairs[i]["a"]), &b = mesh(pairs[i]["b"]);
    const PairAnswer answer = ask(a, b);
    EXPECT_EQ(answer.face_pair_count, count) << pairs[i]["a"] << " " << pairs[i]["b"];
    ++checked;
    if (!full_counts() && checked % 8 != 0) continue;
    EXPECT_EQ(answer.face_pairs, judge_face_pairs(a.vertices(), a.faces(), b.vertices(), b.faces()));
    ++judged;
  }
  std::cout << checked << " pairs, of these " << judged << " compared face by face\n";
}

TEST_F(RealMeshes, DistancesAreAsComputed) {
  const Json pairs = read("pairs.json");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double distance = pairs[i]["min_distance"];
    if (distance == 0 || (!full_counts() && i % 10 != 0)) continue;
    Question question;
    question.clearance = distance * 1.01;
    const PairAnswer answer = ask(mesh(pairs[i]["a"]), mesh(pairs[i]["b"]), question);
    // A part wholly inside another is at a distance on its surface and still in it.
    if (answer.verdict == Verdict::a_in_b || answer.verdict == Verdict::b_in_a) continue;
    ASSERT_EQ(answer.verdict, Verdict::near) << pairs[i]["a"] << " " << pairs[i]["b"];
    EXPECT_NEAR(*answer.distance, distance, 1e-8 * distance) << pairs[i]["a"] << " " << pairs[i]["b"];
  }
}

// The checker counts pairs of non-degenerate faces that share no corner; neighbours that overlap are ours alone.
std::uint64_t distant_pairs(const Mesh& mesh) {
  std::uint64_t count = 0;
  const auto corners = [&](std::uint32_t f) {
    const Face& face = mesh.faces()[f];
    return Corners{mesh.vertices()[face[0]], mesh.vertices()[face[1]], mesh.vertices()[face[2]]};
  };
  for (const FacePair& pair : ask_self(mesh)) {
    const Corners a = corners(pair.a_face), b = corners(pair.b_face);
    bool share = judge_collinear(a[0], a[1], a[2]) || judge_collinear(b[0], b[1], b[2]);
    for (const Vec3& p : a) share = share || p == b[0] || p == b[1] || p == b[2];
    count += !share;
  }
  return count;
}

TEST_F(RealMeshes, SelfInterferenceIsAsComputed) {
  std::ifstream lines(data_folder() / "computed" / "mesh_stats.jsonl");
  std::string line;
  int checked = 0;
  while (std::getline(lines, line)) {
    const Json stats = Json::parse(line);
    const auto faces = stats["t"].get<std::uint64_t>();
    if (faces == 0 || (!full_counts() && faces > 5000)) continue;
    // A face of two corners, which the checker passed over and the reader refuses.
    if (stats["file"] == "10-defects/trimesh/notenoughindices.obj") continue;
    const Mesh loaded = load_mesh(data_folder() / stats["file"].get<std::string>());
    // Concave polygons, which the checker cut as fans: its pairs are those of phantom faces.
    const bool fans = stats["file"] == "10-defects/trimesh/wallhole.obj";
    EXPECT_EQ(distant_pairs(loaded), fans ? 0 : stats["si"].get<std::uint64_t>()) << stats["file"];
    if (faces <= (full_counts() ? 20000u : 1000u)) {
      EXPECT_EQ(ask_self(loaded), judge_self_pairs(loaded.vertices(), loaded.faces())) << stats["file"];
    }
    ++checked;
  }
  std::cout << checked << " files\n";
}

}  // namespace
}  // namespace impinge::test
