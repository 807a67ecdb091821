// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Combinations of polycubes with winding numbers from -2 to 3, T-junctions and membranes: volume, area and lumps are
// counted cell by cell. Cells that share no more than an edge are different lumps.

#include <gtest/gtest.h>

#include <algorithm>

#include <support/case_count.h>
#include <support/polycube.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

constexpr int kSize = Polycube::kSize;

struct Count {
  int volume = 0, area = 0;
  std::vector<int> lumps;  // their volumes, the largest first
};

class Cells {
 public:
  Cells(const Polycube& a, const Polycube& b, Combination how) {
    for (std::size_t i = 0; i < solid_.size(); ++i) solid_[i] = is_solid(how, a.winding[i], b.winding[i]);
  }

  Count count() {
    Count result;
    for (int i = 0; i < kSize * kSize * kSize; ++i) {
      if (!at(i)) continue;
      ++result.volume;
      for_each_neighbour(i, [&](int other) { result.area += other < 0 || !at(other) ? 1 : 0; });
      if (!seen_[static_cast<std::size_t>(i)]) result.lumps.push_back(flood(i));
    }
    std::sort(result.lumps.rbegin(), result.lumps.rend());
    return result;
  }

 private:
  bool at(int cell) const { return solid_[static_cast<std::size_t>(cell)]; }

  // -1 for a neighbour off the grid.
  template <class Visit>
  static void for_each_neighbour(int cell, Visit visit) {
    const int strides[3] = {1, kSize, kSize * kSize};
    for (const int stride : strides) {
      const int x = cell / stride % kSize;
      visit(x > 0 ? cell - stride : -1);
      visit(x + 1 < kSize ? cell + stride : -1);
    }
  }

  int flood(int from) {
    std::vector<int> open = {from};
    seen_[static_cast<std::size_t>(from)] = true;
    int size = 0;
    while (!open.empty()) {
      const int cell = open.back();
      open.pop_back();
      ++size;
      for_each_neighbour(cell, [&](int other) {
        if (other < 0 || !at(other) || seen_[static_cast<std::size_t>(other)]) return;
        seen_[static_cast<std::size_t>(other)] = true;
        open.push_back(other);
      });
    }
    return size;
  }

  std::array<bool, kSize * kSize * kSize> solid_{}, seen_{};
};

// How many of the combinations had several lumps.
int judge_combinations(Dice& dice, int count) {
  int several = 0;
  for (int i = 0; i < count; ++i) {
    const Polycube a = random_polycube(dice), b = dice.chance(0.5) ? derived_polycube(a, dice) : random_polycube(dice);
    const int membranes = dice.chance(0.3) ? dice.integer(1, 4) : 0;
    IntegerMap map = IntegerMap::at_random(dice);
    const bool straight = map.shear == std::array<int, 3>{};
    const Mesh a_mesh = map.of(surface_of(a, membranes, dice).soup).mesh();
    const Mesh b_mesh = map.of(surface_of(b, membranes, dice).soup).mesh();
    for (const Combination how : {Combination::intersection, Combination::unite, Combination::difference}) {
      const Count truth = Cells(a, b, how).count();
      const OverlapSolid solid = combine(a_mesh, b_mesh, how);
      expect_sound(solid);
      const double cell = map.scale * map.scale * map.scale;
      EXPECT_NEAR(solid.volume / cell, truth.volume, 1e-10 * truth.volume);
      if (straight) {
        EXPECT_NEAR(solid.area / (map.scale * map.scale), truth.area, 1e-10 * truth.area);
      }
      EXPECT_EQ(solid.lumps.size(), truth.lumps.size());
      for (std::size_t k = 0; k < std::min(solid.lumps.size(), truth.lumps.size()); ++k)
        EXPECT_NEAR(solid.lumps[k].volume / cell, truth.lumps[k], 1e-10 * truth.lumps[k]);
      several += truth.lumps.size() > 1 ? 1 : 0;
    }
    EXPECT_FALSE(testing::Test::HasFailure()) << "case " << i << "\n a " << written(a) << "\n b " << written(b);
    if (testing::Test::HasFailure()) break;
  }
  return several;
}

TEST(OverlapPolycubes, VolumeAreaAndLumpsOfCells) {
  Dice dice(1920);
  const int count = case_count(60, 60000);
  EXPECT_GT(judge_combinations(dice, count), count / 4);
}

// Edges of one body lay on each other along a part that its faces were cut in, and on along one where they were not.
TEST(OverlapPolycubes, FacesThatTheirBodyCutsBeyondTheCommonBoxCrashed) {
  Dice dice(1920 + 10 * 0xd1342543de82ef95u);
  judge_combinations(dice, 12);
}

}  // namespace
}  // namespace impinge::test
