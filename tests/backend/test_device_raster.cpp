// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Each device against the processor, cell by cell, on the bodies of the raster tests. Which faces a line crosses, and how
// often, is equal; a depth may differ by one step, where drivers divide in another way.
#include <impinge/impinge.h>

#include "backend/device_case.h"
#include "raster/bands/layer_code.h"
#include "raster/raster_bodies.h"
#include "raster/zlist/zlist_walk.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

constexpr int kDepthSlack = 1;  // steps

class DeviceRaster : public DeviceCase {
 protected:
  // Crossings by face, with depths that agree.
  void expect_same_lists(const RasterScene& scene, const RasterView& view, const std::string& what) {
    const Zlist cpu(view, scene.objects, scene.control), card(view, scene.objects, scene.control, &device());
    ASSERT_EQ(device().take_notes(), "") << what;
    ASSERT_EQ(card.size(), cpu.size()) << what;
    const auto by_face = [](std::span<const Fragment> list) {
      std::vector<Fragment> sorted(list.begin(), list.end());
      std::sort(sorted.begin(), sorted.end(),
                [](const Fragment& x, const Fragment& y) { return std::tie(x.tag, x.face) < std::tie(y.tag, y.face); });
      return sorted;
    };
    for (std::size_t c = 0; c < view.cells(); ++c) {
      ASSERT_EQ(card.list(c).size(), cpu.list(c).size()) << what << ", cell " << c;
      for (std::size_t k = 1; k < card.list(c).size(); ++k) ASSERT_FALSE(card.list(c)[k].before(card.list(c)[k - 1]));
      const std::vector<Fragment> x = by_face(cpu.list(c)), y = by_face(card.list(c));
      for (std::size_t k = 0; k < x.size(); ++k) {
        ASSERT_EQ(x[k].tag, y[k].tag) << what << ", cell " << c;
        ASSERT_EQ(x[k].face, y[k].face) << what << ", cell " << c;
        ASSERT_LE(std::abs(x[k].z - y[k].z), kDepthSlack) << what << ", cell " << c;
        ASSERT_LE(std::abs(x[k].error - y[k].error), kDepthSlack) << what << ", cell " << c;
        other_depths_ += x[k].z != y[k].z;
        ++crossings_;
      }
    }
  }

  void expect_same_maps(const RasterScene& scene, const RasterView& view, const std::string& what) {
    const DepthMaps cpu = draw_depth_maps(view, scene.objects[0], scene.control);
    const DepthMaps card = draw_depth_maps(view, scene.objects[0], scene.control, &device());
    ASSERT_EQ(card.covered, cpu.covered) << what;
    for (std::size_t c = 0; c < view.cells(); ++c) {
      ASSERT_EQ(card.cells[c].layers, cpu.cells[c].layers) << what << ", cell " << c;
      if (cpu.cells[c].layers == 0) continue;
      ASSERT_LE(std::abs(card.cells[c].z_min - cpu.cells[c].z_min), kDepthSlack) << what << ", cell " << c;
      ASSERT_LE(std::abs(card.cells[c].z_max - cpu.cells[c].z_max), kDepthSlack) << what << ", cell " << c;
    }
  }

