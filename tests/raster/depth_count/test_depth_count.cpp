// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Depth counting against complete lists, cell by cell, and conservative lists against all pairs of faces.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <algorithm>
#include <set>

#include "exact/face_pair_static.h"
#include "raster/bands/layer_code.h"
#include "raster/cover/cover_list.h"
#include "raster/depth_count/depth_count.h"
#include "raster/raster_bodies.h"
#include "raster/raster_scene.h"
#include "raster/zlist/zlist_bands.h"
#include "raster/zlist/zlist_walk.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

// Every cell: does the line overlap both over more than a point?
std::vector<bool> truth_of(const RasterScene& scene, const RasterView& view) {
  const Zlist lists(view, scene.objects, scene.control);
  ZlistWalk walk(2);
  std::vector<bool> overlap(view.cells(), false);
  for (std::size_t c = 0; c < view.cells(); ++c) {
    const auto list = lists.list(c);
    walk.run(list, [&](const ZlistSegment& s) {
      if (s.a != s.b && list[s.leave].z > list[s.enter].z) overlap[c] = true;
    });
  }
  return overlap;
}

void expect_agreement(const RasterScene& scene, const RasterView& view, const std::string& what) {
  const std::vector<bool> truth = truth_of(scene, view);
  EXPECT_EQ(ZlistBands(view, scene.objects, scene.control).overlapping_lines(),
            static_cast<std::uint64_t>(std::count(truth.begin(), truth.end(), true)))
      << what;
  for (const bool swap : {false, true}) {
    const RasterObject &a = scene.objects[swap], &b = scene.objects[!swap];
    const DepthMaps maps = draw_depth_maps(view, a, scene.control);
    for (const DepthCountForm form : {DepthCountForm::basic, DepthCountForm::extended, DepthCountForm::simplified}) {
      const DepthCountResult full = depth_count(maps, a, b, {form, DepthCountMode::full}, scene.control);
      EXPECT_EQ(full.left_open, 0u);
      bool any = false;
      for (std::size_t c = 0; c < view.cells(); ++c) {
        ASSERT_EQ(is_collision(full.cases[c]), truth[c])
            << what << ", form " << int(form) << ", cell " << c << ", case " << int(full.cases[c]);
        any = any || truth[c];
      }
      EXPECT_EQ(full.collision, any) << what;
      EXPECT_EQ(full.settled_first + full.settled_second + full.settled_layers, maps.covered) << what;
      EXPECT_EQ(depth_count(maps, a, b, {form, DepthCountMode::first}, scene.control).collision, any) << what;
    }
  }
}

TEST(DepthCount, AgreesWithZlistCellByCell) {
  Dice dice(81);
  for (int i = 0; i < case_count(40, 1500); ++i) {
    RasterScene scene(
        {random_body(dice), random_body(dice)},
        {Pose{}, Pose::from_quaternion(dice.point(-1, 1),
                                       dice.chance(0.7) ? dice.quaternion() : std::array<double, 4>{0, 0, 0, 1})});
    const Vec3 direction = dice.chance(0.5) ? Vec3(Vec3::Unit(dice.integer(0, 2))) : dice.point(-1, 1);
    expect_agreement(scene, scene.view(direction, dice.integer(8, 64)), "case " + std::to_string(i));
  }
}

// Bodies that lines meet many times: the maps of A are not drawn, and every cell is what it is with them.
TEST(DepthCount, LayersAloneSettleTheSameCells) {
  RasterScene scene({make_comb(2, 12, 400), make_comb(2, 9, 400)},
                    {Pose{}, Pose::from_quaternion({0.1, 0.2, 0.1}, {0, 0, 0.1, 1})});
  int used = 0;
  for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 0.1, 0.05)}) {
    const RasterView view = scene.view(direction, 60);
    const std::vector<bool> truth = truth_of(scene, view);
    const RasterObject &a = scene.objects[0], &b = scene.objects[1];
    const std::optional<DepthCountResult> alone = count_layers_alone(view, a, b, {}, scene.control);
    const DepthMaps maps = draw_depth_maps(view, a, scene.control);
    const DepthCountResult with_maps = depth_count(maps, a, b, {}, scene.control);
    for (std::size_t c = 0; c < view.cells() && alone; ++c) {
      ASSERT_EQ(is_collision(alone->cases[c]), truth[c]) << c;
      ASSERT_EQ(alone->cases[c] == DepthCase::outside, with_maps.cases[c] == DepthCase::outside) << c;
    }
    if (!alone) continue;
    ++used;
    EXPECT_EQ(alone->collision, with_maps.collision);
    EXPECT_EQ(alone->covered, maps.covered);
    EXPECT_EQ(alone->settled_layers, maps.covered);
    EXPECT_EQ(alone->left_open, 0u);
  }
  EXPECT_GT(used, 0);
}

