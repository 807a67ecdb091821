// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What each pass of depth counting settles, against all of them; what is kept for the next step.
#include <gtest/gtest.h>

#include "raster/depth_count/depth_count.h"
#include "raster/depth_count/kept_depth_maps.h"
#include "raster/raster_bodies.h"
#include "raster/raster_scene.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

// What a pass says of a cell is what all of them say; what it leaves is counted.
TEST(DepthPasses, SettleNothingThatTheOthersContradict) {
  Dice dice(811);
  std::uint64_t settled = 0, open = 0;
  for (int i = 0; i < case_count(40, 1500); ++i) {
    RasterScene scene({random_body(dice), random_body(dice)},
                      {Pose{}, Pose::from_quaternion(dice.point(-1, 1), dice.quaternion())});
    const RasterView view = scene.view(dice.point(-1, 1), dice.integer(8, 64));
    const RasterObject &a = scene.objects[0], &b = scene.objects[1];
    const DepthMaps maps = draw_depth_maps(view, a, scene.control);
    for (int form = 0; form < 3; ++form)
      for (const bool second : {false, true}) {
        DepthCountOptions options{static_cast<DepthCountForm>(form), DepthCountMode::full};
        const DepthCountResult all = depth_count(maps, a, b, options, scene.control);
        options.second_pass = second;
        options.layer_codes = false;
        const DepthCountResult some = depth_count(maps, a, b, options, scene.control);
        EXPECT_LE(some.passes, second ? 2 : 1);
        EXPECT_EQ(some.settled_layers, 0u);
        EXPECT_EQ(some.settled_second == 0 || second, true);
        std::uint64_t left = 0;
        for (std::size_t c = 0; c < view.cells(); ++c) {
          if (some.cases[c] == DepthCase::open) {
            ++left;
            continue;
          }
          ++settled;
          ASSERT_EQ(is_collision(some.cases[c]), is_collision(all.cases[c])) << "case " << i << ", form " << form;
        }
        EXPECT_EQ(some.left_open, left);
        open += left;
        if (some.collision) {
          EXPECT_TRUE(all.collision);
        }
        if (left == 0) {
          EXPECT_EQ(some.collision, all.collision);
        }
      }
  }
  EXPECT_GT(settled, open);
  EXPECT_GT(open, 0u);
}

TEST(DepthPasses, TheFirstAloneTellsTheCasesAToC) {
  const auto first_alone = [](double low, double high) {
    RasterScene scene({box_soup({0, 0, 0}, {1, 1, 10}).mesh(), box_soup({0, 0, low}, {1, 1, high}).mesh()});
    const RasterView view = scene.view({0, 0, 1}, 3);
    DepthCountOptions options;
    options.second_pass = options.layer_codes = false;
    return depth_count_of(view, scene.objects[0], scene.objects[1], options, scene.control).cases[4];
  };
  EXPECT_EQ(first_alone(11, 12), DepthCase::a);
  EXPECT_EQ(first_alone(9, 12), DepthCase::b);
  EXPECT_EQ(first_alone(-1, 12), DepthCase::c);
  EXPECT_EQ(first_alone(2, 3), DepthCase::open);
  EXPECT_EQ(first_alone(-2, 3), DepthCase::open);
  EXPECT_EQ(first_alone(-3, -2), DepthCase::open);
}

// Two balls in a scene, recognised by their meshes.
struct TwoBalls {
  Scene scene;
  std::vector<WorldObject> world;
  TwoBalls() {
    scene.add("a", make_icosphere(1, 3));
    scene.add("b", make_icosphere(1, 2), {.position = Vec3(0.3, 0.2, 1.5)});
    world = place(scene);
  }
  void move(std::uint32_t i, const Vec3& to) {
    scene.set_pose({i}, {.position = to});
    world = place(scene);
  }
  RasterObject object(std::uint32_t i) const { return {&world[i], nullptr, {}, true, &scene.objects()[i]}; }
  RasterView view(int resolution = 32) const {
    return RasterView(ViewFrame::along({0, 0, 1}), {{-1, -1, -3}, {1, 1, 3}}, {{-3, -3, -3}, {3, 3, 3}}, resolution);
  }
};

TEST(KeptDepthMaps, StayWhileAAndTheViewStay) {
  TwoBalls balls;
  KeptDepthMaps kept;
  const Control control{{}, {}};
  const auto count = [&](const RasterView& view) {
    const DepthCountResult fresh = depth_count_of(view, balls.object(0), balls.object(1), {}, control);
    DepthCountResult found = depth_count_of(view, balls.object(0), balls.object(1), {}, control, nullptr, &kept);
    EXPECT_EQ(found.cases, fresh.cases);
    EXPECT_EQ(found.covered, fresh.covered);
    EXPECT_EQ(found.alone, fresh.alone);
    return found.times.maps_kept;
  };
  EXPECT_FALSE(count(balls.view()));
  EXPECT_TRUE(count(balls.view()));
  balls.move(1, {0.1, 0, 1});
  EXPECT_TRUE(count(balls.view())) << "only B has moved";
  EXPECT_FALSE(count(balls.view(40))) << "another view";
  EXPECT_TRUE(count(balls.view())) << "both are kept";
  balls.move(0, {0.1, 0, 0});
  EXPECT_FALSE(count(balls.view())) << "A has moved";
  const std::vector<Vec3> deformed(balls.scene.objects()[0].mesh.vertices().begin(),
                                   balls.scene.objects()[0].mesh.vertices().end());
  balls.scene.set_vertices({0}, deformed);
  balls.world = place(balls.scene);
  EXPECT_FALSE(count(balls.view())) << "A has deformed";
}

TEST(KeptDepthMaps, RolesChangeOnceAndStay) {
  const TwoBalls balls;
  KeptDepthMaps kept;
  const RasterObject a = balls.object(0), b = balls.object(1);
  EXPECT_FALSE(kept.first_is_a(a, b).has_value());
  kept.note_roles(a, b, false);
  EXPECT_FALSE(kept.first_is_a(a, b).has_value());
  kept.note_roles(a, b, true);
  EXPECT_EQ(kept.first_is_a(a, b), std::optional(false));
  EXPECT_EQ(kept.first_is_a(b, a), std::optional(true));
  kept.note_roles(b, a, false);
  EXPECT_EQ(kept.first_is_a(a, b), std::optional(false)) << "what suits stays";
  kept.note_roles(b, a, true);
  EXPECT_EQ(kept.first_is_a(a, b), std::optional(true));
}

}  // namespace
}  // namespace impinge::test