  // Every form and both roles: each cell's verdict, and the letters of the paper where both name one.
  void expect_same_counts(const RasterScene& scene, const RasterView& view, const std::string& what) {
    const std::vector<RasterObject>& objects = scene.objects;
    for (const Drawing drawing : drawings())
      for (const int k : {0, 1, 2, 3, 4, 5}) {
        const bool swap = k % 2 == 1;
        const auto form = static_cast<DepthCountForm>(k / 2);
        DepthCountOptions options{form, DepthCountMode::full};
        device().drawing = drawing;
        const DepthCountResult cpu = depth_count_of(view, objects[swap], objects[!swap], options, scene.control);
        const DepthCountResult card = depth_count_of(view, objects[swap], objects[!swap], options, scene.control, &device());
        ASSERT_EQ(device().take_notes(), "") << what;
        EXPECT_EQ(card.left_open, 0u) << what;
        EXPECT_EQ(card.collision, cpu.collision) << what;
        EXPECT_EQ(card.covered, cpu.covered) << what;
        EXPECT_EQ(card.alone, cpu.alone) << what;
        EXPECT_EQ(card.settled_first + card.settled_second + card.settled_layers, card.covered) << what;
        ASSERT_EQ(card.cases.size(), cpu.cases.size());
        for (std::size_t c = 0; c < view.cells(); ++c) {
          ASSERT_EQ(is_collision(card.cases[c]), is_collision(cpu.cases[c]))
              << what << ", form " << int(form) << ", swap " << swap << ", " << to_string(drawing) << ", cell " << c << ": "
              << int(card.cases[c]) << " and " << int(cpu.cases[c]);
          ASSERT_EQ(card.cases[c] == DepthCase::outside, cpu.cases[c] == DepthCase::outside) << what << ", cell " << c;
          other_cases_ += drawing == Drawing::raster && card.cases[c] != cpu.cases[c];
          other_exact_cases_ += drawing == Drawing::compute && card.cases[c] != cpu.cases[c];
          ++cells_;
        }
        options.mode = DepthCountMode::first;
        const DepthCountResult first =
            depth_count_of(view, objects[swap], objects[!swap], options, scene.control, &device());
        EXPECT_EQ(first.collision, cpu.collision) << what;
      }
  }

  std::uint64_t other_depths_ = 0, crossings_ = 0, other_cases_ = 0, other_exact_cases_ = 0, cells_ = 0;
};

// By nearest and farthest crossings: lines that the device's extremes settle say what the processor's lists say.
TEST_P(DeviceRaster, ExtremesSettleWhatTheListsSay) {
  Dice dice(77);
  const auto overlaps_of = [](const Zlist& lists) {
    ZlistWalk walk(2);
    std::vector<bool> overlap(lists.view().cells(), false);
    for (std::size_t c = 0; c < overlap.size(); ++c) {
      const auto list = lists.list(c);
      walk.run(list,
               [&](const ZlistSegment& s) { overlap[c] = overlap[c] || (s.a != s.b && list[s.leave].z > list[s.enter].z); });
    }
    return overlap;
  };
  std::uint64_t settled = 0, flagged = 0;
  for (int i = 0; i < case_count(40, 600); ++i) {
    RasterScene scene({random_body(dice), random_body(dice)},
                      {Pose{}, Pose::from_quaternion(dice.point(-1, 1), dice.quaternion())});
    const Vec3 direction = dice.chance(0.5) ? Vec3(Vec3::Unit(dice.integer(0, 2))) : dice.point(-1, 1);
    const RasterView view = scene.view(direction, dice.integer(8, 64));
    Zlist::Extremes found;
    const Zlist card = Zlist::by_extremes(view, scene.objects, scene.control, &device(), &found);
    EXPECT_EQ(device().take_notes(), "");
    EXPECT_EQ(overlaps_of(card), overlaps_of(Zlist(view, scene.objects, scene.control))) << "case " << i;
    settled += found.convex + found.apart;
    flagged += found.flagged;
  }
  EXPECT_GT(settled, flagged);
}

TEST_P(DeviceRaster, ListsAreTheProcessorsOnTheLattice) {
  Dice dice(72);
  for (int i = 0; i < case_count(60, 600); ++i) {
    const double step = dice.chance(0.5) ? 0.5 : 1.0 / (1 << dice.integer(1, 6));
    RasterScene scene({lattice_ball(dice, step), lattice_ball(dice, step)});
    const Vec3 direction = dice.chance(0.6) ? Vec3(Vec3::Unit(dice.integer(0, 2))) : dice.point(-1, 1);
    const RasterView view = scene.view(direction, dice.chance(0.5) ? 32 : dice.integer(1, 80), dice.chance(0.5) ? 0.25 : 0);
    expect_same_lists(scene, view, "case " + std::to_string(i));
    expect_same_maps(scene, view, "case " + std::to_string(i));
  }
  std::cout << other_depths_ << " of " << crossings_ << " depths differ by a step\n";
}

