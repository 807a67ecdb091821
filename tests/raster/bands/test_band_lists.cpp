// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Lists made band by band against faces drawn one by one, and the SIMD code of slots against plain loops, on every target.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>

#include "answer/columns/map_column.h"
#include "raster/bands/band_sort.h"
#include "raster/bands/depth_run.h"
#include "raster/bands/sorting_network.h"
#include "raster/raster_bodies.h"
#include "raster/raster_scene.h"
#include "raster/zlist/zlist_bands.h"
#include "support/case_count.h"
#include "support/simd_targets.h"

namespace impinge::test {
namespace {

// Every face by itself, in integers of 128 bits.
std::vector<std::vector<Fragment>> lists_face_by_face(const RasterScene& scene, const RasterView& view) {
  std::vector<std::vector<Fragment>> lists(view.cells());
  for (std::uint32_t o = 0; o < scene.objects.size(); ++o) {
    const WorldObject& mesh = *scene.objects[o].mesh;
    for (std::uint32_t f = 0; f < mesh.faces.size(); ++f)
      draw_triangle<Int128, RisingEdge<Int128>>(
          lattice_triangle(view, mesh, f), f, view, 0, view.rows(), [&](const RasterHit& h) {
            lists[static_cast<std::size_t>(h.row) * static_cast<std::size_t>(view.columns()) +
                  static_cast<std::size_t>(h.column)]
                .push_back({h.z, h.error, o | (h.entry ? Fragment::kEntry : 0), h.face});
          });
  }
  for (std::vector<Fragment>& list : lists)
    std::sort(list.begin(), list.end(), [](const Fragment& x, const Fragment& y) { return x.before(y); });
  return lists;
}

bool same(const Fragment& x, const Fragment& y) {
  return x.z == y.z && x.error == y.error && x.tag == y.tag && x.face == y.face;
}

void expect_same_column(const MapColumn& x, const MapColumn& y, std::size_t cell) {
  EXPECT_TRUE(x.a == y.a && x.b == y.b && x.balanced == y.balanced && x.overlap == y.overlap && x.moment == y.moment &&
              x.longest == y.longest && x.error == y.error && x.gap == y.gap && x.a_face == y.a_face &&
              x.b_face == y.b_face && x.a_min == y.a_min && x.a_max == y.a_max && x.b_min == y.b_min && x.b_max == y.b_max)
      << "cell " << cell;
}

void expect_lists(const RasterScene& scene, const RasterView& view) {
  const std::vector<std::vector<Fragment>> truth = lists_face_by_face(scene, view);
  const Zlist lists(view, scene.objects, scene.control);
  std::size_t crossings = 0;
  for (std::size_t c = 0; c < view.cells(); ++c) {
    ASSERT_TRUE(std::equal(truth[c].begin(), truth[c].end(), lists.list(c).begin(), lists.list(c).end(), same)) << c;
    crossings += truth[c].size();
  }
  if (scene.objects.size() != 2) return;
  const ZlistBands bands(view, scene.objects, scene.control);
  std::vector<int> seen(view.cells(), 0);
  EXPECT_EQ(bands.for_each_line([&](std::size_t cell, const auto& list) {
    expect_same_column(solid_column(list), solid_column(truth[cell]), cell);
    ++seen[cell];
  }),
            crossings);
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
}

TEST(BandLists, AreThoseOfFacesDrawnOneByOne) {
  for_each_simd_target([](const char* target) {
    SCOPED_TRACE(target);
    Dice dice(91);
    for (int i = 0; i < case_count(8, 200); ++i) {
      const int bodies = dice.chance(0.8) ? 2 : 3;
      std::vector<Mesh> meshes;
      std::vector<Pose> poses;
      for (int b = 0; b < bodies; ++b) {
        meshes.push_back(dice.chance(0.3) ? lattice_ball(dice, 0.25) : random_body(dice));
        poses.push_back(Pose::from_quaternion(dice.point(-1, 1), dice.quaternion()));
      }
      const RasterScene scene(meshes, poses);
      expect_lists(scene, scene.view(dice.point(-1, 1), dice.integer(3, 120)));
    }
  });
}

// More crossings than slots, and faces that reach over more bands than they are listed in one by one.
TEST(BandLists, LongListsAndTallFaces) {
  const RasterScene combs({make_comb(2, 30, 400), make_comb(2, 23, 400)},
                          {Pose{}, Pose::from_quaternion({0.1, 0.2, 0.1}, {0, 0, 0.1, 1})});
  for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 0.1, 0.05)})
    expect_lists(combs, combs.view(direction, 70));
  const RasterScene bars({make_box({50, 2, 2}, 2), make_box({49, 1.5, 3})});
  expect_lists(bars, bars.view({0, 0, 1}, 5000));
}