TEST(DepthCount, TiesGoToTheLayers) {
  // Flush walls, shared walls, equal bodies: every crossing has its equal.
  const Mesh box = make_box({2, 2, 2});
  for (const Vec3& shift : {Vec3(0, 0, 2), Vec3(0, 0, 1), Vec3(0, 0, 0), Vec3(1, 1, 2), Vec3(0, 0, 4)}) {
    Pose pose;
    pose.position = shift;
    RasterScene scene({box, make_box({2, 2, 2}, 2)}, {Pose{}, pose});
    for (int axis = 0; axis < 3; ++axis) expect_agreement(scene, scene.view(Vec3::Unit(axis), 20), "shift");
  }
}

TEST(DepthCount, BodiesThatOverlapThemselvesAreNotToldByParities) {
  // B is entered twice before it is left: twice within A, twice in front of it, and not at all over it.
  for (const double low : {2.0, -4.0, -30.0}) {
    Soup twice = box_soup({0, 0, low}, {1, 1, low + 12});
    twice.append(box_soup({0, 0, low + 1}, {1, 1, low + 14}));
    RasterScene scene({box_soup({0, 0, 0}, {1, 1, 10}).mesh(), twice.mesh()});
    expect_agreement(scene, scene.view({0, 0, 1}, 3), "low " + std::to_string(low));
  }
}

TEST(DepthCount, NamesThePapersCases) {
  const auto letter = [](double b_low, double b_high) {
    RasterScene scene({box_soup({0, 0, 0}, {1, 1, 10}).mesh(), box_soup({0, 0, b_low}, {1, 1, b_high}).mesh()});
    const RasterView view = scene.view({0, 0, 1}, 3);
    const DepthMaps maps = draw_depth_maps(view, scene.objects[0], scene.control);
    return depth_count(maps, scene.objects[0], scene.objects[1], {}, scene.control).cases[4];
  };
  EXPECT_EQ(letter(11, 12), DepthCase::a);
  EXPECT_EQ(letter(9, 12), DepthCase::b);
  EXPECT_EQ(letter(-1, 12), DepthCase::c);
  EXPECT_EQ(letter(2, 3), DepthCase::d);
  EXPECT_EQ(letter(-2, 3), DepthCase::e);
  EXPECT_EQ(letter(-3, -2), DepthCase::f);
}

TEST(DepthCount, BodiesThatLinesMeetOnceNeedTwoPassesAtMost) {
  Pose apart;
  apart.position = {0, 0, 3};
  RasterScene scene({make_icosphere(1, 3), make_icosphere(1, 3)}, {Pose{}, apart});
  const RasterView view = scene.view({0, 0, 1}, 64);
  const DepthMaps maps = draw_depth_maps(view, scene.objects[0], scene.control);
  const DepthCountResult one = depth_count(maps, scene.objects[0], scene.objects[1], {}, scene.control);
  EXPECT_EQ(one.passes, 1);  // A ends before B begins
  EXPECT_FALSE(one.collision);
  const DepthMaps other = draw_depth_maps(view, scene.objects[1], scene.control);
  const DepthCountResult two = depth_count(other, scene.objects[1], scene.objects[0], {}, scene.control);
  EXPECT_EQ(two.passes, 2);  // B lies in front, which the first pass cannot tell from inside
  EXPECT_TRUE(two.swap_roles);
}

