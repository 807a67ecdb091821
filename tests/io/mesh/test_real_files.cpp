// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Every listed file of the data folder has as many vertices and triangles as an independent checker counted.
#include <gtest/gtest.h>
#include <impinge/io.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "io/mesh/format.h"
#include "io/temporary_folder.h"
#include "support/data_folder.h"

namespace impinge {
namespace {

TEST(RealFiles, haveTheCountsOfTheIndependentChecker) {
  const auto folder = test::data_folder();
  std::ifstream list(folder / "computed/mesh_stats.jsonl");
  if (!list) GTEST_SKIP() << "no real meshes: " << folder << " is not there (set IMPINGE_DATA)";
  int files = 0;
  int left_out = 0;
  for (std::string line; std::getline(list, line);) {
    const auto entry = nlohmann::json::parse(line);
    const auto file = folder / entry["file"].get<std::string>();
    const auto format = io::format_of_ending(file);
    if (!format || !std::filesystem::exists(file) || !entry.contains("v")) {
      ++left_out;
      continue;
    }
    SCOPED_TRACE(file.string());
    try {
      const Mesh mesh = load_mesh(file);
      EXPECT_EQ(mesh.faces().size(), entry["t"].get<std::size_t>());
      const std::size_t vertices = *format == io::Format::stl ? 3 * mesh.faces().size() : mesh.vertices().size();
      EXPECT_EQ(vertices, entry["v"].get<std::size_t>());
      if (*format == io::Format::stl) {
        EXPECT_EQ(mesh.vertices().size(), entry["vw"].get<std::size_t>());
      }
      const MeshReport& report = mesh.report();
      // The checker fans polygons, which gives these walls around a hole flaws that the file does not have.
      const bool fan_is_wrong = file.filename() == "wallhole.obj";
      EXPECT_EQ(report.duplicate_faces, fan_is_wrong ? 0 : entry["dup"].get<std::size_t>());
      EXPECT_EQ(report.degenerate_faces, fan_is_wrong ? 0 : entry["deg"].get<std::size_t>());
      EXPECT_EQ(report.open_edges, entry["bnd"].get<std::size_t>());
      EXPECT_EQ(report.non_manifold_edges, fan_is_wrong ? 0 : entry["nm"].get<std::size_t>());
      EXPECT_EQ(report.inconsistent_edges, entry["mis"].get<std::size_t>());
      EXPECT_EQ(report.components, entry["comp"].get<std::size_t>());
    } catch (const Error& error) {
      const bool hopeless = entry["t"] == 0 || entry.value("badidx", 0) > 0;
      // This one has faces of two corners, which impinge does not drop in silence.
      const bool refused = file.filename() == "notenoughindices.obj" && error.code() == ErrorCode::file_format;
      EXPECT_TRUE(refused || (hopeless && error.code() == ErrorCode::bad_mesh)) << error.what();
    }
    ++files;
  }
  std::printf("%d files read, %d left out\n", files, left_out);
  EXPECT_GT(files, 100);
}

}  // namespace
}  // namespace impinge