// Zeros and ones tell for all keys (Knuth's principle), where they can be tried out.
TEST(SortingNetwork, SortsEveryLength) {
  Dice dice(92);
  for (int n = 0; n <= kMostSorted; ++n)
    for (std::uint32_t i = 0; i < (n <= 14 ? 1u << n : 4096u); ++i) {
      const std::uint32_t bits = n <= 14 ? i : static_cast<std::uint32_t>(dice.bits());
      std::vector<int> keys;
      for (int k = 0; k < n; ++k) keys.push_back(static_cast<int>(bits >> k & 1));
      for (const NetworkStep& s : sorting_network(n))
        if (keys[s.low] > keys[s.high]) std::swap(keys[s.low], keys[s.high]);
      ASSERT_TRUE(std::is_sorted(keys.begin(), keys.end())) << n;
    }
}

// Slots of random lists, with depths that often tie.
template <typename Key>
struct RandomSlots {
  static constexpr std::size_t kStride = 64;
  std::vector<Key> slots = std::vector<Key>((kMostSlots + 1) * kStride, ~Key{0} / 3);
  std::vector<std::uint32_t> counts = std::vector<std::uint32_t>(kStride, 0);

  RandomSlots(Dice& dice, std::size_t cells) {
    const int most = dice.integer(0, static_cast<int>(kMostSlots)), depths = dice.integer(1, 40);
    for (std::size_t c = 0; c < cells; ++c) {
      counts[c] = static_cast<std::uint32_t>(dice.integer(0, most));
      for (std::uint32_t k = 0; k < counts[c]; ++k) {
        const Key layer = layer_key(dice.integer(0, depths), dice.chance(0.5), dice.chance(0.5));
        slots[k * kStride + c] = sizeof(Key) == 4 ? layer : layer << (sizeof(Key) * 4) | Key(dice.integer(0, 1000));
      }
    }
  }
  std::vector<Key> list(std::size_t c) const {
    std::vector<Key> keys;
    for (std::uint32_t k = 0; k < counts[c]; ++k) keys.push_back(slots[k * kStride + c]);
    return keys;
  }
};

template <typename Key>
void expect_verdicts(Dice& dice) {
  const auto cells = static_cast<std::size_t>(dice.integer(1, 40));
  RandomSlots<Key> random(dice, cells);
  std::vector<LayerVerdict> verdicts(64);
  judge_slots(SlotLists<Key>{random.slots.data(), random.counts.data(), random.kStride, cells}, verdicts.data());
  for (std::size_t c = 0; c < cells; ++c) {
    std::vector<LayerKey> keys;
    for (const Key key : random.list(c)) keys.push_back(static_cast<LayerKey>(key >> 8 * (sizeof(Key) - 4)));
    std::sort(keys.begin(), keys.end());
    ASSERT_EQ(verdicts[c], layer_verdict(keys)) << c;
  }
}

TEST(BandSort, SlotsAreSortedAndJudgedAsLists) {
  for_each_simd_target([](const char* target) {
    SCOPED_TRACE(target);
    Dice dice(93);
    for (int i = 0; i < case_count(200, 20000); ++i) {
      expect_verdicts<std::uint32_t>(dice);
      expect_verdicts<std::uint64_t>(dice);
      const auto cells = static_cast<std::size_t>(dice.integer(1, 40));
      RandomSlots<std::uint64_t> random(dice, cells);
      const RandomSlots<std::uint64_t> before = random;
      std::vector<ListCode> codes(64);
      sort_slots({random.slots.data(), random.counts.data(), random.kStride, cells}, codes.data());
      for (std::size_t c = 0; c < cells; ++c) {
        std::vector<std::uint64_t> truth = before.list(c);
        std::sort(truth.begin(), truth.end());
        ASSERT_EQ(random.list(c), truth);
        for (std::size_t k = 0; k < truth.size(); ++k) {
          ASSERT_EQ(codes[c].of_b >> k & 1, truth[k] >> 32 & 1);
          ASSERT_EQ(codes[c].entries >> k & 1, truth[k] >> 33 & 1);
        }
      }
    }
  });
}

