// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Bodies in general position: regions of faces against the arrangement of all triangles, which knows nothing of them.

#include <gtest/gtest.h>
#include <impinge/engine.h>
#include <impinge/shapes.h>

#include <numbers>

#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/soup.h>

#include "answer/overlap/contact_curves.h"
#include "answer/overlap/overlap_solid.h"
#include "answer/overlap/region_flood.h"
#include "answer/overlap/sound_solid.h"
#include "answer/own_pairs/own_meetings.h"

namespace impinge::test {
namespace {

Soup soup_of(const Mesh& mesh) {
  return {{mesh.vertices().begin(), mesh.vertices().end()}, {mesh.faces().begin(), mesh.faces().end()}};
}

// Spheres in each other, some inside out: numbers other than 0 and 1, cavities and lumps in cavities.
Soup nested(Dice& dice) {
  Soup soup;
  const int count = dice.integer(1, 4);
  for (int i = 0; i < count; ++i) {
    Soup sphere = soup_of(make_sphere(1, dice.integer(4, 10), dice.integer(5, 12))).scaled(1 - 0.22 * i);
    soup.append(dice.chance(0.4) ? sphere.inverted() : sphere);
  }
  return soup;
}

Soup random_body(Dice& dice) {
  const auto seed = static_cast<std::uint64_t>(dice.integer(1, 1000000));
  switch (dice.integer(0, 4)) {
    case 0: return box_soup(Vec3(-0.6, -0.7, -0.8), Vec3(0.7, 0.5, 0.9));
    case 1: return soup_of(make_torus(0.7, dice.real(0.1, 0.3), dice.integer(5, 24), dice.integer(4, 12)));
    case 2: return soup_of(make_displaced_sphere(1, dice.real(0.1, 0.3), dice.integer(6, 16), dice.integer(8, 24), seed));
    case 3: return soup_of(make_comb(1.5, dice.integer(2, 5), 100));
    default: return nested(dice);
  }
}

Mesh placed(const Soup& soup, Dice& dice) {
  const Eigen::Matrix3d turn = random_rotation(dice);
  const Vec3 by = dice.point(-0.5, 0.5);
  const double scale = dice.chance(0.3) ? 0.3 : 1;
  Soup moved = soup;
  for (Vec3& v : moved.vertices) v = turn * v * scale + by;
  return moved.mesh();
}

std::vector<FacePair> meeting(const Mesh& a, const Mesh& b) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  const CheckResult result = Engine().check(scene);
  return result.pairs.empty() ? std::vector<FacePair>() : result.pairs[0].face_pairs;
}

void expect_same_report(const Mesh& mesh) {
  const MeshReport &r = mesh.report(), truth = Mesh(soup_of(mesh).vertices, soup_of(mesh).faces).report();
  EXPECT_EQ(r.closed, truth.closed);
  EXPECT_EQ(r.cancelled, truth.cancelled);
  EXPECT_EQ(r.components, truth.components);
  EXPECT_EQ(r.degenerate_faces, truth.degenerate_faces);
  EXPECT_EQ(r.duplicate_faces, truth.duplicate_faces);
  EXPECT_EQ(r.non_manifold_edges, truth.non_manifold_edges);
  EXPECT_EQ(r.inside_out_shells, truth.inside_out_shells);
  EXPECT_EQ(r.back_faces, truth.back_faces);
}

double length_of(const std::vector<ContactCurve>& curves) {
  double sum = 0;
  for (const ContactCurve& c : curves) sum += c.length;
  return sum;
}

// A tube along a figure of eight, which passes through itself in the middle: numbers are 2 there.
Soup eight(Dice& dice) {
  const int rings = dice.integer(16, 40), sides = dice.integer(5, 9);
  Soup soup;
  for (int i = 0; i < rings; ++i) {
    const double t = 2 * std::numbers::pi * i / rings;
    const Vec3 along = Vec3(std::cos(t), 1.4 * std::cos(2 * t), 0).normalized(), across(-along.y(), along.x(), 0);
    for (int k = 0; k < sides; ++k) {
      const double u = 2 * std::numbers::pi * (k + 0.3) / sides;
      soup.vertices.emplace_back(Vec3(std::sin(t), 0.7 * std::sin(2 * t), 0) +
                                 0.25 * (std::cos(u) * across + std::sin(u) * Vec3::UnitZ()));
    }
  }
  const auto at = [&](int i, int k) { return static_cast<std::uint32_t>((i % rings) * sides + k % sides); };
  for (int i = 0; i < rings; ++i)
    for (int k = 0; k < sides; ++k) {
      soup.faces.push_back({at(i, k), at(i, k + 1), at(i + 1, k)});
      soup.faces.push_back({at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)});
    }
  return soup;
}

// How many solids are not empty, and how many bodies meet themselves off the common box alone.
struct EightTally {
  int overlaps = 0, elsewhere = 0;
};

