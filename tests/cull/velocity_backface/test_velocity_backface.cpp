// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// velocity_backface drops faces and changes no first contact.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>

#include <iostream>

#include "pipeline/sweep/random_motion.h"

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
  all.faces += more.faces;
  all.faces_dropped += more.faces_dropped;
  all.by_plane += more.by_plane;
  all.face_pairs += more.face_pairs;
  all.face_pairs_saved += more.face_pairs_saved;
}

TEST(VelocityBackface, BackfaceCullingChangesNoFirstContact) {
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
TEST(VelocityBackface, BackfaceCullingDropsHalfOfWhatTranslates) {
  Dice dice(24);
  const Engine engine({.threads = 1});
  CullStats all;
  int contacts = 0;
  const int cases = case_count(60, 2000);
  for (int k = 0; k < cases; ++k) {
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
  EXPECT_GT(contacts, cases / 12);
  EXPECT_GE(all.faces_dropped, all.faces / 2);
}

// Normals turn while the corners move straight.
TEST(VelocityBackface, BackfaceCullingOfBodiesThatDeform) {
  Dice dice(25);
  const Engine engine({.threads = 1});
  CullStats all;
  int contacts = 0;
  const int cases = case_count(100, 5000);
  for (int k = 0; k < cases; ++k) {
    RandomPair r = random_pair(dice);
    if (meet_at(r, 0)) continue;
    const bool both = dice.chance(0.5);
    for (std::uint32_t i = 0; i < (both ? 2u : 1u); ++i) {
      const Mesh& mesh = r.scene.objects()[i].mesh;
      Motion motion;
      motion.vertex_keyframes = {{mesh.vertices().begin(), mesh.vertices().end()}, {}};
      const Vec3 way = r.start[i].rotation.transpose() * r.velocity[i];
      for (const Vec3& p : mesh.vertices())
        motion.vertex_keyframes[1].push_back(p * dice.real(0.95, 1.05) + way + dice.point(-0.02, 0.02));
      r.scene.set_motion({i}, motion);
    }
    add_to(all, expect_cull_changes_nothing(engine, r.scene, k, contacts));
  }
  EXPECT_GT(contacts, cases / 20);
  EXPECT_GT(all.faces_dropped, all.faces / 8);
}

Mesh turned_over(const Mesh& mesh) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (Face& f : faces) std::swap(f[1], f[2]);
  return Mesh({mesh.vertices().begin(), mesh.vertices().end()}, std::move(faces));
}

Mesh concatenate(const Mesh& a, const Mesh& b, const Vec3& b_place) {
  std::vector<Vec3> vertices(a.vertices().begin(), a.vertices().end());
  std::vector<Face> faces(a.faces().begin(), a.faces().end());
  const auto first = static_cast<std::uint32_t>(vertices.size());
  for (const Vec3& p : b.vertices()) vertices.push_back(p + b_place);
  for (const Face& f : b.faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
  return Mesh(std::move(vertices), std::move(faces));
}

// A ball flies at the mesh; the cull is used or refused, and the first contact is the same.
void expect_flown_at(const char* what, const Mesh& mesh, bool used, const Vec3& from = {-20, 0.01, 0.02}) {
  Scene scene;
  scene.add("mesh", mesh);
  scene.set_motion(scene.add("ball", make_sphere_of_faces(1, 528), {.position = from}), moving({40, 0, 0}));
  scene.duration = 1;
  int contacts = 0;
  const CullStats cull = expect_cull_changes_nothing(Engine(), scene, 0, contacts);
  EXPECT_EQ(contacts, 1) << what;
  EXPECT_EQ(cull.pairs, used ? 1u : 0u) << what;
  EXPECT_EQ(cull.refused_inward, used ? 0u : 1u) << what;
}

// By its normals, a solid turned inside out moves away where it comes closer.
TEST(VelocityBackface, BackfaceCullingWantsFacesThatLookOutwards) {
  const Mesh ball = make_sphere_of_faces(1, 528), torus = make_torus(3, 1, 24, 12);
  expect_flown_at("ball", ball, true);
  expect_flown_at("ball turned over", turned_over(ball), false);
  expect_flown_at("torus", torus, true);
  expect_flown_at("torus turned over", turned_over(torus), false);
  expect_flown_at("two balls", concatenate(ball, ball, {3, 0, 0}), true);
  expect_flown_at("two balls, the nearer turned over", concatenate(ball, turned_over(ball), {-3, 0, 0}), false);
  expect_flown_at("balls that cross", concatenate(ball, turned_over(ball), {-1, 0, 0}), false);
  const Mesh outer = make_sphere_of_faces(6, 528), inner = make_sphere_of_faces(5, 528);
  expect_flown_at("in a cavity", concatenate(outer, turned_over(inner), {0, 0, 0}), true, {0.01, 0.02, 0.03});
  expect_flown_at("in a cavity turned over", concatenate(turned_over(outer), inner, {0, 0, 0}), false, {0.01, 0.02, 0.03});
  const Mesh cube = make_box({1, 1, 1});
  expect_flown_at("cubes joined at a corner, one turned over", concatenate(turned_over(cube), cube, {1, 1, 1}), false);
}

// The same for a body that deforms: it must stay proved during the whole step.
TEST(VelocityBackface, BackfaceCullingWantsDeformingBodiesThatLookOutwards) {
  for (const bool over : {false, true}) {
    const Mesh ball = over ? turned_over(make_sphere_of_faces(1, 528)) : make_sphere_of_faces(1, 528);
    Scene scene;
    scene.add("plate", make_box({0.1, 10, 10}));
    Motion motion;
    motion.vertex_keyframes.resize(2);
    for (const Vec3& p : ball.vertices()) {
      motion.vertex_keyframes[0].push_back(p + Vec3(-20, 0.01, 0.02));
      motion.vertex_keyframes[1].push_back(p * 1.1 + Vec3(20, 0, 0));
    }
    scene.set_motion(scene.add("ball", ball), motion);
    int contacts = 0;
    const CullStats cull = expect_cull_changes_nothing(Engine(), scene, over, contacts);
    EXPECT_EQ(contacts, 1);
    EXPECT_EQ(cull.pairs, over ? 0u : 1u);
    EXPECT_EQ(cull.refused_inward, over ? 1u : 0u);
  }
}

}  // namespace
}  // namespace impinge::test