TEST_P(DeviceRaster, ListsAreTheProcessorsFarFromTheOrigin) {
  Dice dice(73);
  for (int i = 0; i < case_count(30, 300); ++i) {
    const Pose pose = Pose::from_quaternion(dice.point(-100, 100), dice.quaternion());
    RasterScene scene({make_displaced_sphere(1, 0.3, 8, 10, dice.bits() % 50), make_box({60, 40, 200}, dice.integer(1, 3))},
                      {pose, pose});
    const RasterView whole = scene.view(dice.point(-1, 1), dice.integer(8, 300));
    expect_same_lists(scene, whole, "case " + std::to_string(i));
    // A part of a finer view: most faces reach out of it.
    const RasterView fine = whole.finer(dice.integer(2, 20));
    const int side = std::min({fine.columns(), fine.rows(), 40});
    const int row = dice.integer(0, fine.rows() - side), column = dice.integer(0, fine.columns() - side);
    expect_same_lists(scene, fine.part(row, row + side, column, column + side), "part " + std::to_string(i));
  }
  std::cout << other_depths_ << " of " << crossings_ << " depths differ by a step\n";
}

TEST_P(DeviceRaster, LongListsAreSorted) {
  // Some hundred layers on every line.
  RasterScene scene({make_comb(2, 90, 4000), make_comb(2, 70, 4000)});
  for (int axis = 0; axis < 3; ++axis) expect_same_lists(scene, scene.view(Vec3::Unit(axis), 40), "comb");
}

TEST_P(DeviceRaster, CountsAreTheProcessorsCellByCell) {
  Dice dice(81);
  for (int i = 0; i < case_count(40, 400); ++i) {
    RasterScene scene(
        {random_body(dice), random_body(dice)},
        {Pose{}, Pose::from_quaternion(dice.point(-1, 1),
                                       dice.chance(0.7) ? dice.quaternion() : std::array<double, 4>{0, 0, 0, 1})});
    const Vec3 direction = dice.chance(0.5) ? Vec3(Vec3::Unit(dice.integer(0, 2))) : dice.point(-1, 1);
    expect_same_counts(scene, scene.view(direction, dice.integer(8, 64)), "case " + std::to_string(i));
  }
  std::cout << other_cases_ << " of " << cells_ << " cells have another case of the same verdict by the stencil, "
            << other_exact_cases_ << " by integers\n";
}

TEST_P(DeviceRaster, TiesGoToTheLayers) {
  const Mesh box = make_box({2, 2, 2});
  for (const Vec3& shift : {Vec3(0, 0, 2), Vec3(0, 0, 1), Vec3(0, 0, 0), Vec3(1, 1, 2), Vec3(0, 0, 4)}) {
    Pose pose;
    pose.position = shift;
    RasterScene scene({box, make_box({2, 2, 2}, 2)}, {Pose{}, pose});
    for (int axis = 0; axis < 3; ++axis) expect_same_counts(scene, scene.view(Vec3::Unit(axis), 20), "shift");
  }
}

TEST_P(DeviceRaster, BodiesThatOverlapThemselvesAreNotToldByParities) {
  for (const double low : {2.0, -4.0, -30.0}) {
    Soup twice = box_soup({0, 0, low}, {1, 1, low + 12});
    twice.append(box_soup({0, 0, low + 1}, {1, 1, low + 14}));
    RasterScene scene({box_soup({0, 0, 0}, {1, 1, 10}).mesh(), twice.mesh()});
    expect_same_counts(scene, scene.view({0, 0, 1}, 3), "low " + std::to_string(low));
  }
}