template <typename Key>
void expect_runs(Dice& dice) {
  constexpr std::size_t kStride = 96;
  std::vector<Key> slots((kMostSlots + 1) * kStride, 0), truth = slots;
  std::vector<std::uint32_t> counts(kStride, 0), lengths = counts;
  std::vector<DepthRun<Key>> runs;
  for (int i = dice.integer(1, 60); i > 0; --i) {
    DepthRun<Key> run;
    run.base = static_cast<Key>(dice.integer(0, 3));
    run.cell = static_cast<std::uint32_t>(dice.integer(0, 79));
    run.count = dice.integer(1, 80 - static_cast<int>(run.cell));
    run.x = dice.integer(-5000, 5000);
    run.ax = dice.real(-3, 3);
    run.y = dice.real(-1e4, 1e4);
    run.z0 = dice.integer(10000, 1 << 28), run.low = run.z0 - 9000, run.high = run.z0 + 9000;
    runs.push_back(run);
    run.for_each([&](std::size_t cell, Key key) {
      truth[std::min<std::size_t>(lengths[cell], kMostSlots) * kStride + cell] = key;
      ++lengths[cell];
    });
  }
  put_runs(runs, slots.data(), counts.data(), kStride);
  ASSERT_EQ(counts, lengths);
  ASSERT_EQ(slots, truth);
}

// Layers of a user's shape, which has threads of its own at work, or a mood.
class Layers : public LineShape {
 public:
  explicit Layers(int count, bool moody = false) : count_(count), moody_(moody) {}
  std::array<Vec3, 2> bounds() const override { return {Vec3(-1, -1, -1), Vec3(1, 1, 1)}; }
  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    std::atomic<int> worked = 0;
    tbb::parallel_for(
        0, 64, [&](int) { ++worked; }, tbb::simple_partitioner());
    const int n = count_ + (moody_ ? 2 * (asked_++ % 3) : 0);
    for (int i = 0; i < n; ++i) {
      const double t = (-1 + 2.0 * (i + 0.5) / n - origin.z()) / direction.z();
      out.push_back({t - 1e-9, t + 1e-9, i % 2 == 0 ? 1 : -1});
    }
  }
  std::string name() const override { return "layers"; }

 private:
  int count_;
  bool moody_;
  mutable std::atomic<int> asked_ = 0;
};

RasterView view_of_cube(int resolution) {
  const Box cube{Vec3(-1, -1, -1), Vec3(1, 1, 1)};
  return {ViewFrame::along({0, 0, 1}), cube, cube, resolution};
}

TEST(BandLists, ShapesMayHaveThreadsOfTheirOwn) {
  const RasterView view = view_of_cube(96);
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
  tbb::task_arena arena(8);
  for (const int count : {6, 40}) {  // in slots, and longer
    const Layers layers(count);
    const RasterObject objects[] = {{nullptr, &layers, {}, true}};
    Control control({}, {});
    arena.execute([&] {
      const Zlist lists(view, objects, control);
      for (std::size_t c = 0; c < view.cells(); ++c) ASSERT_EQ(lists.list(c).size(), static_cast<std::size_t>(count)) << c;
    });
  }
}

TEST(BandLists, ShapesThatChangeTheirMindsAreRefused) {
  const RasterView view = view_of_cube(32);
  const Layers layers(40, true);
  const RasterObject objects[] = {{nullptr, &layers, {}, true}};
  Control control({}, {});
  try {
    const Zlist lists(view, objects, control);
    FAIL() << lists.size();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::bad_scene) << e.what();
  }
}

TEST(DepthRuns, FillSlotsAsOneByOne) {
  for_each_simd_target([](const char* target) {
    SCOPED_TRACE(target);
    Dice dice(94);
    for (int i = 0; i < case_count(100, 5000); ++i) {
      expect_runs<std::uint32_t>(dice);
      expect_runs<std::uint64_t>(dice);
    }
  });
}

}  // namespace
}  // namespace impinge::test
