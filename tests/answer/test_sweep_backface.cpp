// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// velocity_backface drops faces and changes no first contact.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>

#include <iostream>

#include "random_motion.h"

namespace impinge::test {
namespace {

// Sweeps with and without the cull; returns what it dropped.
CullStats expect_cull_changes_nothing(const Engine& engine, const Scene& scene, int number, int& contacts) {
  const SweepResult plain = engine.sweep(scene, {.first_only = true, .begins_apart = true});
  const SweepResult culled = engine.sweep(scene, {.velocity_backface = true, .first_only = true, .begins_apart = true});
  EXPECT_EQ(plain.pairs.size(), culled.pairs.size()) << "case " << number;
  if (!plain.pairs.empty() && !culled.pairs.empty()) {
    ++contacts;
    EXPECT_NEAR(plain.pairs[0].first_contact->t, culled.pairs[0].first_contact->t, 1e-6) << "case " << number;
  }
  return *culled.cull;
}

void add_to(CullStats& all, const CullStats& more) {
  all.faces += more.faces, all.faces_dropped += more.faces_dropped, all.by_plane += more.by_plane;
  all.face_pairs += more.face_pairs, all.face_pairs_saved += more.face_pairs_saved;
}

TEST(Sweep, BackfaceCullingChangesNoFirstContact) {
  Dice dice(23);
  const Engine engine({.threads = 1});
  CullStats all;
  int contacts = 0;
  const int cases = case_count(2000, 100000);
  for (int k = 0; k < cases; ++k) {
    RandomPair r = random_pair(dice);
    if (meet_at(r, 0)) continue;
    add_to(all, expect_cull_changes_nothing(engine, r.scene, k, contacts));
    if (HasFailure()) return;
  }
  std::cout << contacts << " contacts; dropped " << 100 * all.faces_dropped / all.faces << " % of the faces ("
            << all.by_plane << " by plane), " << 100 * all.face_pairs_saved / std::max<std::uint64_t>(all.face_pairs, 1)
            << " % of the face pairs\n";
  EXPECT_GT(contacts, cases / 10);
  EXPECT_GT(all.faces_dropped, all.faces * 3 / 8);
}

// Half of the faces of a closed body look away from where it goes; walls of many faces go as one.
TEST(Sweep, BackfaceCullingDropsHalfOfWhatTranslates) {
  Dice dice(24);
  const Engine engine({.threads = 1});
  CullStats all;
  int contacts = 0;
  for (int k = 0; k < case_count(60, 2000); ++k) {
    RandomPair r = random_pair(dice);
    Scene scene;
    for (int i = 0; i < 2; ++i) {
      const Mesh mesh = dice.chance(0.5) ? make_box({1, 0.7, 0.4}, 5) : make_sphere_of_faces(0.7, 528);
      scene.set_motion(scene.add("body", mesh, r.start[i]), moving(r.velocity[i]));
    }
    scene.duration = 1;
    if (engine.meet(scene, {0}, {1}) || (r.velocity[0] - r.velocity[1]).squaredNorm() < 1e-6) continue;
    add_to(all, expect_cull_changes_nothing(engine, scene, k, contacts));
  }
  EXPECT_GT(contacts, 5);
  EXPECT_GE(all.faces_dropped, all.faces / 2);
}

// Normals turn while the corners move straight.
TEST(Sweep, BackfaceCullingOfBodiesThatDeform) {
  Dice dice(25);
  const Engine engine({.threads = 1});
  CullStats all;
  int contacts = 0;
  for (int k = 0; k < case_count(100, 5000); ++k) {
    RandomPair r = random_pair(dice);
    if (meet_at(r, 0)) continue;
    const bool both = dice.chance(0.5);
    for (std::uint32_t i = 0; i < (both ? 2u : 1u); ++i) {
      const Mesh& mesh = r.scene.objects()[i].mesh;
      Motion motion;
      motion.frames = {{mesh.vertices().begin(), mesh.vertices().end()}, {}};
      const Vec3 way = r.start[i].rotation.transpose() * r.velocity[i];
      for (const Vec3& p : mesh.vertices())
        motion.frames[1].push_back(p * dice.real(0.95, 1.05) + way + dice.point(-0.02, 0.02));
      r.scene.set_motion({i}, motion);
    }
    add_to(all, expect_cull_changes_nothing(engine, r.scene, k, contacts));
  }
  EXPECT_GT(contacts, 5);
  EXPECT_GT(all.faces_dropped, all.faces / 8);
}

}  // namespace
}  // namespace impinge::test