TEST(LayerCode, HoldsAnyNumberOfLayers) {
  std::vector<LayerKey> list;
  for (int i = 0; i < 200; ++i) list.push_back(layer_key(i * 10, i % 2 == 0, i / 2 % 2));
  EXPECT_FALSE(LayerCode(list).odd_run());
  EXPECT_FALSE(layers_overlap(list));
  std::swap(list[149], list[150]);
  list[149] -= 40;
  list[150] += 40;
  EXPECT_TRUE(LayerCode(list).odd_run());
  EXPECT_TRUE(layers_overlap(list));
}

TEST(LayerCode, AgreesWithTheWalk) {
  Dice dice(83);
  for (int i = 0; i < case_count(4000, 400000); ++i) {
    // Entered and left in turn, or at random; depths that repeat, or not.
    const bool in_turn = dice.chance(0.7);
    const int depths = dice.chance(0.5) ? 10 : 100000;
    std::vector<int> z;
    for (int k = dice.integer(0, dice.chance(0.1) ? 150 : 20); k >= 0; --k) z.push_back(dice.integer(0, depths));
    std::sort(z.begin(), z.end());
    bool inside[2] = {false, false};
    std::vector<LayerKey> keys;
    for (const int depth : z) {
      const int object = dice.integer(0, 1);
      inside[object] = in_turn ? !inside[object] : dice.chance(0.5);
      keys.push_back(layer_key(depth, inside[object], static_cast<std::uint32_t>(object)));
    }
    for (int o = 0; o < 2; ++o)
      if (in_turn && inside[o]) keys.push_back(layer_key(depths + 1 + o, false, static_cast<std::uint32_t>(o)));
    std::sort(keys.begin(), keys.end());
    std::vector<Fragment> list;
    for (const LayerKey k : keys)
      list.push_back({static_cast<std::int32_t>(k >> 2), 0, (k & 1) | ((k & 2) != 0 ? Fragment::kEntry : 0), 0});
    ZlistWalk walk(2);
    bool overlap = false;
    walk.run(list, [&](const ZlistSegment& s) { overlap = overlap || (s.a != s.b && list[s.leave].z > list[s.enter].z); });
    ASSERT_EQ(layers_overlap(keys), overlap) << "case " << i;
  }
}

// Every pair of faces with a common point shares a cell there, whatever the resolution and the direction.
TEST(CoverList, MissesNoPairThatMeets) {
  Dice dice(82);
  for (int i = 0; i < case_count(60, 2000); ++i) {
    const double scale = std::pow(10.0, dice.integer(-6, 6)),
                 far = dice.chance(0.3) ? std::pow(10.0, dice.integer(0, 9)) : 0;
    const auto body = [&] {
      const Soup soup = dice.chance(0.5) ? random_soup(dice, 60, 1, 5) : soup_of(random_body(dice));
      return soup.shifted(Vec3::Constant(far)).scaled(scale).mesh();
    };
    RasterScene scene({body(), body()});
    const Vec3 direction = dice.chance(0.5) ? Vec3(Vec3::Unit(dice.integer(0, 2))) : dice.point(-1, 1);
    const RasterView view = scene.view(direction, dice.integer(1, 100));
    const CoverList covers(view, scene.objects, INT32_MIN, INT32_MAX, scene.control);
    const std::uint32_t ids[] = {0, 1};
    const std::vector<Candidate> found = cover_pairs(covers, view.cells(), ids, kMaxCandidates, scene.control);
    const std::set<Candidate> pairs(found.begin(), found.end());
    EXPECT_EQ(pairs.size(), found.size());
    for (std::uint32_t f = 0; f < scene.world[0].faces.size(); ++f)
      for (std::uint32_t g = 0; g < scene.world[1].faces.size(); ++g) {
        const Triangle a = scene.world[0].triangle(f), b = scene.world[1].triangle(g);
        if (!boxes_meet(box_of(a), box_of(b)) || face_pair_static(a, b) == Relation::disjoint) continue;
        ASSERT_TRUE(pairs.contains({0, 1, f, g})) << "case " << i << ", faces " << f << ' ' << g;
      }
  }
}

}  // namespace
}  // namespace impinge::test