// Bodies that meet themselves, against the arrangement of all that meets.
EightTally judge_eights(Dice dice, int count) {
  EightTally tally;
  for (int i = 0; i < count; ++i) {
    const Mesh a = placed(eight(dice), dice);
    Soup small = soup_of(placed(random_body(dice), dice)).scaled(dice.real(0.2, 0.8));
    const Mesh b = small.shifted(dice.point(-0.7, 0.7)).mesh();
    Scene scene;
    scene.add("a", a);
    scene.add("b", b);
    const std::vector<WorldObject> world = place(scene);
    Control control(nullptr, nullptr);
    const Body body_a(world[0], control), body_b(world[1], control);
    const TwoBodies bodies{&world[0], &world[1]};
    MeetingFaces all;
    for (const FacePair& p : meeting(a, b)) all.push_back({p.a_face, p.b_face + bodies.first_b_face()});
    const std::vector<OwnPair> own = own_meetings(body_a, world[0].box);
    const Box common = intersection(world[0].box, world[1].box);
    tally.elsewhere += !own.empty() && own_meetings(body_a, common).empty() ? 1 : 0;
    for (const OwnPair& p : own) all.push_back(p);
    for (const OwnPair& p : own_meetings(body_b, world[1].box))
      all.push_back({p[0] + bodies.first_b_face(), p[1] + bodies.first_b_face()});
    const Arrangement arrangement = arrange(bodies, all, control);
    const OverlapSolid truth =
        overlap_solid(arrangement, solid_faces(arrangement, body_a, body_b, Combination::intersection));
    const OverlapSolid solid = combine(a, b);
    EXPECT_NEAR(solid.volume, truth.volume, 1e-12 * (1 + truth.volume)) << "case " << i;
    EXPECT_NEAR(solid.area, truth.area, 1e-12 * (1 + truth.area)) << "case " << i;
    EXPECT_EQ(solid.lumps.size(), truth.lumps.size()) << "case " << i;
    tally.overlaps += solid.lumps.empty() ? 0 : 1;
    if (testing::Test::HasFailure()) break;
  }
  return tally;
}

// What happens elsewhere on a body that meets itself does not reach the overlap.
TEST(PlainSolids, BodiesThatMeetThemselvesElsewhere) {
  const int count = case_count(60, 5000);
  const EightTally tally = judge_eights(Dice(8), count);
  EXPECT_GT(tally.overlaps, count / 4);
  EXPECT_GT(tally.elsewhere, count / 20);
}

// A face that its own body cuts in the common box, and once more beyond it, was taken for one piece there.
TEST(PlainSolids, FacesCutByTheirOwnBodyOnBothSidesOfTheCommonBox) { judge_eights(Dice(8 + 11 * 0xd1342543de82ef95u), 25); }

TEST(PlainSolids, LikeTheArrangement) {
  Dice dice(31);
  int plain = 0, several = 0, swept = 0;
  const int count = case_count(150, 20000);
  for (int i = 0; i < count; ++i) {
    const Mesh a = placed(random_body(dice), dice), b = placed(random_body(dice), dice);
    const std::vector<FacePair> pairs = meeting(a, b);
    Scene scene;
    scene.add("a", a);
    scene.add("b", b);
    const std::vector<WorldObject> world = place(scene);
    Control control(nullptr, nullptr);
    const Body body_a(world[0], control), body_b(world[1], control);
    const TwoBodies bodies{&world[0], &world[1]};
    if (!own_meetings(body_a, world[0].box).empty() || !own_meetings(body_b, world[1].box).empty()) continue;
    MeetingFaces all;
    for (const FacePair& p : pairs) all.push_back({p.a_face, p.b_face + bodies.first_b_face()});
    const Arrangement arrangement = arrange(bodies, all, control);
    CutPoints points(bodies);
    const auto chords = find_chords(bodies, pairs, points, control);
    if (!chords) continue;
    ++plain;
    const auto regions = find_regions(bodies, points, *chords, control);
    ASSERT_TRUE(regions) << "case " << i;
    swept += std::count(regions->in_triangles.begin(), regions->in_triangles.end(), true) > 0 ? 1 : 0;
    EXPECT_FALSE(chords_may_cross(points, *chords));
    const auto curves = contact_curves(bodies, points, *chords), truth_curves = contact_curves(arrangement);
    EXPECT_EQ(curves.size(), truth_curves.size()) << "case " << i;
    EXPECT_NEAR(length_of(curves), length_of(truth_curves), 1e-12 * length_of(truth_curves));
    for (const Combination how : {Combination::intersection, Combination::unite, Combination::difference}) {
      CutPoints copy(bodies);
      find_chords(bodies, pairs, copy, control);
      SolidFaces faces = region_solid_faces(bodies, copy, *chords, *regions, body_a, body_b, how);
      const OverlapSolid solid = overlap_solid({bodies, std::move(copy), {}, {}, {}, {}}, std::move(faces), true);
      const OverlapSolid truth = overlap_solid(arrangement, solid_faces(arrangement, body_a, body_b, how));
      expect_sound(solid);
      EXPECT_NEAR(solid.volume, truth.volume, 1e-12 * (1 + truth.volume)) << "case " << i;
      EXPECT_NEAR(solid.area, truth.area, 1e-12 * (1 + truth.area)) << "case " << i;
      ASSERT_EQ(solid.lumps.size(), truth.lumps.size()) << "case " << i;
      for (std::size_t l = 0; l < solid.lumps.size(); ++l) {
        if (l > 0 && truth.lumps[l].volume > truth.lumps[l - 1].volume * (1 - 1e-9)) break;  // in either order
        if (l + 1 < truth.lumps.size() && truth.lumps[l + 1].volume > truth.lumps[l].volume * (1 - 1e-9)) break;
        EXPECT_EQ(solid.lumps[l].a_faces, truth.lumps[l].a_faces) << "case " << i;
        EXPECT_EQ(solid.lumps[l].b_faces, truth.lumps[l].b_faces) << "case " << i;
      }
      several += solid.lumps.size() > 1 ? 1 : 0;
      if (solid.mesh) expect_same_report(*solid.mesh);
    }
    ASSERT_FALSE(HasFailure()) << "case " << i;
  }
  EXPECT_GT(plain, count / 2);
  EXPECT_GT(several, count / 10);
  EXPECT_GT(swept, count / 20) << "no curve is closed inside a face";
}

}  // namespace
}  // namespace impinge::test
