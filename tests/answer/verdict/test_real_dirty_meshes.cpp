// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Dirty meshes as people have them: nothing they surely enclose is clean, and mending makes none of them worse.

#include <gtest/gtest.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>

#include <support/ask.h>
#include <support/case_count.h>
#include <support/data_folder.h>
#include <support/dirty_body.h>

#include "base/box.h"

namespace impinge::test {
namespace {

// Files that no mesh can be made of are there on purpose.
std::optional<Mesh> try_to_load(const std::filesystem::path& file) {
  try {
    return load_mesh(file);
  } catch (const Error&) {
    return {};
  }
}

class RealDirtyMeshes : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(folder()))
      GTEST_SKIP() << "no dirty meshes: " << folder() << " is absent; name the data folder in IMPINGE_DATA";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
      if (!entry.is_regular_file()) continue;
      std::optional<Mesh> mesh = try_to_load(entry.path());
      if (mesh && mesh->faces().size() < 20000) meshes_.push_back(*std::move(mesh));
    }
  }
  static std::filesystem::path folder() { return data_folder() / "10-defects"; }

  std::vector<Mesh> meshes_;
};

// What winding numbers are summed over: the faces as they are, unless they look both ways. Then the sum tells nothing: it is
// nearly 1 right before two sides of a tetrahedron that are turned against each other.
Mesh to_be_summed(const Mesh& mesh) { return mesh.report().inconsistent_edges > 0 ? mend(mesh).mesh : mesh; }

// All corners of the probe have a winding number near 1 by the plain sum.
bool surely_inside(const Mesh& mesh, const Mesh& probe) {
  return std::all_of(probe.vertices().begin(), probe.vertices().end(), [&](const Vec3& p) {
    const double w = std::abs(summed_winding(mesh, p));
    return w > 0.8 && w < 1.2;
  });
}

TEST_F(RealDirtyMeshes, WhatTheyEncloseIsNotClean) {
  Dice dice(74);
  int open = 0, inside = 0, likely = 0, undecided = 0;
  for (const Mesh& mesh : meshes_) {
    if (mesh.closed()) continue;
    ++open;
    const Mesh summed = to_be_summed(mesh);
    Box box;
    for (const Vec3& p : mesh.vertices()) box.add(p);
    for (int k = 0; k < case_count(10, 100); ++k) {
      const Vec3 middle = box.low + (box.high - box.low).cwiseProduct(dice.point(0, 1));
      const auto corner = [&] { return Vec3(middle + dice.point(-0.01, 0.01) * (box.high - box.low).norm()); };
      const Mesh probe = tetrahedron_soup(corner(), corner(), corner(), corner()).mesh();
      Question question;
      question.open = OpenBodies::solid;
      question.method = Method::automatic;
      const PairAnswer answer = ask(mesh, probe, question);
      undecided += answer.verdict == Verdict::undecided ? 1 : 0;
      likely += answer.certainty == Certainty::likely ? 1 : 0;
      if (!surely_inside(summed, probe)) continue;
      ++inside;
      EXPECT_NE(answer.verdict, Verdict::disjoint) << mesh.origin() << " probe " << k;
    }
  }
  std::cout << meshes_.size() << " meshes, " << open << " of them not closed; " << inside << " probes surely inside, "
            << likely << " likely, " << undecided << " undecided\n";
}

TEST_F(RealDirtyMeshes, MendingMakesNoneWorse) {
  int closed = 0, mended_now = 0;
  for (const Mesh& mesh : meshes_) {
    std::optional<Mended> mended;
    try {
      mended = mend(mesh);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_mesh) << mesh.origin();  // nothing but faces without area
      continue;
    }
    const MeshReport &before = mesh.report(), &after = mended->mesh.report();
    EXPECT_EQ(after.duplicate_faces, 0u) << mesh.origin();
    EXPECT_LE(after.degenerate_faces, before.degenerate_faces) << mesh.origin();
    EXPECT_GE(after.closed, before.closed) << mesh.origin();
    closed += before.closed ? 1 : 0;
    mended_now += after.closed ? 1 : 0;
  }
  std::cout << meshes_.size() << " meshes, " << closed << " closed as they were, " << mended_now << " mended\n";
}

}  // namespace
}  // namespace impinge::test