TEST_P(DeviceRaster, CountersThatGoRoundAreNotTrusted) {
  // 260 and 256 layers in front of the body: eight bits of a stencil say 4 and 0.
  for (const int plates : {130, 128}) {
    Soup stack;
    for (int i = 0; i < plates; ++i) stack.append(box_soup({0, 0, 2.0 * i}, {4, 4, 2.0 * i + 1}));
    RasterScene scene({box_soup({1, 1, 2.0 * plates + 3}, {3, 3, 2.0 * plates + 4}).mesh(), stack.mesh()});
    expect_same_counts(scene, scene.view({0, 0, 1}, 8), std::to_string(plates) + " plates");
    RasterScene inside({box_soup({1, 1, -1}, {3, 3, 2.0 * plates + 4}).mesh(), stack.mesh()});
    expect_same_counts(inside, inside.view({0, 0, 1}, 8), std::to_string(plates) + " plates inside");
  }
}

// First and last crossings with a face that lies there, against complete lists.
TEST_P(DeviceRaster, MinMaxNamesTheFacesAtTheExtremes) {
  constexpr double kBand = 64;
  Dice dice(83);
  for (int i = 0; i < case_count(20, 200); ++i) {
    RasterScene scene({random_body(dice), random_body(dice)},
                      {Pose{}, Pose::from_quaternion(dice.point(-1, 1), dice.quaternion())});
    const RasterView view = scene.view(dice.point(-1, 1), dice.integer(8, 64));
    std::vector<LineExtremes> cells(view.cells());
    std::uint64_t lines = 0, sure = 0, possible = 0;
    ASSERT_TRUE(device().min_max(view, scene.objects, cells, lines));
    const Zlist lists(view, scene.objects, scene.control);
    for (std::size_t c = 0; c < view.cells(); ++c) {
      double z[4] = {INFINITY, -INFINITY, INFINITY, -INFINITY};
      for (const Fragment& f : lists.list(c)) {
        double* const own = z + 2 * f.object();
        own[0] = std::min<double>(own[0], f.z);
        own[1] = std::max<double>(own[1], f.z);
      }
      for (std::size_t k = 0; k < 4; ++k) {
        ASSERT_EQ(cells[c].face[k] == kNoFace, !std::isfinite(z[k])) << "case " << i << ", cell " << c;
        if (!std::isfinite(z[k])) continue;
        EXPECT_NEAR(cells[c].z[k], z[k], kBand);
        const auto list = lists.list(c);
        EXPECT_TRUE(std::any_of(list.begin(), list.end(),
                                [&](const Fragment& f) {
                                  return f.object() == k / 2 && f.face == cells[c].face[k] && std::abs(f.z - z[k]) <= kBand;
                                }))
            << "case " << i << ", cell " << c << ", face " << cells[c].face[k];
      }
      const double overlap = std::min(z[1], z[3]) - std::max(z[0], z[2]);
      sure += overlap > 2 * kBand;
      possible += overlap > -2 * kBand;
    }
    EXPECT_GE(lines, sure) << "case " << i;
    EXPECT_LE(lines, possible) << "case " << i;
  }
}

TEST_P(DeviceRaster, ShapesWithoutFacesJoinTheLists) {
  const Scene scene = torus_and_ball();
  Engine cpu, card({.backend = backend()});
  MapOptions options;
  options.view.resolution = 100;
  const InterferenceMap x = cpu.map(scene, {0}, {1}, options), y = card.map(scene, {0}, {1}, options);
  EXPECT_EQ(y.stats.backend, name());
  ASSERT_EQ(x.cells.size(), y.cells.size());
  for (std::size_t c = 0; c < x.cells.size(); ++c) ASSERT_EQ(x.cells[c], y.cells[c]) << c;
  EXPECT_NEAR(x.overlap_volume->value, y.overlap_volume->value, 1e-9);
}

IMPINGE_FOR_EACH_DEVICE(DeviceRaster);

}  // namespace
}  // namespace impinge::test
